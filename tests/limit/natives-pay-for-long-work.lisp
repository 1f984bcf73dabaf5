; limits: fuel=5000
(length (iota 1000))             ;=> 1000
(iota 100000)                    ;!! out-of-ticks
(string-length (string-repeat "a" 1000))   ;=> 1000
(let ((l (iota 2000))) (dotimes (i 1000) (reverse l)))           ;!! out-of-ticks
(let ((l (iota 2000))) (dotimes (i 1000) (member? -1 l)))        ;!! out-of-ticks
(let ((l (iota 2000)) (m (iota 2000))) (dotimes (i 1000) (= l m)))   ;!! out-of-ticks
(let ((x (expt 3 2000))) (dotimes (i 4000) (* x x)))             ;!! out-of-ticks
