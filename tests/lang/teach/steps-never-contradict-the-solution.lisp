; The digits that the techniques put and take away agree with the solution that a search finds.
(require 'search)
(require 'teach)

(defproc agrees? (puzzle)
  "Do all steps agree with the solution, and do they lead to it?"
  (let* ((solution (solve puzzle))
         (digit (lambda (c) (first (candidates solution (first c)))))
         (end (solve-by-techniques puzzle
                (lambda (board step)
                  (dolist (c (step-part step 'place)) (assert (= (digit c) (second c))))
                  (dolist (c (step-part step 'remove)) (assert (not (= (digit c) (second c)))))
                  (assert (string? (explain step)))
                  (assert (string? (explain step :language 'de)))))))
    (and (solved? end) (= (board->line end) (board->line solution)))))

(random-seed! 4)
(every? agrees? (list-tabulate 2 (lambda (i) (generate))))                                    ;=> t
(every? agrees? (list-tabulate 1 (lambda (i) (generate :like (board-variant :diagonals t)))))  ;=> t
(every? agrees? (list-tabulate 1 (lambda (i) (generate :like (board-variant :windows t)))))    ;=> t
(every? agrees? (list-tabulate 2 (lambda (i) (generate :like (board 6) :symmetry 'half-turn)))) ;=> t
(agrees? (read-puzzle "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"))  ;=> t
