; Puzzles of a wished rating.
;
; A rating is that of the hardest step, so what is looked for is a place on the way through a puzzle where all easier
; rules are at an end and one that is as hard as wished finds something. Where even that finds nothing, a given is put
; back and the way goes on from there: each puzzle has several such places, and each is had for a few steps more. From
; a place that will do, further givens make what comes after it no harder than wished; then the puzzle is rated anew.

; What the chains of a rule have, at least and at most: literals. Shorter ones are found by the rules before it. Chains
; are looked for with 40 strong links at most; those of forcing chains have fewer than a hundred together wherever they
; were looked at. What a trial puts are cells that were open: of one digit for nishio, of all for a net. The steps of
; deeper nets tell no chain, and have one difficulty.
(setq %chain-lengths
  '((turbot-fish 4 4) (grouped-turbot-fish 4 4) (short-x-chain 6 6) (x-chain 8 80) (xy-chain 6 80) (forcing-chain 6 80)
    (nishio 2 digits) (cell-forcing-chains 10 96) (unit-forcing-chains 8 96) (forcing-net 2 open)))

; On boards that have rows, columns and boxes only, and no clues: rules that find nothing, because others before them
; find all that they do. A fin lies in the box of its fish, so the places there are one end of a link; remote pairs are
; naked pairs, each of which leaves two links.
(setq %forestalled
  '((clue) (rule-of-45) (finned-x-wing grouped-turbot-fish) (remote-pairs naked-pair simple-colouring)))

; The most that chains of a rule that is a function are taken to add to its difficulty, in tenths.
(setq %longest 25)

; How often it is tried to go on from one place.
(setq %endings 8)

(defproc rating-fault (rating &key like rules)
  "Why no puzzle like the board (`(board 9)` if left out) has a rating, a number or a list of the least and the
greatest: a text. Nil if there are steps that are as hard; that does not mean that puzzles with them are found.

(rating-fault 5.0)        ;=> nil
(rating-fault 5.1)        ;=> \"no step is rated 5.1: the nearest ratings are 5.0 and 5.2\"
(rating-fault '(4.9 5.1)) ;=> nil
(rating-fault '(20 30))   ;=> \"no step is rated 20 to 30: the highest rating is 9.5\"
(rating-fault 4.6)        ;=> \"no step is rated 4.6: the nearest ratings are 4.5 and 4.7\""
  (%check (rules list))
  (%parts (or rules *rules*))  ; which refuses what is no rule
  (let* ((low (if (pair? rating) (first rating) rating)) (high (if (pair? rating) (second rating) rating))
         (rules (or rules *rules*)) (all (sort (%ratings (or like (board 9)) rules) <)))
    (unless (or (some? (lambda (row) (not (number? (second row)))) rules)
                (some? (lambda (r) (<= low r high)) all))
      (let ((near (append (take 1 (reverse (filter (lambda (r) (< r low)) all)))
                    (take 1 (filter (lambda (r) (> r high)) all)))))
        (string-append
          (if (= low high) (format nil "no step is rated ~a" low) (format nil "no step is rated ~a to ~a" low high))
          (case (length near)
            (0 "")
            (1 (format nil ": the ~a rating is ~a" (if (< (first near) low) 'highest 'lowest) (first near)))
            (t (format nil ": the nearest ratings are ~a and ~a" (first near) (second near)))))))))

(defproc %ratings (like rules)
  "The ratings that steps can have, as far as numbers say how hard they are."
  (let ((plain? (%plain? like)) (before nil)
        (cells (apply * (array-dimensions like))) (digits (length (%all-digits like))))
    (append-map
      (lambda (row)
        (let* ((rule (first row)) (base (second row)) (chain (rest (assoc rule %chain-lengths)))
               (forestalled (and plain? (null? (third row)) (assoc rule %forestalled)))
               (tenths
                 (lambda (literals most) (map-with (lambda (n) (+ literals n)) (iota (+ 1 (- most literals))))))
               (most
                 (lambda (most)
                   (case most
                     (digits digits)
                     ; Where there are no clues, more than a fifth of the cells is given.
                     (open (if plain? (quotient (* 4 cells) 5) cells))
                     (t most)))))
          (push! rule before)
          (cond
            ((not (number? base)) nil)
            ((and forestalled (every? (lambda (rule) (member? rule before)) (rest forestalled))) nil)
            (t
              (map-with (lambda (n) (if (= n 0) base (/ (round (+ (* 10 base) n)) 10.0)))
                (cond
                  ((third row) (tenths 0 %longest))
                  (chain
                    (tenths (%addition (first chain)) (%addition (most (second chain)))))
                  (t '(0))))))))
      rules)))

(defproc %wished (solution order orbits low high rules)
  "A puzzle of a wished rating with this solution, or nil: one try. The sets of cells are dug out in this order."
  (let* ((rules-to-use (filter (lambda (row) (or (not (number? (second row))) (<= (second row) high))) rules))
         (parts (%parts rules-to-use))
         (varied (map-with first (filter %varied? rules-to-use)))
         (hard (map-with first (filter (lambda (row) (or (%varied? row) (>= (second row) low))) rules-to-use)))
         (puzzle (first (%dug solution order)))
         (board (duplicate puzzle))
         (one-solution? (%asked-once board))
         ; Goes on until a step is hard enough, if one is looked for; where no step is easy enough, with a given more.
         ; The board, the givens, and the step.
         (go
           (lambda (board given looking?)
             (let loop ((board board) (given given))
               (let* ((went (and board (%go-on board parts (if looking? hard varied) one-solution?)))
                      (board (first went)) (step (third went)) (rated (and step (difficulty step rules))))
                 (cond
                   ((null? board) nil)
                   ((and step looking? (<= low rated high)) (list board given step))
                   ((and step (<= rated high)) (loop (%apply board step) given))
                   ((and (null? step) (solved? board)) (list board given nil))
                   (t
                     (let ((orbit (random-element (filter (lambda (orbit) (%open? board orbit)) orbits))))
                       (loop (%given board orbit solution) (cons orbit given)))))))))
         (as-wished?
           (lambda (puzzle)
             (every? (lambda (rules) (awhen (rate puzzle rules) (<= low it high))) (list rules-to-use rules)))))
    (and (%start-steps board)
         (let loop ((place (go board nil t)))
           (let ((step (third place)))
             (when step
               (let ((found
                       (dotimes (ending %endings)
                         (let ((end (go (%apply (duplicate (first place)) step) (second place) nil)))
                           (when end
                             (let ((made (%with puzzle (second end) solution)))
                               (when (as-wished? made) (return (%lean made (second end) as-wished?)))))))))
                 (or found (loop (go (%apply (first place) step) (second place) t))))))))))

(defproc %varied? (row)
  "May the steps of a rule be harder than its row says?"
  (or (not (number? (second row))) (third row) (assoc (first row) %chain-lengths)))

(defproc %in-some-order (orbits solution)
  "The sets of cells in random order, but now and then those of a line or a digit first: where nothing is given in a
line, or of a digit, rules find something that find nothing elsewhere."
  (let* ((cell (first (random-element orbits))) (digit (first (candidates solution cell)))
         (first?
           (case (random 5)
             (0 (lambda (other) (= (first other) (first cell))))
             (1 (lambda (other) (= (second other) (second cell))))
             (2 (lambda (other) (= (first (candidates solution other)) digit)))
             (t (lambda (other) nil))))
         (mixed (shuffle orbits))
         (chosen? (lambda (orbit) (some? first? orbit))))
    (append (filter chosen? mixed) (filter (lambda (orbit) (not (chosen? orbit))) mixed))))

(defproc %open? (board orbit)
  (some? (lambda (cell) (not (settled? board cell))) orbit))

(defproc %given (board orbit solution)
  "The board with what a set of cells has in the solution."
  (and (every? (lambda (given) (propagate-constraint board given)) (%givens orbit solution))
       board))

(defproc %givens (orbit solution)
  "What a set of cells has in the solution, as constraints. What is no cell of the puzzle has nothing."
  (filter second (map-with (lambda (cell) (list cell (first (candidates solution cell)))) orbit)))

(defproc %with (puzzle orbits solution)
  (let ((copy (duplicate puzzle)))
    (dolist (orbit orbits copy)
      (dolist (given (%givens orbit solution)) (%put! copy given)))))

(defproc %lean (puzzle orbits as-wished?)
  "The puzzle without those of the sets that it is as wished without."
  (dolist (orbit orbits puzzle)
    (let ((without (duplicate puzzle)) (all (%all-digits puzzle)))
      (dolist (cell orbit) (aset without (first cell) (second cell) all))
      (when (as-wished? without) (setq puzzle without)))))
