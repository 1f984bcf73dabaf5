(defproc get (a c) (get-array-element a c))
(setq a (make-array '(3 3) 0))
(dotimes (i 3) (dotimes (j 3) (set-array-element a (list i j) (* i j))))
(get a '(2 2))                           ;=> 4
(get-array-element a (reverse (list 2 1)))   ;=> 2
(let ((r 1)) (get-array-element a (list (+ r 1) r)))   ;=> 2
(let ((c (list 0 0))) (set-array-element a c 'new) (get a c))   ;=> new
