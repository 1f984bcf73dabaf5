((mlambda args (cons '+ args)) 1 2 3)    ;=> 6
(setq my-quote (mlambda args (list 'quote (first args))))
(my-quote (a b))                         ;=> (a b)
(macro? my-quote)                        ;=> t
((mlambda (a b) `(list ,b ,a)) 1 2)      ;=> (2 1)
(defmacro make-constant (name v) (list setq name (list mlambda 'args v)))
(make-constant seven 7)
(seven)                                  ;=> 7
