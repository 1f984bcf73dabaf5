; Functions on arrays that take functions.

(defproc array-map (f array)
  "An array of the same dimensions that holds the results of calling `f` on the elements.

(array-map 1+ (vector 1 2 3))              ;=> #(2 3 4)
(array-map not (make-array '(2 2)))        ;=> #2A((t t) (t t))"
  (%check (f function) (array array))
  (let ((result (make-array (array-dimensions array))))
    (dotimes (i (array-length array) result)
      (row-major-set! result i (f (row-major-aref array i))))))

(defproc array-for-each (f array)
  "Calls `f` on the elements of the array, row after row, for its effect. Returns nil.

(array-for-each display (vector 1 2 3))  ;>> 123"
  (%check (f function) (array array))
  (dotimes (i (array-length array))
    (f (row-major-aref array i))))

(defproc array-tabulate (dimensions f)
  "An array of these dimensions (a list of sizes, or one size) that holds the results of calling `f` on the coordinates
of each element.

(array-tabulate 4 square)   ;=> #(0 1 4 9)
(array-tabulate '(2 3) +)   ;=> #2A((0 1 2) (1 2 3))"
  (%check (f function))
  (let* ((result (make-array dimensions)) (sizes (reverse (array-dimensions result))))
    (dotimes (i (array-length result) result)
      (row-major-set! result i (apply f (%coordinates i sizes))))))

(defproc %coordinates (index sizes)
  "The coordinates of the element at a position of the whole array, whose sizes come last dimension first."
  (let loop ((i index) (sizes sizes) (result nil))
    (if (null? sizes)
      result
      (loop (quotient i (first sizes)) (rest sizes) (cons (remainder i (first sizes)) result)))))
