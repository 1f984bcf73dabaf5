(setq n 0)
(case (setq n (+ n 1)) (5 'five) (1 (list 'one n)) (t 'other))   ;=> (one 1)
n                                                                ;=> 1
