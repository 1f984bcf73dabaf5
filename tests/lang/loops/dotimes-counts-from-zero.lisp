(let ((l nil)) (dotimes (i 4) (setq l (cons i l))) l)      ;=> (3 2 1 0)
(dotimes (i 3))                                            ;=> nil
(dotimes (i 3 'done) i)                                    ;=> done
(dotimes (i 0 'done) (car 5))                              ;=> done
(dotimes (i -5 i))                                         ;=> -5
(let ((n 0)) (dotimes (i 3) (setq n (+ n 1)) (setq n (* n 2))) n)  ;=> 14
