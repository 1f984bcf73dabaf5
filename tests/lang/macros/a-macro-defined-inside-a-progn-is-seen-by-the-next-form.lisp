(progn
  (defmacro local-twice (x) `(list ,x ,x))
  (local-twice 5))                       ;=> (5 5)
(progn (progn (defmacro m1 () 1)) (progn (defmacro m2 () '(m1)) (m2)))  ;=> 1
