(defproc sign (x)
  (if (> x 0)
      'positive
    else
      'negative))
(print (sign -3))
