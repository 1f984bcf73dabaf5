; not under: stress fuel: fuel is its subject
; limits: fuel=10000
(defmacro forever (x) `(forever (,x)))
(forever a)                              ;!! too-complex
(defmacro spin () (while t))
(spin)                                   ;!! out-of-ticks
(+ 1 2)                                  ;=> 3
