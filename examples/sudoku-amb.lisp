; Solves sudokus with `amb`: the program says what a digit of a cell may be, and `fail` does the searching.
;
;   klammer run examples/sudoku-amb.lisp
;
; A cell takes a digit that its row, column and box do not have yet, always the cell that has fewest such digits. The digits that are taken are
; kept in vectors of bits. They are changed inside of `local`: when the search goes back, the changes are undone. So the board needs no
; copies, and nothing here says how to go back.

(require 'amb)

(setq puzzles '("530070000600195000098000060800060003400803001700020006060000280000419005000080079"
  "780520006900003075005006040004061302100900007802070600050200800630400001200037059"
  "007040000030910620000700384249071536150000078008500091092084753080602149514300062"
  "005300000800000020070010500400005300010070006003200080060500009004000030000009700"
  "060000010000651000107000602620305094003000200480907036906000408000794000050000070"
  "000589006005003020060001500008000003010060090700000100007400010050700900200136000"
  "200000008600004010580692070000820704000109000805076000050263049020700001400000007"))

; The digits that rows, columns and boxes have, as bits, and the digit of each cell.
(setq rows (make-array 9 0))
(setq columns (make-array 9 0))
(setq boxes (make-array 9 0))
(setq board (make-array 81 0))

(defproc row (cell) (quotient cell 9))
(defproc column (cell) (modulo cell 9))
(defproc box (cell) (+ (* 3 (quotient cell 27)) (quotient (modulo cell 9) 3)))

(setq digits-of-bits
  (array-map
    (lambda (bits) (filter (lambda (digit) (= 0 (bit-and bits (arithmetic-shift 1 digit)))) '(1 2 3 4 5 6 7 8 9)))
    (list->array (iota 1024))))

(defproc digits (cell)
  "The digits that may stand in an empty cell."
  (aref digits-of-bits
    (bit-or (aref rows (row cell)) (bit-or (aref columns (column cell)) (aref boxes (box cell))))))

(defproc put (digit cell)
  (let ((bit (arithmetic-shift 1 digit)) (r (row cell)) (c (column cell)) (b (box cell)))
    (local
      (aset board cell digit)
      (aset rows r (+ bit (aref rows r)))
      (aset columns c (+ bit (aref columns c)))
      (aset boxes b (+ bit (aref boxes b))))))

(defproc fill (empty)
  "Puts digits into the empty cells."
  (when empty
    (let* ((cell (min-by (lambda (cell) (length (digits cell))) empty)))
      (put (a-member-of (digits cell)) cell)
      (fill (remove-first cell empty)))))

(defproc solve (line)
  "The solution of a puzzle as a line of digits."
  (one-value
    (let ((empty nil))
      (dotimes (cell 81)
        (let ((digit (- (char->integer (string-ref line cell)) 48)))
          (if (= digit 0) (push! cell empty) (put digit cell))))
      (fill empty)
      (string-join (map-with number->string (array->list board)) ""))))

(for-each (lambda (puzzle) (display (solve puzzle)) (newline)) puzzles)
;>> 534678912672195348198342567859761423426853791713924856961537284287419635345286179
;>> 781524936946183275325796148574861392163942587892375614457219863639458721218637459
;>> 867243915435918627921765384249871536156439278378526491692184753783652149514397862
;>> 145327698839654127672918543496185372218473956753296481367542819984761235521839764
;>> 568472319239651847147839652621385794793146285485927136976513428812794563354268971
;>> 132589476975643821864271539428917653513864297796352148687495312351728964249136785
;>> 234517968679384215581692473316825794742139586895476132157263849923748651468951327
