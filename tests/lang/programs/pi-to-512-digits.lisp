; not under: stress: long integers
; The sum of Machin's formula with exact integers.
(defproc arctan-inverse (x unit)
  (let loop ((term (floor (/ unit x))) (n 1) (sign 1) (sum 0))
    (if (= term 0)
      sum
      (loop (floor (/ term (* x x))) (+ n 2) (- sign) (+ sum (* sign (floor (/ term n))))))))
(defproc pi-digits (digits)
  (let ((unit (expt 10 (+ digits 10))))
    (floor (/ (* 4 (- (* 4 (arctan-inverse 5 unit)) (arctan-inverse 239 unit))) (expt 10 10)))))
(pi-digits 30)                           ;=> 3141592653589793238462643383279
(setq digits (number->string (pi-digits 511)))
(string-length digits)                   ;=> 512
(substring digits 502)                   ;=> "8336733624"
