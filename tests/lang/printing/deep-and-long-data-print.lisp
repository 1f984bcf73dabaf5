(let ((l nil)) (dotimes (i 5) (setq l (list l i))) l)   ;=> (((((nil 0) 1) 2) 3) 4)
(length (string->list (format nil "~s" (iota 1000))))   ;=> 3891
(string-length (format nil "~a" (let ((l nil)) (dotimes (i 10000) (setq l (list l))) l)))  ;=> 20003
