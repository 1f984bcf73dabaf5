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
