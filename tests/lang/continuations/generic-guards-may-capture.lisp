(setq k nil)
(defmethod size (n) (call/cc (lambda (c) (setq k c) (< n 10))) 'small)
(defmethod size (n) t 'large)
(list (size 3) (size 30))                          ;=> (small large)
(let ((turns 0))
  (let ((s (size 3)))
    (setq turns (+ turns 1))
    (if (= turns 1) (k nil) s)))                   ;=> large
