(setq b (assign (read-puzzle "1...............") 0 1 1))
(print (candidates b '(0 2)))
