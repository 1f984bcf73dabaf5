; Sudoku as constraint satisfaction, after a programming assignment of a course on artificial intelligence: propagate the digits that are known
; forward until nothing changes, and where that is not enough, guess the location with the fewest digits and go back on failure.
;
;   klammer run examples/course-propagation.lisp
;
; The routines, those that the course gives and those that it asks for, are in the module course-sudoku beside this file. The assignment wants to know
; for each problem how many nodes the search has (calls of `backtrack_search`) and what the solution is. The first problem is the one in
; the assignment; then come those of four other documents on Sudoku, and two that were made for this page (with as few given digits as
; they could have).
;
; Result: propagation alone solves six of the ten (one node, the root); a single guess in the wrong place costs little where it is
; found out at once; and how hard a problem is for a machine does not show in the number of its given digits (the ninth and the tenth have 24).

(require 'course-sudoku)

(defproc line->problem (line)
  "The `(row column digit)` of a line of 81 characters."
  (let ((problem nil) (i 0))
    (dolist (char (string->list line) (reverse problem))
      (unless (= char #\.)
        (push! (list (floor i 9) (modulo i 9) (digit-value char)) problem))
      (inc! i))))

(setq problems
  '("2.......86....4.1.58.692.7....82.7.4...1.9...8.5.76....5.263.49.2.7....14.......7"
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    "843...2596792.5831..29.37.....7.2...5.64.91.7...6.8.....73.45..3685.7914495...372"
    "78.52...69....3.75..5..6.4...4.613.21..9....78.2.7.6...5.2..8..63.4....12...37.59"
    "..7.4.....3.91.62....7..384249.7153615.....78..85...91.92.84753.8.6.21495143...62"
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
    ".6.....1....651...1.7...6.262.3.5.94..3...2..48.9.7.369.6...4.8...794....5.....7."
    "...589..6..5..3.2..6...15....8.....3.1..6..9.7.....1....74...1..5.7..9..2..136..."
    ".14..83.............3517.9.1...5..6....62.....9.1..4....8...2.....46...9.57......"
    "8..51..4..7..9.3.....6.....642...8........57.....2..6.4.......7...86...976.....8."))

; The eighth, step by step: the grid when what is given has been propagated, before the first guess; and one of the groups of a location.

(setq grid (initialize_sudoku))
(let ((given (line->problem (eighth problems))))
  (dolist (g given)
    (set-array-element grid (list (first g) (second g)) (list (third g))))
  (forward_propagate_constraints grid (map-with (lambda (g) (list (first g) (second g))) given)))
(show_current_grid grid)
;>> 134   2347  1234  | 5     8     9     | 347   347   6
;>> 1489  4789  5     | 6     47    3     | 478   2     1789
;>> 3489  6     349   | 2     47    1     | 5     3478  789
;>> ------------------+-------------------+------------------
;>> 456   24    8     | 9     1457  247   | 2467  4567  3
;>> 345   1     234   | 38    6     247   | 2478  9     2578
;>> 7     2349  23469 | 38    45    24    | 1     4568  258
;>> ------------------+-------------------+------------------
;>> 368   38    7     | 4     9     5     | 2368  1     28
;>> 136   5     136   | 7     2     8     | 9     36    4
;>> 2     489   49    | 1     3     6     | 78    578   578

(print (get-array-element (first (create_constraint_groups)) '(1 2)))
;>> ((1 0) (1 1) (1 2) (1 3) (1 4) (1 5) (1 6) (1 7) (1 8))

; All of them.

(let ((number 0))
  (dolist (line problems)
    (inc! number)
    (let* ((problem (line->problem line))
           (solution (solve_sudoku problem)))
      (format t "~2d: ~d given, ~3d node~:p  ~a~%" number (length problem) (nodes_searched) (puzzle_line solution)))))
;>>  1: 32 given,   1 node  234517968679384215581692473316825794742139586895476132157263849923748651468951327
;>>  2: 30 given,   1 node  534678912672195348198342567859761423426853791713924856961537284287419635345286179
;>>  3: 46 given,   1 node  843176259679245831152983746934712685586439127721658493217394568368527914495861372
;>>  4: 36 given,   1 node  781524936946183275325796148574861392163942587892375614457219863639458721218637459
;>>  5: 46 given,   1 node  867243915435918627921765384249871536156439278378526491692184753783652149514397862
;>>  6: 23 given,  29 nodes  145327698839654127672918543496185372218473956753296481367542819984761235521839764
;>>  7: 32 given,   1 node  568472319239651847147839652621385794793146285485927136976513428812794563354268971
;>>  8: 27 given,   9 nodes  132589476975643821864271539428917653513864297796352148687495312351728964249136785
;>>  9: 24 given,  20 nodes  514298376879346512263517894132754968485629137796183425648971253321465789957832641
;>> 10: 24 given, 405 nodes  829513746176294358354678291642759813931486572587321964498135627215867439763942185
