(setq score 3)
(print (+ "Score: " score))
