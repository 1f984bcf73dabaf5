; Matrices as lists of rows, or vectors of rows, with the column before the row: the procedures that Scheme programs on
; the web take from their authors' own libraries.

(defproc %matrix-rows (matrix)
  "The rows of a matrix as a list."
  (if (array? matrix) (array->list matrix) matrix))

(defproc %row-list (row)
  "A row as a list."
  (if (array? row) (array->list row) row))

(defproc matrix-copy (matrix)
  "A matrix with the same elements, of rows of its own: a list of lists, or a vector of vectors.

(matrix-copy '((1 2) (3 4)))  ;=> ((1 2) (3 4))
(let* ((m '((1 2) (3 4))) (n (matrix-copy m))) (matrix-set! n 0 0 9) m)  ;=> ((1 2) (3 4))"
  (%check (matrix list))
  (if (array? matrix)
    (list->array (map-with (lambda (row) (list->array (%row-list row))) (array->list matrix)))
    (map-with list-copy matrix)))

(defproc matrix-ref (matrix x y)
  "The element in column `x` of row `y`.

(matrix-ref '((1 2) (3 4)) 1 0)  ;=> 2"
  (let ((row (if (array? matrix) (aref matrix y) (list-ref matrix y))))
    (if (array? row) (aref row x) (list-ref row x))))

(defproc matrix-set! (matrix x y value)
  "Changes the element in column `x` of row `y`.

(let ((m (matrix-copy '((1 2) (3 4))))) (matrix-set! m 1 0 'a) m)  ;=> ((1 a) (3 4))"
  (let ((row (if (array? matrix) (aref matrix y) (list-ref matrix y))))
    (if (array? row) (aset row x value) (list-set! row x value))))

(defproc matrix-row-ref (matrix y)
  "Row `y` as a list.

(matrix-row-ref '((1 2) (3 4)) 1)  ;=> (3 4)"
  (%row-list (if (array? matrix) (aref matrix y) (list-ref matrix y))))

(defproc matrix-col-ref (matrix x)
  "Column `x` as a list.

(matrix-col-ref '((1 2) (3 4)) 1)  ;=> (2 4)"
  (%check (matrix list))
  (map-with (lambda (row) (if (array? row) (aref row x) (list-ref row x))) (%matrix-rows matrix)))

(defproc map-matrix-with-index (f matrix)
  "A list of rows of the results of calling `f` on element, column and row.

(map-matrix-with-index (lambda (e x y) (list e x y)) '((a b)))  ;=> (((a 0 0) (b 1 0)))"
  (map-indexed
    (lambda (y row) (map-indexed (lambda (x e) (f e x y)) (%row-list row)))
    (%matrix-rows matrix)))

(defproc for-each-matrix-with-index (f matrix)
  "Calls `f` on each element, its column and its row.

(for-each-matrix-with-index (lambda (e x y) (display e)) '((1 2) (3)))  ;>> 123"
  (let loop-rows ((rows (%matrix-rows matrix)) (y 0))
    (when (pair? rows)
      (let loop ((row (%row-list (car rows))) (x 0))
        (when (pair? row)
          (f (car row) x y)
          (loop (cdr row) (+ x 1))))
      (loop-rows (cdr rows) (+ y 1)))))

(defproc map-matrix (f matrix)
  "A list of rows of the results of calling `f` on the elements.

(map-matrix - '((1 2)))  ;=> ((-1 -2))"
  (%check (f function) (matrix list))
  (map-with (lambda (row) (map-with f (%row-list row))) (%matrix-rows matrix)))
