; What is made from known puzzles with a symmetry has it, is as hard, and mostly no known puzzle in another order.
(require 'search)
(require 'teach)

(defproc image (cell symmetry)
  (let ((row (first cell)) (column (second cell)))
    (case symmetry
      (half-turn (list (- 8 row) (- 8 column)))
      (quarter-turn (list column (- 8 row)))
      (horizontal (list (- 8 row) column))
      (vertical (list row (- 8 column)))
      (diagonal (list column row)))))

(defproc symmetric? (puzzle symmetry)
  (every? (lambda (given) (single? (candidates puzzle (image (first given) symmetry)))) (board->constraints puzzle)))

(setq symmetries '(half-turn quarter-turn horizontal vertical diagonal))

; The table holds what it says; what mirrors columns are those that mirror rows.
(map-with
  (lambda (group)
    (every?
      (lambda (row) (every? (lambda (line) (symmetric? (read-puzzle line (board 9)) (first group))) (rest row)))
      (rest group)))
  *rare-symmetric-puzzles*)                                ;=> (t t t t)

(defproc made (rating symmetry seed) (generate :rating rating :symmetry symmetry :tries 1 :seed seed))

(filter
  (lambda (symmetry)
    (let ((puzzle (made 4.7 symmetry 1)))
      (not (and (symmetric? puzzle symmetry) (= (rate puzzle) 4.7) (unique? puzzle)))))
  symmetries)                                              ;=> nil

; Two seeds make two puzzles: the number of their givens tells some apart.
(> (length (remove-duplicates
             (map-with (lambda (seed) (length (board->constraints (made 4.7 'half-turn seed)))) (iota 8)))) 2)  ;=> t

; A row of a program's own is used. Where it leads to no other puzzle, it comes in another order: of one that needs
; singles alone, there is no hard step to begin at.
(setq *rare-symmetric-puzzles*
  '((half-turn (1.2 "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))))
(setq turned (generate :rating 1.2 :symmetry 'half-turn :tries 1 :seed 1))
(symmetric? turned 'half-turn)                             ;=> t
(rate turned)                                              ;=> 1.2

; What is in no row is looked for, and what is known for nothing is not, unless it is said how often.
(generate :rating 6.9 :symmetry 'diagonal)                 ;=> nil
(generate :rating 6.9 :symmetry 'diagonal :tries 2)        ;=> nil
(rating-remark 6.9 :symmetry 'diagonal)  ;=> "no puzzle rated 6.9 with this symmetry is known; soon found are 6.8 and 7.1"
