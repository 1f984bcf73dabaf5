;;;; a digit set and its list are one key of a table
(setq table (make-table))
(table-set! table (digits 1 2) 'a)
(table-ref table '(1 2))                   ;=> a
(table-set! table '(3 4) 'b)
(table-ref table (digits 3 4))             ;=> b
(table-set! table (list 'k (digits 3 4)) 'c)
(table-ref table '(k (3 4)))               ;=> c
(table-ref table (cons 'k (digits 3 4)) 'none) ;=> none
(table-count table)                        ;=> 3
(remove-duplicates (list (digits 1 2) '(1 2) (digits 2))) ;=> ((1 2) (2))

;;;; a digit set as code is a call
(eval (digits 1 2))           ;!! not-a-function

;;;; a digit set can be the tail of a list
(setq l (cons 'a (cons 0 (digits 1 2))))
l                             ;=> (a 0 1 2)
(length l)                    ;=> 4
(= l '(a 0 1 2))              ;=> t
(= '(a 0 1 2) l)              ;=> t
(reverse l)                   ;=> (2 1 0 a)
(remove 0 l)                  ;=> (a 1 2)
(remove 1 l)                  ;=> (a 0 2)
(remove 'b l)                 ;=> (a 0 1 2)
(remove-first 0 l)            ;=> (a 1 2)
(member 1 l)                  ;=> (1 2)
(nth 3 l)                     ;=> 2
(nth 4 l)                     ;=> nil
(last l)                      ;=> 2
(append l l)                  ;=> (a 0 1 2 a 0 1 2)
(apply list l)                ;=> (a 0 1 2)
(list-copy l)                 ;=> (a 0 1 2)
(duplicate l)                 ;=> (a 0 1 2)
(flatten (list l (digits 7))) ;=> (a 0 1 2 7)
(map-with identity l)         ;=> (a 0 1 2)
(setq sum 0)
(dolist (x (rest l)) (setq sum (+ sum x)))
sum                           ;=> 3
(list* 1 2 (digits 3 4))      ;=> (1 2 3 4)

;;;; a digit set cannot be changed
(set-car! (digits 1 2) 3)     ;!! wrong-type @43:1
(set-cdr! (digits 1 2) nil)   ;!! wrong-type @44:1
(let ((l (list-copy (digits 1 2)))) (set-car! l 7) l)  ;=> (7 2)
(let ((l (duplicate (cons 0 (digits 1 2))))) (set-car! (rest l) 7) l)  ;=> (0 7 2)

;;;; a digit set comes apart in a parameter list
(defmacro add-both ((a b) c) `(+ ,a ,b ,c))
(defmacro with-set (form) (list 'add-both (digits 3 4) form))
(with-set 5)                                                ;=> 12
(defmacro numbers () (cons 'list (digits 1 2 3)))
(numbers)                                                   ;=> (1 2 3)
(defmacro is-one-of (x) `(case ,x (,(digits 1 3) 'in) (t 'out)))
(list (is-one-of 3) (is-one-of 2))                          ;=> (in out)
(defmethod kind-of ((x list)) t 'list)
(defmethod kind-of (x) t 'other)
(list (kind-of (digits 1)) (kind-of 1))                     ;=> (list other)
(defmethod has-two ((x pair)) t 'pair)
(has-two (digits 1))                                        ;=> pair

;;;; a digit set equals the list of its members
(= (digits 1 2 5) '(1 2 5))                ;=> t
(= '(1 2 5) (digits 1 2 5))                ;=> t
(= (digits 1 2 5) (digits 5 2 1))          ;=> t
(= (digits 1 2 5) '(1 2))                  ;=> nil
(= (digits 1 2) '(1 2 5))                  ;=> nil
(= (digits 1 2) (digits 1 3))              ;=> nil
(= (digits 1 2) '(2 1))                    ;=> nil
(= (digits 1 2) '(1.0 2.0))                ;=> t
(= (list (digits 1) (digits 2)) '((1) (2)));=> t
(= (digits 1) 1)                           ;=> nil
(= (digits 1) "(1)")                       ;=> nil
(not (= (digits 1 2) '(1 . 2)))            ;=> t
(if (= (digits 1 2 3 4 5 6 7) '(1 2 3 4 5 6 7)) 'same 'other) ;=> same

;;;; a digit set is a list of arguments
(apply + (digits 1 2 3))                                    ;=> 6
(apply list 0 (digits 1 2))                                 ;=> (0 1 2)
(apply (lambda (a &rest more) (list a more)) (digits 1 2))  ;=> (1 (2))
(list `(0 ,@(digits 1 2) 3) `(0 ,@(digits 1 2)))            ;=> ((0 1 2 3) (0 1 2))
`(0 . ,(digits 1 2))                                        ;=> (0 1 2)

;;;; a digit set is of type list
(type-of (digits 1))          ;=> list
(list? (digits 1))            ;=> t
(+ 1 (digits 1))              ;!! wrong-type

;;;; a digit set prints as a list
(digits 5 1 2)                    ;=> (1 2 5)
(list (digits 0) (digits 55 0))   ;=> ((0) (0 55))
(display (digits 1 2))            ;>> (1 2)
(vector (digits 1 2) nil)         ;=> #((1 2) nil)
(list 'quote (digits 1 2))        ;=> '(1 2)
(cons 'quote (digits 5))          ;=> '5
(format nil "~a ~s" (digits 1 2) (digits 3)) ;=> "(1 2) (3)"

;;;; arrays take digit sets for lists
(list->array (digits 1 2 3))                                ;=> #(1 2 3)
(get-array-element (list->array '(1 2 3 4) '(2 2)) (digits 0 1)) ;=> 2
(make-array (digits 1 2) 0)                                 ;=> #2A((0 0))
(sort (digits 1 2 3) >)                                     ;=> (3 2 1)
(list->table (list (digits 1 2)))                           ;=> #<table 1 entry>
(assoc 1 (list (digits 1 2)))                               ;=> (1 2)

;;;; digits are integers from 0 to 55
(digits 0 55)                 ;=> (0 55)
(digits 56)                   ;!! bad-value @108:1
(digits -1)                   ;!! bad-value @109:1
(digits 1.0)                  ;!! wrong-type @110:1
(digits 'a)                   ;!! wrong-type @111:1
(digits (expt 2 80))          ;!! wrong-type @112:1
(list->digits '(1 . 2))       ;!! wrong-type @113:1
(list->digits 5)              ;!! wrong-type @114:1
(digit-range 0 55)            ;=> (0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55)
(digit-range 3 3)             ;=> (3)

;;;; dolist goes through a digit set
(let ((seen nil)) (dolist (d (digits 3 1 9) (reverse seen)) (setq seen (cons d seen)))) ;=> (1 3 9)
(dolist (d (digits 3 1 9)) (when (> d 1) (return d)))  ;=> 3
(let ((n 0)) (dolist (d nil n) (setq n (+ n 1))))      ;=> 0

;;;; functions that keep digit sets
(setq s (digits 1 2 5))
(map-with digit-set? (list s (rest s) (remove 2 s) (remove-first 2 s) (drop 1 s) (member 2 s) (last-pair s)))   ;=> (t t t t t t t)
(map-with digit-set? (list (union s (digits 3)) (intersection s (digits 1 2)) (set-difference s (digits 1)))) ;=> (t t t)
(map-with digit-set? (list (remove-duplicates s) (append s) (append nil s) (append '() nil s) (duplicate s))) ;=> (t t t t t)
(map-with digit-set? (list (append s nil) (reverse s) (list-copy s) (cons 0 s))) ;=> (nil nil nil nil)

;;;; instructions take digit sets apart
(setq s (digits 1 2 5))
(first s)                                  ;=> 1
(rest s)                                   ;=> (2 5)
(second s)                                 ;=> 2
(third s)                                  ;=> 5
(cddr s)                                   ;=> (5)
(rest (rest (rest s)))                     ;=> nil
(caar (list s 3))                          ;=> 1
(list (pair? s) (list? s) (null? s) (atom? s) (single? s) (single? (digits 3))) ;=> (t t nil nil nil t)
(if (pair? s) 'pair 'atom)                 ;=> pair
(if (not (pair? s)) 'atom 'pair)           ;=> pair
(let loop ((l s) (sum 0)) (if l (loop (rest l) (+ sum (first l))) sum)) ;=> 8

;;;; remove and member look for equal numbers
(setq s (digits 1 2 5))
(remove 2 s)                  ;=> (1 5)
(remove 2.0 s)                ;=> (1 5)
(remove 4/2 s)                ;=> (1 5)
(remove 2.5 s)                ;=> (1 2 5)
(remove 'a s)                 ;=> (1 2 5)
(remove -1 s)                 ;=> (1 2 5)
(remove 64 s)                 ;=> (1 2 5)
(remove (expt 2 70) s)        ;=> (1 2 5)
(remove 1e300 s)              ;=> (1 2 5)
(remove -0.0 (digits 0 1))    ;=> (1)
(member? 5 s)                 ;=> t
(member? 5.0 s)               ;=> t
(member? 3 s)                 ;=> nil
(member? nil s)               ;=> nil
(member 2 s)                  ;=> (2 5)
(member 3 s)                  ;=> nil

;;;; set algebra on digit sets
(union (digits 3 5) (digits 1 5))                 ;=> (1 3 5)
(intersection (digits 3 5) (digits 1 5))          ;=> (5)
(intersection (digits 3) (digits 1))              ;=> nil
(set-difference (digits 3 5) (digits 1 5))        ;=> (3)
(set-difference (digits 3 5) nil)                 ;=> (3 5)
(union (digits 3) nil)                            ;=> (3)
(union (digits 3) '(a))                           ;=> (3 a)
(intersection '(5 a 3) (digits 3 5))              ;=> (5 3)
(subset? (digits 1 2) (digits 1 2 3))             ;=> t
(subset? (digits 1 4) (digits 1 2 3))             ;=> nil
(subset? (digits 1 2) '(2 1))                     ;=> t

;;;; the empty digit set is nil
(digits)                                   ;=> nil
(null? (remove 1 (digits 1)))              ;=> t
(null? (rest (digits 7)))                  ;=> t
(if (digits) 'full 'empty)                 ;=> empty
(if (digits 0) 'full 'empty)               ;=> full
(list->digits nil)                         ;=> nil
