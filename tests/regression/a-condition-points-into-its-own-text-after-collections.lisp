; found: 2026-11-20, the corpus of the language, as it was written
(setq c (catch 'error (first 5)))
(dotimes (i 50) (eval (list 'list i)))
(collect-garbage)
(eval '(+ 1 2))                                      ;=> 3
(condition-place c)                                  ;=> ("a-condition-points-into-its-own-text-after-collections.lisp" 2 23)
