(defmacro bad (x) (first x))
(bad 5)                                  ;!! wrong-type @1:19 first
(catch 'error (eval '(bad 5)) 'not-reached)
(condition-code (catch 'error (eval '(bad 5))))   ;=> wrong-type
(defproc f () (bad (1)))
(f)                                      ;=> 1
