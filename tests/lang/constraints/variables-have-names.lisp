(require 'constraints)
(setq s (make-store))
(setq x (variable s 0 9))
(variable-name s x)                                       ;=> "#0"
(setq e (expression! s (+ x 1)))
(variable-name s e)                                       ;=> "(+ #0 1)"
(= (name! s 'apples x) x)                                 ;=> t
(list (variable-name s x) (variable-name s e))            ;=> ("apples" "(+ apples 1)")
(name! s "a name" e)
(variable-name s e)                                       ;=> "a name"
; Names of lists, with holes for numbers.
(setq grid (list (variables s 2 0 1) (list 7 (variable s 0 1))))
(= (name! s 'cell grid) grid)                             ;=> t
(map-with (lambda (x) (variable-name s x)) (list (second (first grid)) (second (second grid))))  ;=> ("cell[0 1]" "cell[1 1]")
; A copy knows them and learns by itself.
(setq copy (duplicate s))
(name! copy 'pears x)
(list (variable-name s x) (variable-name copy x))         ;=> ("apples" "pears")
(name! s 'x 'y)                                           ;!! wrong-type
(name! s 5 x)                                             ;!! wrong-type name!: name must be a symbol or a string
(name! s (make-string 300 #\a) x)                         ;!! wrong-type at most 256 bytes
(name! 'no 'x x)                                          ;!! wrong-type
(variable-name s 'x)                                      ;!! wrong-type
(let ((l (list x))) (set-cdr! l l) (name! s 'x l))        ;!! wrong-type
(let ((l (list x))) (set-car! l l) (name! s 'x l))        ;!! wrong-type
