(setq log nil)
(catch-and-apply (progn (setq log (cons 'tag log)) 'a)
  (progn (setq log (cons 'handler log)) list)
  (progn (setq log (cons 'body log)) 1))      ;=> 1
log                                           ;=> (body handler tag)
(catch-and-apply 'a 5 'not-thrown)            ;=> not-thrown
(catch-and-apply 'a 5 (throw 'a 1))           ;!! not-a-function
