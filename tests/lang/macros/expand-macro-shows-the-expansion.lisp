(defmacro twice (x) `(progn ,x ,x))
(defmacro thrice (x) `(progn ,x (twice ,x)))
(defmacro outer (x) `(twice ,x))
(expand-macro '(twice a))                ;=> (progn a a)
(expand-macro '(outer a))                ;=> (progn a a)
(expand-macro-once '(outer a))           ;=> (twice a)
(expand-macro '(thrice a))               ;=> (progn a (twice a))
(expand-macro '(car x))                  ;=> (car x)
(expand-macro 'x)                        ;=> x
