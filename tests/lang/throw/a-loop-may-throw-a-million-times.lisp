; not under: stress fuel: a million turns
(let ((n 0)) (dotimes (i 300000) (setq n (+ n (catch 'x (throw 'x 1))))) n)   ;=> 300000
(let ((n 0)) (dotimes (i 100000) (catch 'x (catch 'y (throw 'x 1))) (setq n (+ n 1))) n)   ;=> 100000
