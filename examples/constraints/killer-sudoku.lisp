; Killer sudoku: besides the rules of sudoku, the digits of each cage are different and have a given sum.
;
;   klammer run examples/constraints/killer-sudoku.lisp
;
; Model: 81 variables, units all different by domains; a cage is different digits with a sum, by domains. A map shows the
; cages, lines after it their sums. Heuristic: fewest values, then most constraints. Result: one solution, for which
; nothing has to be tried.

(require 'constraints)

(setq *cages* (read-cages "
ABBCCDDEE
ABFCGGGHH
IIFJJGKLH
IMMNOPLLQ
MMNNORSQQ
TUUURRSVV
TWWXXXYYV
TTZaabcdd
eeZZbbccd
A 11   B 14   C 14   D 17   E 3   F 10   G 19   H 19   I 18   J 7   K 5
L 12   M 20   N 21   O 11   P 1   Q 13   R 9   S 15   T 26   U 13   V 15
W 7   X 15   Y 10   Z 14   a 5   b 23   c 14   d 17   e 7"))

(setq *store* (make-store))
(setq *cells* (variables *store* 81 1 9))
(set-name! *store* 'cell (map-with (lambda (i) (take 9 (drop (* 9 i) *cells*))) (iota 9)))

(defproc apart! (key cells)
  "Cells with the same key, which is a function of a cell's number, differ."
  (dolist (group (group-by key (iota 81)))
    (all-different! *store* (map-with (lambda (i) (nth i cells)) (rest group)))))

(apart! (lambda (i) (quotient i 9)) *cells*)
(apart! (lambda (i) (remainder i 9)) *cells*)
(apart! (lambda (i) (list (quotient i 27) (quotient (remainder i 9) 3))) *cells*)
(dolist (cage *cages*)
  (let ((cells (map-with (lambda (cell) (nth (+ (* 9 (first cell)) (second cell)) *cells*)) (rest cage))))
    (all-different-sum! *store* cells (first cage))))

(setq found (find-solutions *store* 2))
(print (list (length found) (assoc 'nodes (search-statistics))))
(print (apply string-append (map-with number->string (values-of (first found) *cells*))))
;>> (1 (nodes 0))
;>> 534678912672195348198342567859761423426853791713924856961537284287419635345286179
