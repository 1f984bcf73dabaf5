; Ackermann's function: deep recursion that is not in tail position.
(define (ack m n)
  (cond ((= m 0) (+ n 1))
        ((= n 0) (ack (- m 1) 1))
        (else (ack (- m 1) (ack m (- n 1))))))

(display (list (ack 2 9) (ack 3 7)))
(newline)

;>> (21 1021)
