;;;; a loop through a generic function takes no stack
; limits: depth=50
; not under: stress: it would collect 100,000 times
(defmethod count-down (n) t (count-down (- n 1)))
(defmethod count-down (n) (= n 0) 'done)
(count-down 100000)     ;=> done
(defmethod walk ((n integer)) t (if (= n 0) 'done (walk (- n 1) 'other)))
(defmethod walk ((n integer) (s symbol)) t (walk n))
(walk 50000)            ;=> done

;;;; a loop through and or when unless takes no stack
; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc by-and (n) (and t (or (= n 0) (by-and (- n 1)))))
(by-and 100000)         ;=> t
(defproc by-when (n) (when t (if (= n 0) 'done (by-when (- n 1)))))
(by-when 100000)        ;=> done
(defproc by-unless (n) (unless nil (if (= n 0) 'done (by-unless (- n 1)))))
(by-unless 100000)      ;=> done

;;;; a loop through apply and funcall takes no stack
; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc by-apply (n) (if (= n 0) 'done (apply by-apply (list (- n 1)))))
(by-apply 100000)       ;=> done
(defproc by-funcall (n) (if (= n 0) 'done (funcall by-funcall (- n 1))))
(by-funcall 100000)     ;=> done
(defproc by-rest (n &rest more) (if (= n 0) more (apply by-rest (- n 1) more)))
(by-rest 50000 'a 'b)   ;=> (a b)

;;;; a loop through closures takes no stack
; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc loop-with (n k) (if (= n 0) (k 'done) (loop-with (- n 1) (lambda (x) (k x)))))
(loop-with 10 identity)   ;=> done
(let loop ((n 100000) (acc nil)) (if (= n 0) 'done ((lambda (m) (loop m (lambda () acc))) (- n 1))))  ;=> done
((alambda (n) (if (= n 0) 'done (self (- n 1)))) 100000)  ;=> done

;;;; a loop through if takes no stack
; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc count-down (n) (if (= n 0) 'done (count-down (- n 1))))
(count-down 100000)     ;=> done
(defproc even-steps (n) (if (= n 0) t (odd-steps (- n 1))))
(defproc odd-steps (n) (if (= n 0) nil (even-steps (- n 1))))
(even-steps 100000)     ;=> t

;;;; a loop through let and progn takes no stack
; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc by-let (n) (let ((m (- n 1))) (if (< m 0) 'done (by-let m))))
(by-let 100000)         ;=> done
(defproc by-progn (n) (progn n (let* ((m (- n 1)) (k m)) (letrec ((f (lambda () k))) (if (< (f) 0) 'done (by-progn k))))))
(by-progn 100000)       ;=> done
(defproc by-aif (n) (aif (> n 0) (by-aif (- n 1)) 'done))
(by-aif 100000)         ;=> done

;;;; a loop through the last clause of cond and case takes no stack
; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc by-cond (n) (cond ((< n 0) 'negative) ((= n 0) 'done) (t (by-cond (- n 1)))))
(by-cond 100000)        ;=> done
(defproc by-clause (n) (cond ((> n 0) 'more (by-clause (- n 1))) (t 'done)))
(by-clause 100000)      ;=> done
(defproc by-case (n) (case n (0 'done) (t (by-case (- n 1)))))
(by-case 100000)        ;=> done

;;;; continuation passing style runs in constant stack
; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc sum-cps (n k) (if (= n 0) (k 0) (sum-cps (- n 1) (lambda (s) (k (+ s n))))))
(sum-cps 20000 identity)   ;=> 200010000
