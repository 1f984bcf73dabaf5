; Takeuchi's function with a continuation captured at every call.
(define (ctak x y z)
  (call-with-current-continuation (lambda (k) (ctak-into k x y z))))

(define (ctak-into k x y z)
  (if (not (< y x))
      (k z)
      (call-with-current-continuation
        (lambda (k)
          (ctak-into
            k
            (call-with-current-continuation (lambda (k) (ctak-into k (- x 1) y z)))
            (call-with-current-continuation (lambda (k) (ctak-into k (- y 1) z x)))
            (call-with-current-continuation (lambda (k) (ctak-into k (- z 1) x y))))))))

(display (ctak 16 10 4))
(newline)

;>> 5
