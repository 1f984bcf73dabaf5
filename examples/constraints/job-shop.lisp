; A job shop: jobs of several tasks in order, each on a machine of its own, which does one task at a time; when is all done? (Fisher and Thompson, 1963)
;
;   klammer run examples/constraints/job-shop.lisp
;
; Model: a start for each task; tasks of a job one after the other, tasks of a machine without overlap. Heuristic: the task that can start first, as early
; as possible. Result: the first schedule is good, the last one is the best.

(require 'constraints)

(setq *jobs* '(((0 3) (1 2) (2 2)) ((0 2) (2 1) (1 4)) ((1 4) (2 3) (0 1)) ((2 5) (0 2) (1 1))))
(setq *store* (make-store))
(setq *starts* (set-name! *store* 'start (map-with (lambda (job) (variables *store* (length job) 0 30)) *jobs*)))
(setq *end* (set-name! *store* 'end (variable *store* 0 40)))

(for-each
  (lambda (job starts)
    (for-each (lambda (task next start) (post! *store* (<= (+ start (second task)) next))) job
      (append (rest starts) (list *end*)) starts))
  *jobs* *starts*)
(dotimes (machine 3)
  (let ((chosen (filter (lambda (pair) (= (first (first pair)) machine))
                  (map-with list (apply append *jobs*) (apply append *starts*)))))
    (no-overlap! *store* (map-with second chosen) (map-with (lambda (pair) (second (first pair))) chosen))))

(defproc choose-cell (s)
  (min-by (lambda (x) (lower s x))
    (filter (lambda (x) (null? (value s x))) (append (apply append *starts*) (list *end*)))))

(let ((best (minimize *store* *end*)))
  (print (list 'end (value best *end*)))
  (dolist (starts *starts*) (print (values-of best starts))))
;>> (end 11)
;>> (0 4 9)
;>> (3 5 6)
;>> (0 6 9)
;>> (0 5 10)
