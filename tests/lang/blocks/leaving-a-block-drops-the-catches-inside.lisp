(catch 'x (block b (catch 'x (return-from b 1)) 'no) (throw 'x 'outer) 'not-reached)  ;=> outer
(catch 'x (dotimes (i 3) (catch 'x (return))) (throw 'x 'outer))                      ;=> outer
(let ((n 0)) (dotimes (i 1000) (block b (catch 'x (setq n (+ n 1)) (return-from b nil)))) n)  ;=> 1000
