; found: 2026-11-20, the corpus of the language, as it was written
(defmethod m ((x string)) t x)
(m 1)                                                ;!! no-applicable-method @3:1
(list 1 (m 2))                                       ;!! no-applicable-method @4:9
(defproc f (x) (list (m x)))
(f 3)                                                ;!! no-applicable-method @5:22
