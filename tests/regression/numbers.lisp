;;;; a comparison of several looks at all of them
; found: 2026-11-22, random programs on two evaluators: (< 2 1 'x) was nil
; The instructions of a comparison stop where it fails; what comes after must be a number all the same.
(< 2 1 'x)            ;!! wrong-type
(apply < '(2 1 x))    ;!! wrong-type
(>= 1 2 'x)           ;!! wrong-type
(< 3 2 1 'x)          ;!! wrong-type
(< 1 2 3)             ;=> t
(< 1 3 2)             ;=> nil
(< 2 1 3)             ;=> nil
(< 1 2 3 4)           ;=> t
(< 1 2 4 3)           ;=> nil
(= 1 2 'x)            ;=> nil
(apply = '(1 2 x))    ;=> nil
(let ((n 0)) (while (<= 0 n 4) (setq n (+ n 1))) n)  ;=> 5
(if (<= 0 7 8) 'inside 'outside)  ;=> inside
(if (<= 0 9 8) 'inside 'outside)  ;=> outside

;;;; a sum is taken when its last part is there
; found: 2026-11-22, random programs on two evaluators: an error came before the throw that ends the form
; Operands are evaluated before the operation is done, as in a call, however many there are.
(catch 'out (+ 'a 1 (throw 'out 5)))                     ;=> 5
(catch 'out (* 'a 1 2 (throw 'out 5) 7))                 ;=> 5
(catch 'out (- 'a 1 (throw 'out 5)))                     ;=> 5
(+ 'a 1 (print 'seen))                                   ;!! wrong-type
;>> seen
(let ((n 1)) (list (+ n 10 (setq n 5) n) (- n 1 (setq n 2) n) (* n 2 (progn (setq n 3) n) n)))  ;=> (21 0 36)
(let ((n 1)) (let ((f (lambda () (setq n (* 10 n))))) (list (+ n 1 (f) n (f)) n)))              ;=> (122 100)
(let ((k nil) (l nil)) (setq l (cons (+ 1 2 (call/cc (lambda (c) (setq k c) 3)) 4) l)) (if (< (length l) 3) (k (length l)) l))  ;=> (9 8 10)
; The product is there before what is added to it.
(catch 'out (+ (* 'a 2) (throw 'out 5)))                 ;!! wrong-type
(catch 'out (+ (throw 'out 5) (* 'a 2)))                 ;=> 5
(+ (* 'a 2) (print 'unseen))                             ;!! wrong-type
(let ((a 2) (b 3)) (+ (* a b) (progn (setq a 10) a)))    ;=> 16
(let ((f (lambda (a b c) (+ (* a b) (first c))))) (f 2 3 '(4)))  ;=> 10

;;;; a sum of minus zeros is minus zero
; found: 2026-11-22, random programs on two evaluators: 0.0 where + was called in place
; However the function is called: in place, as a value, with one number or with many.
(list (+ -0.0) (apply + '(-0.0)) (apply + '(-0.0 -0.0)) (+ -0.0 -0.0) (+ -0.0 -0.0 -0.0))  ;=> (-0.0 -0.0 -0.0 -0.0 -0.0)
(list (+ -0.0 0) (apply + '(-0.0 0)) (apply + '(0 -0.0)) (+) (apply + '(1/2)))             ;=> (0.0 0.0 0.0 0 1/2)

;;;; remainders of floats are exact
; found: 2026-11-26, a comparison with exact fractions: a large quotient lost the remainder
(remainder 1e18 0.34)                        ;=> 0.2820395830781114
(remainder 1152921504606846976 0.33997)      ;=> 0.16568137217989853
(remainder -1152921504606846976 0.33997)     ;=> -0.16568137217989853
(remainder 1e300 1e-300)                     ;=> 4.891554850853602e-301
(modulo -1 1e-300)                           ;=> 1.0368134719602886e-301
(modulo 1e300 -1e-300)                       ;=> -5.108445149146398e-301
(remainder 1.7976931348623157e308 5e-324)    ;=> 0.0
(remainder -1e-320 5e-324)                   ;=> 0.0
(list (remainder 5.5 +inf.0) (modulo 5.5 +inf.0) (modulo -5.5 +inf.0) (modulo 5.5 -inf.0))  ;=> (5.5 5.5 +inf.0 -inf.0)
(list (remainder +inf.0 2) (modulo 1/3 +nan.0) (remainder +nan.0 2.0))  ;=> (+nan.0 +nan.0 +nan.0)
(list (remainder 7/5 0.5) (modulo 7/5 -0.5) (remainder (+ (expt 10 30) 1) 7.0))  ;=> (0.4 -0.1 2.0)
(list (remainder 1/3 2) (modulo -1/3 2) (remainder (expt 10 30) 1/3))  ;=> (1/3 5/3 0)
(list (remainder -6.0 3) (modulo -6.0 3) (remainder -0.0 3.0))  ;=> (0.0 0.0 0.0)
(modulo 5.5 0.0)                             ;!! division-by-zero
(list (floor 5.5 +inf.0) (floor -5.5 +inf.0) (ceiling 5 +inf.0) (round -1/2 -inf.0) (truncate 0 -inf.0))  ;=> (0 -1 1 0 0)
(floor 5.5 +nan.0)                           ;!! bad-value
(require 'scheme)
(call-with-values (lambda () (floor/ -1e18 0.34)) list)     ;=> (-2.9411764705882353e18 0.057960416921888636)
(call-with-values (lambda () (truncate/ 5.5 2)) list)       ;=> (2.0 1.5)
(call-with-values (lambda () (round/ 1e18 0.34)) list)      ;=> (2.9411764705882353e18 -0.057960416921888636)
(call-with-values (lambda () (ceiling/ 7.5 2)) list)        ;=> (4.0 -0.5)
(call-with-values (lambda () (euclidean/ -7.5 -2)) list)    ;=> (4.0 0.5)
(call-with-values (lambda () (balanced/ 5 2)) list)         ;=> (3 -1)
(list (balanced-remainder -1e-300 1.0) (balanced-remainder 1e308 1.7976931348623157e308))  ;=> (-1e-300 -7.976931348623157e307)
(list (div0 5 2) (mod0 5 2) (div -7.5 2) (mod -7.5 2))      ;=> (3 -1 -4.0 0.5)

;;;; the floor of a quotient is that of the value
; found: 2026-11-20, a reader of the core's code: 59 for 60
(list (floor (/ 6.0 0.1)) (let ((q (/ 6.0 0.1))) (floor q)))     ;=> (60 60)
(list (floor (/ 7 2)) (floor (/ -7 2)) (floor (/ 1 3)))          ;=> (3 -4 0)

;;;; zero taken from minus zero
; found: 2026-11-22, random programs on two evaluators: 0.0 for -0.0
; Taking a constant away is adding its negation, but for zero: -0.0 - 0 is -0.0, -0.0 + 0 is 0.0.
(- -0.0 0)               ;=> -0.0
(let ((x -0.0)) (- x 0))  ;=> -0.0
(apply - '(-0.0 0))      ;=> -0.0
(let ((x -0.0)) (+ x 0))  ;=> 0.0
(apply + '(-0.0 0))      ;=> 0.0
(let ((x 5)) (- x 0))     ;=> 5

;;;; a numeral in a string is read as in a text
; found: 2026-11-26, comparison of string->number with the reader: exact numerals went through floats
(require 'scheme)
(map string->number '("#e0.1" "#e1.5e-2" "#E-.5E1" "#i1/3" "#x#e-f/10"))  ;=> (1/10 3/200 -5 0.3333333333333333 -15/16)
(map string->number '("#e+inf.0" "#x#x10" "#e#i1" "#e" "#" "1/0" "#i1/0" "" "1e" "+"))  ;=> (#f #f #f #f #f #f #f #f #f #f)
(map string->number '("#x+inf.0" "#e0e999999999" "1e999999999" "#e1e999999999" "#e1e-999999999"))  ;=> (+inf.0 0 +inf.0 #f #f)
(list (string->number "ff" 16) (string->number "#d1.5" 16) (string->number "1.5" 16) (string->number "-inf.0" 2))  ;=> (255 1.5 #f -inf.0)
(list #e0.1 #x-inf.0 #e-0.0 #e1.5e-2)                            ;=> (1/10 -inf.0 0 3/200)
(string->number "1" 1)                                           ;!! bad-value

;;;; seconds are rounded to nanoseconds
; found: 2026-11-27, by reading date: (date-parts 1.001) gave second 1.000999999, and -1e-17 an error
(require 'date)
(date-parts 1.001)                         ;=> (1970 1 1 0 0 1.001 4 1)
(date-parts -1e-17)                        ;=> (1970 1 1 0 0 0 4 1)
(date-parts 1.9999999999)                  ;=> (1970 1 1 0 0 2 4 1)
(make-date 1970 1 1 0 0 1.001)             ;=> 1.001
(make-date 1970 1 1 0 0 1.9999999999)      ;=> 2
(make-date 1970 1 1 0 0 59.9999999999)     ;=> 60
(make-date 1970 1 1 0 0 60)                ;!! bad-value there is no
(make-date 1970 1 1 0 0 -1e-17)            ;=> 0

;;;; an error of a product inside a sum names the product
; found: 2026-11-26, a reader of the code: one instruction adds and multiplies, and its errors named the sum
(defproc f (x y z) (+ x (* y z)))
(f 1 'q 2)                     ;!! wrong-type @110:25 *: argument 1 must be a number, got q
(f 1 2 'q)                     ;!! wrong-type @110:25 *: argument 2 must be a number, got q
(f 'q 2 3)                     ;!! wrong-type @110:20 +: argument 1 must be a number, got q
