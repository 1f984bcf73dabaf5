; Throwing, closures, generic functions with guards.
(defmethod size (n) (< n 500) 'small)
(defmethod size (n) t 'large)

(let ((count 0))
  (dotimes (i 3000 count)
    (when (= (catch 'size (throw 'size (size (modulo i 1000)))) 'small)
      (for-each (lambda (x) (inc! count x)) '(1 2 3)))))
