; A search in Common Lisp: the layer runs programs in that language as they stand. Here functions that are local to one that solves, a macro
; that is defined after the function that uses it, and `loop`, in the style of a weblog's solver that grows step by step.
(require 'common-lisp)

(defun knights-tour (size)
  (let ((board (make-array (list size size) :initial-element 0)))
    (labels ((free-p (row col)
               (and (< -1 row size) (< -1 col size) (zerop (aref board row col))))
             (moves (row col)
               (loop for (dr dc) in '((1 2) (2 1) (2 -1) (1 -2) (-1 -2) (-2 -1) (-2 1) (-1 2))
                     when (free-p (+ row dr) (+ col dc))
                     collect (list (+ row dr) (+ col dc))))
             (visit (row col step)
               (setf (aref board row col) step)
               (when (= step (* size size))
                 (return-from knights-tour board))
               ; The square with the fewest ways on comes first.
               (in-order ((r c) (moves row col) (lambda (move) (length (apply #'moves move))))
                 (visit r c (1+ step)))
               (setf (aref board row col) 0)))
      (visit 0 0 1))))

(defmacro in-order (((row col) list key) &body body)
  (let ((move (gensym)))
    `(dolist (,move (sort ,list #'< :key ,key))
       (destructuring-bind (,row ,col) ,move ,@body))))

(let ((board (knights-tour 5)))
  (dotimes (row 5)
    (format t "~{~3d~}~%" (loop for col below 5 collect (aref board row col)))))
;>>   1 12 25 18  3
;>>  22 17  2 13 24
;>>  11  8 23  4 19
;>>  16 21  6  9 14
;>>   7 10 15 20  5
