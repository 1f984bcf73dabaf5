; found: 2026-11-20, the corpus of the language, as it was written
(defmacro m ((a . b) (c (d . e))) `'(,a ,b ,c ,d ,e))
(m (1 2 3) (4 (5)))                                  ;=> (1 (2 3) 4 5 nil)
