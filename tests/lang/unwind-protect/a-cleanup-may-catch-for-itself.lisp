(setq log nil)
(catch 'a
  (unwind-protect (throw 'a 'outer)
    (setq log (list (catch 'a (throw 'a 'inner)) (catch 'error (throw 'error 'e))))))  ;=> outer
log                                                                         ;=> (inner e)
