; A relational language in the manner of miniKanren: goals are functions from a substitution to a stream of substitutions. The empty substitution is the
; empty list and a success, false is failure, and a stream is (), a pair, or a function that goes on. It runs as it stands in every Scheme.

(define (var n) (vector n))
(define (var? x) (vector? x))

(define (walk term s)
  (let ((found (and (var? term) (assq term s))))
    (if found (walk (cdr found) s) term)))

(define (occurs? x term s)
  (let ((term (walk term s)))
    (cond
      ((var? term) (eq? x term))
      ((pair? term) (or (occurs? x (car term) s) (occurs? x (cdr term) s)))
      (else #f))))

(define (extend x term s) (and (not (occurs? x term s)) (cons (cons x term) s)))

; A substitution, which may be (), or #f.
(define (unify a b s)
  (let ((a (walk a s)) (b (walk b s)))
    (cond
      ((eq? a b) s)
      ((var? a) (extend a b s))
      ((var? b) (extend b a s))
      ((and (pair? a) (pair? b))
        (let ((s (unify (car a) (car b) s)))
          (and s (unify (cdr a) (cdr b) s))))
      (else (and (equal? a b) s)))))

; Streams: (), a function without arguments, or a pair of a state and a stream. A state is a pair of substitution and counter.
(define (mplus a b)
  (cond
    ((null? a) b)
    ((procedure? a) (lambda () (mplus b (a))))
    (else (cons (car a) (mplus (cdr a) b)))))

(define (bind stream goal)
  (cond
    ((null? stream) '())
    ((procedure? stream) (lambda () (bind (stream) goal)))
    (else (mplus (goal (car stream)) (bind (cdr stream) goal)))))

(define (== a b)
  (lambda (state)
    (let ((s (unify a b (car state))))
      (if s (list (cons s (cdr state))) '()))))

(define (succeed state) (list state))
(define (fail state) '())

(define (call/fresh f)
  (lambda (state)
    (let ((n (cdr state)))
      ((f (var n)) (cons (car state) (+ n 1))))))

(define-syntax later
  (syntax-rules () ((_ goal) (lambda (state) (lambda () (goal state))))))

(define (conj2 a b) (lambda (state) (bind (a state) b)))
(define (disj2 a b) (lambda (state) (mplus (a state) (b state))))

(define-syntax conj
  (syntax-rules () ((_) succeed) ((_ g) (later g)) ((_ g more ...) (conj2 (later g) (conj more ...)))))
(define-syntax disj
  (syntax-rules () ((_) fail) ((_ g) (later g)) ((_ g more ...) (disj2 (later g) (disj more ...)))))
(define-syntax conde
  (syntax-rules () ((_ (g ...) ...) (disj (conj g ...) ...))))
(define-syntax fresh
  (syntax-rules ()
    ((_ () g ...) (conj g ...))
    ((_ (x more ...) g ...) (call/fresh (lambda (x) (fresh (more ...) g ...))))))

(define (pull stream) (if (procedure? stream) (pull (stream)) stream))

(define (take-states n stream)
  (let ((stream (if (and n (= n 0)) '() (pull stream))))
    (if (null? stream)
      '()
      (cons (car stream) (take-states (and n (- n 1)) (cdr stream))))))

(define (walk* term s)
  (let ((term (walk term s)))
    (if (pair? term) (cons (walk* (car term) s) (walk* (cdr term) s)) term)))

; Variables without a value are named in the order in which they come.
(define (reify term s)
  (let* ((term (walk* term s))
         (names
           (let name ((t term) (names '()))
             (cond
               ((and (var? t) (not (assq t names)))
                 (cons (cons t (string->symbol (string-append "_." (number->string (length names))))) names))
               ((pair? t) (name (cdr t) (name (car t) names)))
               (else names)))))
    (walk* term names)))

(define-syntax run
  (syntax-rules ()
    ((_ n (q) g ...)
      (let ((q (var 0)))
        (map (lambda (state) (reify q (car state)))
             (take-states n ((conj g ...) (cons '() 1))))))))

; Relations

(define (appendo a b c)
  (conde
    ((== a '()) (== b c))
    ((fresh (first rest result)
       (== a (cons first rest))
       (== c (cons first result))
       (appendo rest b result)))))

(define (membero x l)
  (fresh (first rest)
    (== l (cons first rest))
    (conde ((== x first)) ((membero x rest)))))

(define (reverso a b)
  (conde
    ((== a '()) (== b '()))
    ((fresh (first rest turned)
       (== a (cons first rest))
       (reverso rest turned)
       (appendo turned (list first) b)))))

(define (show x) (write x) (newline))

(show (unify 1 1 '()))
(show (unify 1 2 '()))
(show (if (unify '() '() '()) 'success 'failure))
(show (run #f (q) succeed))
(show (run #f (q) fail))
(show (run #f (q) (== 1 1)))
(show (run #f (q) (== '() '()) (== q '())))
(show (run #f (q) (== q #f)))
(show (run #f (q) (== '() #f)))
(show (run #f (q) (conde ((== q #f)) ((== q '())) ((== q #t)))))
(show (run #f (q) (fresh (x) (== x (list x)))))
(show (run #f (q) (fresh (x y) (== q (list x y x)))))
(show (run #f (q) (appendo '(1 2) '(3) q)))
(show (run #f (q) (fresh (a b) (appendo a b '(1 2 3)) (== q (list a b)))))
(show (run #f (q) (appendo q '(3) '(1 2 3))))
(show (run #f (q) (appendo q '(x) '(1 2 3))))
(show (run 3 (q) (fresh (a b) (appendo a '(end) b) (== q b))))
(show (run #f (q) (membero q '(a #f ()))))
(show (run 3 (q) (membero 'x q)))
(show (run 1 (q) (reverso q '(1 2 3))))
(show (run #f (q) (membero q '(1 2 3)) (conde ((== q 1)) ((== q 3)) ((== q 5)))))

;>> ()
;>> #f
;>> success
;>> (_.0)
;>> ()
;>> (_.0)
;>> (())
;>> (#f)
;>> ()
;>> (#f () #t)
;>> ()
;>> ((_.0 _.1 _.0))
;>> ((1 2 3))
;>> ((() (1 2 3)) ((1) (2 3)) ((1 2) (3)) ((1 2 3) ()))
;>> ((1 2))
;>> ()
;>> ((end) (_.0 end) (_.0 _.1 end))
;>> (a #f ())
;>> ((x . _.0) (_.0 x . _.1) (_.0 _.1 x . _.2))
;>> ((3 2 1))
;>> (1 3)
