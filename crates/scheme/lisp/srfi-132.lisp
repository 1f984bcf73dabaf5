; SRFI 132: sorting, beyond `sort` and its names.

(defalias list-stable-sort sort)
(defalias vector-stable-sort sort)
(defalias list-sort! sort!)
(defalias list-stable-sort! sort!)
(defalias vector-stable-sort! sort!)

(defproc list-sorted? (before? list)
  "Returns whether the list is in order: no element has to come before the one that precedes it.

(list-sorted? < '(1 2 2))  ;=> t
(list-sorted? < '(2 1))    ;=> #f"
  (let loop ((l list))
    (cond
      ((or (null? l) (null? (cdr l))) t)
      ((before? (second l) (car l)) #f)
      (t (loop (cdr l))))))

(defproc vector-sorted? (before? vector &optional (start 0) end)
  "Likewise for a vector, or a part of it.

(vector-sorted? < (vector 3 1 2) 1)  ;=> t"
  (list-sorted? before? (vector->list vector start (%end end vector))))

(defproc list-merge (before? a b)
  "The list of the elements of two sorted lists, sorted; of equal ones those of the first list come first.

(list-merge < '(1 4) '(2 3 5))  ;=> (1 2 3 4 5)"
  (let loop ((a a) (b b) (merged nil))
    (cond
      ((null? a) (append-reverse merged b))
      ((null? b) (append-reverse merged a))
      ((before? (car b) (car a)) (loop a (cdr b) (cons (car b) merged)))
      (t (loop (cdr a) b (cons (car a) merged))))))

(defalias list-merge! list-merge)

(defproc vector-merge (before? a b)
  "The vector of the elements of two sorted vectors, sorted.

(vector-merge < (vector 1 4) (vector 2 3))  ;=> #(1 2 3 4)"
  (list->vector (list-merge before? (array->list a) (array->list b))))

(defproc vector-merge! (before? to a b &optional (start 0))
  "Puts the elements of two sorted vectors, sorted, into another from a position on.

(let ((v (make-vector 4 0))) (vector-merge! < v (vector 1 4) (vector 2) 1) v)  ;=> #(0 1 2 4)"
  (%vector-copy! to start (vector-merge before? a b)))

(defproc list-delete-neighbor-dups (same? list)
  "The list with one element for those in a row that are the same.

(list-delete-neighbor-dups = '(1 1 2 2 1))  ;=> (1 2 1)"
  (let loop ((l list) (kept nil))
    (cond
      ((null? l) (reverse kept))
      ((and (pair? kept) (same? (car kept) (car l))) (loop (cdr l) kept))
      (t (loop (cdr l) (cons (car l) kept))))))

(defalias list-delete-neighbor-dups! list-delete-neighbor-dups)

(defproc vector-delete-neighbor-dups (same? vector &optional (start 0) end)
  "Likewise for a vector, or a part of it.

(vector-delete-neighbor-dups = (vector 1 1 2))  ;=> #(1 2)"
  (list->vector (list-delete-neighbor-dups same? (vector->list vector start (%end end vector)))))

(defproc vector-delete-neighbor-dups! (same? vector &optional (start 0) end)
  "Moves what remains to the front of the part of the vector. Returns where it ends.

(vector-delete-neighbor-dups! = (vector 1 1 2))  ;=> 2"
  (let ((kept (vector-delete-neighbor-dups same? vector start (%end end vector))))
    (%vector-copy! vector start kept)
    (+ start (array-length kept))))

(defproc vector-find-median (before? vector none &optional mean)
  "The element in the middle when the vector is sorted: of two, their mean; `none` if there are no elements.

(vector-find-median < (vector 3 1 2) 0)    ;=> 2
(vector-find-median < (vector 4 1 3 2) 0)  ;=> 5/2
(vector-find-median < (vector) 'none)      ;=> none"
  (%check (vector array))
  (let* ((sorted (sort vector before?)) (n (array-length sorted)) (middle (quotient n 2)))
    (cond
      ((zero? n) none)
      ((odd? n) (aref sorted middle))
      (t
        (let ((a (aref sorted (- middle 1))) (b (aref sorted middle)))
          (if mean (mean a b) (/ (+ a b) 2)))))))

(defproc vector-find-median! (before? vector none &optional mean)
  "Likewise; the vector is sorted afterwards.

(let ((v (vector 3 1 2))) (list (vector-find-median! < v 0) v))  ;=> (2 #(1 2 3))"
  (%check (vector array))
  (sort! vector before?)
  (vector-find-median before? vector none mean))

(defproc vector-select! (before? vector k &optional (start 0) end)
  "The element number `k` of the part of the vector when it is sorted.

(vector-select! < (vector 30 10 20) 1)  ;=> 20"
  (aref (sort (vector-copy vector start (%end end vector)) before?) k))

(defproc vector-separate! (before? vector k &optional (start 0) end)
  "Moves the `k` elements that come first to the front of the part of the vector.

(let ((v (vector 30 10 20))) (vector-separate! < v 2) (vector-head v 2))  ;=> #(10 20)"
  (%vector-copy! vector start (sort (vector-copy vector start (%end end vector)) before?)))
