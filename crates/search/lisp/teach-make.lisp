; New puzzles, and how much of a puzzle is needed.

(defproc minimal? (board)
  "Returns whether the puzzle has one solution and would have several without any one of its givens.

(minimal? (read-puzzle \"1.3..2....4...21\"))  ;=> nil
(minimal? (read-puzzle \"12343.12.1434321\"))  ;=> nil
(minimal? (minimize-puzzle (read-puzzle \"12343.12.1434321\")))  ;=> t"
  (%check (board state))
  (and (unique? board)
       (every? (lambda (given) (%needed? board given (%all-digits board))) (board->constraints board))))

(defproc minimize-puzzle (board)
  "A puzzle with as few of the givens as it takes for one solution: they are left out in random order, one after the
other, if they can. Nil if there is not one solution to begin with. The board is not changed.

(< (length (board->constraints (minimize-puzzle (read-puzzle \"12343.12.1434321\")))) 8)  ;=> t
(minimize-puzzle (board 4))                                                            ;=> nil"
  (%check (board state))
  (and (unique? board)
       (let ((puzzle (%blank board)) (all (%all-digits board)) (givens (board->constraints board)))
         (dolist (given givens) (%put! puzzle given))
         (dolist (given (shuffle givens) puzzle)
           (unless (%needed? puzzle given all)
             (aset puzzle (first (first given)) (second (first given)) all))))))

; The puzzle nearest to the requested rating since `generate` was called: a rating and a puzzle, or nil.
(setq *nearest-puzzle* nil)

(defproc generate (&key like rating (symmetry 'none) tries seed techniques)
  "A new puzzle with one solution, found by chance: a board. `:like` is a board of the requested kind, `(board 9)` if left
out; `:rating` a number or a list of the least and the greatest (see `rate`); `:symmetry` says where the givens stand:
`'none`, `'half-turn`, `'quarter-turn`, `'horizontal`, `'vertical` or `'diagonal` (the axis that they are mirrored at).
At most N `:tries` are made, 1000 if left out; nil if none has led to such a puzzle. Then `*nearest-puzzle*` is the
rating that came nearest and a puzzle that has it. `:seed` is where the random numbers begin.

(minimal? (generate :like (board 4) :seed 1))                                      ;=> t
(rate (generate :like (board 4) :rating '(1.0 1.5) :seed 1))                       ;=> 1.2
(let ((b (generate :symmetry 'half-turn :seed 1))) (every? (lambda (given) (single? (candidates b (map-with (lambda (n) (- 8 n)) (first given))))) (board->constraints b)))  ;=> t
(generate :symmetry 'none-such)                                                    ;!! user-error
(generate :like (board 4) :rating 5.1 :tries 2 :seed 1)                            ;=> nil"
  (%check (like state-or-nil) (tries count-or-nil) (techniques list))
  (unless (or (null? rating) (number? rating) (and (pair? rating) (every? number? rating) (= (length rating) 2)))
    (error "generate: a rating is a number, or a list of the least and the greatest, not" rating))
  (let* ((like (%blank (or like (board 9))))
         (orbits (%orbits (first (array-dimensions like)) (second (array-dimensions like)) symmetry))
         (techniques (or techniques *techniques*))
         (low (if (pair? rating) (first rating) rating))
         (high (if (pair? rating) (second rating) rating)))
    (when seed (random-seed! seed))
    (setq *nearest-puzzle* nil)
    (let loop ((left (or tries 1000)))
      (when (> left 0)
        (or
          (let* ((order (shuffle orbits)) (solution (%random-solution like)) (dug (%dug solution order)))
            (if rating (%as-hard (first dug) (second dug) solution low high techniques) (first dug)))
          (loop (- left 1)))))))

; As hard as requested

; Number of attempts to put givens back into a puzzle that is too hard.
(setq %endings 4)

(defproc %as-hard (puzzle taken solution low high techniques)
  "A puzzle with a rating from low to high, or nil: the puzzle with as many of the sets of cells that were taken from it
as make it no harder, in a few random orders. Techniques that are harder need not be asked before."
  (let ((easier (filter (lambda (row) (or (not (number? (second row))) (<= (second row) high))) techniques)))
    (dotimes (ending %endings)
      (let loop ((puzzle puzzle) (taken (shuffle taken)))
        (let ((rating (and (rate puzzle easier) (rate puzzle techniques))))
          (when rating (%remember-nearest rating puzzle low high))
          (cond
            ((and rating (<= low rating high)) (return puzzle))
            ((and rating (< rating low)) nil)
            (taken (loop (%with puzzle (first taken) solution) (rest taken)))))))))

(defproc %remember-nearest (rating puzzle low high)
  (let ((distance (lambda (rating) (max 0 (- low rating) (- rating high)))))
    (when (or (null? *nearest-puzzle*) (< (distance rating) (distance (first *nearest-puzzle*))))
      (setq *nearest-puzzle* (list rating puzzle)))))

(defproc %with (puzzle cells solution)
  "The puzzle with what these cells have in the solution. A place that is no cell has nothing."
  (let ((copy (duplicate puzzle)))
    (dolist (cell cells copy)
      (awhen (first (candidates solution cell)) (%put! copy (list cell it))))))

; Without one of its givens

(defproc %all-digits (board)
  (candidates (%blank board) '(0 0)))

(defproc %put! (board constraint)
  (aset board (first (first constraint)) (second (first constraint)) (list (second constraint))))

(defproc %needed? (board given all)
  "Returns whether there is a solution with another digit in the cell of a given."
  (let ((other (duplicate board)))
    (aset other (first (first given)) (second (first given)) (remove (second given) all))
    (and (solve other) t)))

; Making

(defproc %orbits (rows columns symmetry)
  "The cells of a board in sets of those that are givens together."
  (let* ((turn (lambda (cell) (list (- rows 1 (first cell)) (- columns 1 (second cell)))))
         (quarter (lambda (cell) (list (second cell) (- rows 1 (first cell)))))
         (images
           (case symmetry
             (none list)
             (half-turn (lambda (cell) (list cell (turn cell))))
             (quarter-turn (lambda (cell) (list cell (quarter cell) (turn cell) (turn (quarter cell)))))
             (horizontal (lambda (cell) (list cell (list (- rows 1 (first cell)) (second cell)))))
             (vertical (lambda (cell) (list cell (list (first cell) (- columns 1 (second cell))))))
             (diagonal (lambda (cell) (list cell (list (second cell) (first cell)))))
             (t
               (error
                 (format nil "generate: the symmetries are ~{~a~^, ~}, not ~s"
                   '(none half-turn quarter-turn horizontal vertical diagonal) symmetry)))))
         (cells (append-map (lambda (row) (map-with (lambda (column) (list row column)) (iota columns))) (iota rows))))
    (when (and (member? symmetry '(quarter-turn diagonal)) (not (= rows columns)))
      (error "generate: a board with this symmetry has as many rows as columns:" symmetry))
    (remove-duplicates (map-with (lambda (cell) (sort (remove-duplicates (images cell)) %before?)) cells))))

(defproc %before? (a b)
  (or (< (first a) (first b)) (and (= (first a) (first b)) (< (second a) (second b)))))

(defproc %random-solution (blank)
  "A solved board. Where the search is unlucky, it begins again, and goes on for longer: there may be none."
  (let loop ((nodes (* 5 (count-digits blank))))
    (let ((found (with-budget (:nodes nodes :else 'again) (awhen (propagate! (duplicate blank)) (%fill it)))))
      (cond
        ((= found 'again) (loop (* 2 nodes)))
        (found found)
        (t
          (error
            (string-append "generate: a board of this kind has no solution"
              (let ((why (explain-contradiction blank))) (if why (string-append ": " why) "")))))))))

(defproc %fill (board)
  (let ((cell (most-constrained board :tie 'random)))
    (if (null? cell)
      board
      (dolist (digit (shuffle (candidates board cell)))
        (let ((next (assign board (first cell) (second cell) digit)))
          (when next (awhen (%fill next) (return it))))))))

(defproc %dug (solution orbits)
  "A puzzle from which no set of givens can be taken, and the sets that have been. They are tried in this order."
  (let ((puzzle (%blank solution)))
    (dolist (given (board->constraints solution)) (%put! puzzle given))
    (let ((dug (%dig puzzle orbits)) (all (apply vector orbits)))
      (list (first dug) (map-with (lambda (number) (aref all number)) (second dug))))))
