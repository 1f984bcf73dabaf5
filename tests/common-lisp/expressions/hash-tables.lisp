; Hash tables.

(hash-table-p (make-hash-table))
;=> T
(hash-table-count (make-hash-table))
;=> 0
(gethash 'a (make-hash-table))
;=> NIL ; NIL
(gethash 'a (make-hash-table) 'none)
;=> NONE ; NIL
(let ((h (make-hash-table))) (setf (gethash 'a h) 1) (gethash 'a h))
;=> 1 ; T
(let ((h (make-hash-table))) (setf (gethash "a" h) 1) (gethash "a" h))
;=> NIL ; NIL
(let ((h (make-hash-table :test 'equal))) (setf (gethash "a" h) 1) (gethash "a" h))
;=> 1 ; T
(let ((h (make-hash-table :test #'equal))) (setf (gethash '(1 2) h) 'x) (gethash (list 1 2) h))
;=> X ; T
(let ((h (make-hash-table :test 'equalp))) (setf (gethash "ABC" h) 1) (gethash "abc" h))
;=> 1 ; T
(let ((h (make-hash-table :test 'equalp))) (setf (gethash #(1 2) h) 1) (gethash (vector 1 2) h))
;=> 1 ; T
(let ((h (make-hash-table))) (setf (gethash 1 h) 'a) (gethash 1.0 h))
;=> NIL ; NIL
(let ((h (make-hash-table :test 'eql))) (setf (gethash 1.5 h) 'a) (gethash 1.5 h))
;=> A ; T
(let ((h (make-hash-table))) (setf (gethash 'a h) 1) (remhash 'a h))
;=> T
(let ((h (make-hash-table))) (remhash 'a h))
;=> NIL
(let ((h (make-hash-table))) (setf (gethash 'a h) nil) (gethash 'a h))
;=> NIL ; T
(let ((h (make-hash-table))) (incf (gethash 'n h 0)) (incf (gethash 'n h 0)) (gethash 'n h))
;=> 2 ; T
(let ((h (make-hash-table))) (push 1 (gethash 'l h)) (push 2 (gethash 'l h)) (gethash 'l h))
;=> (2 1) ; T
(let ((h (make-hash-table)) (s 0)) (setf (gethash 'a h) 1 (gethash 'b h) 2) (maphash (lambda (k v) (declare (ignore k)) (incf s v)) h) s)
;=> 3
(let ((h (make-hash-table))) (maphash #'list h))
;=> NIL
(let ((h (make-hash-table))) (setf (gethash 'a h) 1) (clrhash h) (hash-table-count h))
;=> 0
(let ((h (make-hash-table))) (setf (gethash 1 h) 'x (gethash 2 h) 'y) (sort (loop for k being the hash-keys of h collect k) #'<))
;=> (1 2)
(let ((h (make-hash-table))) (setf (gethash 1 h) 'x) (loop for v being the hash-values of h collect v))
;=> (X)
(let ((h (make-hash-table))) (setf (gethash 1 h) 'x) (loop for k being the hash-keys of h using (hash-value v) collect (list k v)))
;=> ((1 X))
(let ((h (make-hash-table))) (setf (gethash 1 h) 'x) (with-hash-table-iterator (next h) (next)))
;=> T ; 1 ; X
(let ((h (make-hash-table))) (with-hash-table-iterator (next h) (next)))
;=> NIL
(hash-table-test (make-hash-table))
;=> EQL
(hash-table-test (make-hash-table :test 'equal))
;=> EQUAL
(hash-table-test (make-hash-table :test #'equalp))
;=> EQUALP
(make-hash-table :test 'no-such-test)
;!! simple-error
;-! type-error
(gethash 1 'not-a-table)
;!! type-error
(hash-table-p '(a))
;=> NIL
(type-of (make-hash-table))
;=> HASH-TABLE
(typep (make-hash-table) 'hash-table)
;=> T
(= (sxhash "abc") (sxhash (copy-seq "abc")))
;=> T
(= (sxhash '(1 2)) (sxhash (list 1 2)))
;=> T
(let ((h (make-hash-table))) (dotimes (i 100) (setf (gethash i h) (* i i))) (gethash 9 h))
;=> 81 ; T
(let ((h (make-hash-table))) (dotimes (i 100) (setf (gethash i h) t)) (hash-table-count h))
;=> 100
(let ((h (make-hash-table :size 100 :rehash-size 2.0))) (hash-table-count h))
;=> 0
(multiple-value-bind (v there) (gethash 'x (make-hash-table)) (list v there))
;=> (NIL NIL)
(equalp (make-hash-table) (make-hash-table))
;=> T
(let ((h (make-hash-table :test 'equal))) (dolist (w '("a" "b" "a")) (incf (gethash w h 0))) (gethash "a" h))
;=> 2 ; T
(let ((h (make-hash-table :test 'equal))) (setf (gethash #*101 h) 'bits) (gethash (copy-seq #*101) h))
;=> BITS ; T
(let ((h (make-hash-table))) (setf (gethash nil h) 'nothing) (gethash '() h))
;=> NOTHING ; T
(let ((h (make-hash-table))) (setf (gethash #\a h) 1) (gethash #\a h))
;=> 1 ; T
