(setq i 0)
(while i < 3
  (print i)
  (exit))
