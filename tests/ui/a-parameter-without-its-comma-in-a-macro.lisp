(defmacro show (x)
  `(print x))
(show 3)
