; Positions to compare on, and the comparisons.

(defproc any (items)
  "One of the items."
  (random-element items))

(defproc some-digits (digits)
  "Some of the digits, rarely none."
  (let ((some (filter (lambda (d) (< (random 3) 2)) digits)))
    (or some (if (= (random 8) 0) nil (list (any digits))))))

(defproc position (start layout)
  "A board after some steps of a random kind. One in a while has contradictions."
  (let ((b (duplicate start)))
    (case (random 4)
      ; Digits at random, with what follows from them, as far as it goes.
      (0 (let ((level (any '(forward naked hidden locked pairs))))
           (dotimes (i (random (length (layout-places layout))))
             (let* ((cell (any (layout-places layout))) (some (candidates b cell)))
               (setq b (or (and some (assign b (first cell) (second cell) (any some) :level level)) b))))))
      ; Single digits taken out.
      (1 (dotimes (i (random (* 3 (length (layout-places layout)))))
           (let ((cell (any (layout-places layout))))
             (setq b (or (eliminate b (first cell) (second cell) (any (layout-all layout))) b)))))
      ; Constraints one by one, also the contradictory ones.
      (2 (dotimes (i (random (length (layout-places layout))))
           (propagate-constraint b (list (any (layout-places layout)) (any (layout-all layout))))))
      ; Anything anywhere.
      (t (dotimes (i (random (length (layout-places layout))))
           (set-array-element b (any (layout-places layout)) (some-digits (layout-all layout))))))
    ; Afterwards a few cells as they come.
    (dotimes (i (any '(0 0 0 1 3)))
      (set-array-element b (any (layout-places layout)) (or (some-digits (layout-all layout)) (layout-all layout))))
    b))

(defproc differences (board p)
  "The cells in which the native board is not as the record: with what each holds."
  (append-map
    (lambda (cell)
      (let ((native (list (list-copy (candidates board cell)) (settled? board cell))) (defined (list (digits-in p cell) (settled-in? p cell))))
        (if (= native defined) nil (list (list cell native defined)))))
    (layout-places (plain-layout p))))

(defproc complain (what board &rest more)
  "A description of what went wrong."
  (format nil "~a: ~s on ~s" what more (map-with (lambda (cell) (list (candidates board cell) (settled? board cell))) (all-cells board))))

(defproc all-cells (board)
  "The cells of a board, row after row."
  (let ((size (array-dimensions board)))
    (append-map (lambda (r) (map-with (lambda (c) (list r c)) (iota (second size)))) (iota (first size)))))

(defproc compare-step (what board native p)
  "Nil if the native step and the defined one have led to the same."
  (cond
    ((and (null? native) (null? p)) nil)
    ((null? p) (complain what board 'the-definition-finds-a-contradiction))
    ((null? native) (complain what board 'the-native-finds-a-contradiction))
    (t (let ((d (differences native p))) (if d (complain what board d))))))

(defproc check-level (start layout level)
  "Compares `propagate!` and `assign` with their definitions on a new position."
  (let* ((b (position start layout)) (cell (any (layout-places layout))) (digit (any (layout-all layout))))
    (or
      (compare-step (list 'propagate! level) b (propagate! (duplicate b) level) (propagate-plain (plain-of b layout) level))
      (compare-step (list 'assign cell digit level) b
        (assign b (first cell) (second cell) digit :level level)
        (assign-plain (plain-of b layout) cell digit level)))))

(defproc check-documented (start layout)
  "Compares the documented step and the test for a solution with their definitions, on a board and on an array of lists; partial results too."
  (let* ((b (position start layout))
         (cell (any (layout-places layout)))
         (digit (any (or (candidates b cell) (layout-all layout))))
         (constraint (list cell digit)))
    (or
      (let* ((native (duplicate b)) (p (plain-of b layout))
             (result (propagate-constraint native constraint)) (defined (propagate-constraint-plain p cell digit)))
        (cond
          ((not (= (null? result) (null? defined))) (complain constraint b result))
          ((differences native p) (complain constraint b (differences native p)))))
      (let* ((native (duplicate b)) (p (plain-of b layout))
             (result (is-solution? native)) (defined (is-solution-plain? p)))
        (cond
          ((not (= result defined)) (complain 'is-solution? b result))
          ((differences native p) (complain 'is-solution? b (differences native p))))))))

(defproc check-lists (start layout)
  "The same on an array of lists, whose result is compared with that of the board."
  (let* ((b (position start layout))
         (cell (any (layout-places layout)))
         (digit (any (or (candidates b cell) (layout-all layout))))
         (constraint (list cell digit)))
    (or
      (let* ((native (duplicate b)) (lists (plain-cells (plain-of b layout)))
             (result (propagate-constraint native constraint)) (other (propagate-constraint lists constraint)))
        (unless (and (= (null? result) (null? other)) (= (array->list native) (array->list lists)) (= (count-digits native) (count-digits lists)))
          (complain (list 'lists constraint) b (array->list lists))))
      (let* ((native (duplicate b)) (lists (plain-cells (plain-of b layout)))
             (result (is-solution? native)) (other (is-solution? lists)))
        (unless (and (= result other) (= (array->list native) (array->list lists)))
          (complain '(lists is-solution?) b (array->list lists)))))))

(defproc check-questions (start layout)
  "Compares the answers to questions."
  (let* ((b (position start layout)) (p (plain-of b layout)) (cell (any (layout-places layout))) (best (best-cells-plain p)) (digit (any (layout-all layout))))
    (find-if identity
      (map-with
        (lambda (question)
          (if (= (second question) (third question)) nil (complain (first question) b (rest question))))
        (list
          (list 'best-cells (best-cells b) best)
          (list 'first (most-constrained b) (first best))
          (list 'degree-tie (most-constrained b :tie 'degree) (max-by (lambda (c) (degree-plain p c)) best))
          (list 'random-tie (if best (member? (most-constrained b :tie 'random) best) t) t)
          (list 'degree (degree b cell) (degree-plain p cell))
          (list 'bivalue-cells (bivalue-cells b) (filter (lambda (c) (= (length (digits-in p c)) 2)) (open-cells p)))
          (list 'fewest-places (fewest-places b) (fewest-places-plain p))
          (list 'count-digits (count-digits b) (apply + (map-with length (array->list (plain-cells p)))))
          (list 'count-candidates (count-candidates b cell) (length (digits-in p cell)))
          (list 'solved? (solved? b) (solved-plain? p))
          (list 'contradiction? (contradiction? b) (contradiction-plain? p))
          (list 'peers (sort (map-with cell-number (peers b cell)) <) (sort (map-with cell-number (get-array-element (layout-peers layout) cell)) <))
          (list 'places (places b digit (first (layout-groups layout))) (places-of p digit (first (layout-groups layout))))
          (list 'children
            (map-with array->list (children b cell :level 'hidden))
            (append-map
              (lambda (d) (let ((q (assign-plain (plain-of b layout) cell d 'hidden))) (if q (list (array->list (plain-cells q))))))
              (digits-in p cell)))
          (list 'eliminate
            (let ((e (eliminate b (first cell) (second cell) digit :level 'naked))) (and e (array->list e)))
            (let ((others (remove digit (digits-in p cell))) (q (plain-of b layout)))
              (catch 'contradiction
                (eliminate-plain! q cell digit)
                (and (propagate-plain q 'naked) (array->list (plain-cells q)))))))))))

(defproc eliminate-plain! (p cell digit)
  "Takes a digit out of one cell, which is not settled then."
  (when (member? digit (digits-in p cell))
    (set-array-element (plain-settled p) cell nil)
    (take-out! p cell (list digit))))

(defproc cell-number (cell)
  "A number to sort cells by."
  (+ (* 100 (first cell)) (second cell)))

(defproc check (seed start digits lines? what count)
  "Makes so many comparisons of one kind. Nil, or a description of the first difference."
  (random-seed! seed)
  (let ((layout (layout-of start digits lines?)) (found nil))
    (dotimes (i count)
      (setq found
        (case what
          (documented (check-documented start layout))
          (lists (check-lists start layout))
          (questions (check-questions start layout))
          (t (check-level start layout what))))
      (when found (return found)))))
