; The queens: n of them on a board of n by n, none attacks another.
;
;   klammer run examples/constraints/queens.lisp
;   klammer search examples/constraints/queens.lisp --tree queens.html      the search, step by step, in a browser
;
; Model: a variable for each column tells the row of its queen; rows, ascending and descending diagonals are all different. Heuristic: fewest values first.
; Result: all 92 for eight queens; reasoning by bounds or domains saves few nodes here.

(require 'constraints)

(defproc queens (n strength)
  "A store with a variable for each of n columns."
  (let* ((s (make-store)) (rows (set-name! s 'row (variables s n 0 (- n 1)))))
    (branch-on! s rows)
    (all-different! s rows strength)
    (all-different! s (map-with (lambda (row column) (expression! s (+ row column))) rows (iota n)) strength)
    (all-different! s (map-with (lambda (row column) (expression! s (- row column))) rows (iota n)) strength)))

(dolist (strength '(value bounds domain))
  (reset-search-statistics)
  (let ((count (count-solutions (queens 8 strength))))
    (print (list strength count (assoc 'nodes (search-statistics))))))
;>> (value 92 (nodes 662))
;>> (bounds 92 (nodes 618))
;>> (domain 92 (nodes 586))
