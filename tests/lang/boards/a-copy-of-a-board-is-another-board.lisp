(setq b (board 4))
(setq c (duplicate b))
(aset c 0 0 '(1))
(aref b 0 0)                    ;=> (1 2 3 4)
(aref c 0 0)                    ;=> (1)
(= b c)                         ;=> nil
(= b b)                         ;=> t
