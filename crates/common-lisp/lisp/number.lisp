; Common Lisp: numbers.

(defproc rationalp (object)
  "Returns whether the object is an integer or a ratio.

(rationalp 1/2)  ;=> t
(rationalp 0.5)  ;=> nil"
  (and (number? object) (exact? object)))

(defproc complexp (object)
  "Returns whether the object is a complex number. There are none. Partly: there are no complex numbers.

(complexp 1)  ;=> nil"
  nil)

(defproc float (number &optional prototype)
  "The number as a float.

(float 1/2)  ;=> 0.5"
  (%check (number number))
  (inexact number))

(defproc signum (number)
  "-1, 0 or 1, as the number is negative, zero or positive.

(signum -5)  ;=> -1"
  (%check (number number))
  (let ((sign (cond ((positive? number) 1) ((negative? number) -1) (t 0))))
    (if (exact? number) sign (inexact sign))))

(defproc ffloor (number &optional (divisor 1))
  "The quotient rounded down, as a float, and what it leaves.

(multiple-value-list (ffloor 7 2))  ;=> (3.0 1)"
  (%check (number number))
  (multiple-value-bind (quotient left) (%%floor number divisor)
    (#'values (inexact quotient) left)))

(defproc fround (number &optional (divisor 1))
  "The quotient rounded, as a float, and what it leaves.

(multiple-value-list (fround 7 4))  ;=> (2.0 -1)"
  (%check (number number))
  (multiple-value-bind (quotient left) (%%round number divisor)
    (#'values (inexact quotient) left)))

(defproc ftruncate (number &optional (divisor 1))
  "The quotient rounded towards zero, as a float, and what it leaves.

(multiple-value-list (ftruncate -7 2))  ;=> (-3.0 -1)"
  (%check (number number))
  (multiple-value-bind (quotient left) (%%truncate number divisor)
    (#'values (inexact quotient) left)))

(defproc fceiling (number &optional (divisor 1))
  "The quotient rounded up, as a float, and what it leaves.

(multiple-value-list (fceiling 7 2))  ;=> (4.0 -1)"
  (%check (number number))
  (multiple-value-bind (quotient left) (%%ceiling number divisor)
    (#'values (inexact quotient) left)))

(defproc rationalize (number)
  "The simplest integer or ratio that is the number to its precision.

(rationalize 0.5)  ;=> 1/2
(rationalize 0.2)  ;=> 1/5"
  (%check (number number))
  (if (exact? number)
    number
    ; The continued fraction, up to where it says as much as the float.
    (let loop ((rest (exact number)) (p 1) (q 0) (p0 0) (q0 1))
      (let* ((whole (floor rest)) (p1 (+ (* whole p) p0)) (q1 (+ (* whole q) q0)) (fraction (- rest whole)))
        (if (or (zero? fraction) (= (inexact (/ p1 q1)) number))
          (/ p1 q1)
          (loop (/ 1 fraction) p1 q1 p q))))))

(defproc boole (operation a b)
  "Applies the operation, the value of a constant such as `boole-and`, to the bits of two integers.

(boole boole-and 12 10)  ;=> 8
(boole boole-xor 12 10)  ;=> 6"
  ; The constant's bits say what comes of 1 and 1, 1 and 0, 0 and 1, 0 and 0.
  (let ((bit (lambda (n x y) (if (bit-set? n operation) (bit-and x y) 0))) (na (bit-not a)) (nb (bit-not b)))
    (bit-or (bit 3 a b) (bit 2 a nb) (bit 1 na b) (bit 0 na nb))))

(setq boole-clr 0)
(setq boole-and 8)
(setq boole-andc2 4)
(setq boole-1 12)
(setq boole-andc1 2)
(setq boole-2 10)
(setq boole-xor 6)
(setq boole-ior 14)
(setq boole-nor 1)
(setq boole-eqv 9)
(setq boole-c2 5)
(setq boole-orc2 13)
(setq boole-c1 3)
(setq boole-orc1 11)
(setq boole-nand 7)
(setq boole-set 15)

(defproc realpart (number)
  "The number: there are no complex ones. Partly: there are no complex numbers.

(realpart 5)  ;=> 5"
  number)

(defproc imagpart (number)
  "Zero: there are no complex numbers. Partly: there are no complex numbers.

(imagpart 5)  ;=> 0"
  0)

(defproc complex (real &optional (imaginary 0))
  "A complex number: only those without an imaginary part are supported. Partly: only numbers without an imaginary part
can be made.

(complex 5)    ;=> 5
(complex 1 2)  ;!! user-error"
  (if (= imaginary 0) real (error "complex: complex numbers are not supported")))

; Bits

(defproc logtest (a b)
  "Returns whether the two integers have a bit in common.

(logtest 5 4)  ;=> t"
  (%check (a number) (b number))
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
  (%check (a number) (b number))
  (bit-not (bit-xor a b)))

(defproc lognand (a b)
  "The bits that are not in both of two integers.

(lognand 7 2)  ;=> -3"
  (%check (a number) (b number))
  (bit-not (bit-and a b)))

(defproc lognor (a b)
  "The bits that are in none of two integers.

(lognor 5 2)  ;=> -8"
  (%check (a number) (b number))
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
  "Returns whether one of the bits at a place is set.

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

; Random numbers: a linear congruential generator, the same numbers in each run. A state is a record of the last number.

(setq %random-state-type (%make-structure-type 'random-state '(number) nil 'opaque))

(setq *random-state* (make-record %random-state-type 20070628))

(defproc random-state-p (object)
  "Returns whether the object is a state of the random numbers.

(random-state-p *random-state*)  ;=> t
(random-state-p 5)               ;=> nil"
  (record-of-type? %random-state-type object))

(defproc random (limit &optional (state *random-state*))
  "A number from 0 to below the limit, an integer if that is one. The same numbers come in each run. Partly: the same
numbers come in each run.

(< -1 (random 10) 10)  ;=> t
(floatp (random 1.0))  ;=> t
(random 0)             ;!! user-error"
  (cond
    ((not (and (number? limit) (or (exact-integer? limit) (float? limit)) (positive? limit)))
      (%type-error 'random limit '(or (integer 1) (float (0.0)))))
    ((not (random-state-p state)) (%type-error 'random state 'random-state))
    ((exact-integer? limit)
      (let loop ((n 0) (range 1))
        (if (< range (* 65536 limit))
          (loop (+ (* 65536 n) (%random-bits state)) (* 65536 range))
          (modulo n limit))))
    (t (* limit (/ (+ (* 65536 (%random-bits state)) (%random-bits state)) 4294967296.0)))))

(defproc %random-bits (state)
  "Sixteen bits."
  (let ((next (modulo (+ (* 25214903917 (record-ref %random-state-type state 0)) 11) 281474976710656)))
    (record-set! %random-state-type state 0 next)
    (quotient next 4294967296)))

(defproc make-random-state (&optional state)
  "A state for `random`: a copy of the one that is given or, without one, of `*random-state*`; with t, one that begins
elsewhere in each call.

(let ((s (make-random-state))) (= (random 1000 (make-random-state s)) (random 1000 s)))  ;=> t"
  (cond
    ((= state t)
     (make-record %random-state-type (+ (* 65536 (%random-bits *random-state*)) (%random-bits *random-state*))))
    ((null? state) (duplicate *random-state*))
    ((random-state-p state) (duplicate state))
    (t (%type-error 'make-random-state state '(or boolean random-state)))))

; Constants

(setq pi 3.141592653589793)

(setq most-positive-fixnum 1152921504606846975)

(setq most-negative-fixnum -1152921504606846976)

(setq most-positive-single-float 1.7976931348623157e308)

(setq most-positive-double-float 1.7976931348623157e308)

(setq internal-time-units-per-second 1000)

(setq array-dimension-limit 1152921504606846975)

(setq char-code-limit 1114112)

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

(setq short-float-epsilon 1.1102230246251568e-16)

(setq single-float-negative-epsilon 5.551115123125784e-17)

(setq double-float-negative-epsilon 5.551115123125784e-17)

(setq short-float-negative-epsilon 5.551115123125784e-17)

(setq long-float-negative-epsilon 5.551115123125784e-17)

(setq most-positive-short-float 1.7976931348623157e308)

(setq most-positive-long-float 1.7976931348623157e308)

(setq most-negative-short-float -1.7976931348623157e308)

(setq most-negative-long-float -1.7976931348623157e308)

(setq least-positive-short-float 5e-324)

(setq least-positive-long-float 5e-324)

(setq least-negative-short-float -5e-324)

(setq least-negative-single-float -5e-324)

(setq least-negative-double-float -5e-324)

(setq least-negative-long-float -5e-324)

(setq least-positive-normalized-short-float 2.2250738585072014e-308)

(setq least-positive-normalized-single-float 2.2250738585072014e-308)

(setq least-positive-normalized-double-float 2.2250738585072014e-308)

(setq least-positive-normalized-long-float 2.2250738585072014e-308)

(setq least-negative-normalized-short-float -2.2250738585072014e-308)

(setq least-negative-normalized-single-float -2.2250738585072014e-308)

(setq least-negative-normalized-double-float -2.2250738585072014e-308)

(setq least-negative-normalized-long-float -2.2250738585072014e-308)
