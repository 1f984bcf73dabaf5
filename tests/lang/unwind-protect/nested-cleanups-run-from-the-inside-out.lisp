(setq log nil)
(defproc note (x) (setq log (cons x log)))
(catch 'x
  (unwind-protect
    (unwind-protect
      (unwind-protect (throw 'x 'value) (note 1))
      (note 2))
    (note 3)))                                ;=> value
(reverse log)                                 ;=> (1 2 3)
