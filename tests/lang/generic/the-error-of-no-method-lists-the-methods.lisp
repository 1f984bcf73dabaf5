(defmethod m ((a string) b) t 1)
(defmethod m (a) (< a 5) 2)
(m 7)                 ;!! no-applicable-method @3:1 m: no method fits the arguments 7
(m 1 2)               ;!! no-applicable-method
(m 1)                 ;=> 2
(catch-and-apply 'error (lambda (tag c) (condition-irritants c)) (m 1 2))  ;=> (1 2)
