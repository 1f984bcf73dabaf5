; A small language: from text to tokens to lists to closures.
(import (scheme base) (scheme char) (scheme cxr) (scheme write))

(define (read-number port)
  (let loop ((n 0))
    (let ((c (peek-char port)))
      (if (and (char? c) (char-numeric? c))
          (loop (+ (* 10 n) (digit-value (read-char port))))
          n))))

(define (read-name port)
  (let loop ((characters '()))
    (let ((c (peek-char port)))
      (if (or (eof-object? c) (memv c '(#\space #\( #\) #\newline)))
          (string->symbol (list->string (reverse characters)))
          (loop (cons (read-char port) characters))))))

(define (read-token port)
  (let ((c (peek-char port)))
    (if (eof-object? c)
        c
        (case c
          ((#\space #\newline #\tab) (read-char port) (read-token port))
          ((#\( #\)) (read-char port))
          ((#\0 #\1 #\2 #\3 #\4 #\5 #\6 #\7 #\8 #\9) (read-number port))
          (else (read-name port))))))

(define (read-form port)
  (let ((token (read-token port)))
    (if (eqv? token #\()
        (let loop ((items '()))
          (let ((item (read-form port)))
            (if (eqv? item #\)) (reverse items) (loop (cons item items)))))
        token)))

(define operations (list (cons '+ +) (cons '- -) (cons '* *) (cons '< <)))

; The place of a variable: how many frames out, and where in that frame.
(define (place name frames)
  (let search ((frames frames) (depth 0))
    (cond
      ((null? frames) (error "unknown name:" name))
      ((memq name (car frames)) => (lambda (rest) (values depth (- (length (car frames)) (length rest)))))
      (else (search (cdr frames) (+ depth 1))))))

(define (compile form frames)
  (define (compile-all forms) (map (lambda (f) (compile f frames)) forms))
  (cond
    ((symbol? form)
     (let-values (((depth index) (place form frames)))
       (lambda (env) (vector-ref (list-ref env depth) index))))
    ((not (pair? form)) (lambda (env) form))
    (else
     (case (car form)
       ((if)
        (let ((parts (compile-all (cdr form))))
          (lambda (env) (if ((car parts) env) ((cadr parts) env) ((caddr parts) env)))))
       ((fn)
        (let ((body (compile (caddr form) (cons (cadr form) frames))))
          (lambda (env) (lambda arguments (body (cons (list->vector arguments) env))))))
       ((+ - * <)
        (let ((operation (cdr (assq (car form) operations))) (parts (compile-all (cdr form))))
          (lambda (env) (operation ((car parts) env) ((cadr parts) env)))))
       (else
        (let ((parts (compile-all form)))
          (lambda (env)
            (let ((values (map (lambda (part) (part env)) parts)))
              (apply (car values) (cdr values))))))))))

(define (run text)
  (write
    (guard (e ((error-object? e) (cons (error-object-message e) (error-object-irritants e))))
      ((compile (read-form (open-input-string text)) '()) '())))
  (newline))

(run "(+ 1 (* 2 3))")
(run "((fn (x y) (- x y)) 10 4)")
(run "((fn (f n) (f f n)) (fn (f n) (if (< n 2) n (+ (f f (- n 1)) (f f (- n 2))))) 15)")
(run "((fn (add) ((add 3) 4)) (fn (a) (fn (b) (+ a b))))")
(run "(+ 1 missing)")

;>> 7
;>> 6
;>> 610
;>> 7
;>> ("unknown name:" missing)
