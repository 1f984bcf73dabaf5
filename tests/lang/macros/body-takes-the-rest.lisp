(defmacro my-when (test &body body) `(if ,test (progn ,@body) nil))
(my-when t 1 2 3)                        ;=> 3
(my-when nil (car 5))                    ;=> nil
(my-when t)                              ;=> nil
(defmacro repeat (n &rest body) `(dotimes (i ,n) ,@body))
(let ((k 0)) (repeat 3 (setq k (+ k 1)) (setq k (* k 2))) k)  ;=> 14
