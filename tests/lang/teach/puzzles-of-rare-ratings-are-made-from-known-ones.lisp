; Few puzzles have such a rating. What is made is as wished, has one solution, and is no known puzzle in another order:
; how many givens digits, rows and columns have does not change when these are exchanged.
(require 'search)
(require 'teach)

(defproc counts (givens part)
  "How many of the givens have each of the values that the part of a given can have."
  (sort (map-with (lambda (n) (count-if (lambda (given) (= (part given) n)) givens)) (iota 10)) <))

(defproc row (given) (first (first given)))
(defproc column (given) (second (first given)))

(defproc alike? (a b)
  "May one puzzle be the other in another order?"
  (let ((a (board->constraints a)) (b (board->constraints b)))
    (and (= (counts a second) (counts b second))
         (or (and (= (counts a row) (counts b row)) (= (counts a column) (counts b column)))
             (and (= (counts a row) (counts b column)) (= (counts a column) (counts b row)))))))

(alike? (read-puzzle "12..............") (read-puzzle "3...4..........."))  ;=> t
(alike? (read-puzzle "12..............") (read-puzzle "3....4.........."))  ;=> nil

(defproc made (rating seed) (generate :rating rating :tries 10 :seed seed))

(defproc new? (puzzle rating)
  (and (unique? puzzle)
       (= (rate puzzle) rating)
       (not (some? (lambda (line) (alike? puzzle (read-puzzle line))) (rest (assoc rating *rare-puzzles*))))))

(filter (lambda (rating) (not (new? (made rating 3) rating))) '(3.8 5.0 6.8))  ;=> nil

; Each seed makes another one, and the same seed the same.
(= (board->line (made 5.0 1)) (board->line (made 5.0 1)))  ;=> t
(alike? (made 5.0 1) (made 5.0 2))                         ;=> nil

; Rows of a program's own count, and a known puzzle that the rules rate otherwise is none.
(setq known (assoc 5.0 *rare-puzzles*))
(setq *rare-puzzles* (list (take 2 known)))
(new? (made 5.0 4) 5.0)                                    ;=> t
(setq *rare-puzzles* '((5.0 "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")))
(generate :rating 5.0 :tries 1 :seed 1)                    ;=> nil

(generate :rating 12)                                      ;!! user-error
(rating-fault 12)                                          ;=> "no step is rated 12: the highest rating is 9.5"

; A row can be wrong, too.
(setq *rare-puzzles* '((5.0 "1...............")))
(generate :rating 5.0 :seed 1)                             ;!! bad-value
