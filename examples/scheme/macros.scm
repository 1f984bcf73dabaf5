; Macros by rules: loops, nested ellipses, literals, recursion, hygiene.
(define-syntax while
  (syntax-rules ()
    ((_ test body ...) (let loop () (if test (begin body ... (loop)) #f)))))

(define-syntax for
  (syntax-rules (in from to)
    ((_ x in list body ...) (for-each (lambda (x) body ...) list))
    ((_ x from a to b body ...) (do ((x a (+ x 1))) ((> x b)) body ...))))

(define-syntax my-let*
  (syntax-rules ()
    ((_ () body ...) (let () body ...))
    ((_ ((name value) rest ...) body ...)
     (let ((name value)) (my-let* (rest ...) body ...)))))

(define-syntax my-or
  (syntax-rules ()
    ((_) #f)
    ((_ e) e)
    ((_ e rest ...) (let ((t e)) (if t t (my-or rest ...))))))

(define-syntax swap!
  (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))

(define-syntax my-cond
  (syntax-rules (else)
    ((_ (else e ...)) (begin e ...))
    ((_ (test e ...) clause ...) (if test (begin e ...) (my-cond clause ...)))))

(define-syntax let-lists
  (syntax-rules ()
    ((_ ((name value ...) ...) body ...)
     (let ((name (list value ...)) ...) body ...))))

(define-syntax define-getter
  (syntax-rules () ((_ name value) (define (name) value))))

(define-syntax reversed
  (syntax-rules ()
    ((_ () (done ...)) (list done ...))
    ((_ (x rest ...) (done ...)) (reversed (rest ...) (x done ...)))))

(define (show . things) (for-each display things) (newline))

(let ((i 0)) (while (< i 3) (display i) (set! i (+ i 1))))
(newline)
(for x in '(a b c) (display x))
(for i from 1 to 5 (display i))
(newline)
(show (my-let* ((a 1) (b (+ a 1)) (c (* b 2))) (list a b c)))
(define t 5)
(show (my-or #f t))
(let ((tmp 1) (other 2)) (swap! tmp other) (show (list tmp other)))
(show (my-cond ((= 1 2) 'no) (else 'yes)))
(show (let-lists ((a 1 2) (b) (c 3)) (list a b c)))
(define-getter answer 42)
(show (answer))
(show (reversed (1 2 3 4) ()))
(show (let ((if list)) (my-or #f 2)))
(show (let loop ((i 0)) (my-cond ((= i 3) (list 'end i)) (else (loop (+ i 1))))))
(define (f x)
  (define-syntax twice (syntax-rules () ((_ e) (begin e e))))
  (define count 0)
  (twice (set! count (+ count x)))
  count)
(show (f 21))
(define-syntax ten (syntax-rules () ((_) 10)))
(define-syntax vector-parts (syntax-rules () ((_ #(a b ...)) (list a '(b ...)))))
(show (+ (ten) 1) (vector-parts #(1 2 3)))
(define-syntax make-adder (syntax-rules () ((_ n) (lambda (x) (+ x n)))))
(show (let ((x 100)) ((make-adder x) 1)))

;>> 012
;>> abc12345
;>> (1 2 4)
;>> 5
;>> (2 1)
;>> yes
;>> ((1 2) () (3))
;>> 42
;>> (4 3 2 1)
;>> 2
;>> (end 3)
;>> 42
;>> 11(1 (2 3))
;>> 101
