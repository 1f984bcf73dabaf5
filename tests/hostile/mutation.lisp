; limits: time=0.15 memory=32M

; A list is cut while it is mapped.
(let ((l (list 1 2 3 4))) (map-with (lambda (x) (set-cdr! l nil) x) l)) ;=>

; A list grows while it is mapped.
(let ((l (list 1 2))) (dolist (x l) (set-cdr! (last-pair l) (list x)))) ;!! out-of-time out-of-memory

; A list becomes a circle while it is walked.
(let ((l (list 1 2 3))) (dolist (x l) (set-cdr! (last-pair (list 1)) l) (set-cdr! (cdr l) l))) ;!! out-of-time

; A list becomes improper while it is walked.
(let ((l (list 1 2 3))) (dolist (x l) (set-cdr! (cdr l) 5))) ;??

; A list becomes improper while it is folded.
(let ((l (list 1 2 3))) (fold-left (lambda (a b) (set-cdr! (cdr l) 5) a) 0 l))  ;??

; A list is changed while it is sorted.
(let ((l (list 3 1 2))) (sort l (lambda (a b) (set-car! l 9) (set-cdr! l nil) (< a b)))) ;??

; A list is changed while it is filtered.
(let ((l (list 3 1 2))) (filter (lambda (x) (set-cdr! l 7) t) l))  ;??

; A list is changed while it is searched.
(let ((l (list 3 1 2))) (find-if (lambda (x) (set-cdr! (cdr l) l) nil) l)) ;!! out-of-time

; A list is changed while duplicates are removed.
(let ((l (list 3 1 2))) (set-difference l (list (progn (set-cdr! l 5) 1)))) ;??

; A table grows while it is walked.
(let ((h (list->table '((a 1) (b 2))))) (table-for-each (lambda (k v) (table-set! h (gensym) v)) h) (table-count h)) ;=> 4

; A table shrinks while it is walked.
(let ((h (list->table '((a 1) (b 2) (c 3))))) (table-for-each (lambda (k v) (table-clear! h)) h) (table-count h)) ;=> 0

; A table is changed by the function that updates it.
(let ((h (make-table))) (table-update! h 1 (lambda (x) (table-clear! h) (dotimes (i 100) (table-set! h i i)) 'x) 0) (table-ref h 1)) ;??

; A key is changed after it has been put in.
(let ((h (make-table)) (k (list 1 2))) (table-set! h k 1) (set-car! k 9) (table-set! h k 2) (table-set! h (list 1 2) 3) (table-count h)) ;??

; A key becomes a circle after it has been put in.
(let ((h (make-table)) (k (list 1 2))) (table-set! h k 1) (set-cdr! (cdr k) k) (table-ref h k)) ;??

; A key becomes the table.
(let ((h (make-table)) (k (list 1 2))) (table-set! h k 1) (set-car! k h) (table-ref h k) (table-remove! h k) (table-count h)) ;??

; A table is copied into itself while it is mapped.
(let ((h (list->table '((a 1) (b 2))))) (table-map (lambda (k v) (table-set! h (list k) v) (table-remove! h k) v) h)) ;??

; dotable with changes.
(let ((h (list->table '((a 1) (b 2))))) (dotable (k v h) (table-set! h (list k v) k)) (> (table-count h) 1)) ;=> t

; An array is changed while it is mapped.
(let ((v (vector 1 2 3))) (array-map (lambda (x) (aset v 2 'changed) x) v)) ;??

; An array is filled with itself while it is walked.
(let ((v (vector 1 2 3))) (array-for-each (lambda (x) (fill-array! v v)) v) (= (aref v 0) v))   ;=> t

; A string is changed while it is walked.
; language: scheme
(let ((s (make-string 5 #\a))) (string-for-each (lambda (c) (string-set! s 0 #\λ) (string-set! s 4 #\λ)) s) (string-length s)) ;=> 5

; A string is filled with longer characters while it is mapped.
; language: scheme
(let ((s (make-string 5 #\a))) (string-map (lambda (c) (string-fill! s #\x1F600) c) s)) ;??

; A vector is changed while it is mapped in Scheme.
; language: scheme
(let ((v (vector 1 2 3))) (vector-map (lambda (x) (vector-fill! v 0) x) v)) ;??

; A vector is sorted by a function that fills it.
; language: scheme
(let ((v (vector 3 1 2))) (sort! v (lambda (a b) (vector-fill! v 'x) (if (number? a) #t #f)))) ;??

; A hash table grows while it is walked in Scheme.
; language: scheme
(let ((h (make-equal-hash-table))) (hash-table-set! h 1 1) (hash-table-walk h (lambda (k v) (hash-table-set! h (list k) v))) (hash-table-count h)) ;??

; A list is destroyed while it is mapped in Common Lisp.
; language: common-lisp
(let ((l (list 1 2 3))) (mapcar (lambda (x) (setf (cdr l) nil) x) l)) ;??

; A vector shrinks while it is mapped in Common Lisp.
; language: common-lisp
(let ((v (make-array 5 :fill-pointer 5 :adjustable t :initial-element 1))) (map 'list (lambda (x) (setf (fill-pointer v) 0) x) v)) ;??

; A vector grows while it is mapped in Common Lisp.
; language: common-lisp
(let ((v (make-array 1 :fill-pointer 1 :adjustable t :initial-element 1))) (loop for x across v do (vector-push-extend x v))) ;??

; A hash table grows in maphash.
; language: common-lisp
(let ((h (make-hash-table))) (setf (gethash 1 h) 1) (maphash (lambda (k v) (setf (gethash (list k) h) v)) h) (hash-table-count h)) ;=> 2

; A hash table is cleared in maphash.
; language: common-lisp
(let ((h (make-hash-table))) (dotimes (i 10) (setf (gethash i h) i)) (maphash (lambda (k v) (clrhash h)) h) (hash-table-count h)) ;=> 0

; A list is sorted by a function that cuts it, in Common Lisp.
; language: common-lisp
(let ((l (list 3 1 2))) (sort l (lambda (a b) (setf (cdr l) nil) (< a b)))) ;??

; A place is changed while it is being changed.
; language: common-lisp
(let ((v (vector 1 2 3)) (i 0)) (incf (aref v (incf i)) (progn (setf v (vector)) 1))) ;??

; A board is changed while its children are made.
(let ((b (board 4))) (for-each (lambda (c) (assign! b 0 0 1) (assign! b 0 0 2)) (children b '(0 0)))) ;??

; Weights are reset while a search runs.
(require 'search) (let ((b (board 4))) (find-if (lambda (c) (reset-weights! b) (fade-weights! b 0.5) nil) (children b '(0 0)))) ;=> nil

; A port is closed while it is read.
(let ((p (open-input-string "1 2 3"))) (list (read p) (progn (close-port p) (read p)))) ;!! bad-value

; A port is written to while its text is taken.
(let ((p (open-output-string))) (with-output-to p (display (with-output-to-string (display (get-output-string p) p)))) (get-output-string p)) ;=> ""

; The code of a function is changed while it runs.
(setq code (list 'lambda nil (list 'set-cdr! 'code nil) ''done)) ((eval code)) ;=> done

; A macro changes the form that it is called with.
(defmacro m form (set-cdr! (last-pair form) form) (first form)) (m 1 2 3) ;??

; A function redefines itself while it runs.
(defproc f (n) (if (= n 0) 'end (progn (eval '(defproc f (n) 'new)) (f (- n 1))))) (f 5) ;=> new
