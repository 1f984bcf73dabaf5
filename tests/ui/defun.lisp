(defun square (x) (* x x))
(print (square 4))
