(setq calls 0)
(defmethod f (x) t 'value)
(defmethod f (x) (progn (setq calls (+ calls 1)) nil) 'never)
(list (f 1) (f 2) calls)                             ;=> (value value 2)
