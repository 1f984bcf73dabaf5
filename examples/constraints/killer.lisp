; Killer sudokus from files: a map of cages, a character for each cell, and the sum of each cage on a line of its own.
;
;   klammer run examples/constraints/killer.lisp examples/constraints/killer/*.txt
;
; Model: 81 variables, units all different by domains; a cage is different digits with a sum, by domains. Heuristic:
; the default. What came out: of the twenty in the folder each has one solution, which few nodes prove.

(require 'constraints)

(defproc apart (key cells)
  "The cells in groups with the same key, which is a function of a cell's number."
  (map-with (lambda (group) (map-with (lambda (i) (nth i cells)) (rest group))) (group-by key (iota 81))))

(defproc killer (lines)
  "A store and the variables of its cells."
  (let* ((s (make-store)) (cells (variables s 81 1 9)) (map (string->list (apply string-append (take 9 lines)))))
    (dolist (key (list (lambda (i) (quotient i 9))
                       (lambda (i) (remainder i 9))
                       (lambda (i) (list (quotient i 27) (quotient (remainder i 9) 3)))))
      (dolist (unit (apart key cells)) (all-different! s unit)))
    (let ((names (map-with first (group-by (lambda (i) (nth i map)) (iota 81)))))
      (for-each
        (lambda (name cage)
          (let ((line (find-if (lambda (line) (= (string-ref line 0) name)) (list-tail lines 9))))
            (all-different-sum! s cage (string->number (substring line 2)))))
        names (apart (lambda (i) (nth i map)) cells)))
    (list s cells)))

(defproc lines-of (file)
  (filter (lambda (line) (not (or (= line "") (= (string-ref line 0) #\#)))) (read-lines file)))

(defvar *arguments* nil)

(dolist (file *arguments*)
  (reset-search-statistics)
  (let* ((puzzle (killer (lines-of file))) (found (find-solutions (first puzzle) 2)))
    (print (list (length found) (assoc 'nodes (search-statistics))
             (if found (apply string-append (map-with number->string (values-of (first found) (second puzzle)))))))))

(when (null? *arguments*)
  (print "Which puzzles? klammer run killer.lisp FILE..."))
;>> "Which puzzles? klammer run killer.lisp FILE..."
