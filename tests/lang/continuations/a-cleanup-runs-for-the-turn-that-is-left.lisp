; The continuation of the first turn lies outside of the body that the second turn is in.
(setq log nil)
(let ((k nil) (turns 0))
  (dolist (x '(a b))
    (unwind-protect
      (progn
        (call/cc (lambda (c) (unless k (setq k c))))
        (setq turns (+ turns 1))
        (when (and (= x 'b) (< turns 3)) (k nil)))
      (setq log (cons x log))))
  (reverse log))                                   ;=> (a b a b)
; Going back inside the same body leaves nothing.
(setq log nil)
(let ((k nil) (n 0))
  (unwind-protect
    (progn
      (list (call/cc (lambda (c) (setq k c))))
      (setq n (+ n 1))
      (when (< n 5) (k nil)))
    (setq log (cons n log)))
  log)                                             ;=> (5)
; A generator inside of a cleanup, its consumer as well: changing between them leaves neither.
(setq log nil)
(let ((resume nil) (return nil) (got nil))
  (unwind-protect
    (let ((producer (lambda ()
            (unwind-protect
              (dolist (x '(1 2 3) (return 'end))
                (call/cc (lambda (k) (setq resume k) (return x))))
              (setq log (cons 'producer log))))))
      (dotimes (i 3)
        (setq got (cons (call/cc (lambda (r) (setq return r) (if resume (resume nil) (producer)))) got))))
    (setq log (cons 'consumer log)))
  (list got log))                                  ;=> ((3 2 1) (consumer producer producer producer))
