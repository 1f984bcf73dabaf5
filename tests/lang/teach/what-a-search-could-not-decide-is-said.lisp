; Steps that suppose one solution wait for a search, which a heuristic of the program may lead astray.
(require 'search)
(require 'teach)

(setq hard (read-puzzle "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"))
(setq *techniques-for-one-solution* '(hidden-single))

(second (assoc 'undecided (grade hard)))  ;=> nil
(second (assoc 'solved (grade hard)))     ;=> t

(defproc propagation-level () 'forward)
(defproc choose-cell (board)
  (find-if (lambda (cell) (> (count-candidates board cell) 1))
    (map-with (lambda (n) (list (quotient n 9) (modulo n 9))) (reverse (iota 81)))))
(second (assoc 'undecided (grade hard)))  ;=> t
