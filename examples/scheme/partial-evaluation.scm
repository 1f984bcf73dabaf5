; A partial evaluator for arithmetic and conditionals: functions are specialised to the arguments that are known.
(define programs
  '((power (x n) (if (= n 0) 1 (* x (power x (- n 1)))))
    (dot (a b c x y z) (+ (* a x) (+ (* b y) (* c z))))
    (horner (x a b c) (+ a (* x (+ b (* x c)))))))

(define (constant? e) (or (number? e) (boolean? e)))

(define (apply-primitive op args)
  (case op
    ((+) (apply + args)) ((-) (apply - args)) ((*) (apply * args)) ((=) (apply = args)) ((<) (apply < args))))

(define (primitive? op) (memq op '(+ - * = <)))

(define (every? p l) (or (null? l) (and (p (car l)) (every? p (cdr l)))))

(define (fold-constants op args)
  (cond ((every? constant? args) (apply-primitive op args))
        ((and (eq? op '*) (memv 0 args)) 0)
        ((and (eq? op '*) (eqv? (car args) 1)) (cadr args))
        ((and (eq? op '*) (eqv? (cadr args) 1)) (car args))
        ((and (eq? op '+) (eqv? (car args) 0)) (cadr args))
        ((and (eq? op '+) (eqv? (cadr args) 0)) (car args))
        (else (cons op args))))

(define (specialize e env)
  (cond ((symbol? e) (let ((b (assq e env))) (if b (cdr b) e)))
        ((not (pair? e)) e)
        ((eq? (car e) 'if)
         (let ((test (specialize (cadr e) env)))
           (if (constant? test)
               (specialize (if test (caddr e) (cadddr e)) env)
               (list 'if test (specialize (caddr e) env) (specialize (cadddr e) env)))))
        (else
         (let ((args (map (lambda (a) (specialize a env)) (cdr e))))
           (if (primitive? (car e))
               (fold-constants (car e) args)
               (let ((definition (assq (car e) programs)))
                 (specialize (caddr definition) (map cons (cadr definition) args))))))))

(write (specialize '(power y 5) '())) (newline)
(write (specialize '(power 3 4) '())) (newline)
(write (specialize '(dot 1 0 2 p q r) '())) (newline)
(write (specialize '(horner t 1 2 3) '())) (newline)
(write (specialize '(horner 10 1 2 3) '())) (newline)
(do ((i 0 (+ i 1))) ((= i 2000)) (specialize '(power y 20) '()))

;>> (* y (* y (* y (* y y))))
;>> 81
;>> (+ p (* 2 r))
;>> (+ 1 (* t (+ 2 (* t 3))))
;>> 321
