; The handler of a throw that cleanups stop is looked for once; what a cleanup does must not lead it elsewhere.
(setq steps nil)
(defproc note (x) (setq steps (cons x steps)) x)
(catch 'a
  (catch 'b
    (unwind-protect
      (unwind-protect (throw 'a 1) (note 'inner))
      (throw 'b 2)))
  (note 'between)
  3)                                                                        ;=> 3
(catch 'a
  (unwind-protect
    (throw 'a 1)
    (note (catch 'a (unwind-protect (throw 'a 'mine) (note 'own))))))       ;=> 1
(catch 'a
  (note (catch 'a
    (unwind-protect
      (unwind-protect (throw 'a 1) (catch 'a (note 'x)))
      (note 'y))))
  2)                                                                        ;=> 2
; A capture in a cleanup takes the handlers to the heap and back.
(catch 'a
  (unwind-protect
    (unwind-protect (throw 'a 1) (note (+ 1 (call/cc (lambda (k) 1)))))
    (note (call/cc (lambda (k) (k 'entered))))))                            ;=> 1
(catch 'a
  (unwind-protect
    (throw 'a 1)
    (eval '(catch 'a (unwind-protect (throw 'a 2) (note 'nested))))))       ;=> 1
(reverse steps)  ;=> (inner between own mine x y 1 2 entered nested)
