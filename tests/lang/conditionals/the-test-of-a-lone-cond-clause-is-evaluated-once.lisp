(setq n 0)
(cond (nil 'a) ((setq n (+ n 1))) (t 'c))  ;=> 1
n                                          ;=> 1
(cond ((setq n (+ n 1)) => (lambda (x) (* x 10))))  ;=> 20
