(defproc count-them (&rest l) (length l))
(apply count-them (iota 100000))     ;=> 100000
(apply + (iota 1000))                ;=> 499500
(apply list (iota 5))                ;=> (0 1 2 3 4)
(apply max 7 (iota 500))             ;=> 499
