(let ((l nil))
  (dotimes (i 2) (dolist (x '(a b)) (setq l (cons (list i x) l))))
  (reverse l))                                             ;=> ((0 a) (0 b) (1 a) (1 b))
(let ((n 0)) (dotimes (i 10) (dotimes (j i) (dotimes (k j) (setq n (+ n 1))))) n)  ;=> 120
(let ((i 'outer)) (dotimes (i 2) (dotimes (i 3))) i)       ;=> outer
