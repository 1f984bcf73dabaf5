; Common Lisp: numbers.

(defproc rationalp (object)
  "Is the object an integer or a ratio?

(rationalp 1/2)  ;=> t
(rationalp 0.5)  ;=> nil"
  (and (number? object) (exact? object)))

(defproc complexp (object)
  "Is the object a complex number? There are none.

(complexp 1)  ;=> nil"
  nil)

(defproc float (number &optional prototype)
  "The number as a float.

(float 1/2)  ;=> 0.5"
  (inexact number))

(defproc sqrt (number)
  "The square root, a float.

(sqrt 16)  ;=> 4.0
(sqrt 2)   ;=> 1.4142135623730951"
  (inexact (sqrt number)))

(defproc signum (number)
  "-1, 0 or 1, as the number is negative, zero or positive.

(signum -5)  ;=> -1"
  (let ((sign (cond ((positive? number) 1) ((negative? number) -1) (t 0))))
    (if (exact? number) sign (inexact sign))))

(defproc ffloor (number &optional (divisor 1))
  "The quotient rounded down, as a float.

(ffloor 7 2)  ;=> 3.0"
  (inexact (floor number divisor)))

(defproc fround (number &optional (divisor 1))
  "The quotient rounded, as a float.

(fround 7 4)  ;=> 2.0"
  (inexact (round number divisor)))

(defproc ftruncate (number &optional (divisor 1))
  "The quotient rounded towards zero, as a float.

(ftruncate -7 2)  ;=> -3.0"
  (inexact (truncate number divisor)))

(defproc fceiling (number &optional (divisor 1))
  "The quotient rounded up, as a float.

(fceiling 7 2)  ;=> 4.0"
  (inexact (ceiling number divisor)))

(defproc rationalize (number)
  "The number as an integer or ratio.

(rationalize 0.5)  ;=> 1/2"
  (exact number))

(defproc realpart (number)
  "The number: there are no complex ones.

(realpart 5)  ;=> 5"
  number)

(defproc imagpart (number)
  "Zero: there are no complex numbers.

(imagpart 5)  ;=> 0"
  0)

(defproc sinh (x)
  "The hyperbolic sine.

(sinh 0)  ;=> 0.0"
  (/ (- (exp x) (exp (- x))) 2))

(defproc cosh (x)
  "The hyperbolic cosine.

(cosh 0)  ;=> 1.0"
  (/ (+ (exp x) (exp (- x))) 2))

(defproc tanh (x)
  "The hyperbolic tangent.

(tanh 0)  ;=> 0.0"
  (/ (sinh x) (cosh x)))

; Bits

(defproc logtest (a b)
  "Have the two integers a bit in common?

(logtest 5 4)  ;=> t"
  (not (zero? (bit-and a b))))

(defproc logandc2 (a b)
  "The bits of the first integer that the second has not.

(logandc2 7 2)  ;=> 5"
  (bit-and a (bit-not b)))

(defproc byte (size position)
  "The place of `size` bits from `position` on, for `ldb` and `dpb`.

(ldb (byte 2 1) 6)  ;=> 3"
  (list size position))

(defproc ldb (place integer)
  "The bits of an integer at a place.

(ldb (byte 4 4) 165)  ;=> 10"
  (bit-and (arithmetic-shift integer (- (second place))) (- (arithmetic-shift 1 (first place)) 1)))

(defproc dpb (bits place integer)
  "The integer with other bits at a place.

(dpb 1 (byte 4 4) 165)  ;=> 21"
  (%deposit bits place integer))

(defproc %deposit (bits place integer)
  "The integer with other bits at a place."
  (let ((mask (- (arithmetic-shift 1 (first place)) 1)))
    (bit-or
      (bit-and integer (bit-not (arithmetic-shift mask (second place))))
      (arithmetic-shift (bit-and bits mask) (second place)))))

; Random numbers: a linear congruential generator, the same numbers in each run.

(setq %random-state 20070628)

(defproc random (limit &optional state)
  "A number from 0 to below the limit, an integer if that is one. The same numbers come in each run.

(< -1 (random 10) 10)  ;=> t
(floatp (random 1.0))  ;=> t"
  (if (exact-integer? limit)
    (let loop ((n 0) (range 1))
      (if (< range (* 65536 limit))
        (loop (+ (* 65536 n) (%random-bits)) (* 65536 range))
        (modulo n limit)))
    (* limit (/ (+ (* 65536 (%random-bits)) (%random-bits)) 4294967296.0))))

(defproc %random-bits ()
  "Sixteen bits."
  (setq %random-state (modulo (+ (* 25214903917 %random-state) 11) 281474976710656))
  (quotient %random-state 4294967296))

(defproc make-random-state (&optional state)
  "A state for `random`: there is one.

(random 1 (make-random-state t))  ;=> 0"
  nil)

; Time

(defproc get-internal-real-time ()
  "Milliseconds since some fixed moment, as an integer.

(integerp (get-internal-real-time))  ;=> t"
  (floor (current-milliseconds)))

(defproc get-internal-run-time ()
  "Milliseconds since some fixed moment, as an integer.

(integerp (get-internal-run-time))  ;=> t"
  (floor (current-milliseconds)))

(defproc get-universal-time ()
  "Seconds since some fixed moment, as an integer.

(integerp (get-universal-time))  ;=> t"
  (floor (/ (current-milliseconds) 1000)))

; Constants

(setq pi 3.141592653589793)

(setq most-positive-fixnum 1152921504606846975)

(setq most-negative-fixnum -1152921504606846976)

(setq most-positive-single-float 1.7976931348623157e308)

(setq most-positive-double-float 1.7976931348623157e308)

(setq internal-time-units-per-second 1000)

(setq array-dimension-limit 1152921504606846975)

(setq char-code-limit 1114112)

(setq *random-state* nil)
