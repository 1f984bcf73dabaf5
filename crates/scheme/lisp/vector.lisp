; Vectors and bytevectors.

(defproc vector->list (vector &optional (start 0) end)
  "A list of the elements, or of a part of them.

(vector->list (vector 1 2 3))    ;=> (1 2 3)
(vector->list (vector 1 2 3) 1)  ;=> (2 3)"
  (if (and (= start 0) (not end))
    (array->list vector)
    (array->list (subarray vector start (%end end vector)))))

(defproc list->vector (list)
  "A vector of the elements of a list.

(list->vector '(1 2))  ;=> #(1 2)"
  (list->array list))

(defproc vector-copy (vector &optional (start 0) end)
  "A new vector of the elements, or of a part of them.

(vector-copy (vector 1 2 3) 1)  ;=> #(2 3)"
  (subarray vector start (%end end vector)))

(defproc subvector-fill! (vector start end value)
  "Gives the elements of a part the same value.

(let ((v (make-vector 3 0))) (subvector-fill! v 0 2 1) v)  ;=> #(1 1 0)"
  (%check (vector array))
  (vector-fill! vector value start end))

(defproc subvector-move-left! (from start end to at)
  "Copies elements of one vector into another.

(let ((v (vector 1 2 3))) (subvector-move-left! v 1 3 v 0) v)  ;=> #(2 3 3)"
  (vector-copy! to at from start end))

(defalias subvector-move-right! subvector-move-left!)

(defproc vector-move-left! (from start end to at)
  "Copies elements of one vector into another.

(let ((v (vector 1 2 3))) (vector-move-left! v 1 3 v 0) v)  ;=> #(2 3 3)"
  (vector-copy! to at from start end))

(defproc vector-concatenate (vectors)
  "One vector of the elements of all vectors in a list.

(vector-concatenate (list (vector 1) (vector 2 3)))  ;=> #(1 2 3)"
  (apply vector-append vectors))

(defproc vector-grow (vector size)
  "A longer vector that begins with the same elements.

(vector-length (vector-grow (vector 1 2) 5))  ;=> 5"
  (let ((result (make-array size)))
    (vector-copy! result 0 vector)
    result))

(defproc vector-head (vector end)
  "The elements before a position.

(vector-head (vector 1 2 3) 2)  ;=> #(1 2)"
  (subarray vector 0 end))

(defproc vector-tail (vector start)
  "The elements from a position on.

(vector-tail (vector 1 2 3) 2)  ;=> #(3)"
  (subarray vector start))

(defproc vector-first (vector)
  "The first element.

(vector-first (vector 1 2))  ;=> 1"
  (aref vector 0))

(defproc vector-last (vector)
  "The last element.

(vector-last (vector 1 2))  ;=> 2"
  (aref vector (- (array-length vector) 1)))

(defproc %shortest (vectors)
  "The length of the shortest vector."
  (apply min (map-with array-length vectors)))

(defproc vector-map (f vector &rest more)
  "The vector of the results of calling `f` on the elements, side by side.

(vector-map square (vector 1 2 3))           ;=> #(1 4 9)
(vector-map + (vector 1 2) (vector 10 20))   ;=> #(11 22)"
  (cond
    ((null? more)
      (let* ((n (array-length vector)) (result (make-array n)))
        (dotimes (i n result)
          (aset result i (f (aref vector i))))))
    ((null? (cdr more))
      (let* ((other (car more)) (n (min (array-length vector) (array-length other))) (result (make-array n)))
        (dotimes (i n result)
          (aset result i (f (aref vector i) (aref other i))))))
    (t (list->array (apply map-with f (array->list vector) (map-with array->list more))))))

(definline (vector-map f vector)
  (let* ((n (array-length vector)) (result (make-array n)))
    (dotimes (i n result)
      (aset result i (f (aref vector i))))))

(defproc vector-map! (f vector)
  "Replaces each element by what `f` returns for it.

(let ((v (vector 1 2))) (vector-map! - v) v)  ;=> #(-1 -2)"
  (dotimes (i (array-length vector) vector)
    (aset vector i (f (aref vector i)))))

(defproc vector-for-each (f vector &rest more)
  "Calls `f` on the elements of the vectors, side by side.

(vector-for-each display (vector 1 2))                                      ;>> 12
(vector-for-each (lambda (a b) (display (+ a b))) (vector 1 2) (vector 3 4))  ;>> 46"
  (cond
    ((null? more)
      (dotimes (i (array-length vector))
        (f (aref vector i))))
    ((null? (cdr more))
      (let ((other (car more)))
        (dotimes (i (min (array-length vector) (array-length other)))
          (f (aref vector i) (aref other i)))))
    (t
      (let ((vectors (cons vector more)))
        (dotimes (i (%shortest vectors))
          (apply f (map-with (lambda (v) (aref v i)) vectors)))))))

(definline (vector-for-each f vector)
  (dotimes (i (array-length vector))
    (f (aref vector i))))

(defproc vector-fold (f init vector)
  "Calls `f` on the result so far and each element.

(vector-fold + 0 (vector 1 2 3))  ;=> 6"
  (let ((n (array-length vector)))
    (let loop ((i 0) (result init))
      (if (< i n) (loop (+ i 1) (f result (aref vector i))) result))))

(defproc vector-count (predicate vector)
  "The number of elements for which `predicate` is true.

(vector-count even? (vector 1 2 4))  ;=> 2"
  (vector-fold (lambda (n x) (if (predicate x) (+ n 1) n)) 0 vector))

(defproc vector-index (predicate vector)
  "The position of the first element for which `predicate` is true, or false.

(vector-index even? (vector 1 2 4))  ;=> 1"
  (dotimes (i (array-length vector) #f)
    (when (predicate (aref vector i)) (return i))))

(defproc vector-any (predicate vector)
  "The first true value of `predicate` on the elements.

(vector-any even? (vector 1 2))  ;=> t"
  (any predicate (array->list vector)))

(defproc vector-every (predicate vector)
  "Returns whether `predicate` is true of all elements.

(vector-every even? (vector 1 2))  ;=> #f"
  (every predicate (array->list vector)))

(defproc vector-swap! (vector i j)
  "Exchanges two elements.

(let ((v (vector 1 2))) (vector-swap! v 0 1) v)  ;=> #(2 1)"
  (let ((old (aref vector i)))
    (aset vector i (aref vector j))
    (aset vector j old)))

(defproc vector-reverse! (vector)
  "Reverses the order of the elements.

(let ((v (vector 1 2 3))) (vector-reverse! v) v)  ;=> #(3 2 1)"
  (let loop ((i 0) (j (- (array-length vector) 1)))
    (when (< i j)
      (vector-swap! vector i j)
      (loop (+ i 1) (- j 1)))))

(defproc make-initialized-vector (size f)
  "A vector of what `f` returns for the numbers below `size`.

(make-initialized-vector 3 square)  ;=> #(0 1 4)"
  (let ((result (make-array size)))
    (dotimes (i size result) (aset result i (f i)))))

(defalias vector-tabulate* make-initialized-vector)
(defalias build-vector make-initialized-vector)

(defproc vector-tabulate (f size)
  "A vector of what `f` returns for the numbers below `size`.

(vector-tabulate square 3)  ;=> #(0 1 4)"
  (make-initialized-vector size f))

(defproc vector-binary-search (vector key compare)
  "The element for which `compare`, called with `key` and the element, returns 0, or false. The vector must be in order.

(vector-binary-search (vector 1 3 5) 3 -)  ;=> 3"
  (let loop ((low 0) (high (array-length vector)))
    (if (< low high)
      (let* ((middle (quotient (+ low high) 2)) (x (aref vector middle)) (order (compare key x)))
        (cond
          ((= order 0) x)
          ((< order 0) (loop low middle))
          (t (loop (+ middle 1) high))))
      #f)))

; Bytevectors

(defproc %list->bytes (list)
  "A bytevector of the integers in a list."
  (let ((bytes (make-array (length list) :of 'byte)) (i 0))
    (dolist (x list bytes)
      (aset bytes i x)
      (inc! i))))

(defproc bytevector (&rest bytes)
  "A bytevector of these integers from 0 to 255.

(bytevector 1 2)  ;=> #u8(1 2)"
  (%list->bytes bytes))

(defproc make-bytevector (size &optional (fill 0))
  "A bytevector of that size.

(make-bytevector 2 7)  ;=> #u8(7 7)"
  (make-array size :of 'byte :initial fill))

(defproc bytevector-copy (bytes &optional (start 0) end)
  "A new bytevector of the bytes, or of a part of them.

(bytevector-copy #u8(1 2 3) 1)  ;=> #u8(2 3)"
  (subarray bytes start (%end end bytes)))

(defproc bytevector->list (bytes)
  "A list of the bytes.

(bytevector->list #u8(1 2))  ;=> (1 2)"
  (array->list bytes))

; More of SRFI 133

(defproc vector-empty? (vector)
  "Returns whether the vector has no elements.

(vector-empty? (vector))  ;=> t"
  (= (array-length vector) 0))

(defproc vector-fold-right (f init vector)
  "Calls `f` on the result so far and each element, from the last on.

(vector-fold-right (lambda (l x) (cons x l)) '() (vector 1 2))  ;=> (1 2)"
  (let loop ((i (- (array-length vector) 1)) (result init))
    (if (< i 0) result (loop (- i 1) (f result (aref vector i))))))

(defproc vector-skip (predicate vector)
  "The position of the first element for which `predicate` is false, or false.

(vector-skip even? (vector 2 4 5))  ;=> 2"
  (vector-index (lambda (x) (not (predicate x))) vector))

(defproc reverse-vector->list (vector)
  "A list of the elements, the last first.

(reverse-vector->list (vector 1 2))  ;=> (2 1)"
  (reverse (array->list vector)))

(defproc reverse-list->vector (list)
  "A vector of the elements, the last first.

(reverse-list->vector '(1 2))  ;=> #(2 1)"
  (%check (list list))
  (list->array (reverse list)))

(defalias bytevector->u8-list bytevector->list)
(defalias u8-list->bytevector %list->bytes)
