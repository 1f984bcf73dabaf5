(defmacro swap-args (f a b) (list f b a))
(defmacro use-it (a b) (list swap-args '- a b))
(use-it 1 10)                                     ;=> 9
(defmacro define-constantly (name value) (list setq name (list mlambda 'args value)))
(define-constantly five 5)
(five whatever (is not evaluated))                ;=> 5
(eval (list swap-args 'cons 1 2))                 ;=> (2 . 1)
