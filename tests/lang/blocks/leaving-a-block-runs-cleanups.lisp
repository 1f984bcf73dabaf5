(setq log nil)
(block b (unwind-protect (return-from b 1) (setq log (cons 'a log))))      ;=> 1
(dotimes (i 2) (unwind-protect (return) (setq log (cons 'b log))))         ;=> nil
(defproc f () (unwind-protect (return-from f 'left) (setq log (cons 'c log))))
(f)                                                                        ;=> left
(block b (unwind-protect (map-with (lambda (x) (return-from b x)) '(7)) (setq log (cons 'd log))))  ;=> 7
log                                                                        ;=> (d c b a)
