(defproc longest (words)
  (setq best "")
  (dolist (word wrods) (print word)))
(longest (list "a"))
