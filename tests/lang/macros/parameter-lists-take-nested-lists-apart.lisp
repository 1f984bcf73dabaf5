(defmacro with-binding ((name value) &body body) `(let ((,name ,value)) ,@body))
(with-binding (a 5) (* a a))             ;=> 25
(defmacro for ((var from start to end) &body body)
  `(let loop ((,var ,start)) (when (<= ,var ,end) ,@body (loop (+ ,var 1)))))
(let ((l nil)) (for (i from 1 to 3) (setq l (cons i l))) l)   ;=> (3 2 1)
(defmacro deep (((a b) . c) d) `(list ',a ',b ',c ',d))
(deep ((1 2) 3 4) 5)                     ;=> (1 2 (3 4) 5)
