(defmethod m ((x string)) t x)
(m 1)                                                ;!! no-applicable-method @2:1
(list 1 (m 2))                                       ;!! no-applicable-method @3:9
(defproc f (x) (list (m x)))
(f 3)                                                ;!! no-applicable-method @4:22
