(setq l '(3 1 2))
(print(sorted l))
