(defproc try (n) (dotimes (i n 'done) (assign (board 4) 0 0 1)))
(with-budget (:nodes 10) (try 10))                         ;=> done
(with-budget (:nodes 10) (try 11))                         ;=> nil
(with-budget (:nodes 10 :else 'out) (try 11))              ;=> out
(with-budget (:nodes 0 :else 'out) (try 1))                ;=> out
(with-budget (:nodes nil :ms nil) (try 50))                ;=> done
(with-budget (:nodes 10) nil)                              ;=> nil
(with-budget (:nodes 10 :else 'outer) (with-budget (:nodes 20 :else 'inner) (try 15)))   ;=> outer
(with-budget (:nodes 20 :else 'outer) (with-budget (:nodes 10 :else 'inner) (try 15)))   ;=> inner
(with-budget (:nodes 10 :else 'outer) (with-budget (:nodes 10 :else 'inner) (try 15)))   ;=> outer
(with-budget (:nodes 20 :else 'outer) (list (with-budget (:nodes 10 :else 'inner) (try 15)) (try 15)))  ;=> outer
(with-budget (:ms 3 :else 'late) (let loop ((i 0)) (loop (+ i 1))))                      ;=> late
(with-budget (:ms 3 :else 'late) (do () (nil) (try 1)))                                  ;=> late
(setq left nil)
(with-budget (:nodes 3 :else 'out) (unwind-protect (try 5) (setq left t)))               ;=> out
left                                                                                     ;=> t
(with-budget (:nodes 3) (catch 'x (with-budget (:nodes 2) (throw 'x 'thrown))))          ;=> thrown
(try 50)                                                                                 ;=> done
(with-budget (:nodes 0 :else 'out) (board-from-constraints '((0 0 1))))                  ;=> out
(with-budget (:nodes 2 :else 'out) (board->line (board-from-constraints '((0 0 1) (1 1 3)) (board 4))))  ;=> "1....3.........."
(with-budget (:nodes 1 :else 'out) (board-from-constraints '((0 0 1) (1 1 3)) (board 4)))  ;=> out
(with-budget (:nodes -1) 1)                                                              ;!! wrong-type
(with-budget (:ms 'soon) 1)                                                              ;!! wrong-type
(with-budget (:nodes 2 :else 'out) (children (board 4) '(0 0)))                          ;=> out
(with-budget (:nodes 2 :else 'out) (dotimes (i 5) (propagate-constraint (board 4) '((0 0) 1))))  ;=> out
(with-budget (:nodes 2 :else 'out) (dotimes (i 5) (propagate-constraint (make-array '(4 4) '(1 2 3 4)) '((0 0) 1))))  ;=> out
(with-budget (:nodes) 1)                                         ;!! user-error with-budget: there is no value after :nodes
