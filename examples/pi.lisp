; Digits of pi, as many as you like: Machin's formula, pi/4 = 4 arctan 1/5 - arctan 1/239.
;
; Shows exact arithmetic: every number in the sum is a ratio of two integers of any size, and nothing is rounded before the end.

(defproc arctan-inverse (n tolerance)
  "The arc tangent of 1/n, as an exact ratio that is off by less than `tolerance`."
  (let ((square (* n n)))
    (let loop ((k 1) (power (/ 1 n)) (sign 1) (sum 0))
      (let ((term (/ power k)))
        (if (< term tolerance)
          sum
          (loop (+ k 2) (/ power square) (- sign) (+ sum (* sign term))))))))

(defproc pi-digits (count)
  "Pi with `count` digits after the point, as a string."
  (let* ((tolerance (expt 10 (- (+ count 5))))
         (pi (* 4 (- (* 4 (arctan-inverse 5 tolerance)) (arctan-inverse 239 tolerance))))
         (digits (number->string (floor (* pi (expt 10 count))))))
    (string-append (substring digits 0 1) "." (substring digits 1))))

(display (pi-digits 60) "\n")
(print (approximate 3141592653589793/1000000000000000 1/100000))
;>> 3.141592653589793238462643383279502884197169399375105820974944
;>> 355/113
