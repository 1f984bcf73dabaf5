; `=` compares numbers, and numbers only.
(require 'scheme)
(define nan (- +inf.0 +inf.0))
(define big (expt 10 30))
(define (f x y) (= x y))
(define (test x y) (if (= x y) 'equal 'different))
(define (zero x) (if (= x 0) 'zero 'other))
(define (count-to n) (let loop ((i 0)) (if (= i n) i (loop (+ i 1)))))
(define (while-equal x n) (do ((i 0 (+ i 1))) ((not (= x x)) i) (if (> i n) (error "endless"))))

(list (= 1 1) (= 1 2) (= 1 1.0) (= 1/2 0.5) (= 0.0 -0.0))          ;=> (t #f t t t)
(list (f 1 1) (f 1 2) (f 1.5 1.5) (f big (* 1 big)) (f big 1))      ;=> (t #f t t #f)
(list (test 1 1) (test 1.0 1) (test 2.5 3.5) (test big big))        ;=> (equal equal different equal)
(list (zero 0) (zero 1) (zero 0.0) (zero 0.5) (zero big))           ;=> (zero other zero other other)
(list (= nan nan) (f nan nan) (test nan nan) (zero nan))            ;=> (#f #f different other)
(list (= nan 1) (= 1 nan) (= nan nan nan) (apply = (list nan nan))) ;=> (#f #f #f #f)
(list (eqv? nan nan) (equal? nan nan))                              ;=> (t t)
(list (= 1 1 1) (= 1 1 2) (= 1 2 1) (= 5))                          ;=> (t #f #f t)
(list (count-to 10) (count-to 10.0) (while-equal nan 5))            ;=> (10 10 0)
(while-equal 1 5)                                                   ;!! user-error
(map = '(1 2) '(1 3))                                               ;=> (t #f)
(= 9007199254740993 9007199254740992.0)                             ;=> #f

(= 'a 'a)                                                           ;!! wrong-type
(= 'a 1)                                                            ;!! wrong-type
(= 1 'a)                                                            ;!! wrong-type
(f "a" "a")                                                         ;!! wrong-type
(test '() '())                                                      ;!! wrong-type
(test #f #f)                                                        ;!! wrong-type
(zero 'a)                                                           ;!! wrong-type
(count-to 'a)                                                       ;!! wrong-type
(= 'a)                                                              ;!! wrong-type
(= 1 2 'a)                                                          ;!! wrong-type
(apply = '(1 1 a))                                                  ;!! wrong-type
(map = '(1 a) '(1 a))                                               ;!! wrong-type
(call/cc (lambda (k) (with-exception-handler (lambda (e) (k (condition/report-string e))) (lambda () (= 1 'a)))))  ;=> "=: argument must be a number, got a"
(< 'a 1)                                                            ;!! wrong-type
(< 2 1 'a)                                                          ;!! wrong-type
(>= nan nan)                                                        ;=> #f
