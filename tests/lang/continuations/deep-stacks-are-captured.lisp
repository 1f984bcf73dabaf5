(defproc deep (n) (if (= n 0) (call/cc (lambda (k) (setq saved k) 0)) (+ 1 (deep (- n 1)))))
(let ((times 0))
  (let ((r (deep 1000)))
    (setq times (+ times 1))
    (if (< times 3) (saved (* times 10)) (list times r))))   ;=> (3 1020)
; warns: undefined-assignment
