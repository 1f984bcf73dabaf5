; Symbolic derivatives, by a table of rules for each operator, and a little simplification.
(define (deriv a)
  (cond ((not (pair? a)) (if (eq? a 'x) 1 0))
        ((assq (car a) rules) => (lambda (rule) ((cdr rule) a)))
        (else (error "No derivation method available:" (car a)))))

(define (deriv-sum a) (cons (car a) (map deriv (cdr a))))

(define rules
  (list (cons '+ deriv-sum)
        (cons '- deriv-sum)
        (cons '* (lambda (a)
                   (list '* a (cons '+ (map (lambda (f) (list '/ (deriv f) f)) (cdr a))))))
        (cons '/ (lambda (a)
                   (list '-
                         (list '/ (deriv (cadr a)) (caddr a))
                         (list '/ (cadr a) (list '* (caddr a) (caddr a) (deriv (caddr a)))))))))

(define (simplify e)
  (if (not (pair? e))
      e
      (let ((op (car e)) (args (map simplify (cdr e))))
        (cond ((and (eq? op '+) (memv 0 args))
               (let ((rest (let loop ((l args))
                             (cond ((null? l) '()) ((eqv? (car l) 0) (loop (cdr l)))
                               (else (cons (car l) (loop (cdr l))))))))
                 (cond ((null? rest) 0) ((null? (cdr rest)) (car rest)) (else (cons '+ rest)))))
              ((and (eq? op '*) (memv 0 args)) 0)
              ((and (eq? op '/) (eqv? (car args) 0)) 0)
              (else (cons op args))))))

(define expression '(+ (* 3 x x) (* a x x) (* b x) 5))

(write (deriv expression))
(newline)
(write (simplify (deriv expression)))
(newline)
(let loop ((i 0))
  (if (< i 20000)
      (begin (deriv expression) (loop (+ i 1)))))
(display (call-with-current-continuation
           (lambda (k)
             (with-exception-handler
               (lambda (e) (k 'no-rule))
               (lambda () (deriv '(sin x)))))))
(newline)

;>> (+ (* (* 3 x x) (+ (/ 0 3) (/ 1 x) (/ 1 x))) (* (* a x x) (+ (/ 0 a) (/ 1 x) (/ 1 x))) (* (* b x) (+ (/ 0 b) (/ 1 x))) 0)
;>> (+ (* (* 3 x x) (+ (/ 1 x) (/ 1 x))) (* (* a x x) (+ (/ 1 x) (/ 1 x))) (* (* b x) (/ 1 x)))
;>> no-rule
