; Each given that is tried to be left out takes a search: its nodes are counted, and a budget bounds them.
(require 'search)
(require 'teach)

(reset-search-statistics)
(setq puzzle (generate :seed 1))
; About 45 digits were put to fill the board, what followed was no node; each of 81 givens was searched for another.
(> (second (assoc 'nodes (search-statistics))) 120)                        ;=> t
(with-budget (:nodes 100 :else 'out) (generate :seed 1))                   ;=> out
(string-length (with-budget (:nodes 1000 :else "out") (board->line (generate :seed 1))))  ;=> 81
(with-budget (:nodes 500 :else 'out) (generate :rating 8.4 :seed 1))       ;=> out
