; A name that begins with a colon is a symbol like others. Where no variable has the name, it stands for the keyword.
(require 'scheme)
(symbol? ':a)                       ;=> t
(symbol->string ':a)                ;=> ":a"
(display '(:a :b))                  ;>> (:a :b)
(eq? ':a (string->symbol ":a"))     ;=> t
(begin (define-record-type :point (make-point x y) point? (x point-x)) (point-x (make-point 1 2)))  ;=> 1
(begin (define :width 5) (+ :width 1))  ;=> 6
(let ((:x 3)) (* :x :x))            ;=> 9
(symbol? :unknown)                  ;=> #f
(keyword? :unknown)                 ;=> t
(begin (define (greet name :optional (greeting "hello")) (string-append greeting " " name)) (greet "you"))  ;=> "hello you"
(let-keywords* '(:size 4) ((size 9) (depth size)) (list size depth))  ;=> (4 4)
(let-keywords* (list :size 4) ((size 9) (depth size)) (list size depth))  ;=> (4 4)
(vector-length (make-array 3 :initial 0))  ;=> 3
