(defproc words (line)
  (string-split " " line))
(print (words "a b"))
