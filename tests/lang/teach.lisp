;;;; a puzzle that the rules do not solve has no rating
(require 'teach)
(rate (read-puzzle "12.............."))                        ;=> nil
(second (assoc 'solved (rating-summary (read-puzzle "12.............."))))  ;=> nil
(next-step (read-puzzle "1...............") '((x-wing 3.2)))   ;=> nil
; Two givens that contradict each other: nothing can be said.
(next-step (read-puzzle "11.............."))                   ;=> nil
(rate (read-puzzle "11.............."))                        ;=> nil
(apply-step! (read-puzzle "11..............") nil)             ;=> nil
; A cell without candidates is the end.
(let ((b (read-puzzle "1.......2......."))) (apply-step! b '((remove (((0 1) 1) ((0 1) 2) ((0 1) 3) ((0 1) 4))))))  ;=> nil
(next-step 5)                                                  ;!! wrong-type
(next-step (make-array '(26 26) :of 'digits))                  ;!! bad-value
(explain '((technique x-wing)) :language 'la)                       ;!! user-error

;;;; a rule can be a function
; A technique of a program's own stands among the others, and says itself why.
(require 'teach)

(defproc last-digit (board)
  "A step for a cell whose candidates are a single digit, told in another way."
  (let ((step (next-step board '((naked-single 2.3)))))
    (and step
         (list '(technique last-digit)
               (list 'place (step-ref step 'place))
               '(reason ((en "nothing else is left.") (de "sonst bleibt nichts.")))))))

(setq p (read-puzzle "1.3..2....4...21"))
(setq techniques (cons (list 'last-digit 1.1 last-digit) *techniques*))
(setq step (next-step p techniques))
(step-ref step 'technique)                        ;=> last-digit
(difficulty step techniques)                       ;=> 1.1
(explain step)                                ;=> "Last digit: nothing else is left. So r1c2 is 4."
(explain step :language 'de)                  ;=> "Last digit: sonst bleibt nichts. Also: Z1S2 ist 4."
(second (assoc 'techniques (rating-summary p techniques)))       ;=> ((last-digit 10))
(difficulty step)                             ;!! user-error
(next-step p '((no-such-technique 1)))             ;!! bad-value

; A difficulty can be a function of the step.
(difficulty step (list (list 'last-digit (lambda (step) (length step)) last-digit)))  ;=> 3

;;;; chains are told as what people know them by
; A forcing chain through cells with two digits is an XY-chain; several cells in which a link ends stand together.
(require 'teach)

(setq chain '((technique forcing-chain) (chains ((((0 0) 1 nil) ((0 0) 2 t) ((0 5) 2 nil) ((0 5) 3 t)))) (remove (((3 3) 1)))))
(explain chain)                 ;=> "XY-chain: r1c1≠1 → r1c1=2 → r1c6≠2 → r1c6=3. So one of the ends is right: r1c1=1, or r1c6=3. So r4c4 is not 1."
(explain chain :language 'de)   ;=> "XY-Kette: Z1S1≠1 → Z1S1=2 → Z1S6≠2 → Z1S6=3. Also stimmt eines der Enden: Z1S1=1 oder Z1S6=3. Also: Z4S4 ist nicht 1."
(setq chain '((technique forcing-chain) (chains ((((0 0) 1 nil) ((0 3) 1 t)))) (remove (((3 3) 1)))))
(substring (explain chain) 0 14)  ;=> "Forcing chain:"

(setq empty '((technique grouped-turbot-fish) (digits (7)) (places (((5 1)) ((5 6)) ((8 6)) ((8 1) (8 2)))) (remove (((7 1) 7)))))
(explain empty)                 ;=> "Grouped turbot fish: r6c2≠7 → r6c7=7 → r9c7≠7 → r9c2/r9c3=7. So 7 is in one of r6c2, r9c2 and r9c3. So r8c2 is not 7."
(explain empty :language 'de)   ;=> "Turbotfisch mit Gruppen: Z6S2≠7 → Z6S7=7 → Z9S7≠7 → Z9S2/Z9S3=7. Also steht die 7 in einer von Z6S2, Z9S2 und Z9S3. Also: Z8S2 ist nicht 7."

;;;; nodes of digging are counted
; Each given that is tried to be left out takes a search: its nodes are counted, and a budget bounds them.
(require 'search)
(require 'teach)

(reset-search-statistics)
(setq puzzle (generate :seed 1))
; About 45 digits were put to fill the board, what followed was no node; each of 81 givens was searched for another.
(> (second (assoc 'nodes (search-statistics))) 120)                        ;=> t
(with-budget (:nodes 100 :else 'out) (generate :seed 1))                   ;=> out
(string-length (with-budget (:nodes 1000 :else "out") (board->line (generate :seed 1))))  ;=> 81
(with-budget (:nodes 500 :else 'out) (generate :rating 8.4 :seed 1))       ;=> out

;;;; puzzles are made as wished
; A puzzle has one solution, the requested rating, and givens in the requested symmetry.
(require 'search)
(require 'teach)

(defproc made (&rest options)
  (let ((b (apply generate :seed 11 options)))
    (list (unique? b) (rate b))))

(made :rating '(1.0 1.2))                       ;=> (t 1.2)
(made :rating '(2.5 3.0))                       ;=> (t 2.6)
(<= 4.0 (second (made :rating '(4.0 5.0))) 5.0) ;=> t
(first (made :symmetry 'quarter-turn))          ;=> t
(= (board->line (generate :seed 5)) (board->line (generate :seed 5)))  ;=> t
(minimal? (generate :seed 5))                   ;=> t
(generate :rating '(1.0 1.0) :tries 0)          ;=> nil

(defproc symmetric? (board image)
  "Is the image of each given a given?"
  (every? (lambda (given) (single? (candidates board (image (first given))))) (board->constraints board)))

(symmetric? (generate :seed 2 :symmetry 'half-turn) (lambda (cell) (map-with (lambda (n) (- 8 n)) cell)))         ;=> t
(symmetric? (generate :seed 2 :symmetry 'diagonal) reverse)                                                       ;=> t
(symmetric? (generate :seed 2 :symmetry 'vertical) (lambda (cell) (list (first cell) (- 8 (second cell)))))       ;=> t
(symmetric? (generate :seed 2 :symmetry 'horizontal) (lambda (cell) (list (- 8 (first cell)) (second cell))))     ;=> t

(generate :rating "hard")                       ;!! user-error
(generate :like 9)                              ;!! wrong-type
(generate :like (board-variant :digits 3 :rows 1 :columns 3 :groups '(((0 0) (0 1)))) :symmetry 'diagonal)  ;!! user-error

;;;; rules of the wrong shape are refused
; An entry of *techniques* that is none, and a technique that finds what is no step, are refused in their own words.

(require 'teach)
(setq puzzle (read-puzzle "12343.12.1434321"))
(rate puzzle '(mine))                                     ;!! bad-value rate: a technique must be a list of its name, its difficulty
(rate puzzle '((mine)))                                   ;!! bad-value rate: a technique must be a list
(rate puzzle '((mine "hard")))                            ;!! bad-value rate: a technique must be a list
(rate puzzle '((mine 1.0 find-mine)))                     ;!! bad-value rate: a technique must be a list
(rate puzzle '((mine . 1)))                               ;!! bad-value rate: a technique must be a list
(rate puzzle '((mine 1.0 . 2)))                           ;!! bad-value rate: a technique must be a list
(rate puzzle '((mine 1.0)))                               ;!! bad-value mine is no technique of the library, and has no function
(defproc finding (step) (list (list 'mine 1.0 (lambda (board) step))))
(next-step puzzle (finding 'yes))                         ;!! bad-value what the technique mine finds must be nil or a step, got yes
(next-step puzzle (finding '(1 2)))                       ;!! bad-value what the technique mine finds
(next-step puzzle (finding '((place (((0 0) 1))))))       ;!! bad-value what the technique mine finds
(next-step puzzle (finding '((technique mine) (place (0 0 4)))))  ;!! bad-value what the technique mine finds
(next-step puzzle (finding '((technique mine) (remove 4))))    ;!! bad-value what the technique mine finds
(next-step puzzle (finding '((technique mine) (remove (((0 0 0) 4))))))  ;!! bad-value what the technique mine finds must be nil
(next-step puzzle (finding '((technique mine) (cells 5) (place (((1 1) 4))))))  ;!! bad-value must be nil or a step
(next-step puzzle (finding '((technique mine) (place (((4 0) 4))))))  ;!! bad-value must be of cells and digits of the board
(next-step puzzle (finding '((technique mine) (place (((0 -1) 4))))))  ;!! bad-value must be of cells and digits of the board
(next-step puzzle (finding '((technique mine) (place (((1 1) 5))))))  ;!! bad-value must be of cells and digits of the board
; A step that changes nothing would be found again, without end.
(rate puzzle (finding '((technique mine) (place (((0 0) 1))))))  ;!! bad-value must be a step that changes something
(rate puzzle (finding '((technique mine) (remove (((1 1) 1))))))  ;!! bad-value must be a step that changes something
(rate puzzle (finding '((technique mine))))                    ;!! bad-value must be a step that changes something
(next-step puzzle (finding nil))                          ;=> nil
(next-step puzzle (finding '((technique mine) (place (((1 1) 4))))))  ;=> ((technique mine) (place (((1 1) 4))))
(rate puzzle (cons (list 'mine (lambda (step) 7) (lambda (board) nil)) *techniques*))  ;=> 1.0

;;;; rules that suppose one solution are used where there is one
; Four cells of two digits in two rows, two columns and two boxes could exchange them: in a puzzle with one solution,
; one of them has another digit.
(require 'teach)

(setq p (read-puzzle "......89.1.3...7...76.4..3.......9.8...51.....8..76....3...2..4..1...5..2..7..3.."))
(setq step (find-if (lambda (step) (= (step-ref step 'technique) 'unique-rectangle)) (steps p)))
(step-ref step 'type)                            ;=> 4
(step-ref step 'colours)                         ;=> (((3 5) (7 3)) ((3 3) (7 5)))
(explain step)                                    ;=> "Unique rectangle: if r4c6, r8c4, r4c4 and r8c6 had only 3 and 4, these could be exchanged, and there would be two solutions; and in column 4, 4 can only be in r4c4 and r8c4. So r4c4 is not 3, r8c4 is not 3."
(explain step :language 'de)                      ;=> "Einzigartiges Rechteck: hätten Z4S6, Z8S4, Z4S4 und Z8S6 nur 3 und 4, ließen diese sich vertauschen, und es gäbe zwei Lösungen; und in Spalte 4 kann 4 nur in Z4S4 und Z8S4 stehen. Also: Z4S4 ist nicht 3, Z8S4 ist nicht 3."

; On an empty board many solutions have such a rectangle: nothing follows. The board says so, not the caller.
(setq open (board 4))
(dolist (cell '((0 0) (0 2) (1 0))) (aset open (first cell) (second cell) '(1 2)))
(aset open 1 2 '(1 2 3))
(next-step open '((unique-rectangle 4.5)))        ;=> nil
(step-ref (next-step open) 'technique)                ;=> pointing

; A technique of a program's own can suppose it, too; those beside it are asked all the same.
(defproc luck (board) (list '(technique luck) '(remove (((1 1) 2))) '(reason "there is one solution.")))
(setq techniques (list (list 'luck 1.0 luck) '(unique-rectangle 4.5) '(naked-pair 3.0)))
(step-ref (next-step open techniques) 'technique)          ;=> luck
(setq *techniques-for-one-solution* (cons 'luck *techniques-for-one-solution*))
(step-ref (next-step open techniques) 'technique)          ;=> naked-pair
(step-ref (next-step p techniques) 'technique)             ;=> luck

;;;; steps never contradict the solution
; The digits that the techniques put and take away agree with the solution that a search finds.
(require 'search)
(require 'teach)

(defproc agrees? (puzzle)
  "Do all steps agree with the solution, and do they lead to it?"
  (let* ((solution (solve puzzle))
         (digit (lambda (c) (first (candidates solution (first c)))))
         (end (solve-by-techniques puzzle
                (lambda (board step)
                  (dolist (c (step-ref step 'place)) (assert (= (digit c) (second c))))
                  (dolist (c (step-ref step 'remove)) (assert (not (= (digit c) (second c)))))
                  (assert (string? (explain step)))
                  (assert (string? (explain step :language 'de)))))))
    (and (solved? end) (= (board->line end) (board->line solution)))))

(random-seed! 4)
(every? agrees? (list-tabulate 2 (lambda (i) (generate))))                                    ;=> t
(every? agrees? (list-tabulate 1 (lambda (i) (generate :like (board-variant :diagonals t)))))  ;=> t
(every? agrees? (list-tabulate 1 (lambda (i) (generate :like (board-variant :windows t)))))    ;=> t
(every? agrees? (list-tabulate 2 (lambda (i) (generate :like (board 6) :symmetry 'half-turn)))) ;=> t
(agrees? (read-puzzle "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"))  ;=> t

;;;; what a search could not decide is said
; Steps that suppose one solution wait for a search, which a heuristic of the program may lead astray.
(require 'search)
(require 'teach)

(setq hard (read-puzzle "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"))
(setq *techniques-for-one-solution* '(hidden-single))

(second (assoc 'undecided (rating-summary hard)))  ;=> nil
(second (assoc 'solved (rating-summary hard)))     ;=> t

(defproc propagation-level () 'forward)
(defproc choose-cell (board)
  (find-if (lambda (cell) (> (count-candidates board cell) 1))
    (map-with (lambda (n) (list (quotient n 9) (modulo n 9))) (reverse (iota 81)))))
(second (assoc 'undecided (rating-summary hard)))  ;=> t
