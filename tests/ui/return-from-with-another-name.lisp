(defproc f (x) (return-from g x))
