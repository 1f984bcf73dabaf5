(setq a (make-array 3 0))
(setf (aref a 0) 5)
