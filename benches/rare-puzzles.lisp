; Finds the puzzles of `lisp/teach-known.lisp` again: `klammer run benches/rare-puzzles.lisp` those without a symmetry,
; in some minutes of processor time, and with names of symmetries behind it those (`half-turn quarter-turn horizontal
; diagonal`), in about ten minutes each. What it writes at the end are the rows. It has to be run, and the table
; replaced, when rules find other steps than before and a test says that a puzzle of the table is no longer rated as it
; stands there. Without a symmetry, of the hardest ratings, 9.1, 9.2 and 9.5, these walks meet nothing: theirs began at
; puzzles that are published as the hardest.

(require 'teach)

; Nothing is taken from the table that is to be made.
(setq *rare-puzzles* nil)
(setq *rare-symmetric-puzzles* nil)

; Ratings that the search for a place on the way through a puzzle finds in a few seconds; 5.4 in up to a minute.
(setq *searched* '(3.8 4.0 4.7 5.0 5.2 5.4 5.7 5.8 6.8 7.4 8.3 8.5))

; Ratings of which a few puzzles are met on walks from neighbour to neighbour, and where the walks go to.
(setq *met* '(6.9 7.0 7.5 7.6 7.7 7.8 7.9 8.2 8.6 8.7 8.8 8.9 9.0 9.1 9.2 9.3 9.5))
(setq *targets* '(9.5 9.1 7.0 9.5 7.8 9.2 8.2))

(setq *most* 5)
(setq *walks* 70)
(setq *steps* 800)

; Where givens stand symmetrically, there are fewer puzzles: more of what is met there is kept, and walks set out from
; what others have met.
(setq *symmetric-met* (append '(3.8 4.0 4.7 5.4 5.7 5.8 6.8 7.4 8.3 8.5) *met*))
(setq *symmetric-targets* '(3.8 9.5 7.7 9.0 9.5 7.5 5.4 9.1))
(setq *symmetric-steps* 300)

(setq *found* (make-table))

(defproc useful? (rating line symmetry)
  "Do new puzzles come of it, whatever order it is brought into? What a net takes can depend on which digit is first."
  (if (= symmetry 'none)
    (setq *rare-puzzles* (list (list rating line)))
    (setq *rare-symmetric-puzzles* (list (list symmetry (list rating line)))))
  (let ((new
          (every? (lambda (seed) (generate :rating rating :symmetry symmetry :tries 1 :seed seed)) '(1 2 3))))
    (setq *rare-puzzles* nil)
    (setq *rare-symmetric-puzzles* nil)
    new))

(defproc keep! (rating line)
  (format t "; ~a ~a~%" rating line)
  (flush-output)
  (table-set! *found* rating (append (table-ref *found* rating nil) (list line))))

(defproc search-for (rating symmetry)
  (dolist (seed (iota 20))
    (when (< (length (table-ref *found* rating nil)) *most*)
      (let ((puzzle (generate :rating rating :symmetry symmetry :tries 20000 :seed seed)))
        (when puzzle (keep! rating (board->line puzzle)))))))

(defproc walk (start target symmetry steps met-by)
  "Goes to neighbours that are rated as near to the target or nearer. Of a rating, one puzzle of a walk is kept."
  (let* ((puzzle start) (rating (rate puzzle)) (met nil))
    (dotimes (step steps)
      (let* ((near (vary-puzzle puzzle (+ 1 (random (if (= symmetry 'none) 3 2))) symmetry))
             (rated (and near (rate near))))
        (when rated
          (when (and (member? rated met-by) (not (assoc rated met)))
            (push! (list rated (board->line near)) met))
          (when (<= (abs (- rated target)) (abs (- rating target)))
            (setq puzzle near)
            (setq rating rated)))))
    (dolist (row met)
      (when (and (< (length (table-ref *found* (first row) nil)) *most*)
                 (useful? (first row) (second row) symmetry))
        (keep! (first row) (second row))))))

(defproc nearest (target)
  "One of the puzzles that were met whose rating is nearest; nil if there is none."
  (let ((rows (sort (table->list *found*) (lambda (a b) (< (abs (- (first a) target)) (abs (- (first b) target)))))))
    (and rows (read-puzzle (random-element (second (first rows))) (board 9)))))

(defproc start (number target symmetry)
  "Where a walk begins: at a new puzzle; three of four of those with a symmetry at one that was met."
  (let ((new (lambda () (generate :symmetry symmetry :seed (+ 1 number)))))
    (if (or (= symmetry 'none) (< number 8) (= 0 (modulo number 4)))
      (new)
      (or (nearest target) (new)))))

(dolist (symmetry (or (map-with string->symbol (rest (command-line))) '(none)))
  (let* ((plain? (= symmetry 'none))
         (targets (if plain? *targets* *symmetric-targets*)) (met (if plain? *met* *symmetric-met*)))
    (setq *found* (make-table))
    (dotimes (number *walks*)
      (let ((target (nth (modulo number (length targets)) targets)))
        (walk (start number target symmetry) target symmetry (if plain? *steps* *symmetric-steps*) met)))
    (dolist (rating *searched*) (search-for rating symmetry))
    (format t "(~a" symmetry)
    (dolist (rating (sort (remove-duplicates (append *searched* met)) <))
      (format t "~%  (~a" rating)
      (dolist (line (table-ref *found* rating nil)) (format t "~%     \"~a\"" line))
      (format t ")"))
    (format t ")~%")))
