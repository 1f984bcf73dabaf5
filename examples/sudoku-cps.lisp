; Solves sudokus in continuation-passing style, without `call/cc`: each procedure gets a function that says how to go on and one that says what
; to do if there is no way on from here.
;
;   klammer run examples/sudoku-cps.lisp
;
; Every call is in tail position, so the search needs no stack: what is still to be tried waits in closures. To go on searching after a
; solution is to call the second argument of `succeed`; that is how the last line counts the solutions of a puzzle with two clues too few.

(setq puzzles '("530070000600195000098000060800060003400803001700020006060000280000419005000080079"
  "780520006900003075005006040004061302100900007802070600050200800630400001200037059"
  "007040000030910620000700384249071536150000078008500091092084753080602149514300062"
  "005300000800000020070010500400005300010070006003200080060500009004000030000009700"
  "060000010000651000107000602620305094003000200480907036906000408000794000050000070"
  "000589006005003020060001500008000003010060090700000100007400010050700900200136000"
  "200000008600004010580692070000820704000109000805076000050263049020700001400000007"))

; A board is the vector of its digits, 0 in empty cells.

(defproc peers (cell)
  "The other cells in the row, column and box of a cell."
  (let ((r (quotient cell 9)) (c (modulo cell 9)))
    (filter
      (lambda (other)
        (let ((s (quotient other 9)) (d (modulo other 9)))
          (and (not (= other cell))
               (or (= r s) (= c d)
                   (and (= (quotient r 3) (quotient s 3)) (= (quotient c 3) (quotient d 3)))))))
      (iota 81))))

(setq peers-of (list->array (map-with peers (iota 81))))

(setq digits-of-bits
  (array-map
    (lambda (bits) (filter (lambda (digit) (= 0 (bit-and bits (arithmetic-shift 1 digit)))) '(1 2 3 4 5 6 7 8 9)))
    (list->array (iota 1024))))

(defproc digits (board cell)
  "The digits that none of the peers of an empty cell has."
  (let ((bits 0))
    (dolist (peer (aref peers-of cell)) (setq bits (bit-or bits (arithmetic-shift 1 (aref board peer)))))
    (aref digits-of-bits bits)))

(defproc put (digit cell board)
  (let ((changed (duplicate board)))
    (aset changed cell digit)
    changed))

(defproc solve (board empty succeed fail)
  (if (null? empty)
    (succeed board fail)
    (let ((cell (min-by (lambda (cell) (length (digits board cell))) empty)))
      (try (digits board cell) cell board (remove-first cell empty) succeed fail))))

(defproc try (digits cell board empty succeed fail)
  (if (null? digits)
    (fail)
    (solve (put (first digits) cell board) empty succeed
      (lambda () (try (rest digits) cell board empty succeed fail)))))

(defproc solve-line (line succeed fail)
  (let ((board (list->array (map-with (lambda (c) (- (char->integer c) 48)) (string->list line)))))
    (solve board (filter (lambda (cell) (= 0 (aref board cell))) (iota 81)) succeed fail)))

(dolist (puzzle puzzles)
  (solve-line puzzle
    (lambda (board fail) (array-for-each display board) (newline))
    (lambda () (display "There is no solution.\n"))))

(setq found 0)
(solve-line "000070000600195000098000060800060003400803001700020006060000280000419005000080079"
  (lambda (board fail) (inc! found) (fail))
  (lambda () (display found " solutions\n")))
;>> 534678912672195348198342567859761423426853791713924856961537284287419635345286179
;>> 781524936946183275325796148574861392163942587892375614457219863639458721218637459
;>> 867243915435918627921765384249871536156439278378526491692184753783652149514397862
;>> 145327698839654127672918543496185372218473956753296481367542819984761235521839764
;>> 568472319239651847147839652621385794793146285485927136976513428812794563354268971
;>> 132589476975643821864271539428917653513864297796352148687495312351728964249136785
;>> 234517968679384215581692473316825794742139586895476132157263849923748651468951327
;>> 2 solutions
