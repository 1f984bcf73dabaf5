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
(- m)                    ;!! no-applicable-method @17:1 -: no method is for a money
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
