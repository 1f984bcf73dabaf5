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
(+ (m 1) 5)              ;!! no-applicable-method @11:1 +: no method is for a money and an integer
(+ 5 (m 1) 7)            ;!! no-applicable-method @12:1 +: no method is for an integer and a money
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
