; A tautology checker in the manner of Boyer and Moore: terms are rewritten to if-expressions by lemmas, then decided.
(define lemmas '())

(define (add-lemma! left right)
  (set! lemmas (cons (cons left right) lemmas)))

(define (unify pattern term bindings)
  (cond ((symbol? pattern)
         (let ((b (assq pattern bindings)))
           (cond ((not b) (cons (cons pattern term) bindings))
                 ((equal? (cdr b) term) bindings)
                 (else 'no))))
        ((pair? pattern)
         (if (and (pair? term) (eq? (car pattern) (car term)))
             (let loop ((ps (cdr pattern)) (ts (cdr term)) (bindings bindings))
               (cond ((eq? bindings 'no) 'no)
                     ((null? ps) (if (null? ts) bindings 'no))
                     ((null? ts) 'no)
                     (else (loop (cdr ps) (cdr ts) (unify (car ps) (car ts) bindings)))))
             'no))
        ((equal? pattern term) bindings)
        (else 'no)))

(define (substitute bindings term)
  (cond ((symbol? term)
         (let ((b (assq term bindings))) (if b (cdr b) term)))
        ((pair? term) (cons (car term) (map (lambda (t) (substitute bindings t)) (cdr term))))
        (else term)))

(define (rewrite term)
  (if (pair? term)
      (rewrite-with (cons (car term) (map rewrite (cdr term))) lemmas)
      term))

(define (rewrite-with term rules)
  (if (null? rules)
      term
      (let ((bindings (unify (caar rules) term '())))
        (if (eq? bindings 'no)
            (rewrite-with term (cdr rules))
            (rewrite (substitute bindings (cdar rules)))))))

(define (truep x true-list) (or (equal? x '(t)) (member x true-list)))
(define (falsep x false-list) (or (equal? x '(f)) (member x false-list)))

(define (tautologyp x true-list false-list)
  (cond ((truep x true-list) #t)
        ((falsep x false-list) #f)
        ((not (pair? x)) #f)
        ((eq? (car x) 'if)
         (let ((test (cadr x)) (then (caddr x)) (else-part (cadddr x)))
           (cond ((truep test true-list) (tautologyp then true-list false-list))
                 ((falsep test false-list) (tautologyp else-part true-list false-list))
                 (else
                  (and (tautologyp then (cons test true-list) false-list)
                       (tautologyp else-part true-list (cons test false-list)))))))
        (else #f)))

(add-lemma! '(not x) '(if x (f) (t)))
(add-lemma! '(and x y) '(if x (if y (t) (f)) (f)))
(add-lemma! '(or x y) '(if x (t) (if y (t) (f))))
(add-lemma! '(implies x y) '(if x (if y (t) (f)) (t)))
(add-lemma! '(iff x y) '(and (implies x y) (implies y x)))
(add-lemma! '(if (if a b c) d e) '(if a (if b d e) (if c d e)))
(add-lemma! '(plus (plus x y) z) '(plus x (plus y z)))

(define (theorem? x) (tautologyp (rewrite x) '() '()))

(define (chain names)
  (if (null? (cddr names))
      (list 'implies (list (car names)) (list (cadr names)))
      (list 'and (list 'implies (list (car names)) (list (cadr names))) (chain (cdr names)))))

(define (ends names)
  (list 'implies (list (car names)) (list (let loop ((l names)) (if (null? (cdr l)) (car l) (loop (cdr l)))))))

(write (theorem? '(iff (not (and (p) (q))) (or (not (p)) (not (q))))))
(write (theorem? '(implies (or (p) (q)) (and (p) (q)))))
(newline)
(let ((names '(p q r s u w)))
  (write (theorem? (list 'implies (chain names) (ends names))))
  (write (theorem? (list 'implies (ends names) (chain names)))))
(newline)
(write (rewrite '(plus (plus (plus (a) (b)) (c)) (d))))
(newline)

;>> #t#f
;>> #t#f
;>> (plus (a) (plus (b) (plus (c) (d))))
