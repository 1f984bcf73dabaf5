; limits: depth=50
; not under: stress: it would collect 100,000 times
(defmethod count-down (n) t (count-down (- n 1)))
(defmethod count-down (n) (= n 0) 'done)
(count-down 100000)     ;=> done
(defmethod walk ((n integer)) t (if (= n 0) 'done (walk (- n 1) 'other)))
(defmethod walk ((n integer) (s symbol)) t (walk n))
(walk 50000)            ;=> done
