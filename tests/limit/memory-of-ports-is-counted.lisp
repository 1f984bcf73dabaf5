; limits: memory=4M
(setq p (open-output-string))
(while t (write-string "one hundred bytes or so, again and again and again, until there is no more room for any of them........" p))  ;!! out-of-memory
(setq p nil)
(+ 1 2)  ;=> 3
