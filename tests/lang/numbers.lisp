;;;; addition at the border of machine words
(+ 9223372036854775807 1)            ;=> 9223372036854775808
(- -9223372036854775808 1)           ;=> -9223372036854775809
(* 4294967296 4294967296)            ;=> 18446744073709551616
(+ 170141183460469231731687303715884105727 1)   ;=> 170141183460469231731687303715884105728
(- 18446744073709551616 18446744073709551616)   ;=> 0

;;;; addition at the fixnum border promotes
(+ 1152921504606846975 1)            ;=> 1152921504606846976
(- -1152921504606846976 1)           ;=> -1152921504606846977
(- 1152921504606846976 1)            ;=> 1152921504606846975
(+ 1152921504606846975 1152921504606846975)  ;=> 2305843009213693950
(let ((n 1152921504606846975)) (setq n (+ n 1)) (setq n (- n 1)) (= n 1152921504606846975))  ;=> t
(- -1152921504606846976)             ;=> 1152921504606846976
(abs -1152921504606846976)           ;=> 1152921504606846976

;;;; bits of integers
(bit-and 12 10)      ;=> 8
(bit-or 12 10)       ;=> 14
(bit-xor 12 10)      ;=> 6
(bit-not 5)          ;=> -6
(arithmetic-shift 1 100)  ;=> 1267650600228229401496703205376
(arithmetic-shift -5 -1)  ;=> -3
(bit-count 255)      ;=> 8
(bit-and -1 18446744073709551616)  ;=> 18446744073709551616
(bit-or 0.5 1)       ;!! wrong-type

;;;; comparisons mix exact and inexact
(< 1 3/2 2)          ;=> t
(< 1/3 0.34)         ;=> t
(= 1/2 0.5)          ;=> t
(= 1 1.0)            ;=> t
(< 1 2 2)            ;=> nil
(<= 1 2 2)           ;=> t
(> 3 2 1)            ;=> t
(>= 3 3 1)           ;=> t
(= 9007199254740993 9007199254740992.0)   ;=> nil
(< 9007199254740992.0 9007199254740993)   ;=> t
(< 1/3 0.3333333333333333)                ;=> nil
(/= 1 2)             ;=> t

;;;; comparisons need numbers
(< 1 'a)             ;!! wrong-type
(< "1" "2")          ;!! wrong-type
(> nil 1)            ;!! wrong-type
(+ 1 nil)            ;!! wrong-type +
(- '(1))             ;!! wrong-type -
(* "2" 3)            ;!! wrong-type *
(+)                  ;=> 0
(-)                  ;!! argument-count

;;;; division of exact numbers is exact
(/ 6 3)              ;=> 2
(/ 1 3)              ;=> 1/3
(/ 4 6)              ;=> 2/3
(/ -4 6)             ;=> -2/3
(/ 4 -6)             ;=> -2/3
(/ 2)                ;=> 1/2
(/ 1/2 1/4)          ;=> 2
(/ 100 2 5)          ;=> 10
(/ 1.0 4)            ;=> 0.25
(/ 1 0)              ;!! division-by-zero
(/ 1/2 0)            ;!! division-by-zero

;;;; exact and inexact convert
(exact 0.5)          ;=> 1/2
(exact 2.0)          ;=> 2
(inexact 1/3)        ;=> 0.3333333333333333
(inexact 1)          ;=> 1.0
(exact 0.1)          ;=> 3602879701896397/36028797018963968
(exact (/ 1.0 0.0))  ;!! bad-value

;;;; exact powers
(expt 2 10)          ;=> 1024
(expt 2 100)         ;=> 1267650600228229401496703205376
(expt 2/3 3)         ;=> 8/27
(expt 2 -2)          ;=> 1/4
(expt 0 0)           ;=> 1
(expt 2.0 3)         ;=> 8.0
(expt -3 3)          ;=> -27
(expt 1 1000000000000000000000)   ;=> 1
(expt 0 -1)          ;!! division-by-zero

;;;; fibonacci numbers grow exactly
(defproc fib (n) (let loop ((a 0) (b 1) (n n)) (if (= n 0) a (loop b (+ a b) (- n 1)))))
(fib 90)             ;=> 2880067194370816120
(fib 200)            ;=> 280571172992510140037611932413038677189525
(string-length (number->string (fib 1000)))  ;=> 209

;;;; floats absorb exact numbers
(+ 1 0.5)            ;=> 1.5
(* 2 0.5)            ;=> 1.0
(+ 1/2 0.25)         ;=> 0.75
(- 0.5 1/2)          ;=> 0.0
(/ 3 2.0)            ;=> 1.5
(+ 1152921504606846976 0.0)  ;=> 1.152921504606847e18

;;;; floats read and print shortest
5.234                ;=> 5.234
1e-5                 ;=> 1e-5
0.1                  ;=> 0.1
(+ 0.1 0.2)          ;=> 0.30000000000000004
1e100                ;=> 1e100
(* 1.0 100)          ;=> 100.0
-0.0                 ;=> -0.0
123456789.125        ;=> 123456789.125

;;;; floor takes one or two arguments and is exact
(floor 7/2)          ;=> 3
(floor -7/2)         ;=> -4
(floor 7 2)          ;=> 3
(floor -7 2)         ;=> -4
(floor (/ 8 3))      ;=> 2
(floor 2.7)          ;=> 2
(floor -2.5)         ;=> -3
(floor 7.5 2)        ;=> 3
(floor 5 0)          ;!! division-by-zero
(floor 100000000000000000000000 7)  ;=> 14285714285714285714285

;;;; infinities and not a number
(/ 1.0 0.0)          ;=> +inf.0
(- (/ 1.0 0.0))      ;=> -inf.0
(nan? (- (/ 1.0 0.0) (/ 1.0 0.0)))  ;=> t
(< 5 (/ 1.0 0.0))    ;=> t
+inf.0               ;=> +inf.0
(let ((x (/ 1.0 0.0))) (floor x))  ;!! bad-value

;;;; min max abs and friends
(min 3 1 2)          ;=> 1
(max 1/2 1/3)        ;=> 1/2
(abs -1/2)           ;=> 1/2
(gcd 12 18)          ;=> 6
(lcm 4 6)            ;=> 12
(1+ 5)               ;=> 6
(1- 5)               ;=> 4
(isqrt 99)           ;=> 9
(isqrt 100000000000000000000000000000000000000)  ;=> 10000000000000000000

;;;; multiplication is exact
(* 1152921504606846975 1152921504606846975)   ;=> 1329227995784915870597964051066650625
(* 99999999999 99999999999)          ;=> 9999999999800000000001
(* -3 1152921504606846976)           ;=> -3458764513820540928
(* 0 123456789012345678901234567890) ;=> 0
(*)                                  ;=> 1
(* 1/2 4)                            ;=> 2
(let ((f 1)) (dotimes (i 25 f) (setq f (* f (+ i 1)))))  ;=> 15511210043330985984000000

;;;; numbers in other radices
#xff                 ;=> 255
#b1010               ;=> 10
#o17                 ;=> 15
(number->string 255 16)   ;=> "ff"
(string->number "ff" 16)  ;=> 255
(string->number "1/2")    ;=> 1/2
(string->number "1e3")    ;=> 1000.0
(string->number "abc")    ;=> nil
(number->string 1/3)      ;=> "1/3"

;;;; predicates of numbers
(map-with number? '(1 1/2 0.5 a "1"))    ;=> (t t t nil nil)
(map-with integer? '(1 2.0 1/2))         ;=> (t t nil)
(map-with exact? '(1 1/2 0.5))           ;=> (t t nil)
(even? 10)                               ;=> t
(odd? -3)                                ;=> t
(even? 100000000000000000000)            ;=> t
(zero? 0.0)                              ;=> t
(even? 1/2)                              ;!! wrong-type

;;;; quotients and remainders
(quotient 7 2)       ;=> 3
(quotient -7 2)      ;=> -3
(remainder -7 2)     ;=> -1
(modulo -7 2)        ;=> 1
(modulo 7 -2)        ;=> -1
(quotient 7 0)       ;!! division-by-zero
(modulo 1 0)         ;!! division-by-zero
(remainder 100000000000000000000000 7)  ;=> 5

;;;; ratios are reduced and become integers
6/4                  ;=> 3/2
4/2                  ;=> 2
(+ 1/3 2/3)          ;=> 1
(- 1/2 1/3)          ;=> 1/6
(* 2/3 3/2)          ;=> 1
(numerator 6/4)      ;=> 3
(denominator 6/4)    ;=> 2
(numerator 5)        ;=> 5
(denominator 5)      ;=> 1

;;;; rounding functions
(ceiling 7/2)        ;=> 4
(ceiling -7 2)       ;=> -3
(truncate -7/2)      ;=> -3
(round 5/2)          ;=> 2
(round 7/2)          ;=> 4
(round -5/2)         ;=> -2
(round 2.6)          ;=> 3

;;;; square roots are exact where they can be
(sqrt 16)            ;=> 4
(sqrt 1/4)           ;=> 1/2
(sqrt 2)             ;=> 1.4142135623730951
(sqrt 0)             ;=> 0
(sqrt -1)            ;!! bad-value
(sqrt 2.25)          ;=> 1.5

;;;; tokens that are almost numbers are symbols
(symbol? '+)         ;=> t
(symbol? '-)         ;=> t
(symbol? '1+)        ;=> t
'...                 ;=> ...
(symbol? '-a)        ;=> t
+5                   ;=> 5
.5                   ;=> 0.5
-.5                  ;=> -0.5

;;;; random numbers are below the bound
(defproc all? (n ok? draw) (or (= n 0) (and (ok? (draw)) (all? (- n 1) ok? draw))))
(all? 500 (lambda (x) (and (integer? x) (<= 0 x 6))) (lambda () (random 7)))             ;=> t
(all? 500 (lambda (x) (and (float? x) (<= 0.0 x) (< x 0.1))) (lambda () (random 0.1)))   ;=> t
(all? 100 (lambda (x) (< -1 x (expt 2 65))) (lambda () (random (expt 2 65))))            ;=> t
(random 1)                                                                               ;=> 0
(sort (shuffle '(5 3 1 4 2)) <)                                                          ;=> (1 2 3 4 5)
(shuffle nil)                                                                            ;=> nil
(random 0)                                     ;!! wrong-type random: bound must be a positive integer or float, got 0
(random -1.5)                                  ;!! wrong-type
(random 1/2)                                   ;!! wrong-type
(random 'a)                                    ;!! wrong-type
(random-element nil)                           ;!! bad-value
(random-element (vector))                      ;!! bad-value
(random-element 5)                             ;!! wrong-type
(random-seed! 'a)                              ;!! wrong-type

;;;; the same seed gives the same numbers
(random-seed! 1)                                     ;=> 1
(list (random 10) (random 10) (random 10))           ;=> (8 7 1)
(random-seed! 1)
(list (random 10) (random 10) (random 10))           ;=> (8 7 1)
(random 1.0)                                         ;=> 0.7462168706168104
(random (expt 10 30))                                ;=> 748520912647907284772086902692
(shuffle '(a b c d e f g h))                         ;=> (c e b g f a d h)
(random-element '(a b c))                            ;=> b
(random-element #(1 2 3))                            ;=> 1

;;;; floats without fraction divide as integers do
(quotient 7.0 2)                              ;=> 3.0
(modulo -7 2.0)                               ;=> 1.0
(modulo 7.5 2)                                ;=> 1.5
(modulo -7.5 2)                               ;=> 0.5
(remainder -15/2 2)                           ;=> -3/2
(remainder 7 1/2)                             ;=> 0
(quotient +inf.0 2)                           ;!! wrong-type
(quotient 7 0.0)                              ;!! division-by-zero
(modulo 100000000000000000000 0)              ;!! division-by-zero

;;;; rounding is exact for every kind
(floor 2.5)                                   ;=> 2
(round 2.5)                                   ;=> 2
(round -7/2)                                  ;=> -4
(ceiling -7/2)                                ;=> -3
(floor 1e20)                                  ;=> 100000000000000000000
(floor +nan.0)                                ;!! bad-value
(floor 7 -2)                                  ;=> -4
(truncate 7 -2)                               ;=> -3
(floor 7.5 1/2)                               ;=> 15
(floor 1 0.1)                                 ;=> 9
(round 5 0.0)                                 ;!! division-by-zero
(round 1 +inf.0)                              ;=> 0
(floor -1 +inf.0)                             ;=> -1
(ceiling -1 -inf.0)                           ;=> 1
(floor 1 +nan.0)                              ;!! bad-value
(floor +inf.0 +inf.0)                         ;!! bad-value
(floor -1152921504606846976 -1)               ;=> 1152921504606846976

;;;; common divisors of zeros are zero
(gcd 0 0)                                     ;=> 0
(lcm 0 5)                                     ;=> 0
(gcd -100000000000000000000 0)                ;=> 100000000000000000000
(gcd 100000000000000000000 15)                ;=> 5
(lcm -4 6)                                    ;=> 12

;;;; powers of every kind
(expt 2 100)                                  ;=> 1267650600228229401496703205376
(expt -2/3 3)                                 ;=> -8/27
(expt -2/3 -3)                                ;=> -27/8
(expt 2 -2)                                   ;=> 1/4
(expt -2 -3)                                  ;=> -1/8
(expt 0 0)                                    ;=> 1
(expt 0 5)                                    ;=> 0
(expt 0 -1)                                   ;!! division-by-zero
(expt 0 1/2)                                  ;=> 0
(expt 4 3/2)                                  ;=> 8
(expt 1/4 -1/2)                               ;=> 2
(expt 2.0 3)                                  ;=> 8.0
(expt -8 1/3)                                 ;!! bad-value
(expt -1 100000000000000000000001)            ;=> -1
(expt 1 -100000000000000000000001)            ;=> 1
(expt 0 100000000000000000000001)             ;=> 0
(expt -1 1000000000000)                       ;=> 1

;;;; roots are exact or nearest
(sqrt 16)                                     ;=> 4
(sqrt 1/4)                                    ;=> 1/2
(sqrt 0)                                      ;=> 0
(sqrt 2)                                      ;=> 1.4142135623730951
(sqrt 1/2)                                    ;=> 0.7071067811865476
(sqrt -1)                                     ;!! bad-value
(sqrt -1.5)                                   ;!! bad-value
(sqrt +inf.0)                                 ;=> +inf.0
(sqrt 100000000000000000000)                  ;=> 10000000000
(sqrt 100000000000000000001)                  ;=> 10000000000.0
(= (sqrt (expt 10 400)) (expt 10 200))        ;=> t
(sqrt (expt 10 401))                          ;=> 3.1622776601683794e200
(sqrt (/ (expt 10 401)))                      ;=> 3.1622776601683792e-201

;;;; the simplest ratio near a number is found
(approximate 3.14159265359 1e-5)              ;=> 355/113
(approximate -3.14159265359 1e-2)             ;=> -22/7
(approximate 0.3333 0.001)                    ;=> 1/3
(approximate 0.5 0)                           ;=> 1/2
(approximate 1/7 1)                           ;=> 0
(approximate 5 1/2)                           ;=> 5
(approximate 4.9 -0.25)                       ;=> 5
(approximate 2.5 1)                           ;=> 2
(approximate +nan.0 1)                        ;!! bad-value
(approximate 1 +inf.0)                        ;!! bad-value
(= (approximate 1e300 0) (exact 1e300))       ;=> t

;;;; logarithms reach beyond the floats
(log (expt 10 5000) 10)                       ;=> 5000.0
(log (/ (expt 10 5000)) 10)                   ;=> -5000.0
(log 8 2)                                     ;=> 3.0
(log 1)                                       ;=> 0.0
(log 0.0)                                     ;=> -inf.0
(log 0)                                       ;!! bad-value
(log -1)                                      ;!! bad-value
(log -2.5)                                    ;!! bad-value
(log -inf.0)                                  ;!! bad-value
(log 2 1)                                     ;!! bad-value

;;;; a float is not rounded to meet an integer
(> 9007199254740993 9007199254740992.0)       ;=> t
(< (- (expt 10 400) 1) +inf.0)                ;=> t
(< (- (expt 10 400) 1) +nan.0)                ;=> nil
(>= (- (expt 10 400) 1) +nan.0)               ;=> nil
(= +nan.0 +nan.0)                             ;=> t
