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

; limits: time=0.15 memory=48M

; The printer finds that a list is its own end.
(let ((l (list 1 2))) (set-cdr! (cdr l) l) l) ;??

; The printer finds that a list is its own element.
(let ((l (list 1 2))) (set-car! l l) l) ;??

; The printer finds that a vector is its own element.
(let ((v (vector 1 2))) (aset v 0 v) v) ;??

; The printer finds that a table is its own value.
(let ((h (make-table))) (table-set! h 1 h) h) ;??

; The printer finds that a record is its own field.
(defrecord box content) (let ((b (make-box 1))) (set-box-content! b b) b) ;??

; Two lists that hold one another.
(let ((a (list 1)) (b (list 2))) (set-car! a b) (set-car! b a) (list a b)) ;??

; The length of a circular list.
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (length l)) ;!! wrong-type bad-value out-of-time

; Circular lists are compared.
(let ((a (list 1 2)) (b (list 1 2))) (set-cdr! (cdr a) a) (set-cdr! (cdr b) b) (equal? a b)) ;??

; A circular list is compared with itself.
(let ((a (list 1 2))) (set-cdr! (cdr a) a) (equal? a a)) ;=> t

; Circular vectors are compared.
(let ((a (vector 1 2)) (b (vector 1 2))) (aset a 1 a) (aset b 1 b) (equal? a b)) ;??

; Circular tables are compared.
(let ((a (make-table)) (b (make-table))) (table-set! a 1 a) (table-set! b 1 b) (= a b)) ;??

; A circular list as a key.
(let ((a (list 1 2)) (h (make-table))) (set-cdr! (cdr a) a) (table-set! h a 1) (table-ref h a)) ;??

; A table that is its own key.
(let ((h (make-table))) (table-set! h h h) (table-ref h h)) ;??

; A vector that is its own element, as a key.
(let ((v (vector 1)) (h (make-table))) (aset v 0 v) (table-set! h v 1) (table-ref h v)) ;??

; A circular list is reversed.
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (reverse l)) ;!! wrong-type bad-value out-of-time out-of-memory

; A circular list is appended to something.
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (append l '(1))) ;!! wrong-type bad-value out-of-time out-of-memory

; A circular list at the end of an append.
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (car (append '(0) l))) ;=> 0

; A circular list is sorted.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (sort l <)) ;!! wrong-type bad-value out-of-time out-of-memory

; A circular list is flattened.
(let ((l (list 2 1))) (set-car! l l) (flatten l)) ;!! wrong-type bad-value out-of-time out-of-memory

; A circular list is mapped.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (map-with 1+ l)) ;!! out-of-time out-of-memory wrong-type bad-value

; A circular list beside a short one ends with the short one.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (map-with + l '(10 20 30))) ;=> (12 21 32)

; A circular list is filtered.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (filter odd? l))  ;!! out-of-time out-of-memory wrong-type bad-value

; A circular list is reduced.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (fold-left + 0 l))  ;!! out-of-time out-of-memory wrong-type bad-value

; A circular list is searched in vain.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (member 3 l)) ;!! out-of-time out-of-memory wrong-type bad-value

; A circular association list is searched in vain.
(let ((l (list '(a 1) '(b 2)))) (set-cdr! (cdr l) l) (assoc 'c l)) ;!! out-of-time out-of-memory wrong-type bad-value

; Duplicates are removed from a circular list.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (remove-duplicates l)) ;!! out-of-time out-of-memory wrong-type bad-value

; Two circular lists are joined as sets.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (union l l)) ;!! out-of-time out-of-memory wrong-type bad-value

; A circular list is copied.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (list-copy l)) ;!! out-of-time out-of-memory wrong-type bad-value

; The last pair of a circular list.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (last-pair l)) ;!! out-of-time out-of-memory wrong-type bad-value

; Whether a circular list is a list.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (list? l)) ;??

; The nth of a circular list.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (nth 1000001 l)) ;=> 1

; The nth of a circular list, far away.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (nth 1000000000000000 l)) ;!! out-of-time

; A function is applied to a circular list.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (apply + l)) ;!! out-of-time out-of-memory wrong-type bad-value

; An array from a circular list.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (list->array l)) ;!! out-of-time out-of-memory wrong-type bad-value

; A table from a circular list.
(let ((l (list '(a 1) '(b 2)))) (set-cdr! (cdr l) l) (list->table l)) ;!! out-of-time out-of-memory wrong-type bad-value

; A string from a circular list.
(let ((l (list #\a #\b))) (set-cdr! (cdr l) l) (list->string l)) ;!! out-of-time out-of-memory wrong-type bad-value

; Strings of a circular list are joined.
(let ((l (list "a" "b"))) (set-cdr! (cdr l) l) (string-join l "-")) ;!! out-of-time out-of-memory wrong-type bad-value

; Digits from a circular list.
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (list->digits l)) ;!! out-of-time out-of-memory wrong-type bad-value

; A circular list is formatted by iteration.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (format nil "~{~a~}" l)) ;!! out-of-time out-of-memory wrong-type bad-value

; A circular list as an irritant.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (error "round" l)) ;!! user-error

; A circular list as a tag.
(let ((l (list 2 1))) (set-cdr! (cdr l) l) (throw l l)) ;!! uncaught-throw

; A circular form is evaluated.
(let ((l (list '+ 1))) (set-cdr! (cdr l) l) (eval l)) ;!! syntax too-complex out-of-time out-of-memory bad-value

; A form that contains itself is evaluated.
(let ((l (list '+ 1 2))) (set-car! (cdr l) l) (eval l)) ;!! too-complex syntax

; A circular sequence is evaluated.
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (eval (cons 'progn l))) ;!! wrong-type syntax too-complex out-of-time out-of-memory bad-value

; Circular parameters.
(let ((l (list 'a 'b))) (set-cdr! (cdr l) l) (eval (list 'lambda l 1))) ;!! syntax too-complex out-of-time out-of-memory bad-value

; Circular bindings.
(let ((l (list '(a 1) '(b 2)))) (set-cdr! (cdr l) l) (eval (list 'let l 1))) ;!! syntax too-complex out-of-time out-of-memory bad-value

; Circular clauses.
(let ((l (list '(nil 1) '(nil 2)))) (set-cdr! (cdr l) l) (eval (cons 'cond l))) ;!! syntax too-complex out-of-time out-of-memory bad-value

; A circular case.
(let ((l (list '(1 1) '(2 2)))) (set-cdr! (cdr l) l) (eval (cons 'case (cons 3 l)))) ;!! syntax too-complex out-of-time out-of-memory bad-value

; A circular constant is compiled.
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (car (eval (list 'quote l)))) ;=> 1

; A circular template.
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (car (eval (list 'quasi-quote l)))) ;!! syntax too-complex out-of-time out-of-memory bad-value

; A macro is expanded in a circular form.
(let ((l (list 'when 1))) (set-cdr! (cdr l) l) (expand-macro l)) ;??

; A macro returns a circular form.
(defmacro m () (let ((l (list '+ 1))) (set-cdr! (cdr l) l) l)) (m) ;!! syntax too-complex out-of-time out-of-memory bad-value

; A record type with a circular list of fields.
(let ((l (list 'a 'b))) (set-cdr! (cdr l) l) (make-record-type 'p l)) ;!! out-of-time out-of-memory wrong-type bad-value

; A method with circular parameters.
(let ((l (list 'a 'b))) (set-cdr! (cdr l) l) (eval (list 'defmethod 'g l t 1))) ;!! syntax too-complex out-of-time out-of-memory bad-value

; A trace of a function with circular arguments.
(defproc f (x) 1) (trace f) (let ((l (list 1 2))) (set-cdr! (cdr l) l) (f l)) ;??

; A puzzle from a circular list.
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (board-from-constraints l)) ;!! out-of-time out-of-memory wrong-type bad-value index-out-of-range argument-count

; Circular dimensions.
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (make-array l)) ;!! out-of-time out-of-memory wrong-type bad-value

; Circular indices.
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (get-array-element (make-array '(2 2)) l)) ;!! out-of-time out-of-memory wrong-type bad-value index-out-of-range argument-count

; A circular list of words of a command for iteration.
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (dolist (x l) (when (> x 5) (return x)))) ;!! out-of-time

; Garbage that is circular is collected.
; limits: time=1 memory=16M
(dotimes (i 20000) (let ((l (list i i))) (set-cdr! (cdr l) l))) ;=>

; Tables that hold themselves are collected.
; limits: time=1 memory=16M
(dotimes (i 5000) (let ((h (make-table))) (table-set! h h h))) ;=>

; Closures that hold themselves are collected.
; limits: time=1 memory=16M
(dotimes (i 20000) (letrec ((f (lambda () (list f i)))) f)) ;=>
