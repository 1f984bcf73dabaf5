; Numbers.

(defproc %exact-rational? (object)
  "Returns whether `object` is an exact number."
  (and (number? object) (exact? object)))

(defproc exact-nonnegative-integer? (object)
  "Returns whether `object` is an exact integer that is not negative.

(exact-nonnegative-integer? 3)   ;=> t
(exact-nonnegative-integer? -3)  ;=> #f"
  (and (exact-integer? object) (>= object 0)))

(defproc finite? (number)
  "Returns whether the number is neither infinite nor NaN.

(finite? 1.5)     ;=> t
(finite? +inf.0)  ;=> #f"
  (%check (number number))
  (not (or (infinite? number) (nan? number))))

(defproc %as-its-operands (quotient a b)
  "An exact quotient of two numbers, as a float if one of them is."
  (if (and (exact? a) (exact? b)) quotient (inexact quotient)))

(defproc %floor-quotient (a b)
  "The floor of the quotient; a float if one of the numbers is."
  (%as-its-operands (floor-exact a b) a b))

(defproc truncate-quotient (a b)
  "The quotient rounded toward zero; a float if one of the numbers is.

(truncate-quotient -7 2)    ;=> -3
(truncate-quotient 7.5 2)   ;=> 3.0"
  (%check (a number) (b number))
  (%as-its-operands (%core-truncate a b) a b))

(defalias floor-exact %core-floor)

(defproc floor/ (a b)
  "Two values: the floor of the quotient, and what it leaves.

(call-with-values (lambda () (floor/ -7 2)) list)  ;=> (-4 1)"
  (%check (a number) (b number))
  (values (%floor-quotient a b) (modulo a b)))

(defproc truncate/ (a b)
  "Two values: the quotient rounded toward zero, and what it leaves.

(call-with-values (lambda () (truncate/ -7 2)) list)  ;=> (-3 -1)"
  (%check (a number) (b number))
  (values (truncate-quotient a b) (remainder a b)))

(defalias quotient&remainder truncate/)

(defproc exact-integer-sqrt (n)
  "Two values: the greatest integer whose square is not above `n`, and what the square lacks.

(call-with-values (lambda () (exact-integer-sqrt 17)) list)  ;=> (4 1)"
  (let ((root (isqrt n)))
    (values root (- n (* root root)))))

(defproc cube (x)
  "The third power.

(cube 3)  ;=> 27"
  (%check (x number))
  (* x x x))

(defproc %exactly (round x)
  "The exact integer that a number is rounded to."
  (exact (round x)))

(defproc floor->exact (x)
  "The floor as an exact integer.

(floor->exact 2.5)  ;=> 2"
  (%check (x number))
  (%exactly %floor x))

(defproc ceiling->exact (x)
  "The ceiling as an exact integer.

(ceiling->exact 2.5)  ;=> 3"
  (%check (x number))
  (%exactly %ceiling x))

(defproc round->exact (x)
  "The nearest exact integer.

(round->exact 2.6)  ;=> 3"
  (%check (x number))
  (%exactly %round x))

(defproc truncate->exact (x)
  "The integer part as an exact integer.

(truncate->exact 2.6)  ;=> 2"
  (%check (x number))
  (%exactly %truncate x))

(defproc exact-floor (x)
  "The floor as an exact integer.

(exact-floor 2.6)  ;=> 2"
  (%check (x number))
  (%exactly %floor x))

(defproc boolean=? (a b &rest more)
  "Returns whether all arguments are the same truth value.

(boolean=? #t #t)     ;=> t
(boolean=? #t #f #t)  ;=> #f"
  (every? (lambda (x) (%eq? a x)) (cons b more)))

(defproc rationalize (x tolerance)
  "The simplest fraction that differs from `x` by no more than the tolerance.

(rationalize 3/10 1/10)  ;=> 1/3
(rationalize .3 1/10)    ;=> 0.3333333333333333"
  (%check (x number) (tolerance number))
  (let ((result (%simplest (- (exact x) (exact tolerance)) (+ (exact x) (exact tolerance)))))
    (if (and (exact? x) (exact? tolerance)) result (inexact result))))

(defproc %simplest (low high)
  "The simplest fraction between two."
  (cond
    ((> low high) (%simplest high low))
    ((= low high) low)
    ((> low 0) (%simplest-positive low high))
    ((< high 0) (- (%simplest-positive (- high) (- low))))
    (t 0)))

(defproc %simplest-positive (low high)
  "The simplest fraction between two positive ones."
  (let ((whole (floor-exact low)))
    (cond
      ((= whole low) whole)
      ((< whole (floor-exact high)) (+ 1 whole))
      (t (+ whole (/ 1 (%simplest-positive (/ 1 (- high whole)) (/ 1 (- low whole)))))))))

(defproc exact-round (x)
  "The nearest exact integer.

(exact-round 2.4)  ;=> 2"
  (%check (x number))
  (%exactly %round x))

(defproc number->string-padded (n width)
  "A number as text, at the right of a field.

(number->string-padded 42 5)  ;=> \"   42\""
  (%check (n number))
  (string-pad-left (number->string n) width))

(defproc random-integer (n)
  "A random integer below `n`.

(< -1 (random-integer 5) 5)  ;=> t"
  (%check (n number))
  (random n))

(defproc random-real ()
  "A random float between 0 and 1.

(< -1 (random-real) 1)  ;=> t"
  (random 1.0))

(defproc numerator (number)
  "The numerator of a fraction; that of a float is a float.

(numerator 6/4)   ;=> 3
(numerator 0.75)  ;=> 3.0"
  (%check (number number))
  (if (exact? number) (%core-numerator number) (inexact (%core-numerator (exact number)))))

(defproc denominator (number)
  "The denominator of a fraction; that of a float is a float.

(denominator 6/4)  ;=> 2
(denominator 0.5)  ;=> 2.0"
  (%check (number number))
  (if (exact? number) (%core-denominator number) (inexact (%core-denominator (exact number)))))

(defalias %core-numerator core:numerator)
(defalias %core-denominator core:denominator)

; SRFI 141: division of integers, by how the quotient is rounded. A float among the arguments makes floats of the
; results.

(defproc ceiling-quotient (a b)
  "The least integer that is not below the quotient.

(ceiling-quotient 7 2)  ;=> 4"
  (%check (a number) (b number))
  (%as-its-operands (%core-ceiling a b) a b))

(defproc ceiling-remainder (a b)
  "Returns the remainder of `ceiling-quotient`.

(ceiling-remainder 7 2)  ;=> -1"
  (%check (a number) (b number))
  (%ceiling-remainder a b))

(defproc ceiling/ (a b)
  "Two values: the quotient rounded up, and what it leaves.

(call-with-values (lambda () (ceiling/ 7 2)) list)  ;=> (4 -1)"
  (%check (a number) (b number))
  (values (ceiling-quotient a b) (ceiling-remainder a b)))

(defproc round-quotient (a b)
  "The integer next to the quotient, the even one of two that are as near.

(round-quotient 7 2)  ;=> 4
(round-quotient 5 2)  ;=> 2"
  (%check (a number) (b number))
  (%as-its-operands (%core-round a b) a b))

(defproc round-remainder (a b)
  "Returns the remainder of `round-quotient`.

(round-remainder 7 2)  ;=> -1"
  (%check (a number) (b number))
  (%round-remainder a b))

(defproc round/ (a b)
  "Two values: the quotient rounded to the next integer, and what it leaves.

(call-with-values (lambda () (round/ 7 2)) list)  ;=> (4 -1)"
  (%check (a number) (b number))
  (values (round-quotient a b) (round-remainder a b)))

(defproc euclidean-quotient (a b)
  "The quotient whose remainder is not negative.

(euclidean-quotient -7 2)   ;=> -4
(euclidean-quotient -7 -2)  ;=> 4"
  (%check (a number) (b number))
  (if (< b 0) (ceiling-quotient a b) (%floor-quotient a b)))

(defproc euclidean-remainder (a b)
  "Returns the remainder of `euclidean-quotient`: never negative.

(euclidean-remainder -7 -2)  ;=> 1"
  (%check (a number) (b number))
  (if (< b 0) (%ceiling-remainder a b) (modulo a b)))

(defproc euclidean/ (a b)
  "Two values: a quotient and a remainder that is not negative.

(call-with-values (lambda () (euclidean/ -7 2)) list)  ;=> (-4 1)"
  (%check (a number) (b number))
  (values (euclidean-quotient a b) (euclidean-remainder a b)))

(defproc balanced-quotient (a b)
  "The quotient whose remainder is at least minus half of `b`, and less than half of it.

(balanced-quotient 7 4)  ;=> 2
(balanced-quotient 6 4)  ;=> 2"
  (%check (a number) (b number))
  (let ((q (round-quotient a b)))
    (cond
      ((not (%half? (%round-remainder a b) b)) q)
      ((< b 0) (- q 1))
      (t (+ q 1)))))

(defproc %half? (rest b)
  "Returns whether the rest is half of the size of `b`. Half of a float may not be one."
  (= rest (- (abs b) rest)))

(defproc balanced-remainder (a b)
  "Returns the remainder of `balanced-quotient`.

(balanced-remainder 7 4)  ;=> -1
(balanced-remainder 6 4)  ;=> -2"
  (%check (a number) (b number))
  (let ((rest (%round-remainder a b)))
    (if (%half? rest b) (- rest) rest)))

(defproc balanced/ (a b)
  "Two values: a quotient, and a remainder between minus half of `b` and half of it.

(call-with-values (lambda () (balanced/ 7 4)) list)  ;=> (2 -1)"
  (%check (a number) (b number))
  (values (balanced-quotient a b) (balanced-remainder a b)))

(defalias div0-and-mod0 balanced/)

; There are no complex numbers; every number is its own real part.

(defproc real-part (number)
  "The number itself.

(real-part 5)  ;=> 5"
  (%check (number number))
  (+ number 0))

(defproc imag-part (number)
  "Zero.

(imag-part 5)  ;=> 0"
  (%check (number number))
  (if (number? number) 0 (+ number 0)))

(defproc angle (number)
  "Zero, or pi for a negative number.

(angle 5)  ;=> 0"
  (%check (number number))
  (if (< number 0) (acos -1) 0))

(defproc make-rectangular (real imaginary)
  "The number `real`; the imaginary part must be zero, since complex numbers are not supported.

(make-rectangular 5 0)  ;=> 5
(make-rectangular 1 2)  ;!! user-error"
  (if (%eq? imaginary 0)
    real
    (%core-error "make-rectangular: complex numbers are not supported:" imaginary)))

(defproc make-polar (magnitude angle)
  "The number `magnitude`; the angle must be zero, since complex numbers are not supported.

(make-polar 5 0)  ;=> 5
(make-polar 1 2)  ;!! user-error"
  (if (%eq? angle 0)
    magnitude
    (%core-error "make-polar: complex numbers are not supported:" angle)))

(defalias real-valued? number?)
(defalias rational-valued? %rational?)

(defproc integer-valued? (object)
  "Returns whether `object` is an integer, exact or not.

(if (integer-valued? 2.0) 'yes 'no)  ;=> yes"
  (and (number? object) (integer? object)))
