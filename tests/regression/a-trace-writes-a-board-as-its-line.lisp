; found: 2026-11-26, a trace of order-values wrote each board as nested lists of all candidates
(require 'search)
(defproc look (board cell) (duplicate board))
(trace look)
(progn (look (assign (board 4) 0 0 2) '(0 1)) nil)
;>> (look #<board 2...............> (0 1))
;>> => #<board 2...............>
(untrace look)
(defproc plain (&rest values) values)
(trace plain)
(plain 1 "two" 'three)
;>> (plain 1 "two" three)
;>> => (1 "two" three)
(plain)
;>> (plain)
;>> => nil
