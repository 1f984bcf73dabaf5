(setq found '(1))
(setq x 2)
(setq found (append found x))
(print (append found 3))
