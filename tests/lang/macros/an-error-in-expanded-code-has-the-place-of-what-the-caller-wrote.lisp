(defmacro add-one (x) `(+ 1 ,x))
(add-one (first 5))                      ;!! wrong-type @2:10 first
(add-one 'a)                             ;!! wrong-type @3:1 +
(list (add-one (add-one "x")))           ;!! wrong-type @4:16 +
