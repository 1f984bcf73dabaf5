; Finds the puzzles of `lisp/teach-known.lisp` again: `klammer run benches/rare-puzzles.lisp`, some minutes of processor
; time. What it writes at the end is the table. It has to be run, and the table replaced, when rules find other steps
; than before and a test says that a puzzle of the table is no longer rated as it stands there. Of the hardest ratings,
; 9.1, 9.2 and 9.5, these walks meet nothing: theirs began at puzzles that are published as the hardest.

(require 'teach)

; Nothing is taken from the table that is to be made.
(setq *rare-puzzles* nil)

; Ratings that the search for a place on the way through a puzzle finds in a few seconds; 5.4 in up to a minute.
(setq *searched* '(3.8 4.7 5.0 5.2 5.4 5.8 6.8 7.4))

; Ratings of which a few puzzles are met on walks from neighbour to neighbour, and where the walks go to.
(setq *met* '(6.9 7.0 7.5 7.6 7.7 7.8 7.9 8.2 8.6 8.7 8.8 8.9 9.0 9.1 9.2 9.3 9.5))
(setq *targets* '(9.5 9.1 7.0 9.5 7.8 9.2 8.2))

(setq *most* 5)
(setq *walks* 70)
(setq *steps* 800)

(setq *found* (make-table))

(defproc useful? (rating line)
  "Do new puzzles come of it?"
  (setq *rare-puzzles* (list (list rating line)))
  (let ((new (some? (lambda (seed) (generate :rating rating :tries 1 :seed seed)) '(1 2))))
    (setq *rare-puzzles* nil)
    new))

(defproc keep! (rating line)
  (format t "; ~a ~a~%" rating line)
  (flush-output)
  (table-set! *found* rating (append (table-ref *found* rating nil) (list line))))

(defproc search-for (rating)
  (dolist (seed (iota 20))
    (when (< (length (table-ref *found* rating nil)) *most*)
      (let ((puzzle (generate :rating rating :tries 20000 :seed seed)))
        (when puzzle (keep! rating (board->line puzzle)))))))

(defproc walk (target seed)
  "Goes to neighbours that are rated as near to the target or nearer. Of a rating, one puzzle of a walk is kept."
  (let* ((puzzle (generate :seed seed)) (rating (rate puzzle)) (met nil))
    (dotimes (step *steps*)
      (let* ((near (vary-puzzle puzzle (+ 1 (random 3)))) (rated (and near (rate near))))
        (when rated
          (when (and (member? rated *met*) (not (assoc rated met)))
            (push! (list rated (board->line near)) met))
          (when (<= (abs (- rated target)) (abs (- rating target)))
            (setq puzzle near)
            (setq rating rated)))))
    (dolist (row met)
      (when (and (< (length (table-ref *found* (first row) nil)) *most*) (useful? (first row) (second row)))
        (keep! (first row) (second row))))))

(dotimes (number *walks*)
  (walk (nth (modulo number (length *targets*)) *targets*) (+ 1 number)))
(dolist (rating *searched*) (search-for rating))

(format t "(setq *rare-puzzles*~%  '(")
(dolist (rating (sort (append *searched* *met*) <))
  (format t "(~a" rating)
  (dolist (line (table-ref *found* rating nil)) (format t "~%     \"~a\"" line))
  (format t ")~%    "))
(format t "))~%")
