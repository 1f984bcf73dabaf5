; Easily forgotten arguments by SRFI 1, 13, 69, 95, 141 and R6RS.
(require 'scheme)
(define (yes? x) (if x 'yes 'no))
(list (yes? (list= eq?)) (yes? (list= eq? '(a))) (yes? (list= eq? '(a) '(a) '(b))))  ;=> (yes yes no)
(list (yes? (lset= eq? '(a) '(a) '(a b))) (yes? (lset<= eq? '(a) '(a b) '(a b c))) (yes? (lset<= eq?)))  ;=> (no yes yes)
(let ((log '())) (lset= (lambda (a b) (set! log (cons (list a b) log)) (= a b)) '(1) '(1)) log)  ;=> ((1 1) (1 1))
(yes? (lset= (lambda (a b) (= (* 2 a) b)) '(1) '(2)))   ;=> yes
(list (lset-xor eq? '(a b) '(b c) '(c d)) (lset-xor eq?))  ;=> ((d a) nil)
(list (take-right '(1 2 . d) 2) (take-right '(1 2 . d) 0) (drop-right '(1 2 . d) 2) (drop-right '(1 2 3) 1))  ;=> ((1 2 . d) d nil (1 2))
(take-right '(1) 2)                                   ;!! user-error take-right: the list has fewer elements than 2
(pair-fold-right (lambda (a b r) (cons (list (car a) (car b)) r)) '() '(1 2) '(x y z))  ;=> ((1 x) (2 y))
(sort '((2 a) (1 b)) < car)                           ;=> ((1 b) (2 a))
(sort < (list 3 1 2))                                 ;=> (1 2 3)
(merge '((1 a) (3 a)) '((2 b)) < car)                 ;=> ((1 a) (2 b) (3 a))
(= (string-ci-hash "Abc") (string-ci-hash "aBC"))     ;=> t
(< (string-hash "abc" 10) 10)                         ;=> t
(string-compare "abc" "abd" (lambda (i) (list 'less i)) list list)  ;=> (less 2)
(list (string-tokenize " two words ") (xsubstring "abc" -1 4) (string-titlecase "tHE end"))  ;=> (("two" "words") "cabca" "The End")
(map (lambda (f) (map (lambda (a b) (f a b)) '(7 -7 7 -7) '(2 2 -2 -2))) (list ceiling-quotient round-quotient euclidean-quotient balanced-quotient))  ;=> ((4 -3 -3 4) (4 -4 -4 4) (3 -4 -3 4) (4 -3 -4 3))
(call-with-values (lambda () (round/ 7.0 2)) list)    ;=> (4.0 -1.0)
(list (remp even? '(1 2 3)) (memp even? '(1 2 3)) (assp even? '((1 . a) (2 . b))) (remq 'a '(a b)))  ;=> ((1 3) (2 3) (2 . b) (b))
(format #f "~s" '(#t #f))                                  ;=> "(#t #f)"
(list (format #f "~s ~a" '("x") "y") (format "~s" #\a))  ;=> ("(\"x\") y" "#\\a")
(format (list 1) "x")                                 ;!! wrong-type
(printf "~a-~s~%" "a" "b")                            ;>> a-"b"
(list (if true 1 2) (if false 1 2) (eval '(+ 1 2) user-initial-environment) (eval '(* 2 3) (the-environment)))  ;=> (1 2 3 6)
(list (make-rectangular 5 0) (imag-part 3) (real-part 2.5))  ;=> (5 0 2.5)
(make-rectangular 1 2)                                ;!! user-error complex numbers are not supported
(display (list (delay 1) (open-output-bytevector)))   ;>> (#<promise> #<byte-port>)
(write-u8 256 (open-output-bytevector))               ;!! user-error write-u8: expected an integer from 0 to 255
