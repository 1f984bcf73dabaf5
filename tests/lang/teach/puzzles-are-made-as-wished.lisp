; A puzzle has one solution, the requested rating, and givens in the requested symmetry.
(require 'search)
(require 'teach)

(defproc made (&rest options)
  (let ((b (apply generate :seed 11 options)))
    (list (unique? b) (rate b))))

(made :rating '(1.0 1.2))                       ;=> (t 1.2)
(made :rating '(2.5 3.0))                       ;=> (t 2.6)
(<= 4.0 (second (made :rating '(4.0 5.0))) 5.0) ;=> t
(first (made :symmetry 'quarter-turn))          ;=> t
(= (board->line (generate :seed 5)) (board->line (generate :seed 5)))  ;=> t
(minimal? (generate :seed 5))                   ;=> t
(generate :rating '(1.0 1.0) :tries 0)          ;=> nil

(defproc symmetric? (board image)
  "Is the image of each given a given?"
  (every? (lambda (given) (single? (candidates board (image (first given))))) (board->constraints board)))

(symmetric? (generate :seed 2 :symmetry 'half-turn) (lambda (cell) (map-with (lambda (n) (- 8 n)) cell)))         ;=> t
(symmetric? (generate :seed 2 :symmetry 'diagonal) reverse)                                                       ;=> t
(symmetric? (generate :seed 2 :symmetry 'vertical) (lambda (cell) (list (first cell) (- 8 (second cell)))))       ;=> t
(symmetric? (generate :seed 2 :symmetry 'horizontal) (lambda (cell) (list (- 8 (first cell)) (second cell))))     ;=> t

(generate :rating "hard")                       ;!! user-error
(generate :like 9)                              ;!! wrong-type
(generate :like (board-variant :digits 3 :rows 1 :columns 3 :groups '(((0 0) (0 1)))) :symmetry 'diagonal)  ;!! user-error
