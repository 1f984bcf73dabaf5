; An interpreter of a small Scheme in Scheme; it runs Fibonacci numbers and a list library.
(define (lookup name env)
  (let ((b (assq name env)))
    (if b (cdr b) (let ((g (assq name global))) (if g (cdr g) (error "unbound" name))))))

(define (evaluate e env)
  (cond ((symbol? e) (lookup e env))
        ((not (pair? e)) e)
        (else
         (case (car e)
           ((quote) (cadr e))
           ((if) (if (evaluate (cadr e) env) (evaluate (caddr e) env) (evaluate (cadddr e) env)))
           ((lambda) (list 'closure (cadr e) (cddr e) env))
           ((let) (evaluate (cons (cons 'lambda (cons (map car (cadr e)) (cddr e))) (map cadr (cadr e))) env))
           ((define)
            (if (pair? (cadr e))
                (define! (caadr e) (list 'closure (cdadr e) (cddr e) env))
                (define! (cadr e) (evaluate (caddr e) env))))
           ((begin) (sequence (cdr e) env))
           ((cond)
            (let loop ((clauses (cdr e)))
              (cond ((null? clauses) #f)
                    ((or (eq? (caar clauses) 'else) (evaluate (caar clauses) env)) (sequence (cdar clauses) env))
                    (else (loop (cdr clauses))))))
           (else (call (evaluate (car e) env) (map (lambda (x) (evaluate x env)) (cdr e))))))))

(define (sequence es env)
  (if (null? (cdr es))
      (evaluate (car es) env)
      (begin (evaluate (car es) env) (sequence (cdr es) env))))

(define (call f args)
  (if (procedure? f)
      (apply f args)
      (sequence (caddr f) (append (map cons (cadr f) args) (cadddr f)))))

(define global '())
(define (define! name value) (set! global (cons (cons name value) global)) name)

(for-each (lambda (b) (define! (car b) (cdr b)))
  (list (cons '+ +) (cons '- -) (cons '* *) (cons '< <) (cons '= =) (cons 'car car) (cons 'cdr cdr)
        (cons 'cons cons) (cons 'null? null?) (cons 'list list)))

(define (run program) (let loop ((p program)) (let ((v (evaluate (car p) '()))) (if (null? (cdr p)) v (loop (cdr p))))))

(write (run '((define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 16))))
(newline)
(write (run '((define (map f l) (if (null? l) '() (cons (f (car l)) (map f (cdr l)))))
              (define (count a b) (if (= a b) '() (cons a (count (+ a 1) b))))
              (define compose (lambda (f g) (lambda (x) (f (g x)))))
              (let ((square (lambda (x) (* x x))))
                (list (map square (count 0 8)) ((compose square square) 3))))))
(newline)
(write (run
         '((define (ack m n) (cond ((= m 0) (+ n 1)) ((= n 0) (ack (- m 1) 1)) (else (ack (- m 1) (ack m (- n 1))))))
           (ack 2 5))))
(newline)

;>> 987
;>> ((0 1 4 9 16 25 36 49) 81)
;>> 13
