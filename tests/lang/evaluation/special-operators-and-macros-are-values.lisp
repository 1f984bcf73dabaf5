if                            ;=> #<special-operator if>
(setq when-not unless)
(when-not nil 'yes)           ;=> yes
(setq my-if if)
(my-if nil 1 2)               ;=> 2
(defmacro twice (x) `(progn ,x ,x))
(setq zweimal twice)
(let ((n 0)) (zweimal (setq n (+ n 1))) n)  ;=> 2
(special-operator? quote)     ;=> t
(macro? twice)                ;=> t
(procedure? if)               ;=> nil
