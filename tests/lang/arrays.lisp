;;;; an array without dimensions is read
; An array without dimensions has one element; it is read as it is printed.

(array-dimensions '#0A5)      ;=> nil
'#0A5                         ;=> #0A5
(list '#0a"a b" '#0A(1 2))    ;=> (#0A"a b" #0A(1 2))
(aref '#0A5)                  ;=> 5

;;;; an initial value fills an array
(get-array-element (make-array '(2 2) 0) '(1 1))   ;=> 0
(make-array 3 'x)                        ;=> #(x x x)
(aref (make-array 3) 0)                  ;=> nil
(make-array 0)                           ;=> #()
(make-array '(2 -1))                     ;!! wrong-type
(make-array 'a)                          ;!! wrong-type

;;;; arrays and lists convert
(array->list (vector 1 2 3))             ;=> (1 2 3)
(list->array '(1 2 3))                   ;=> #(1 2 3)
(aref (list->array '(1 2 3 4) '(2 2)) 1 0)   ;=> 3
(length (vector 1 2))                    ;=> 2
(list->array '(1 2 3) '(2 2))            ;!! bad-value

;;;; arrays have several dimensions
(setq a (make-array '(2 3)))
(get-array-element a '(0 0))             ;=> nil
(set-array-element a '(1 2) 'x)          ;=> x
(get-array-element a '(1 2))             ;=> x
(get-array-element a (list 1 2))         ;=> x
(array-dimensions a)                     ;=> (2 3)
(array-rank a)                           ;=> 2
(array-dimensions (make-array (list 2 3 4)))  ;=> (2 3 4)

;;;; arrays of one kind of element
(setq bytes (make-array 4 0 :of 'byte))
(aset bytes 0 255)                                   ;=> 255
(aref bytes 0)                                       ;=> 255
(aset bytes 0 256)                                   ;!! bad-value
(setq floats (make-array 2 0.0 :of 'float))
(aset floats 0 1.5)                                  ;=> 1.5
(aset floats 0 'a)                                   ;!! wrong-type
(array-dimensions (duplicate floats))                ;=> (2)

;;;; coordinates may be computed
(defproc get (a c) (get-array-element a c))
(setq a (make-array '(3 3) 0))
(dotimes (i 3) (dotimes (j 3) (set-array-element a (list i j) (* i j))))
(get a '(2 2))                           ;=> 4
(get-array-element a (reverse (list 2 1)))   ;=> 2
(let ((r 1)) (get-array-element a (list (+ r 1) r)))   ;=> 2
(let ((c (list 0 0))) (set-array-element a c 'new) (get a c))   ;=> new

;;;; coordinates outside are errors
(setq a (make-array '(2 3)))
(get-array-element a '(2 0))             ;!! index-out-of-range
(get-array-element a '(0 -1))            ;!! index-out-of-range
(get-array-element a '(0))               ;!! index-out-of-range
(get-array-element a '(0 0 0))           ;!! index-out-of-range
(set-array-element a '(0 3) 1)           ;!! index-out-of-range
(aref a 5 5)                             ;!! index-out-of-range
(get-array-element a 'x)                 ;!! wrong-type
(get-array-element 'a '(0))              ;!! wrong-type

;;;; duplicate is a shallow copy
(setq a (make-array '(2 2) 0))
(setq b (duplicate a))
(aset b 0 0 'changed)
(aref a 0 0)                             ;=> 0
(array-dimensions b)                     ;=> (2 2)
(= a b)                                  ;=> nil
(let* ((inner (vector 1)) (c (vector inner)) (d (duplicate c))) (aset inner 0 2) (aref (aref d 0) 0))   ;=> 2

;;;; short forms of access
(setq a (make-array '(2 2) 0))
(aset a 0 1 5)                           ;=> 5
(aref a 0 1)                             ;=> 5
(aref a 1 1)                             ;=> 0
(let ((v (vector 1 2 3))) (aset v 0 'x) v)   ;=> #(x 2 3)
(aref #(1 2 3) 2)                        ;=> 3

;;;; three dimensions and zero dimensions
(setq cube (make-array '(2 3 4) 0))
(set-array-element cube '(1 2 3) 'last)
(aref cube 1 2 3)                        ;=> last
(array-length cube)                      ;=> 24
(row-major-aref cube 23)                 ;=> last
(setq point (make-array nil 5))
(get-array-element point nil)            ;=> 5
(array-rank point)                       ;=> 0

;;;; keys are compared by value
(setq t1 (make-table))
(table-set! t1 '(1 2) 'list)
(table-set! t1 "s" 'string)
(table-set! t1 1 'integer)
(table-ref t1 (list 1 2))                ;=> list
(table-ref t1 "s")                       ;=> string
(table-ref t1 1.0)                       ;=> integer
(table-set! t1 1.0 'replaced)
(table-count t1)                         ;=> 3

;;;; tables grow and shrink
(setq t1 (make-table))
(dotimes (i 1000) (table-set! t1 i (* i i)))
(table-count t1)                         ;=> 1000
(table-ref t1 999)                       ;=> 998001
(dotimes (i 990) (table-remove! t1 i))
(table-keys t1)                          ;=> (990 991 992 993 994 995 996 997 998 999)
(table-clear! t1)
(table-count t1)                         ;=> 0

;;;; tables keep the order of insertion
(setq t1 (make-table))
(dolist (k '(z a m)) (table-set! t1 k (symbol->string k)))
(table-keys t1)                          ;=> (z a m)
(table-values t1)                        ;=> ("z" "a" "m")
(table-set! t1 'z 'again)
(table-keys t1)                          ;=> (z a m)
(table-remove! t1 'a)
(table-keys t1)                          ;=> (z m)
(table->list t1)                         ;=> ((z again) (m "m"))

;;;; tables map keys to values
(setq t1 (make-table))
(table-set! t1 'a 1)
(table-ref t1 'a)                        ;=> 1
(table-ref t1 'b)                        ;=> nil
(table-ref t1 'b 'default)               ;=> default
(table-count t1)                         ;=> 1
(table-has? t1 'a)                       ;=> t
(table-ref 5 'a)                         ;!! wrong-type
