; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc by-apply (n) (if (= n 0) 'done (apply by-apply (list (- n 1)))))
(by-apply 100000)       ;=> done
(defproc by-funcall (n) (if (= n 0) 'done (funcall by-funcall (- n 1))))
(by-funcall 100000)     ;=> done
(defproc by-rest (n &rest more) (if (= n 0) more (apply by-rest (- n 1) more)))
(by-rest 50000 'a 'b)   ;=> (a b)
