; The worth of a heuristic: the same puzzles, searched with other choices of the next cell and other amounts of propagation.
;
;   klammer run examples/heuristics.lisp
;
; Each row of the table changes one thing of the module search by defining it again: `choose-cell` says which cell comes next, `propagation-level` how
; much the natives conclude from each digit. The numbers are nodes: digits that were put into a cell until the only solution was found
; and proved to be the only one; the last one is the sum. The puzzles have no digit too many. Most of them were picked out of four hundred that chance
; had made, because the module's own choice (`locked`, fewest candidates and most neighbours) finds them hard; so that choice has bad luck here.
;
; Result: the amount of propagation matters most. With the same choice of the cell, the fewest candidates, the sum falls from 8,147 nodes
; (`forward`) to 2,486 (`naked`) and 172 (`hidden`); after that it falls slowly. The choice of the cell matters where little is concluded: at
; `naked`, the fewest candidates for the weight of a cell need a quarter of the nodes that the first open cell needs; from `hidden` on there is
; little left to choose between. Larger boards are another matter.
;
; The files in the folder heuristics hold such changes one by one, for `klammer solve --heuristic` and `klammer compare`.

(require 'search)

(setq puzzles
  (map-with read-puzzle
    '("..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
      "8..51..4..7..9.3.....6.....642...8........57.....2..6.4.......7...86...976.....8."
      "1...2.....5..1.2..2..45.8.35..2....86.3..1..2....34....7.............4.53....8..1"
      "..8..4..3.....2...1.....64........1.7.63.1...48...6...8..2.....5.34..9...129..3.."
      ".4......8..9..2..1.6.7......1....79.7...6..4......7..55.....9.....389.5.4...1..3."
      "4.3.....59.....81.86.5...4..7.1........6....9....37........85...8....1.21..9.4..6")))

(defproc nodes (board)
  "How many nodes the search needs to find the solution and to prove that there is no other."
  (reset-search-statistics)
  (count-solutions board 2)
  (second (assoc 'nodes (search-statistics))))

(defproc report (name)
  "Writes the nodes for each puzzle and their sum."
  (let ((counts (map-with nodes puzzles)))
    (format t "~24a~{~6d~}~8d~%" name counts (apply + counts))
    (reset-weights! (first puzzles))))

(defproc first-open-cell (board)
  "No heuristic: the first cell, row after row, with several candidates."
  (let loop ((i 0))
    (cond
      ((= i 81) nil)
      ((> (count-candidates board (list (floor i 9) (modulo i 9))) 1) (list (floor i 9) (modulo i 9)))
      (t (loop (+ i 1))))))

(dolist (level '(forward naked hidden locked pairs))
  (format t "~a~%" level)
  (setq propagation-level (constantly level))
  (unless (= level 'forward)
    (setq choose-cell first-open-cell)
    (report "  the first open cell"))
  (setq choose-cell (lambda (board) (most-constrained board)))
  (report "  fewest candidates")
  (setq choose-cell (lambda (board) (most-constrained board :tie 'degree)))
  (report "  ... and most neighbours")
  (setq choose-cell min-dom/wdeg-cell)
  (report "  fewest for its weight"))
;>> forward
;>>   fewest candidates        640  3938  2322   457   565   225    8147
;>>   ... and most neighbours   951  1654  1220   247   852   252    5176
;>>   fewest for its weight    598   413   687   336   863   351    3248
;>> naked
;>>   the first open cell      660  1738   949    82   210   119    3758
;>>   fewest candidates        172  1274   712   128   146    54    2486
;>>   ... and most neighbours   308   598   382    64   256    74    1682
;>>   fewest for its weight    165   225   201    82   184   118     975
;>> hidden
;>>   the first open cell       72     0    63    23    23     2     183
;>>   fewest candidates         56     0    70    20    24     2     172
;>>   ... and most neighbours    68     0    12    18    18     6     122
;>>   fewest for its weight     70     0    38    17    40     4     169
;>> locked
;>>   the first open cell       71     0    53    16    21     2     163
;>>   fewest candidates         54     0    54    18    24     2     152
;>>   ... and most neighbours    70     0    38    16    14    14     152
;>>   fewest for its weight     60     0     6    14    10     2      92
;>> pairs
;>>   the first open cell       61     0    28    14    21     2     126
;>>   fewest candidates         46     0    30    12    26     2     116
;>>   ... and most neighbours    36     0    16    10    18     2      82
;>>   fewest for its weight     46     0    15     6     9     2      78
