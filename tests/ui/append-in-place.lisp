(setq l '())
(dotimes (i 3) (append l (list i)))
(print l)
