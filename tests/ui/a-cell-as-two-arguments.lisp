(setq b (read-puzzle "1..............."))
(print (candidates b 0 1))
