; The documented solver: the program of the first document that Klammer was made for, a page in German about solving Sudoku in the macro language
; of a spreadsheet program. Every procedure of it is written in the language itself.
;
;   klammer run examples/reference-solver.lisp
;
; The library's module sudoku-reference holds it with the names and the meaning that the document gives them. It is slow and it is the
; specification: the faster solvers are tested against it. The program as it is printed there runs as well, with one remark: it has one closing
; parenthesis too many, after `has-constraint-for?`. `klammer run printed.lisp` says so and where; `klammer run --lenient printed.lisp` skips
; it with a warning and goes on.
;
; Result: the seven puzzles of the documents are solved in 866 nodes altogether, where a node is one call of the method `solve` with a
; board. A method without effect, whose guard only counts, shows it: methods of one function may differ in their guards, and the latest
; definition is asked first.

(require 'sudoku-reference)

(setq nodes 0)

(defmethod solve (cells constraints)
  (progn (inc! nodes) nil)
  nil)

(setq puzzles
  '("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    "78.52...69....3.75..5..6.4...4.613.21..9....78.2.7.6...5.2..8..63.4....12...37.59"
    "..7.4.....3.91.62....7..384249.7153615.....78..85...91.92.84753.8.6.21495143...62"
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
    ".6.....1....651...1.7...6.262.3.5.94..3...2..48.9.7.369.6...4.8...794....5.....7."
    "...589..6..5..3.2..6...15....8.....3.1..6..9.7.....1....74...1..5.7..9..2..136..."
    "2.......86....4.1.58.692.7....82.7.4...1.9...8.5.76....5.263.49.2.7....14.......7"))

(let ((before 0))
  (dolist (puzzle puzzles)
    (setq before nodes)
    (let ((solution (solve (line->constraints puzzle))))
      (format t "~a  ~3d nodes~%" (board->line solution) (- nodes before)))))
;>> 534678912672195348198342567859761423426853791713924856961537284287419635345286179   45 nodes
;>> 781524936946183275325796148574861392163942587892375614457219863639458721218637459   39 nodes
;>> 867243915435918627921765384249871536156439278378526491692184753783652149514397862   24 nodes
;>> 145327698839654127672918543496185372218473956753296481367542819984761235521839764  504 nodes
;>> 568472319239651847147839652621385794793146285485927136976513428812794563354268971   34 nodes
;>> 132589476975643821864271539428917653513864297796352148687495312351728964249136785  176 nodes
;>> 234517968679384215581692473316825794742139586895476132157263849923748651468951327   44 nodes

(format t "~d nodes altogether~%" nodes)
;>> 866 nodes altogether
