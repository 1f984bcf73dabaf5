; Numbers: arithmetic, division, comparison, bits, floats, conversion.

(+)
;=> 0
(*)
;=> 1
(- 5)
;=> -5
(/ 4)
;=> 1/4
(/ 12 8)
;=> 3/2
(+ 1/2 1/3)
;=> 5/6
(* 2 3.5)
;=> 7.0
(- 10 1 2 3)
;=> 4
(/ 100 5 2)
;=> 10
(max 3 1 2)
;=> 3
(min 3 1 2)
;=> 1
(max 1 2.5)
;=> 2.5
(abs -7)
;=> 7
(abs -3/4)
;=> 3/4
(1+ 9)
;=> 10
(1- 9)
;=> 8
(= 1 1.0 1)
;=> T
(eql 1 1.0)
;=> NIL
(equalp 1 1.0)
;=> T
(< 1 2 3)
;=> T
(< 1 3 2)
;=> NIL
(/= 1 2 3)
;=> T
(/= 1 2 1)
;=> NIL
(>= 3 3 2)
;=> T
(floor 7 2)
;=> 3 ; 1
(floor -7 2)
;=> -4 ; 1
(floor 7 -2)
;=> -4 ; -1
(ceiling 7 2)
;=> 4 ; -1
(ceiling -7 2)
;=> -3 ; -1
(truncate -7 2)
;=> -3 ; -1
(round 7 2)
;=> 4 ; -1
(round 5 2)
;=> 2 ; 1
(round -5/2)
;=> -2 ; -1/2
(round 2.5)
;=> 2 ; 0.5
(round 3.5)
;=> 4 ; -0.5
(floor 7.5)
;=> 7 ; 0.5
(floor -7.5 2)
;=> -4 ; 0.5
(floor 5/3)
;=> 1 ; 2/3
(truncate 2.7)
;=> 2 ; 0.7000000000000002
(ffloor 7.0 2)
;=> 3.0 ; 1.0
(fceiling 7.0 2)
;=> 4.0 ; -1.0
(ftruncate -7.0 2)
;=> -3.0 ; -1.0
(fround 7.0 2)
;=> 4.0 ; -1.0
(mod 13 4)
;=> 1
(mod -13 4)
;=> 3
(mod 13 -4)
;=> -3
(rem -13 4)
;=> -1
(mod 5.5 2)
;=> 1.5
(mod -5.5 2)
;=> 0.5
(rem -5.5 2)
;=> -1.5
(mod 7/2 1)
;=> 1/2
(rem 13 -4)
;=> 1
(floor 1 0)
;!! division-by-zero
(/ 1 0)
;!! division-by-zero
(mod 5 0)
;!! division-by-zero
(gcd 12 18)
;=> 6
(gcd)
;=> 0
(gcd 0 5)
;=> 5
(lcm 4 6)
;=> 12
(lcm)
;=> 1
(lcm 3 5 7)
;=> 105
(expt 2 10)
;=> 1024
(expt 2 -2)
;=> 1/4
(expt 2.0 3)
;=> 8.0
(expt 1/2 3)
;=> 1/8
(expt 0 0)
;=> 1
(expt 2 100)
;=> 1267650600228229401496703205376
(sqrt 16.0)
;=> 4.0
(sqrt 2.0)
;=> 1.4142135623730951
(sqrt 0.25)
;=> 0.5
(isqrt 17)
;=> 4
(isqrt 99999999999999999999)
;=> 9999999999
(exp 0.0)
;=> 1.0
(log 1.0)
;=> 0.0
(log 8.0 2)
;=> 3.0
(log 100.0 10.0)
;=> 2.0
(sin 0.0)
;=> 0.0
(cos 0.0)
;=> 1.0
(atan 1)
;=> 0.7853982f0
;-> 0.7853981633974483
(atan 1.0 1.0)
;=> 0.7853981633974483
(atan -1.0 -1.0)
;=> -2.356194490192345
(numerator 6/4)
;=> 3
(denominator 6/4)
;=> 2
(numerator 5)
;=> 5
(denominator 5)
;=> 1
(rational 0.5)
;=> 1/2
(rational 0.1)
;=> 3602879701896397/36028797018963968
(rationalize 0.1)
;=> 1/10
(rationalize 0.5)
;=> 1/2
(rationalize 0.333)
;=> 333/1000
(float 1/3 1.0)
;=> 0.3333333333333333
(float 5 1.0)
;=> 5.0
(float 1.5 1.0)
;=> 1.5
(coerce 1/2 'double-float)
;=> 0.5
(coerce 3 'double-float)
;=> 3.0
(signum -5)
;=> -1
(signum 0)
;=> 0
(signum -2.5)
;=> -1.0
(signum 3/4)
;=> 1
(evenp 4)
;=> T
(oddp 4)
;=> NIL
(zerop 0.0)
;=> T
(plusp 1/2)
;=> T
(minusp -1)
;=> T
(integerp 5)
;=> T
(integerp 5.0)
;=> NIL
(rationalp 1/2)
;=> T
(floatp 1/2)
;=> NIL
(realp 5)
;=> T
(numberp 'a)
;=> NIL
(complexp 5)
;=> NIL
(typep 5 '(integer 0 10))
;=> T
(typep 5 '(mod 5))
;=> NIL
(typep 5 '(unsigned-byte 2))
;=> NIL
(ash 1 10)
;=> 1024
(ash -1 3)
;=> -8
(ash 1024 -3)
;=> 128
(ash -5 -1)
;=> -3
(logand 12 10)
;=> 8
(logior 12 10)
;=> 14
(logxor 12 10)
;=> 6
(lognot 5)
;=> -6
(logand)
;=> -1
(logior)
;=> 0
(logtest 5 2)
;=> NIL
(logbitp 2 5)
;=> T
(logcount 255)
;=> 8
(logcount -1)
;=> 0
(integer-length 255)
;=> 8
(integer-length -256)
;=> 8
(integer-length 0)
;=> 0
(ldb (byte 4 4) #xab)
;=> 10
(dpb 5 (byte 4 0) #xf0)
;=> 245
(mask-field (byte 4 4) #xab)
;=> 160
(deposit-field #xff (byte 4 4) 0)
;=> 240
(byte-size (byte 3 2))
;=> 3
(byte-position (byte 3 2))
;=> 2
(ldb-test (byte 2 0) 4)
;=> NIL
(logeqv 5 3)
;=> -7
(lognand 5 3)
;=> -2
(lognor 5 3)
;=> -8
(logandc1 5 3)
;=> 2
(logandc2 5 3)
;=> 4
(logorc1 5 3)
;=> -5
(logorc2 5 3)
;=> -3
(boole boole-and 12 10)
;=> 8
(boole boole-xor 12 10)
;=> 6
(boole boole-c1 12 10)
;=> -13
(boole boole-set 0 0)
;=> -1
(decode-float 6.0)
;=> 0.75 ; 3 ; 1.0
(decode-float 0.1)
;=> 0.8 ; -3 ; 1.0
(integer-decode-float 1.0)
;=> 4503599627370496 ; -52 ; 1
(integer-decode-float -0.5)
;=> 4503599627370496 ; -53 ; -1
(scale-float 1.5 4)
;=> 24.0
(float-radix 1.0)
;=> 2
(float-digits 1.0)
;=> 53
(float-precision 1.0)
;=> 53
(float-sign -3.0)
;=> -1.0
(float-sign -1.0 5.0)
;=> -5.0
(realpart 5)
;=> 5
(imagpart 5)
;=> 0
(conjugate 5)
;=> 5
#b1010
;=> 10
#o17
;=> 15
#xff
;=> 255
#36rzz
;=> 1295
#3r-12
;=> -5
1.
;=> 1
-0.5
;=> -0.5
.5
;=> 0.5
+7
;=> 7
2/4
;=> 1/2
1e3
;=> 1000.0
(parse-integer "42")
;=> 42 ; 2
(parse-integer "  -17  ")
;=> -17 ; 7
(parse-integer "ff" :radix 16)
;=> 255 ; 2
(parse-integer "12abc" :junk-allowed t)
;=> 12 ; 2
(parse-integer "abc" :junk-allowed t)
;=> NIL ; 0
(parse-integer "a12b" :start 1 :end 3)
;=> 12 ; 3
(parse-integer "abc")
;!! parse-error
(parse-integer "")
;!! parse-error
(+ 'a 1)
;!! type-error
(1+ "1")
;!! type-error
(< 1 'a)
;!! type-error
(sqrt 'x)
;!! type-error
(random 1)
;=> 0
(random 0)
;!! simple-type-error
(random -5)
;!! simple-type-error
(let ((s (make-random-state nil))) (= (random 1000 (make-random-state s)) (random 1000 s)))
;=> T
(typep (random 1.0) 'float)
;=> T
(random-state-p *random-state*)
;=> T
(random-state-p (make-random-state t))
;=> T
most-positive-fixnum
;=> 4611686018427387903
;-> 1152921504606846975
(typep most-positive-fixnum 'fixnum)
;=> T
(typep (1+ most-positive-fixnum) 'bignum)
;=> T
(incf (car (list 1)) 5)
;=> 6
(let ((x 5)) (decf x 2) x)
;=> 3
(let ((a 5)) (setf (ldb (byte 1 1) a) 1) a)
;=> 7
(reduce #'+ '(1 2 3 4))
;=> 10
(apply #'max '(3 9 2))
;=> 9
(zerop -0.0)
;=> T
(sinh 0.0)
;=> 0.0
(cosh 0.0)
;=> 1.0
(tanh 0.0)
;=> 0.0
(asin 1.0)
;=> 1.5707963267948966
(acos 1.0)
;=> 0.0
(asin 0.0)
;=> 0.0
(floor 17 5.0)
;=> 3 ; 2.0
(round 17 5.0)
;=> 3 ; 2.0
(- 1/2 1/2)
;=> 0
(+ 0.1 0.2)
;=> 0.30000000000000004
(/ 9 3)
;=> 3
(/ 1.0 4)
;=> 0.25
(* 1/3 3)
;=> 1
(= 0.5 1/2)
;=> T
(min 1 2.0 1/2)
;=> 1/2
(expt 4.0 1/2)
;=> 2.0
(expt 2 0.5)
;=> 1.4142135623730951
(cis 0)
;=> #C(1.0f0 0.0f0)
;-! simple-error
