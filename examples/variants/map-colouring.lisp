; Colouring maps and graphs: a cell for each country, its digit is the colour, and each border is a group of two cells that differ.
;
;   klammer run examples/variants/map-colouring.lisp
;
; Result: the sixteen states of Germany need four colours, because Thuringia has five neighbours that form a ring; with four there are
; 191,808 ways, and the search counts a quarter of them one by one. The graph of Petersen can be coloured with three colours in 120 ways, which
; is what its chromatic polynomial says.

(require 'search)

(defproc graph-board (nodes edges colours)
  "A board of one row with a cell for each node; the two nodes of an edge differ."
  (let ((cell (lambda (node) (list 0 (find-index (lambda (n) (= n node)) nodes)))))
    (board-variant :digits colours :rows 1 :columns (length nodes)
      :groups (map-with (lambda (edge) (map-with cell edge)) edges))))

(defproc show (nodes board colours)
  "Writes the nodes with the names of their colours."
  (dolist (node nodes)
    (let ((digit (first (aref board 0 (find-index (lambda (n) (= n node)) nodes)))))
      (format t "~a ~a~%" node (nth (- digit 1) colours)))))

(setq neighbours
  '((SH HH MV NI) (HH NI) (MV NI BB) (NI HB BB ST TH HE NW) (BB BE ST SN) (ST SN TH) (SN TH BY) (TH HE BY)
    (NW HE RP) (HE RP BW BY) (RP SL BW) (BW BY)))

(setq states (remove-duplicates (append-map identity neighbours)))
(setq borders
  (append-map (lambda (group) (map-with (lambda (other) (list (first group) other)) (rest group))) neighbours))
(format t "~d states, ~d borders~%" (length states) (length borders))
;>> 16 states, 29 borders

; The colours can change places, so it is enough to count the ways in which Thuringia has the first one.

(defproc count-colourings (n)
  "In how many ways the states can be coloured with n colours."
  (let* ((th (find-index (lambda (state) (= state 'TH)) states))
         (start (assign (graph-board states borders n) 0 th 1)))
    (if start (* n (count-solutions start)) 0)))

(dolist (n '(2 3 4))
  (format t "~d colours: ~:d~%" n (count-colourings n)))
;>> 2 colours: 0
;>> 3 colours: 0
;>> 4 colours: 191,808

(show states (solve (graph-board states borders 4)) '(red green blue yellow))
;>> SH blue
;>> HH green
;>> MV green
;>> NI red
;>> BB blue
;>> HB green
;>> ST green
;>> TH blue
;>> HE green
;>> NW blue
;>> BE red
;>> SN yellow
;>> BY red
;>> RP red
;>> BW blue
;>> SL green

; Petersen's graph: a ring of five, a star of five, and five spokes.

(setq nodes (iota 10))
(setq edges
  (append-map
    (lambda (i) (list (list i (modulo (+ i 1) 5)) (list (+ i 5) (+ 5 (modulo (+ i 2) 5))) (list i (+ i 5))))
    (iota 5)))
(print (length edges) (map-with (lambda (n) (count-solutions (graph-board nodes edges n))) '(2 3 4)))
;>> 15 (0 120 12960)
