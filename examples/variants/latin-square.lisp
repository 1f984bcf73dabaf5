; Latin squares: each digit once in each row and each column, and no boxes.
;
;   klammer run examples/variants/latin-square.lisp
;
; Result: there are 576 latin squares with four digits, as Euler knew; in 48 of them both diagonals are different, too. A square of order
; nine with 32 cells filled in is completed in a few nodes: the propagation knows nothing of boxes, and need not. Two squares are orthogonal
; if each pair of digits comes once when they are laid on each other; of order four, a pair is found by looking through all squares.

(require 'search)

(setq all (find-solutions (board-variant :digits 4 :latin t) 1000))
(print (length all))
;>> 576

; The groups of a board are lists of cells; here are two more.

(setq diagonals
  (list
    (map-with (lambda (i) (list i i)) (iota 4))
    (map-with (lambda (i) (list i (- 3 i))) (iota 4))))
(print (count-solutions (board-variant :digits 4 :groups (append (units (first all)) diagonals))))
;>> 48

; Completing a square.

(setq start
  (read-puzzle "45......8.....614..9.3..7.6...6...51....5.9.46...7142.82...4..9..2..3.8..17.4.3.."
    (board-variant :latin t)))
(print (count-solutions start))
;>> 1
(display (draw-puzzle (solve start)))
;>> ┌───────────────────┐
;>> │ 4 5 3 1 6 7 2 9 8 │
;>> │ 9 3 8 5 2 6 1 4 7 │
;>> │ 2 9 4 3 8 5 7 1 6 │
;>> │ 7 4 9 6 3 2 8 5 1 │
;>> │ 3 6 1 2 5 8 9 7 4 │
;>> │ 6 8 5 9 7 1 4 2 3 │
;>> │ 8 2 6 7 1 4 5 3 9 │
;>> │ 1 7 2 4 9 3 6 8 5 │
;>> │ 5 1 7 8 4 9 3 6 2 │
;>> └───────────────────┘

; Orthogonal squares: a cell of both together is a pair of digits, and no pair comes twice.

(defproc pairs (a b)
  "The pairs of digits of two squares, cell by cell."
  (map-with (lambda (x y) (list (first x) (first y))) (array->list a) (array->list b)))

(defproc orthogonal? (a b)
  "Is no pair of digits there twice?"
  (= (length (remove-duplicates (pairs a b))) 16))

(setq square (first all))
(setq other (find-if (lambda (b) (orthogonal? square b)) all))
(print (and other t))
;>> nil

; Not every square has a partner. Here are the first ones of both kinds that the search finds.

(setq square (find-if (lambda (a) (some? (lambda (b) (orthogonal? a b)) all)) all))
(setq other (find-if (lambda (b) (orthogonal? square b)) all))
(dotimes (row 4)
  (dotimes (column 4)
    (display (if (= column 0) "" " ") (first (aref square row column)) (first (aref other row column))))
  (newline))
;>> 11 22 33 44
;>> 23 14 41 32
;>> 34 43 12 21
;>> 42 31 24 13
