; Puzzles of ratings that few puzzles have: found once by a long search, and what new ones are made from.

(defproc vary-puzzle (puzzle &optional (givens 2) (symmetry 'none))
  "A puzzle near another: so many of its givens, chosen by chance, are taken out, then others come from one of the
solutions of what is left, until there is one solution and none of the givens can go. With a symmetry (see `generate`)
sets of givens come and go, so that they stand symmetrically afterwards. Nil if what is left has no solution, or none
that is soon found. The board is not changed. Searches go from puzzle to puzzle by such steps.

(minimal? (vary-puzzle (generate :like (board 4) :seed 1)))  ;=> t
(let ((b (vary-puzzle (generate :like (board 4) :seed 1) 1 'diagonal))) (= (single? (candidates b '(0 1))) (single? (candidates b '(1 0)))))  ;=> t
(vary-puzzle (read-puzzle \"11..............\") 0)            ;=> nil"
  (%check (puzzle live-board) (givens count))
  (let* ((left (duplicate puzzle)) (all (%all-digits puzzle))
         (orbits (%orbits (first (array-dimensions puzzle)) (second (array-dimensions puzzle)) symmetry))
         (given (filter (lambda (orbit) (some? (lambda (cell) (single? (candidates puzzle cell))) orbit)) orbits)))
    (dolist (orbit (take (min givens (length given)) (shuffle given)))
      (dolist (cell orbit) (aset left (first cell) (second cell) all)))
    (let* ((start (propagate! (duplicate left)))
           (solution (and start (with-budget (:nodes (* 5 (count-digits (%blank puzzle)))) (%fill start))))
           (kept? (lambda (orbit) (some? (lambda (cell) (single? (candidates left cell))) orbit))))
      (and solution
           (first
             (%dug solution
               (append (shuffle (filter (lambda (orbit) (not (kept? orbit))) orbits))
                 (shuffle (filter kept? orbits)))))))))

; New puzzles from known ones

; From this rating on, rating a puzzle takes long. How many neighbours of a puzzle below it with new givens are rated;
; of one for which other givens were not found.
(setq %long 8.0)
(setq %neighbours '(8 20))

; How many sets of givens are put beside those of a known puzzle for which other givens are looked for, and how many of
; its own are tried to be left out; from `%long` on.
(setq %beside 6)
(setq %left-out 6)

; From this rating on, a known puzzle is only arranged anew: what others are made by takes many seconds there, because
; most of its steps are nets.
(setq %hardest 9.1)

(defproc rating-remark (rating &key like (symmetry 'none) rules)
  "What to expect where no puzzle with a rating, a number or a list of the least and the greatest, is known on boards
like this one and with this symmetry: a text. Nil if one is known, or if nothing is known of such boards.

(rating-remark 5.0)                       ;=> nil
(rating-remark 7.9)                       ;=> \"no puzzle rated 7.9 is known; soon found are 7.7 and 8.3\"
(rating-remark 7.9 :symmetry 'half-turn)  ;=> \"no puzzle rated 7.9 with this symmetry is known; soon found are 7.7 and 8.3\"
(rating-remark 7.9 :like (board 4))       ;=> nil"
  (%check (rules list))
  (let* ((low (if (pair? rating) (first rating) rating)) (high (if (pair? rating) (second rating) rating))
         (like (or like (board 9))) (rules (or rules *rules*))
         (rare (and (%ordinary? like) (%rare-rows like symmetry low high rules)))
         (rated (if (= low high) (format nil "rated ~a" low) (format nil "rated ~a to ~a" low high))))
    (and rare
         (every? (lambda (row) (null? (rest row))) rare)
         (string-append "no puzzle " rated (if (= symmetry 'none) "" " with this symmetry") " is known"
           (%soon-found low high like symmetry rules)))))

(defproc %unknown? (rating like symmetry rules)
  "Is a rating wished of which no puzzle is known?"
  (and rating (rating-remark rating :like like :symmetry symmetry :rules rules) t))

(defproc %soon-found (low high like symmetry rules)
  "The ratings next to those that are wished of which puzzles are soon found on an ordinary board: such as are in no row
of rare ones, or in one with puzzles."
  (let* ((soon?
           (lambda (rating)
             (let ((row (%row-of rating symmetry)))
               (or (null? row) (rest row)))))
         (all (sort (remove-duplicates (filter soon? (%ratings like rules))) <))
         (near (append (take 1 (reverse (filter (lambda (r) (< r low)) all)))
                 (take 1 (filter (lambda (r) (> r high)) all)))))
    (case (length near)
      (0 "")
      (1 (format nil "; soon found is ~a" (first near)))
      (t (format nil "; soon found are ~a and ~a" (first near) (second near))))))

(defproc %row-of (rating symmetry)
  "The row of a rare rating: of puzzles with this symmetry, or the one that says that there is none at all. Nil for a
rating that is not rare."
  (let ((row (assoc rating *rare-puzzles*)))
    (if (or (= symmetry 'none) (and row (null? (rest row))))
      row
      ; What mirrors columns is a puzzle that mirrors rows, on its side.
      (assoc rating (rest (assoc (if (= symmetry 'vertical) 'horizontal symmetry) *rare-symmetric-puzzles*))))))

(defproc %rare-rows (like symmetry low high rules)
  "The rows of known puzzles with a rating from `low` to `high`, if all ratings in between are rare."
  (let ((wished (remove-duplicates (filter (lambda (rating) (<= low rating high)) (%ratings like rules)))))
    (and (every? (lambda (rating) (%row-of rating symmetry)) wished)
         (map-with (lambda (rating) (%row-of rating symmetry)) wished))))

(defproc %ordinary? (like)
  "Is this a board of nine digits with rows, columns and boxes?"
  (and (= (array-dimensions like) '(9 9)) (%plain? like) (= (units like) (units (board 9)))))

(defproc %known (like symmetry low high rules)
  "The known puzzles with a rating from `low` to `high`, if there is nothing but rare ratings in between. Their givens
have the symmetry."
  (and (%ordinary? like)
       (append-map rest (%rare-rows like symmetry low high rules))))

(defproc %from-known (line symmetry low high rules)
  "A puzzle that is as hard as a known one, or nil. First other givens that lead to the same place before the first hard
step, then a neighbour. Where neither leads to another puzzle, and where all that are wished are very hard, the known
one in another order."
  (let* ((known (%arranged (read-puzzle line (board 9)) (%some-arrangement symmetry)))
         (as-wished? (%as-wished low high rules))
         (made (and (< low %hardest) (%made-from-known known symmetry low high rules as-wished?))))
    (or made (and (as-wished? known) known))))

(defproc %as-wished (low high rules)
  "A function that says of a puzzle whether it has a rating from `low` to `high`. Where it is harder, this is known as
soon as the rules up to there are at an end. If these come before all others, no other is ever looked for."
  (let* ((easy (%rules-up-to high rules))
         (lists (if (= easy (take (length easy) rules)) (list easy) (list easy rules))))
    (lambda (puzzle)
      (every? (lambda (rules) (awhen (rate puzzle rules) (<= low it high))) lists))))

(defproc %made-from-known (known symmetry low high rules as-wished?)
  "Another puzzle than the known one, as hard as wished; or nil."
  (let* ((other (%given-otherwise known (%orbits 9 9 symmetry) low (%rules-up-to high rules)))
         (puzzle (or other known))
         (other? (lambda (puzzle) (not (= (%kind-of puzzle) (%kind-of known))))))
    (when (< high %long)
      (dotimes (neighbour (if other (first %neighbours) (second %neighbours)))
        (let ((near (vary-puzzle puzzle (+ 1 (random 3)) symmetry)))
          (when (and near (other? near) (as-wished? near))
            (return (setq puzzle near))))))
    (and (other? puzzle) (as-wished? puzzle) puzzle)))

(defproc %rules-up-to (most rules)
  (filter (lambda (row) (or (not (number? (second row))) (<= (second row) most))) rules))

(defproc %given-otherwise (puzzle orbits low rules)
  "A puzzle with other givens that leads to the same place before the first step as hard as wished; or nil. The cells of
a set are givens together."
  (let ((place (%hard-place puzzle low rules)))
    (when place
      (let* ((board (first place)) (solution (solve puzzle)) (all (%all-digits puzzle)) (long? (>= low %long))
             (easy
               (map-with first
                 (filter (lambda (row) (and (number? (second row)) (null? (third row))))
                   (%rules-up-to (second place) rules))))
             (given? (lambda (orbit) (single? (candidates puzzle (first orbit)))))
             (settled
               (shuffle (filter (lambda (orbit) (every? (lambda (cell) (settled? board cell)) orbit)) orbits)))
             (given (filter given? settled))
             (beside (filter (lambda (orbit) (not (given? orbit))) settled))
             (beside (if long? (take (min %beside (length beside)) beside) beside))
             (found (%with (%blank puzzle) (append given beside) solution))
             (tried (if long? (append (take (min %left-out (length given)) given) beside) settled)))
        (when (%reaches? found board easy)
          (dolist (orbit tried found)
            (let ((without (duplicate found)))
              (dolist (cell orbit) (aset without (first cell) (second cell) all))
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

(defproc %some-arrangement (symmetry)
  "Where rows and columns go, whether they are exchanged after that, and which digits become which. Givens that have the
symmetry have it in the new order; for `vertical`, those that have `horizontal`."
  (let* ((rows (if (member? symmetry '(none diagonal)) (%some-lines) (%mirrored-lines)))
         (columns
           (case symmetry
             ((quarter-turn diagonal) rows)
             (half-turn (%mirrored-lines))
             (t (%some-lines))))
         (exchanged?
           (case symmetry
             (horizontal nil)
             (vertical t)
             (t (= (random 2) 0)))))
    (list rows columns exchanged? (apply vector (shuffle '(1 2 3 4 5 6 7 8 9))))))

(defproc %some-lines ()
  "Where nine lines go: those of a band stay together."
  (apply vector
    (append-map (lambda (band) (map-with (lambda (i) (+ (* 3 band) i)) (shuffle '(0 1 2)))) (shuffle '(0 1 2)))))

(defproc %mirrored-lines ()
  "Where nine lines go: two that are each other's mirror images stay so."
  (let* ((band (* 6 (random 2)))
         (lines (append (map-with (lambda (i) (+ band i)) (shuffle '(0 1 2))) (list (+ 3 (* 2 (random 2)))))))
    (apply vector (append lines (list 4) (map-with (lambda (line) (- 8 line)) (reverse lines))))))

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
