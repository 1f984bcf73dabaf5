; limits: time=3 memory=96M

; Brackets nested deeply are read.
(read (string-repeat "(" 200000)) ;!! unclosed

; Brackets nested deeply and closed are read.
(progn (read (string-append (string-repeat "(" 200000) (string-repeat ")" 200000))) 1) ;=> 1

; Quotes nested deeply are read.
(progn (read (string-append (string-repeat "'" 200000) "a")) 1) ;=> 1

; Templates nested deeply are read.
(progn (read (string-append (string-repeat "`," 100000) "a")) 1) ;=> 1

; Vectors nested deeply are read.
(progn (read (string-append (string-repeat "#(" 50000) (string-repeat ")" 50000))) 1) ;=> 1

; Comments of data nested deeply.
(catch-and-apply nil (lambda (tag c) (condition-code c)) (read (string-repeat "#;" 50000))) ;??

; Block comments nested deeply.
(read (string-repeat "#|" 100000)) ;!! unclosed

; Code nested deeply is refused.
(eval (read (string-append (string-repeat "(+ 1 " 5000) "1" (string-repeat ")" 5000)))) ;!! too-complex

; Quotations nested deeply are compiled.
(progn (eval (read (string-append (string-repeat "'" 5000) "a"))) 1) ;??

; Functions nested deeply are refused.
(let ((f 1)) (dotimes (i 5000) (setq f (list 'lambda '(x) f))) (eval f)) ;!! too-complex

; Conditions nested deeply are refused.
(let ((f 1)) (dotimes (i 5000) (setq f (list 'if 'x f 2))) (eval f)) ;!! too-complex

; Blocks nested deeply are refused.
(let ((f 1)) (dotimes (i 5000) (setq f (list 'let (list (list 'x i)) f))) (eval f)) ;!! too-complex

; Sequences nested deeply.
(let ((f 1)) (dotimes (i 5000) (setq f (list 'progn f))) (eval f)) ;??

; Templates nested deeply are refused.
(let ((f 1)) (dotimes (i 5000) (setq f (list 'quasi-quote (list 'unquote f)))) (eval f)) ;!! too-complex

; A template of a deep datum.
(let ((f 1)) (dotimes (i 5000) (setq f (list f))) (eval (list 'quasi-quote f))) ;??

; A constant of great depth.
(let ((f 1)) (dotimes (i 100000) (setq f (list f))) (eval (list 'quote f)) 1) ;=> 1

; A macro call nested deeply.
(defmacro m (x) (list '+ 1 x)) (let ((f 1)) (dotimes (i 5000) (setq f (list 'm f))) (eval f)) ;!! too-complex

; A macro whose expansion is nested deeply.
(defmacro m (n) (if (= n 0) 1 (list '+ 1 (list 'm (- n 1))))) (m 100000) ;!! too-complex

; A macro that expands into itself.
(defmacro m (x) (list 'm x)) (m 1) ;!! too-complex out-of-time out-of-memory

; A macro that calls itself while it expands.
(defmacro m (x) (eval (list 'm x))) (m 1) ;!! too-complex

; Two macros that expand into one another.
(defmacro a () '(b)) (defmacro b () '(a)) (a) ;!! too-complex out-of-time out-of-memory

; A macro that expands into two of itself.
(defmacro m () '(progn (m) (m))) (m) ;!! too-complex out-of-time out-of-memory

; Expanding by hand for ever.
(defmacro m (x) (list 'm (list 'quote x))) (expand-macro '(m 1)) ;!! too-complex out-of-time out-of-memory

; A deep list is printed.
(let ((l nil)) (dotimes (i 200000) (setq l (list l))) (string-length (format nil "~a" l))) ;=> 400003

; A deep vector is printed.
(let ((l nil)) (dotimes (i 100000) (setq l (vector l))) (> (string-length (format nil "~s" l)) 300000)) ;=> t

; Deep lists are compared.
(let ((a nil) (b nil)) (dotimes (i 200000) (setq a (list a)) (setq b (list b))) (equal? a b)) ;=> t

; Deep lists are hashed.
(let ((a nil) (b nil) (h (make-table))) (dotimes (i 200000) (setq a (list a)) (setq b (list b))) (table-set! h a 'found) (table-ref h b)) ;=> found

; Deep tables are compared.
(let ((a nil) (b nil)) (dotimes (i 20000) (let ((c (make-table)) (d (make-table))) (table-set! c 1 a) (table-set! d 1 b) (setq a c) (setq b d))) (= a b)) ;??

; Deep tables are printed.
(let ((a nil)) (dotimes (i 50000) (let ((c (make-table))) (table-set! c 1 a) (setq a c))) (> (string-length (format nil "~a" a)) 10)) ;=> t

; Deep tables are keys.
(let ((a nil) (h (make-table))) (dotimes (i 20000) (let ((c (make-table))) (table-set! c a 1) (setq a c))) (table-set! h a 1) (table-count h)) ;??

; Deep records are printed.
(defrecord box content) (let ((a nil)) (dotimes (i 50000) (setq a (make-box a))) (> (string-length (format nil "~a" a)) 10)) ;=> t

; A deep list is flattened.
(let ((l 1)) (dotimes (i 200000) (setq l (list l))) (flatten l)) ;=> (1)

; A deep list is dropped while another is made.
(dotimes (i 20) (let ((l nil)) (dotimes (i 20000) (setq l (list l))) l)) ;=>

; A deep chain of closures is dropped.
(dotimes (i 5) (let ((f nil)) (dotimes (i 20000) (let ((g f)) (setq f (lambda () g)))) f)) ;=>

; A deep chain of tables is dropped.
(dotimes (i 3) (let ((f nil)) (dotimes (i 20000) (let ((g (make-table))) (table-set! g 1 f) (setq f g))) f)) ;=>

; A deep chain of vectors is dropped at the end of the program.
(let ((f nil)) (dotimes (i 100000) (setq f (vector f))) (setq kept f) 1) ;=> 1

; A deep chain of continuations is dropped.
(let ((k nil)) (dotimes (i 20000) (call/cc (lambda (c) (setq k (list c k))))) 1) ;=> 1

; A deep list as an irritant.
(let ((l nil)) (dotimes (i 200000) (setq l (list l))) (error "deep" l)) ;!! user-error

; A deep list that is thrown.
(let ((l nil)) (dotimes (i 200000) (setq l (list l))) (throw l l)) ;!! uncaught-throw

; A deep list that is called.
(let ((l nil)) (dotimes (i 200000) (setq l (list l))) (l 1)) ;!! not-a-function

; A deep list as an argument of the wrong type.
(let ((l nil)) (dotimes (i 200000) (setq l (list l))) (+ 1 l)) ;!! wrong-type

; A deep list as a list of parameters.
(let ((l 'x)) (dotimes (i 2000) (setq l (list l))) (eval (list 'lambda l 1))) ;!! syntax too-complex

; A deep list as a list of a macro's parameters.
(let ((l 'x)) (dotimes (i 5000) (setq l (list l))) (eval (list 'defmacro 'deep-m (list l) 1))) ;!! syntax too-complex

; Nested loops, deep.
(let ((f 1)) (dotimes (i 1000) (setq f (list 'dotimes (list (gensym) 1) f))) (eval f)) ;!! too-complex

; Nested catches, deep.
(let ((f 1)) (dotimes (i 1000) (setq f (list 'catch ''a f))) (eval f)) ;!! too-complex

; Nested cleanups, deep.
(let ((f 1)) (dotimes (i 1000) (setq f (list 'unwind-protect f 1))) (eval f)) ;!! too-complex

; A form inside a form inside strings.
(let ((s "1")) (dotimes (i 14) (setq s (format nil "(eval (read ~s))" s))) (eval (read s))) ;=> 1

; A list a million long is read, printed and compared.
(let ((l (iota 300000))) (equal? l (read (format nil "~s" l)))) ;=> t

; A call with very many arguments.
(length (apply list (iota 200000))) ;=> 200000

; A sum of very many numbers.
(apply + (iota 200000)) ;=> 19999900000

; A call written with very many arguments.
(eval (cons 'list (iota 3000))) ;??

; A function with very many parameters.
(eval (list 'lambda (map-with (lambda (i) (gensym)) (iota 2000)) 1)) ;!! too-complex syntax

; A let of very many variables.
(eval (list 'let (map-with (lambda (i) (list (gensym) i)) (iota 2000)) 1)) ;!! too-complex

; A sequence of very many forms.
(eval (cons 'progn (iota 20000))) ;??

; A cond with very many clauses.
(eval (cons 'cond (append (map-with (lambda (i) (list nil i)) (iota 5000)) (list '(t 'end))))) ;=> end

; A case with very many keys.
(eval (list 'case 4999 (list (iota 5000) ''found) '(t 2))) ;??

; Deep recursion that ends.
(defproc sum (n) (if (= n 0) 0 (+ n (sum (- n 1))))) (sum 50000) ;=> 1250025000

; Deep recursion in natives of the library.
(fold-right cons nil (iota 100000)) ;=>
