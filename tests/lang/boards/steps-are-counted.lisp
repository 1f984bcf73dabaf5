(reset-search-statistics)
(search-statistics)                       ;=> ((nodes 0) (failures 0) (propagations 0) (depth 0))
(setq b (assign (board 4) 0 0 1))
(assign b 0 1 1)                          ;=> nil
(length (children b '(1 1)))              ;=> 3
(search-statistics)                       ;=> ((nodes 5) (failures 1) (propagations 5) (depth 2))
(propagate! b 'hidden)
(search-statistics)                       ;=> ((nodes 5) (failures 1) (propagations 6) (depth 2))
(assign! (duplicate b) 3 3 2)
(search-statistics)                       ;=> ((nodes 6) (failures 1) (propagations 7) (depth 3))
