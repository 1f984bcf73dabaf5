; Puzzles of ratings that few puzzles have: found once by a long search, and what new ones are made from.

(defproc vary-puzzle (puzzle &optional (givens 2))
  "A puzzle near another: so many of its givens, chosen by chance, are taken out, then others come from one of the
solutions of what is left, until there is one solution and none of the givens can go. Nil if what is left has no
solution, or none that is soon found. The board is not changed. Searches go from puzzle to puzzle by such steps.

(minimal? (vary-puzzle (generate :like (board 4) :seed 1)))  ;=> t
(vary-puzzle (read-puzzle \"11..............\") 0)            ;=> nil"
  (%check (puzzle live-board) (givens count))
  (let* ((left (duplicate puzzle)) (all (%all-digits puzzle)) (given (map-with first (board->constraints puzzle)))
         (cells (map-with first (%orbits (first (array-dimensions puzzle)) (second (array-dimensions puzzle)) 'none))))
    (dolist (cell (take (min givens (length given)) (shuffle given))) (aset left (first cell) (second cell) all))
    (let* ((start (propagate! (duplicate left)))
           (solution (and start (with-budget (:nodes (* 5 (count-digits (%blank puzzle)))) (%fill start))))
           (kept? (lambda (cell) (single? (candidates left cell)))))
      (and solution
           (first
             (%dug solution
               (map-with list
                 (append (shuffle (filter (lambda (cell) (not (kept? cell))) cells))
                   (shuffle (filter kept? cells))))))))))

; New puzzles from known ones

; How many neighbours of a known puzzle are rated; of one that has other givens already; and of such a one that is so
; hard that rating a puzzle takes long.
(setq %neighbours '(20 8 0))
(setq %long 8.0)

; From this rating on, a known puzzle is only arranged anew: what others are made by takes many seconds there, because
; most of its steps are nets.
(setq %hardest 9.1)

(defproc rating-remark (rating &key like (symmetry 'none) rules)
  "What to expect where puzzles of a rating, a number or a list of the least and the greatest, are hardly found, on
boards like this one and with this symmetry: a text. Nil if they are found soon.

(rating-remark 5.0)                       ;=> nil
(rating-remark 5.0 :symmetry 'half-turn)  ;=> \"puzzles rated 5.0 are rare, and those that are known have no symmetry\"
(rating-remark 5.0 :like (board 4))       ;=> \"puzzles rated 5.0 are rare, and those that are known have 9 by 9 cells\"
(rating-remark 7.9)                       ;=> \"no puzzle rated 7.9 is known; soon found are 7.7 and 8.3\""
  (%check (rules list))
  (let* ((low (if (pair? rating) (first rating) rating)) (high (if (pair? rating) (second rating) rating))
         (rare (%rare-rows (or like (board 9)) low high (or rules *rules*)))
         (rated (if (= low high) (format nil "rated ~a" low) (format nil "rated ~a to ~a" low high)))
         (but
           (cond
             ((not (%ordinary? (or like (board 9)))) "have 9 by 9 cells")
             ((not (= symmetry 'none)) "have no symmetry"))))
    (cond
      ((null? rare) nil)
      ((every? (lambda (row) (null? (rest row))) rare)
        (string-append "no puzzle " rated " is known" (if but "" (%soon-found low high like rules))))
      (but (string-append "puzzles " rated " are rare, and those that are known " but)))))

(defproc %soon-found (low high like rules)
  "The ratings next to those that are wished of which puzzles are soon found on an ordinary board: such as are in no row
of rare ones, or in one with puzzles."
  (let* ((soon?
           (lambda (rating)
             (let ((row (assoc rating *rare-puzzles*)))
               (or (null? row) (rest row)))))
         (all (sort (remove-duplicates (filter soon? (%ratings (or like (board 9)) (or rules *rules*)))) <))
         (near (append (take 1 (reverse (filter (lambda (r) (< r low)) all)))
                 (take 1 (filter (lambda (r) (> r high)) all)))))
    (case (length near)
      (0 "")
      (1 (format nil "; soon found is ~a" (first near)))
      (t (format nil "; soon found are ~a and ~a" (first near) (second near))))))

(defproc %rare-rows (like low high rules)
  "The rows of known puzzles with a rating from `low` to `high`, if all ratings in between are rare."
  (let ((wished (filter (lambda (rating) (<= low rating high)) (%ratings like rules))))
    (and (every? (lambda (rating) (assoc rating *rare-puzzles*)) wished)
         (filter (lambda (row) (<= low (first row) high)) *rare-puzzles*))))

(defproc %ordinary? (like)
  "Is this a board of nine digits with rows, columns and boxes?"
  (and (= (array-dimensions like) '(9 9)) (%plain? like) (= (units like) (units (board 9)))))

(defproc %known (like symmetry low high rules)
  "The known puzzles with a rating from `low` to `high`, if there is nothing but rare ratings in between. Their givens
stand anywhere, and would not suffice where others have to go with them."
  (and (%ordinary? like) (= symmetry 'none)
       (append-map rest (%rare-rows like low high rules))))

(defproc %from-known (line low high rules)
  "A puzzle that is as hard as a known one, and is not that one in another order, unless all wished ones are very hard:
or nil. First other givens that lead to the same place before the first hard step, then a neighbour."
  (if (>= low %hardest)
    (let ((known (%arranged (read-puzzle line (board 9)) (%some-arrangement))))
      (awhen (rate known rules) (and (<= low it high) known)))
    (%made-from-known line low high rules)))

(defproc %made-from-known (line low high rules)
  (let* ((easy (%rules-up-to high rules))
         (as-wished?
           (lambda (puzzle)
             (every? (lambda (rules) (awhen (rate puzzle rules) (<= low it high))) (list easy rules))))
         (known (%arranged (read-puzzle line (board 9)) (%some-arrangement)))
         (other (%given-otherwise known low easy))
         (puzzle (or other known)))
    (dotimes (neighbour (nth (cond ((null? other) 0) ((< high %long) 1) (t 2)) %neighbours))
      (let ((near (vary-puzzle puzzle (+ 1 (random 3)))))
        (when (and near (as-wished? near))
          (return (setq puzzle near)))))
    (and (not (= (%kind-of puzzle) (%kind-of known)))
         (as-wished? puzzle)
         puzzle)))

(defproc %rules-up-to (most rules)
  (filter (lambda (row) (or (not (number? (second row))) (<= (second row) most))) rules))

(defproc %given-otherwise (puzzle low rules)
  "A puzzle with other givens that leads to the same place before the first step as hard as wished; or nil."
  (let ((place (%hard-place puzzle low rules)))
    (when place
      (let* ((board (first place)) (solution (solve puzzle)) (all (%all-digits puzzle))
             (easy
               (map-with first
                 (filter (lambda (row) (and (number? (second row)) (null? (third row))))
                   (%rules-up-to (second place) rules))))
             (settled (filter (lambda (orbit) (settled? board (first orbit))) (%orbits 9 9 'none)))
             (found (%with (%blank puzzle) settled solution)))
        (when (%reaches? found board easy)
          (dolist (orbit (shuffle settled) found)
            (let ((without (duplicate found)))
              (aset without (first (first orbit)) (second (first orbit)) all)
              (when (%reaches? without board easy) (setq found without)))))))))

(defproc %hard-place (puzzle low rules)
  "The board before the first step that is at least as hard, and the difficulty of the hardest rule before it; or nil."
  (let ((parts (%parts rules)) (board (duplicate puzzle)) (one-solution? (%asked-once puzzle))
        (base (lambda (rule) (let ((hard (second (%row rule rules)))) (if (number? hard) hard 0))))
        (stops (map-with first (filter (lambda (row) (or (%varied? row) (>= (second row) low))) rules))))
    (and (%start-steps board)
         (let loop ((board board) (most 0))
           (let* ((went (%go-on board parts stops one-solution?)) (board (first went)) (step (third went))
                  (most (apply max most (map-with (lambda (made) (base (first made))) (second went)))))
             (cond
               ((null? step) nil)
               ((<= low (difficulty step rules)) (list board most))
               (t (awhen (%apply board step) (loop it (max most (base (step-part step 'rule))))))))))))

; Puzzles in another order

(defproc %some-arrangement ()
  "Where rows and columns go, whether they are exchanged, and which digits become which."
  (let ((lines
          (lambda ()
            (apply vector
              (append-map
                (lambda (band) (map-with (lambda (i) (+ (* 3 band) i)) (shuffle '(0 1 2))))
                (shuffle '(0 1 2)))))))
    (list (lines) (lines) (= (random 2) 0) (apply vector (shuffle '(1 2 3 4 5 6 7 8 9))))))

(defproc %moved (cell arrangement)
  (let ((row (aref (first arrangement) (first cell))) (column (aref (second arrangement) (second cell))))
    (if (third arrangement) (list column row) (list row column))))

(defproc %arranged (puzzle arrangement)
  (let ((new (%blank puzzle)) (digits (fourth arrangement)))
    (dolist (given (board->constraints puzzle) new)
      (%put! new (list (%moved (first given) arrangement) (aref digits (- (second given) 1)))))))

(defproc %kind-of (puzzle)
  "How many givens the digits, rows and columns have, in order of size: the same for all arrangements of a puzzle."
  (let* ((givens (board->constraints puzzle))
         (counts
           (lambda (part)
             (sort (map-with (lambda (n) (count-if (lambda (given) (= (part given) n)) givens)) (iota 10)) <)))
         (rows (counts (lambda (given) (first (first given)))))
         (columns (counts (lambda (given) (second (first given))))))
    (list (counts second) (if (%less-than? rows columns) (list rows columns) (list columns rows)))))

(defproc %less-than? (a b)
  "Does a list of numbers come before another of the same length?"
  (and a (or (< (first a) (first b)) (and (= (first a) (first b)) (%less-than? (rest a) (rest b))))))
