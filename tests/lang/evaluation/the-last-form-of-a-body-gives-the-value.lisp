(progn)                          ;=> nil
(progn 1 2 3)                    ;=> 3
((lambda (x) x (* x 2)) 4)       ;=> 8
(let ((a 1)) (setq a 2) a 'end)  ;=> end
(when t 1 2)                     ;=> 2
(let ())                         ;=> nil
