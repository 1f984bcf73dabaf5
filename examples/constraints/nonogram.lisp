; A nonogram: numbers beside the lines of a picture tell the lengths of its runs of black cells (CSPLib 12).
;
;   klammer run examples/constraints/nonogram.lisp
;
; Model: a variable for each cell; each line is a word that an automaton accepts, domain consistent, which concludes all that a line says by itself.
; Heuristic: none is needed, propagation alone draws the picture.

(require 'constraints)

(setq *rows* '((2 2) (7) (7) (5) (3) (1)))
(setq *columns* '((2) (4) (5) (5) (5) (4) (2)))

(defproc runs! (s cells runs)
  "Runs of so many ones, with zeros between them. State by state: white before the run, then one black cell after the other."
  (let ((transitions nil) (state 0))
    (dolist (run runs)
      (push! (list state 0 state) transitions)
      (dotimes (i run) (push! (list state 1 (+ state 1)) transitions) (inc! state))
      (push! (list state 0 (+ state 1)) transitions)
      (inc! state))
    (push! (list state 0 state) transitions)
    (regular! s cells transitions 0 (list state (- state 1)))))

(let* ((s (make-store)) (rows (map-with (lambda (row) (variables s 7 0 1)) *rows*)))
  (for-each (lambda (cells runs) (runs! s cells runs)) rows *rows*)
  (for-each (lambda (i runs) (runs! s (map-with (lambda (row) (nth i row)) rows) runs)) (iota 7) *columns*)
  (propagate-fixpoint s)
  (dolist (row rows)
    (dolist (v (values-of s row)) (display (case v (1 "#") (0 ".") (t "?"))))
    (newline)))
;>> .##.##.
;>> #######
;>> #######
;>> .#####.
;>> ..###..
;>> ...#...
