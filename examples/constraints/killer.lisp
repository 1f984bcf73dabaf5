; Killer sudokus from a file, a blank line between two: a map of cages, a character for each cell, and the sum of each cage on a line of its own
; (`read-cages`).
;
;   klammer run examples/constraints/killer.lisp examples/constraints/killers.txt
;   klammer solve --variant killer:FILE --check-unique      one of them in a file of its own, for boards
;
; Model: 81 variables, units all different by domains; a cage is different digits with a sum, by domains. Heuristic: the default. Result: of the
; twenty in the file each has one solution, which few nodes prove, 592 for all of them.

(require 'constraints)

(defproc apart (key cells)
  "The cells in groups with the same key, which is a function of a cell's number."
  (map-with (lambda (group) (map-with (lambda (i) (nth i cells)) (rest group))) (group-by key (iota 81))))

(defproc killer (cages)
  "A store and the variables of its cells."
  (let* ((s (make-store)) (cells (variables s 81 1 9)))
    (set-name! s 'cell (map-with (lambda (i) (take 9 (drop (* 9 i) cells))) (iota 9)))
    (dolist (key (list (lambda (i) (quotient i 9))
                       (lambda (i) (remainder i 9))
                       (lambda (i) (list (quotient i 27) (quotient (remainder i 9) 3)))))
      (dolist (unit (apart key cells)) (all-different! s unit)))
    (dolist (cage cages)
      (all-different-sum! s (map-with (lambda (cell) (nth (+ (* 9 (first cell)) (second cell)) cells)) (rest cage))
        (first cage)))
    (list s cells)))

(defvar *arguments* nil)

(dolist (text (append-map (lambda (file) (string-split (read-file file) "\n\n")) *arguments*))
  (reset-search-statistics)
  (let* ((puzzle (killer (read-cages text))) (found (find-solutions (first puzzle) 2)))
    (print (list (length found) (assoc 'nodes (search-statistics))
             (if found (apply string-append (map-with number->string (values-of (first found) (second puzzle)))))))))

(when (null? *arguments*)
  (print "Which puzzles? klammer run killer.lisp FILE..."))
;>> Which puzzles? klammer run killer.lisp FILE...
