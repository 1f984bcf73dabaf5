; Common Lisp: roots, logarithms, angles, and what floats consist of.

(defproc %real-result (function possible)
  "The error that the result would be a complex number, unless it is possible."
  (unless possible
    (error (string-append function ": the result would be a complex number, and complex numbers are not supported"))))

(defproc sqrt (number)
  "The square root, a float. Partly: the roots of negative numbers, which are complex, are an error.

(sqrt 16)  ;=> 4.0
(sqrt 2)   ;=> 1.4142135623730951
(sqrt -1)  ;!! user-error"
  (%real-result "sqrt" (or (not (number? number)) (>= number 0)))
  (inexact (sqrt number)))

(defproc log (number &optional base)
  "The natural logarithm, or that to a base. Partly: the logarithms of negative numbers, which are complex, are an
error.

(log 1)    ;=> 0.0
(log 8 2)  ;=> 3.0
(log -1)   ;!! user-error"
  (%real-result "log" (or (not (number? number)) (>= number 0)))
  (cond
    ((and (number? number) (zero? number)) (#'error 'division-by-zero :operation 'log :operands (list number)))
    (base (if (= base 2) (inexact (log number 2)) (/ (inexact (log number)) (log base))))
    (t (inexact (log number)))))

(defproc exp (number)
  "The base of natural logarithms to the power of a number.

(exp 0)  ;=> 1.0"
  (inexact (exp number)))

(defproc sin (angle)
  "The sine.

(sin 0)  ;=> 0.0"
  (inexact (sin angle)))

(defproc cos (angle)
  "The cosine.

(cos 0)  ;=> 1.0"
  (inexact (cos angle)))

(defproc tan (angle)
  "The tangent.

(tan 0)  ;=> 0.0"
  (inexact (tan angle)))

(defproc asin (number)
  "The angle whose sine the number is. Partly: complex results are an error.

(asin 0)  ;=> 0.0
(asin 2)  ;!! user-error"
  (%real-result "asin" (or (not (number? number)) (<= -1 number 1)))
  (inexact (asin number)))

(defproc acos (number)
  "The angle whose cosine the number is. Partly: complex results are an error.

(acos 1)  ;=> 0.0
(acos 2)  ;!! user-error"
  (%real-result "acos" (or (not (number? number)) (<= -1 number 1)))
  (inexact (acos number)))

(defproc atan (number &optional divisor)
  "The angle whose tangent the number, or its quotient with the divisor, is.

(atan 0)    ;=> 0.0
(atan 0 1)  ;=> 0.0"
  (inexact (if divisor (atan number divisor) (atan number))))

(defproc cis (angle)
  "Not supported: the result is a complex number.

(cis 1)  ;!! user-error"
  (%real-result "cis" nil))

(defproc phase (number)
  "The angle of a number as a complex one: 0 for positive numbers, pi for negative ones. Partly: there are no complex
numbers.

(phase 5)   ;=> 0"
  (%check (number number))
  (cond ((>= number 0) (if (exact? number) 0 0.0)) (t pi)))

(defproc conjugate (number)
  "The number: there are no complex ones. Partly: there are no complex numbers.

(conjugate 5)  ;=> 5"
  number)

(defproc sinh (x)
  "The hyperbolic sine.

(sinh 0)  ;=> 0.0"
  (%check (x number))
  (/ (- (exp x) (exp (- x))) 2))

(defproc cosh (x)
  "The hyperbolic cosine.

(cosh 0)  ;=> 1.0"
  (%check (x number))
  (/ (+ (exp x) (exp (- x))) 2))

(defproc tanh (x)
  "The hyperbolic tangent.

(tanh 0)  ;=> 0.0"
  (%check (x number))
  (/ (sinh x) (cosh x)))

(defproc asinh (x)
  "The inverse of the hyperbolic sine.

(asinh 0)  ;=> 0.0"
  (%check (x number))
  (log (+ x (sqrt (+ (* x x) 1.0)))))

(defproc acosh (x)
  "The inverse of the hyperbolic cosine. Partly: complex results are an error.

(acosh 1)  ;=> 0.0"
  (%check (x number))
  (log (+ x (sqrt (- (* x x) 1.0)))))

(defproc atanh (x)
  "The inverse of the hyperbolic tangent. Partly: complex results are an error.

(atanh 0)  ;=> 0.0"
  (%check (x number))
  (/ (log (/ (+ 1.0 x) (- 1.0 x))) 2))

; Parts of floats

(defproc %float-argument (function x)
  "The argument, which must be a float."
  (if (float? x) x (%type-error function x 'float)))

(defproc %float-parts (name x)
  "Three values: a float as an integer of 53 bits, an exponent of two and a sign."
  (let* ((sign (if (or (negative? x) (= (#'prin1-to-string x) "-0.0")) -1 1))
         (magnitude (exact (abs (%float-argument name x)))))
    (if (zero? magnitude)
      (values 0 -1074 sign)
      (let loop ((exponent (- (integer-length (floor magnitude)) 53)))
        (let ((scaled (* magnitude (expt 2 (- exponent)))))
          (cond
            ((and (exact-integer? scaled) (or (<= 4503599627370496 scaled 9007199254740991) (<= exponent -1074)))
             (values scaled exponent sign))
            ((and (exact-integer? scaled) (< scaled 4503599627370496)) (loop (- exponent 1)))
            ((< scaled 4503599627370496) (loop (- exponent 1)))
            (t (loop (+ exponent 1)))))))))

(defproc integer-decode-float (float)
  "The values of a float: an integer, the power of two that it is to be multiplied with, and 1 or -1 for its sign.

(multiple-value-list (integer-decode-float 0.5))  ;=> (4503599627370496 -53 1)"
  (%check (float number))
  (receive (significand exponent sign) (%float-parts 'integer-decode-float float)
    (#'values significand exponent sign)))

(defproc decode-float (float)
  "The values of a float: a float from 0.5 to below 1, the power of two that it is to be multiplied with, and 1.0
or -1.0 for its sign.

(multiple-value-list (decode-float 6.0))  ;=> (0.75 3 1.0)"
  (%check (float number))
  (receive (significand exponent sign) (%float-parts 'decode-float float)
    (if (zero? significand)
      (#'values 0.0 0 (inexact sign))
      (let ((length (integer-length significand)))
        (#'values (inexact (/ significand (expt 2 length))) (+ exponent length) (inexact sign))))))

(defproc scale-float (float power)
  "The float times a power of two.

(scale-float 1.5 3)  ;=> 12.0"
  (inexact (* (exact (%float-argument 'scale-float float)) (expt 2 power))))

(defproc float-radix (float)
  "The base of floats.

(float-radix 1.0)  ;=> 2"
  (%float-argument 'float-radix float)
  2)

(defproc float-digits (float)
  "The number of digits to base 2 that floats have.

(float-digits 1.0)  ;=> 53"
  (%float-argument 'float-digits float)
  53)

(defproc float-precision (float)
  "The number of digits to base 2 that the float has.

(float-precision 1.0)  ;=> 53
(float-precision 0.0)  ;=> 0"
  (%check (float number))
  (receive (significand exponent sign) (%float-parts 'float-precision float)
    (integer-length significand)))

(defproc float-sign (float &optional (size 1.0))
  "A float of the sign of the first and the size of the second.

(float-sign -2.5)    ;=> -1.0
(float-sign -1.0 3)  ;=> -3.0"
  (%check (float number))
  (receive (significand exponent sign) (%float-parts 'float-sign float)
    (* sign (abs (inexact size)))))
