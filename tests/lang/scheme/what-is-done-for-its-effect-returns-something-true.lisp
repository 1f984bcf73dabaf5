; A call for its effect returns one value, which is true and is no other: as for `(if #f #f)`.
(require 'scheme)
(define nothing (if #f #f))
(define (is-nothing? x) (eq? x nothing))
(write nothing)                                                            ;>> #<unspecified>
(list (if nothing 'true 'false) (boolean? nothing) (null? nothing) (eq? nothing (void)))   ;=> (true #f #f t)
(every is-nothing? (list (when #f 1) (unless #t 1) (cond (#f 1)) (case 1 ((2) 3)) (do ((i 0 (+ i 1))) ((= i 2))) (begin)))   ;=> t
(if (for-each car '()) 'a 'b)                                              ;=> a
(define v (vector 1 2 3))
(define l (list 1 2 3))
(define s (make-string 2 #\a))
(define h (make-hash-table))
(define x 1)
(define-record-type point (make-point x) point? (x point-x set-point-x!))
(every is-nothing? (list (vector-set! v 0 #f) (vector-fill! v #f) (set-car! l #f) (set-cdr! l #f) (string-set! s 0 #\b) (set! x #f)))   ;=> t
(every is-nothing? (list (hash-table-set! h 1 #f) (hash-table-update! h 1 not) (hash-table-update!/default h 2 not #t) (hash-table-delete! h 1) (hash-table-walk h list) (hash-table-clear! h)))   ;=> t
(every is-nothing? (list (for-each list '(1)) (for-each list '(1) '(2)) (vector-for-each list #(1)) (vector-for-each list #(1) #(2)) (string-for-each list "a") (set-point-x! (make-point 1) #f)))   ;=> t
(let ((f for-each) (g vector-set!) (d set-car!)) (every is-nothing? (list (f list '(1)) (g (vector 1) 0 #f) (d (list 1) #f) (apply vector-fill! (list (vector 1) #f)))))  ;=> t
(every is-nothing? (list (vector-copy! (vector 1 2) 0 #(3)) (vector-reverse! (vector 1 2)) (vector-swap! (vector 1 2) 0 1) (string-fill! s #\c) (string-copy! s 0 "d") (list-set! (list 1 2) 0 #f) (bytevector-u8-set! (bytevector 1) 0 2)))   ;=> t
(let ((p (open-output-string))) (every is-nothing? (list (display 1 p) (write 1 p) (newline p) (write-string "a" p) (write-char #\a p) (write-line 1 p) (flush-output p) (close-port p))))   ;=> t
(let ((p (open-output-bytevector))) (every is-nothing? (list (write-u8 1 p) (write-bytevector #u8(1) p) (close-port p))))   ;=> t
(let ((b (box 1)) (stack '())) (every is-nothing? (list (set-box! b #f) (push! stack #f))))   ;=> t
; Assigning a variable in whatever place it lives.
(let ((n 1)) (list (is-nothing? (set! n #f)) n))                           ;=> (t #f)
(let ((n 1)) (let ((change (lambda () (set! n #f)))) (list (is-nothing? (change)) n)))   ;=> (t #f)
(let loop ((i 0)) (if (< i 3) (loop (+ i 1))))                             ;=> #<unspecified>
(and (set! x #f) (vector-set! v 0 #f) 'went-on)                            ;=> went-on
