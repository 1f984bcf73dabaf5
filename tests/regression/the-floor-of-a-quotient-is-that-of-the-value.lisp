; found: 2026-11-20, a reader of the core's code: 59 for 60
(list (floor (/ 6.0 0.1)) (let ((q (/ 6.0 0.1))) (floor q)))     ;=> (60 60)
(list (floor (/ 7 2)) (floor (/ -7 2)) (floor (/ 1 3)))          ;=> (3 -4 0)
