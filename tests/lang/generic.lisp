;;;; a generic function is a value
(defmethod double ((x number)) t (* 2 x))
(defmethod double ((x string)) t (concatenate x x))
double                                    ;=> #<generic-function double>
(procedure? double)                       ;=> t
(map-with double '(1 "a"))                ;=> (2 "aa")
(apply double '(4))                       ;=> 8
(let ((d double)) (d 5))                  ;=> 10

;;;; a generic function shows its methods
(defmethod f (x) t 1)
(defmethod f ((x integer) y) (> x y) (list 'larger) 2)
(generic-function-methods f)              ;=> ((((x integer) y) (> x y) ((list 'larger) 2)) ((x) t (1)))
(generic-function-methods car)            ;!! wrong-type

;;;; a guard chooses the method
(defmethod plus (a b) (and (number? a) (number? b)) (+ a b))
(defmethod plus (a b) (and (string? a) (string? b)) (concatenate a b))
(plus 1 2)            ;=> 3
(plus "ab" "cd")      ;=> "abcd"
(plus 1/2 0.5)        ;=> 1.0
(plus 1 "a")          ;!! no-applicable-method plus: no method fits the arguments 1 "a"

;;;; a guard may throw and recurse
(defmethod f (x) (throw 'from-guard (list 'guard x)) 1)
(catch 'from-guard (f 5))                 ;=> (guard 5)
(defmethod even-number (n) (or (= n 0) (odd-number (- n 1))) t)
(defmethod even-number (n) t nil)
(defmethod odd-number (n) (and (> n 0) (even-number (- n 1))) t)
(defmethod odd-number (n) t nil)
(list (even-number 10) (odd-number 10) (even-number 7))  ;=> (t nil nil)
(defmethod g (x) (first x) 'yes)
(g 5)                                     ;!! wrong-type first

;;;; a guard sees the parameters
(defmethod between (x low high) (and (<= low x) (<= x high)) 'inside)
(defmethod between (x low high) (< x low) 'below)
(defmethod between (x low high) t 'above)
(list (between 5 1 10) (between 0 1 10) (between 11 1 10))  ;=> (inside below above)
(let ((limit 3))
  (defmethod small (x) (< x limit) t)
  (defmethod small (x) t nil)
  (let ((before (small 5)))
    (setq limit 10)
    (list before (small 5))))                               ;=> (nil t)

;;;; a guarded method comes before one without guard
(defmethod f (x) (= x 0) 'zero)
(defmethod f (x) t 'other)
(f 0)                 ;=> zero
(f 1)                 ;=> other
(defmethod g (x) t 'other)
(defmethod g (x) (= x 0) 'zero)
(list (g 0) (g 1))    ;=> (zero other)

;;;; a method may be as large as a function
(defmethod sum-to ((n integer) (acc integer)) (> n 0)
  "Adds the numbers up to n."
  (let ((next (- n 1)))
    (sum-to next (+ acc n))))
(defmethod sum-to (n acc) t acc)
(sum-to 1000 0)                                      ;=> 500500
(catch 'odd (defmethod check (l) t (dolist (x l 'all-even) (when (odd? x) (return-from check x)))) (list (check '(2 4)) (check '(2 5))))  ;=> (all-even 5)

;;;; a method of an order is one of its reflection
(defrecord card rank)                                    ;=> card
(defmethod < ((a card) (b card)) t (< (card-rank a) (card-rank b)))   ;=> <
(defproc c (n) (make-card n))                            ;=> c
(list (< (c 1) (c 2)) (> (c 1) (c 2)) (> (c 2) (c 1)))   ;=> (t nil t)
(list (> (c 3) (c 2) (c 1)) (> (c 3) (c 1) (c 2)) (> 3 2 1) (> 1 2))  ;=> (t nil t nil)
(<= (c 1) (c 2))                                         ;!! wrong-type
(> (c 1) 2)              ;!! no-applicable-method >: no method is for a card and an integer
(generic-function-methods >)                             ;=> nil
; A guard sees the arguments as the method has them.
(defmethod <= ((a card) (n integer)) (> n 100) (list (card-rank a) n))  ;=> <=
(>= 101 (c 7))                                           ;=> (7 101)
(>= 99 (c 7))                                            ;!! no-applicable-method
(>= (c 7) 101)                                           ;!! no-applicable-method
; A method of its own comes first.
(defmethod > ((a card) b) t 'own)                        ;=> >
(list (> (c 1) (c 2)) (> (c 1) 5))                       ;=> (own own)
(defmethod = ((a card) (b card)) t (= (card-rank a) (card-rank b)))   ;=> =
(list (= (c 1) (c 1)) (= (c 1) (c 2)) (/= (c 1) (c 1)) (/= (c 1) (c 2)) (= (c 1) 1))  ;=> (t nil nil t nil)
(list (= (c 1) (c 1) (c 1)) (= (c 1) (c 1) (c 2)) (/= (c 1) (c 2) (c 3)) (/= (c 1) (c 2) (c 1)))  ;=> (t nil t nil)
(list (/= 1 2 3) (/= 1 2 1) (= 1 1 1))                   ;=> (t nil t)

;;;; a plain function becomes the least specific method
(defproc f (x) (list 'plain x))
(defmethod f (x) (= x 0) 'zero)
(f 0)                                     ;=> zero
(f 1)                                     ;=> (plain 1)
(defmethod length ((x symbol)) t (string-length (symbol->string x)))
(length 'abc)                             ;=> 3
(length '(1 2))                           ;=> 2
(length "four")                           ;=> 4

;;;; a plain function with rest parameters remains a fallback for every arity
(defproc f (&rest l) (list 'plain l))
(defmethod f (a b) (= a b) 'same)
(f 1 1)                                   ;=> same
(f 1 2)                                   ;=> (plain (1 2))
(f)                                       ;=> (plain nil)
(f 1 2 3)                                 ;=> (plain (1 2 3))

;;;; a subtype is more specific than its supertype
(defmethod kind ((x number)) t 'number)
(defmethod kind ((x integer)) t 'integer)
(defmethod kind ((x rational)) t 'rational)
(defmethod kind ((x float)) t 'float)
(map-with kind '(1 1/2 1.5 100000000000000000000))   ;=> (integer rational float integer)
(defmethod shape ((x list)) t 'list)
(defmethod shape ((x null)) t 'empty)
(defmethod shape ((x pair)) t 'pair)
(map-with shape '(nil (1)))                          ;=> (empty pair)

;;;; among equally specific methods the latest comes first
(defmethod f (x) (> x 0) 'positive)
(defmethod f (x) (> x 10) 'large)
(f 5)                 ;=> positive
(f 50)                ;=> large
(defmethod f (x) (> x 5) 'later)
(f 50)                ;=> later
(f 7)                 ;=> later
(f 3)                 ;=> positive

;;;; defmethod returns the name and defines at run time
(defmethod f (x) t 1)                     ;=> f
(if nil (defmethod g (x) t 1) 'skipped)   ;=> skipped
(g 1)                                     ;!! unbound-variable
(defproc install () (defmethod g (x) t 'installed))
(install)                                 ;=> g
(g 1)                                     ;=> installed

;;;; defproc on a generic function adds a method
(defmethod f (x) (= x 0) 'zero)
(defproc f (x) (list 'other x))
(f 0)                                     ;=> zero
(f 1)                                     ;=> (other 1)
(length (generic-function-methods f))     ;=> 2
(defproc f (a b) (list a b))
(f 1 2)                                   ;=> (1 2)
(f 0)                                     ;=> zero

;;;; guards may assign and count
(setq calls 0)
(defmethod f (x) t 'value)
(defmethod f (x) (progn (setq calls (+ calls 1)) nil) 'never)
(list (f 1) (f 2) calls)                             ;=> (value value 2)

;;;; introspection takes a method apart
(defmethod f ((x integer) y) (> x y) 'larger)
(setq m (first (generic-function-methods f)))
(parameters m)                            ;=> ((x integer) y)
(method-guard m)                          ;=> (> x y)
(body m)                                  ;=> ('larger)
(defproc g (a &optional b) (list a b))
(parameters g)                            ;=> (a &optional b)
(body g)                                  ;=> ((list a b))

;;;; malformed methods are syntax errors
(defmethod f)                             ;!! syntax defmethod
(defmethod f (x) t)                       ;!! syntax defmethod
(defmethod f ((x unicorn)) t 1)           ;!! syntax unicorn is not the name of a type
(defmethod f (x &rest r) t 1)             ;!! syntax
(defmethod f (5) t 1)                     ;!! syntax

;;;; many methods are tried in order
(defmethod classify (n) (= 0 (modulo n 2)) 'two)
(defmethod classify (n) (= 0 (modulo n 3)) 'three)
(defmethod classify (n) (= 0 (modulo n 5)) 'five)
(defmethod classify (n) (= 0 (modulo n 7)) 'seven)
(defmethod classify (n) t 'other)
(map-with classify '(2 3 6 10 15 7 11 210))          ;=> (two three three five five seven other seven)

;;;; methods added while the function runs are seen by the next call
(defmethod f (x) t (progn (defmethod f (x) (= x 1) 'new) (list x (f 1))))
(f 0)                                     ;=> (0 new)
(f 1)                                     ;=> new

;;;; methods close over their definition
(defproc make-scaler (factor) (defmethod scale ((x number)) t (* factor x)) 'done)
(make-scaler 3)
(scale 5)                                            ;=> 15
(make-scaler 10)
(scale 5)                                            ;=> 50
(let ((seen nil))
  (defmethod remember (x) t (setq seen (cons x seen)) seen)
  (remember 1)
  (remember 2))                                      ;=> (2 1)

;;;; methods may differ in arity
(defmethod area (r) t (* 3 r r))
(defmethod area (a b) t (* a b))
(defmethod area () t 0)
(area)                ;=> 0
(area 2)              ;=> 12
(area 2 5)            ;=> 10
(area 1 2 3)          ;!! no-applicable-method area

;;;; operators with methods for two take more arguments
(defrecord money cents)                                  ;=> money
(defmethod + ((a money) (b money)) t (make-money (+ (money-cents a) (money-cents b))))  ;=> +
(defmethod - ((a money) (b money)) t (make-money (- (money-cents a) (money-cents b))))  ;=> -
(defmethod max ((a money) (b money)) t (if (> (money-cents a) (money-cents b)) a b))    ;=> max
(defproc m (n) (make-money n))                           ;=> m
(money-cents (+ (m 1) (m 2) (m 3)))                      ;=> 6
(money-cents (- (m 9) (m 1) (m 2) (m 3)))                ;=> 3
(money-cents (max (m 9) (m 1) (m 20)))                   ;=> 20
(money-cents (apply + (map-with m '(1 2 3 4 5))))        ;=> 15
(list (+) (+ 1) (+ 1 2) (+ 1 2 3) (- 4) (max 1 2 3))     ;=> (0 1 3 6 -4 3)
(+ (m 1) 5)              ;!! no-applicable-method @211:1 +: no method is for a money and an integer
(+ 5 (m 1) 7)            ;!! no-applicable-method @212:1 +: no method is for an integer and a money
(+ (m 1) (m 2) "a")      ;!! no-applicable-method +: no method is for a money and a string
(+ 1 "a")                ;!! wrong-type +: argument 2 must be a number
(+ 1 2 "a")              ;!! wrong-type +: argument 3 must be a number
(defmethod + ((a string) (b string)) t (string-append a b))  ;=> +
(+ "a" "b" "c")          ;=> "abc"
(+ "a" 5)                ;!! no-applicable-method +: no method is for a string and an integer
(+ 'a 5)                 ;!! wrong-type +: argument 1 must be a number
(+ 1 2 3 4)              ;=> 10
(defmethod + ((a string) (b string) (c string)) t (list a b c))  ;=> +
(+ "a" "b" "c")          ;=> ("a" "b" "c")
(+ "a" "b" "c" "d")      ;=> "abcd"

;;;; operators with methods for two take one argument
(defrecord money cents)                                  ;=> money
(defrecord other cents)                                  ;=> other
(defproc cents (m) (money-cents m))                      ;=> cents
(defmethod + ((a money) (b money)) t (make-money (+ (cents a) (cents b))))  ;=> +
(defmethod - ((a money) (b money)) t (make-money (- (cents a) (cents b))))  ;=> -
(defmethod * ((a money) (b integer)) t (make-money (* (cents a) b)))        ;=> *
(defmethod / ((a money) (b integer)) t (make-money (/ (cents a) b)))        ;=> /
(defmethod max ((a money) (b money)) t (if (> (cents a) (cents b)) a b))    ;=> max
(defmethod min ((a money) (b money)) t (if (> (cents a) (cents b)) b a))    ;=> min
(defmethod < ((a money) (b money)) t (< (cents a) (cents b)))               ;=> <
(defmethod = ((a money) (b money)) t (= (cents a) (cents b)))               ;=> =
(defvar m (make-money 7))                                ;=> m
(map-with cents (list (+ m) (* m) (min m) (max m)))      ;=> (7 7 7 7)
(list (< m) (> m) (= m) (/= m))                          ;=> (t t t t)
(cents (apply + (list m)))                               ;=> 7
(map-with (lambda (f) (cents (f m))) (list + * min max))       ;=> (7 7 7 7)
(- m)                    ;!! no-applicable-method @242:1 -: no method is for a money
(/ m)                    ;!! no-applicable-method /: no method is for a money
(list (+) (*) (+ 1) (* 1/2) (- 3) (/ 4) (max 1) (< 1) (> 1) (= 1))   ;=> (0 1 1 1/2 -3 1/4 1 t t t)
(+ "a")                  ;!! wrong-type +: argument 1 must be a number
(+ (make-other 1))       ;!! wrong-type +: argument 1 must be a number
(<= m)                   ;!! wrong-type <=: argument 1 must be a number
(defmethod - ((a money)) t (make-money (- (cents a))))   ;=> -
(cents (- m))            ;=> -7
(- (make-other 1))       ;!! wrong-type -: argument 1 must be a number
(defmethod - ((a other) (b other)) t 'other)             ;=> -
(- (make-other 1))       ;!! no-applicable-method -: no method is for an other
(list (cents (- m)) (- 4) (cents (- m m)))               ;=> (-7 -4 0)
(defmethod + ((a money)) (= (cents a) 7) 'seven)         ;=> +
(list (+ m) (cents (+ (make-money 8))) (+ 5))            ;=> (seven 8 5)
(defmethod + ((a string) (b string)) t (string-append a b))  ;=> +
(list (+ "a") (+ 1))     ;=> ("a" 1)
(+ 'a)                   ;!! wrong-type +: argument 1 must be a number

;;;; the error of no method lists the methods
(defmethod m ((a string) b) t 1)
(defmethod m (a) (< a 5) 2)
(m 7)                 ;!! no-applicable-method @263:1 m: no method fits the arguments 7
(m 1 2)               ;!! no-applicable-method
(m 1)                 ;=> 2
(catch-and-apply 'error (lambda (tag c) (condition-irritants c)) (m 1 2))  ;=> (1 2)

;;;; the first parameter decides before the second
(defmethod f ((a integer) b) t 'first)
(defmethod f (a (b integer)) t 'second)
(f 1 1)            ;=> first
(f 'x 1)           ;=> second
(f 1 'x)           ;=> first
(defmethod f ((a integer) (b integer)) t 'both)
(f 1 1)            ;=> both

;;;; the same parameters and guard replace a method
(defmethod f (x) (> x 0) 'old)
(defmethod f (x) t 'any)
(defmethod f (x) (> x 0) 'new)
(f 1)                                   ;=> new
(f -1)                                  ;=> any
(length (generic-function-methods f))   ;=> 2
(defmethod f (x) t 'any-new)
(f -1)                                  ;=> any-new
(length (generic-function-methods f))   ;=> 2

;;;; types choose the method
(defmethod kind ((x number)) t 'number)
(defmethod kind ((x string)) t 'string)
(defmethod kind ((x symbol)) t 'symbol)
(defmethod kind ((x list)) t 'list)
(defmethod kind ((x function)) t 'function)
(defmethod kind ((x array)) t 'array)
(defmethod kind (x) t 'something)
(map-with kind (list 1 2.5 "s" 'a '(1) nil car (lambda () 1) (make-array 2) #\c :k t))  ;=> (number number string symbol list list function function array something something something)

;;;; a record of an earlier definition says so
(defrecord point x y)                ;=> point
(setq old (make-point 1 2))
(setq old-x point-x)
(defrecord point x y z)              ;=> point
(point-x old)                        ;!! wrong-type point-x: record must be a record of type point, got #<point :x 1 :y 2> of an earlier definition of point
(set-point-z! old 3)                 ;!! wrong-type set-point-z!: record must be a record of type point, got #<point :x 1 :y 2> of an earlier definition of point
(old-x (make-point 1 2 3))           ;!! wrong-type #<point :x 1 :y 2 :z 3> of another definition of point
(point-x 3)                          ;!! wrong-type point-x: record must be a record of type point, got 3
(defrecord point x y)                ;=> point
(point-x old)                        ;=> 1

;;;; accessors are instructions
; Reading a field takes no call of a function where the record is of that very type; what can go wrong is told as ever.

(defrecord point x y)
(defproc sum (p) (+ (point-x p) (point-y p)))
(sum (make-point 3 4))                                   ;=> 7
(sum 5)                                                  ;!! wrong-type point-x: record must be a record of type point, got 5
(point-x)                                                ;!! argument-count
(point-x (make-point 1 2) 3)                             ;!! argument-count
(point-x 7)                                              ;!! wrong-type point-x: record must be a record of type point, got 7
(defrecord circle center radius)
(point-x (make-circle 1 2))                              ;!! wrong-type
(list (point? (make-point 1 2)) (point? (make-circle 1 2)) (point? 'point))  ;=> (t nil nil)
(let ((p (make-point 1 2))) (list (set-point-y! p 7) p)) ;=> (7 #<point :x 1 :y 7>)
(set-point-y! 'p 7)                                      ;!! wrong-type
(map-with point-x (list (make-point 1 2) (make-point 3 4)))  ;=> (1 3)
(apply point-y (list (make-point 1 2)))                  ;=> 2
(let loop ((i 0) (p (make-point 0 0))) (if (< i 1000) (loop (+ i 1) (make-point (+ 1 (point-x p)) i)) p))  ;=> #<point :x 1000 :y 999>

; A new meaning counts for calls that were compiled before.
(defproc first-of (p) (point-x p))
(setq point-x (lambda (p) 'other))
(first-of (make-point 1 2))                              ;=> other
(progn (defrecord point x y) (first-of (make-point 1 2)))  ;=> 1

; A method with a guard of its own makes a generic function of an accessor.
(defmethod point-x ((n integer)) t (* 10 n))
(first-of 4)                                             ;=> 40

;;;; defrecord defines a type
(defrecord point x y)
(setq p (make-point 1 2))
(point-x p)                                          ;=> 1
(point? p)                                           ;=> t
(point? 5)                                           ;=> nil
(point-x 5)                                          ;!! wrong-type
(= (make-point 1 2) (make-point 1 2))                ;=> nil
(= p p)                                              ;=> t

;;;; methods dispatch on record types
(defrecord circle radius)
(defrecord square side)
(defmethod area ((c circle)) t (* 3 (circle-radius c) (circle-radius c)))
(defmethod area ((s square)) t (* (square-side s) (square-side s)))
(map-with area (list (make-circle 1) (make-square 2)))   ;=> (3 4)
(defmethod area ((r record)) t 'some-record)
(defrecord blob)
(area (make-blob))                                   ;=> some-record
(area (make-circle 2))                               ;=> 12
(area 5)                                             ;!! no-applicable-method
