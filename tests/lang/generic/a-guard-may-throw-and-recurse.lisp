(defmethod f (x) (throw 'from-guard (list 'guard x)) 1)
(catch 'from-guard (f 5))                 ;=> (guard 5)
(defmethod even-number (n) (or (= n 0) (odd-number (- n 1))) t)
(defmethod even-number (n) t nil)
(defmethod odd-number (n) (and (> n 0) (even-number (- n 1))) t)
(defmethod odd-number (n) t nil)
(list (even-number 10) (odd-number 10) (even-number 7))  ;=> (t nil nil)
(defmethod g (x) (first x) 'yes)
(g 5)                                     ;!! wrong-type first
