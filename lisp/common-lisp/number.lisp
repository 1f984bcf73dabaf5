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

(defproc asinh (x)
  "The inverse of the hyperbolic sine.

(asinh 0)  ;=> 0.0"
  (log (+ x (sqrt (+ (* x x) 1.0)))))

(defproc acosh (x)
  "The inverse of the hyperbolic cosine.

(acosh 1)  ;=> 0.0"
  (log (+ x (sqrt (- (* x x) 1.0)))))

(defproc atanh (x)
  "The inverse of the hyperbolic tangent.

(atanh 0)  ;=> 0.0"
  (/ (log (/ (+ 1.0 x) (- 1.0 x))) 2))

(defproc complex (real &optional (imaginary 0))
  "A complex number: only those without an imaginary part are supported.

(complex 5)    ;=> 5
(complex 1 2)  ;!! user-error"
  (if (= imaginary 0) real (error "complex: complex numbers are not supported")))

(defproc random-state-p (object)
  "Is the object a state of the random numbers? There is one, which is no object.

(random-state-p 5)  ;=> nil"
  nil)

; Bits

(defproc logtest (a b)
  "Have the two integers a bit in common?

(logtest 5 4)  ;=> t"
  (not (zero? (bit-and a b))))

(defproc logandc2 (a b)
  "The bits of the first integer that the second has not.

(logandc2 7 2)  ;=> 5"
  (bit-and a (bit-not b)))

(defproc logandc1 (a b)
  "The bits of the second integer that the first has not.

(logandc1 2 7)  ;=> 5"
  (bit-and (bit-not a) b))

(defproc logeqv (a b)
  "The bits that are the same in two integers.

(logeqv 5 4)  ;=> -2"
  (bit-not (bit-xor a b)))

(defproc lognand (a b)
  "The bits that are not in both of two integers.

(lognand 7 2)  ;=> -3"
  (bit-not (bit-and a b)))

(defproc lognor (a b)
  "The bits that are in none of two integers.

(lognor 5 2)  ;=> -8"
  (bit-not (bit-or a b)))

(defproc logorc1 (a b)
  "The bits that the first integer has not or the second has.

(logorc1 7 2)  ;=> -6"
  (bit-or (bit-not a) b))

(defproc logorc2 (a b)
  "The bits that the first integer has or the second has not.

(logorc2 2 7)  ;=> -6"
  (bit-or a (bit-not b)))

(defproc byte-size (place)
  "The number of bits of a place.

(byte-size (byte 3 1))  ;=> 3"
  (first place))

(defproc byte-position (place)
  "The position of the lowest bit of a place.

(byte-position (byte 3 1))  ;=> 1"
  (second place))

(defproc ldb-test (place integer)
  "Is one of the bits at a place set?

(ldb-test (byte 4 4) 15)  ;=> nil"
  (not (zero? (ldb place integer))))

(defproc mask-field (place integer)
  "The bits of an integer at a place, where they are; the others are 0.

(mask-field (byte 4 4) 165)  ;=> 160"
  (arithmetic-shift (ldb place integer) (second place)))

(defproc deposit-field (bits place integer)
  "The integer with the bits at a place that another integer has there.

(deposit-field 16 (byte 4 4) 165)  ;=> 21"
  (%deposit (ldb place bits) place integer))

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
  "Seconds since the beginning of 1900, as an integer.

(integerp (get-universal-time))  ;=> t"
  (floor (/ (current-milliseconds) 1000)))

(defproc decode-universal-time (time &optional (zone 0))
  "The values of a time: second, minute, hour, date, month, year, day of the week from Monday as 0, nil, and the zone.

(multiple-value-list (decode-universal-time 86400))  ;=> (0 0 0 2 1 1900 1 nil 0)"
  (let* ((time (- time (* 3600 zone))) (days (floor (/ time 86400))) (seconds (modulo time 86400)))
    (let loop ((year 1900) (left days))
      (let ((length (if (%leap-year? year) 366 365)))
        (if (>= left length)
          (loop (+ year 1) (- left length))
          (let next ((month 1) (left left))
            (let ((length (%month-length month year)))
              (if (>= left length)
                (next (+ month 1) (- left length))
                (#'values (modulo seconds 60) (modulo (quotient seconds 60) 60) (quotient seconds 3600) (+ left 1) month year (modulo days 7) nil zone)))))))))

(defproc %leap-year? (year)
  "Has the year a 29th of February?"
  (and (zero? (modulo year 4)) (or (not (zero? (modulo year 100))) (zero? (modulo year 400)))))

(defproc %month-length (month year)
  "The number of days of a month."
  (if (and (= month 2) (%leap-year? year)) 29 (nth (- month 1) '(31 28 31 30 31 30 31 31 30 31 30 31))))

(defproc encode-universal-time (second minute hour date month year &optional (zone 0))
  "The time as seconds since the beginning of 1900.

(encode-universal-time 0 0 0 2 1 1900)  ;=> 86400"
  (let ((days
          (+ (reduce + 0 (list-tabulate (- year 1900) (lambda (i) (if (%leap-year? (+ 1900 i)) 366 365))))
            (reduce + 0 (list-tabulate (- month 1) (lambda (i) (%month-length (+ i 1) year))))
            (- date 1))))
    (+ second (* 60 (+ minute (* 60 (+ hour zone (* 24 days))))))))

(defproc get-decoded-time ()
  "The values of the time now, as of `decode-universal-time`.

(length (multiple-value-list (get-decoded-time)))  ;=> 9"
  (decode-universal-time (get-universal-time)))

(defproc sleep (seconds)
  "Waits. (It does not: a program that waits would only waste its time.)

(sleep 1)  ;=> nil"
  nil)

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

(setq single-float-epsilon 1.1102230246251568e-16)

(setq double-float-epsilon 1.1102230246251568e-16)

(setq long-float-epsilon 1.1102230246251568e-16)

(setq most-negative-single-float -1.7976931348623157e308)

(setq most-negative-double-float -1.7976931348623157e308)

(setq least-positive-single-float 5e-324)

(setq least-positive-double-float 5e-324)

(setq array-rank-limit 64)

(setq array-total-size-limit 1152921504606846975)

(setq call-arguments-limit 250)

(setq lambda-parameters-limit 200)

(setq multiple-values-limit 1152921504606846975)

(setq lambda-list-keywords '(&allow-other-keys &aux &body &environment &key &optional &rest &whole))
