(defproc thrower (x) (throw 'found x))
(catch 'found (map-with thrower '(1 2 3)))           ;=> 1
(catch 'found (find-if (lambda (x) (when (> x 1) (thrower x))) '(1 2 3)))  ;=> 2
(setq f (catch 'found (lambda () (thrower 'late))))
(f)                                                  ;!! uncaught-throw
(catch 'found (f))                                   ;=> late
