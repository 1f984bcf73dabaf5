; Killer sudoku: besides the rules of sudoku, the digits of each cage are different and have a given sum.
;
;   klammer run examples/constraints/killer-sudoku.lisp
;
; Model: 81 variables, units all different by domains; a cage is different digits with a sum, by domains. Cages are named by characters, row after row; their
; sums come in the order in which the names first appear. Heuristic: fewest values, then most constraints. What came out: one solution, for which nothing has to be tried.

(require 'constraints)

(setq *cages*
  (string->list (string-append
    "ABBCCDDEE"
    "ABFCGGGHH"
    "IIFJJGKLH"
    "IMMNOPLLQ"
    "MMNNORSQQ"
    "TUUURRSVV"
    "TWWXXXYYV"
    "TTZaabcdd"
    "eeZZbbccd")))
(setq *sums* '(11 14 14 17 3 10 19 19 18 7 5 12 20 21 11 1 13 9 15 26 13 15 7 15 10 14 5 23 14 17 7))

(setq *store* (make-store))
(setq *cells* (variables *store* 81 1 9))

(defproc apart! (key cells)
  "Cells with the same key, which is a function of a cell's number, differ. Returns the groups."
  (let ((groups (map-with rest (group-by key (iota 81)))))
    (map-with (lambda (group) (let ((xs (map-with (lambda (i) (nth i cells)) group))) (all-different! *store* xs) xs)) groups)))

(apart! (lambda (i) (quotient i 9)) *cells*)
(apart! (lambda (i) (remainder i 9)) *cells*)
(apart! (lambda (i) (list (quotient i 27) (quotient (remainder i 9) 3))) *cells*)
(for-each (lambda (cage sum) (all-different-sum! *store* cage sum)) (apart! (lambda (i) (nth i *cages*)) *cells*) *sums*)

(let ((found (find-solutions *store* 2)))
  (print (list (length found) (assoc 'nodes (search-statistics))))
  (print (apply string-append (map-with number->string (values-of (first found) *cells*)))))
;>> (1 (nodes 0))
;>> "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
