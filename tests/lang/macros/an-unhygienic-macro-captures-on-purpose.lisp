(defmacro with-it (x &body body) `(let ((it ,x)) ,@body))
(with-it 5 (* it it))                    ;=> 25
(defmacro my-loop body `(while t ,@body))
(let ((n 0)) (my-loop (setq n (+ n 1)) (when (= n 5) (return n))))  ;=> 5
