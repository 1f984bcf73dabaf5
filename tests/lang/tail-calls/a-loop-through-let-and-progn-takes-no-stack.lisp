; limits: depth=50
; not under: stress: it would collect 100,000 times
(defproc by-let (n) (let ((m (- n 1))) (if (< m 0) 'done (by-let m))))
(by-let 100000)         ;=> done
(defproc by-progn (n) (progn n (let* ((m (- n 1)) (k m)) (letrec ((f (lambda () k))) (if (< (f) 0) 'done (by-progn k))))))
(by-progn 100000)       ;=> done
(defproc by-aif (n) (aif (> n 0) (by-aif (- n 1)) 'done))
(by-aif 100000)         ;=> done
