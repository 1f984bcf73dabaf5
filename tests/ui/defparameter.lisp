(defparameter *size* 9)
(print *size*)
