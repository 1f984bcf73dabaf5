; The compiler inlines a function with an instruction of its own (arithmetic, first, rest ...) into code that it compiles while the function has its first meaning.
(defproc uses-reverse (l) (reverse l))
(defproc uses-first (l) (first l))
(list (uses-reverse '(1 2)) (uses-first '(1 2)))     ;=> ((2 1) 1)
(setq reverse (lambda (l) 'new))
(setq first (lambda (l) 'new))
(list (uses-reverse '(1 2)) (uses-first '(1 2)))     ;=> (new 1)
(defproc uses-first (l) (first l))
(uses-first '(1 2))                                  ;=> new
