; The names of R6RS, Gambit and Chez for operations on numbers of one kind, small integers (fixnums) and
; floats (flonums). They are those on all numbers: that the arguments are of this kind is not checked.

(defalias fx+ +)
(defalias fx- -)
(defalias fx* *)
(defalias fx= %=)
(defalias fx< <)
(defalias fx> >)
(defalias fx<= <=)
(defalias fx>= >=)
(defalias fx=? %=)
(defalias fx<? <)
(defalias fx>? >)
(defalias fx<=? <=)
(defalias fx>=? >=)
(defalias fx1+ 1+)
(defalias fx1- 1-)
(defalias fxquotient quotient)
(defalias fxremainder remainder)
(defalias fxmodulo modulo)
(defalias fxabs abs)
(defalias fxmin min)
(defalias fxmax max)
(defalias fxzero? zero?)
(defalias fxpositive? positive?)
(defalias fxnegative? negative?)
(defalias fxodd? odd?)
(defalias fxeven? even?)
(defalias fxand bit-and)
(defalias fxior bit-or)
(defalias fxxor bit-xor)
(defalias fxnot bit-not)
(defalias fxlogand bit-and)
(defalias fxlogior bit-or)
(defalias fxlogor bit-or)
(defalias fxlogxor bit-xor)
(defalias fxlognot bit-not)
(defalias fxarithmetic-shift arithmetic-shift)
(defalias fxarithmetic-shift-left arithmetic-shift)
(defalias fxsll arithmetic-shift)
(defalias fxlsh arithmetic-shift)
(defalias bitwise-arithmetic-shift arithmetic-shift)
(defalias bitwise-arithmetic-shift-left arithmetic-shift)

(defproc bitwise-arithmetic-shift-right (n count)
  "The integer shifted to the right.

(bitwise-arithmetic-shift-right 20 2)  ;=> 5"
  (%check (n number) (count number))
  (arithmetic-shift n (- count)))

(defalias fxarithmetic-shift-right bitwise-arithmetic-shift-right)
(defalias fxsra bitwise-arithmetic-shift-right)
(defalias fxsrl bitwise-arithmetic-shift-right)
(defalias fxrsh bitwise-arithmetic-shift-right)
(defalias bitwise-bit-count bit-count)
(defalias fxbit-count bit-count)
(defalias bitwise-length integer-length)
(defalias fxlength integer-length)

(defproc bitwise-bit-set? (n index)
  "Returns whether this bit of the integer is 1.

(bitwise-bit-set? 5 2)  ;=> t
(bitwise-bit-set? 5 1)  ;=> #f"
  (%check (n number) (index number))
  (odd? (arithmetic-shift n (- index))))

(defalias fxbit-set? bitwise-bit-set?)

(defproc logbit? (index n)
  "Returns whether this bit of the integer is 1.

(logbit? 2 5)  ;=> t"
  (%check (index number) (n number))
  (bitwise-bit-set? n index))

(defalias bit-set? logbit?)

(defproc least-fixnum ()
  "The least small integer.

(fixnum? (least-fixnum))  ;=> t"
  (- (expt 2 60)))

(defproc greatest-fixnum ()
  "The greatest small integer.

(fixnum? (+ 1 (greatest-fixnum)))  ;=> #f"
  (- (expt 2 60) 1))

(defalias most-negative-fixnum least-fixnum)
(defalias most-positive-fixnum greatest-fixnum)

(defproc fixnum-width ()
  "The bits of a small integer.

(fixnum-width)  ;=> 61"
  61)

(defproc fixnum? (object)
  "Returns whether `object` is a small integer, one that needs no room on the heap.

(fixnum? 5)           ;=> t
(fixnum? (expt 2 80))  ;=> #f
(fixnum? 'a)          ;=> #f"
  (and (exact-integer? object) (<= (least-fixnum) object (greatest-fixnum))))

(defproc bignum? (object)
  "Returns whether `object` is an integer that is not small.

(bignum? (expt 2 80))  ;=> t"
  (and (exact-integer? object) (not (fixnum? object))))

(defproc flonum? (object)
  "Returns whether `object` is a float.

(flonum? 1.5)  ;=> t
(flonum? 1)    ;=> #f"
  (and (number? object) (inexact? object)))

(defproc ratnum? (object)
  "Returns whether `object` is a fraction.

(ratnum? 1/2)  ;=> t"
  (and (number? object) (exact? object) (not (exact-integer? object))))

(defalias fl+ +)
(defalias fl- -)
(defalias fl* *)
(defalias fl/ /)
(defalias fl= %=)
(defalias fl< <)
(defalias fl> >)
(defalias fl<= <=)
(defalias fl>= >=)
(defalias fl=? %=)
(defalias fl<? <)
(defalias fl>? >)
(defalias fl<=? <=)
(defalias fl>=? >=)
(defalias flabs abs)
(defalias flsqrt sqrt)
(defalias flexp exp)
(defalias fllog log)
(defalias flsin sin)
(defalias flcos cos)
(defalias fltan tan)
(defalias flasin asin)
(defalias flacos acos)
(defalias flatan atan)
(defalias flexpt expt)
(defalias flfloor %floor)
(defalias flceiling %ceiling)
(defalias flround %round)
(defalias fltruncate %truncate)
(defalias flmin min)
(defalias flmax max)
(defalias flzero? zero?)
(defalias flpositive? positive?)
(defalias flnegative? negative?)
(defalias flinteger? integer?)
(defalias flnan? nan?)
(defalias flinfinite? infinite?)
(defalias flfinite? finite?)
(defalias fixnum->flonum inexact)
(defalias real->flonum inexact)
(defalias exact->flonum inexact)
(defalias flonum->fixnum truncate->exact)

; Division as in R6RS: the remainder is never negative.

(defproc mod (a b)
  "Returns the remainder of `div`: never negative.

(mod -7 2)   ;=> 1
(mod -7 -2)  ;=> 1"
  (%check (a number) (b number))
  (euclidean-remainder a b))

(defproc div (a b)
  "The quotient that leaves a remainder from 0 to below the size of `b`.

(div -7 2)   ;=> -4
(div -7 -2)  ;=> 4"
  (%check (a number) (b number))
  (euclidean-quotient a b))

(defproc div-and-mod (a b)
  "Two values: `div` and `mod`.

(call-with-values (lambda () (div-and-mod -7 2)) list)  ;=> (-4 1)"
  (%check (a number) (b number))
  (values (div a b) (mod a b)))

(defproc mod0 (a b)
  "Returns the remainder of `div0`.

(mod0 7 4)  ;=> -1"
  (%check (a number) (b number))
  (balanced-remainder a b))

(defproc div0 (a b)
  "The quotient that leaves the remainder closest to zero.

(div0 7 4)  ;=> 2"
  (%check (a number) (b number))
  (balanced-quotient a b))

(defalias fxdiv div)
(defalias fxmod mod)
(defalias fxdiv-and-mod div-and-mod)
