; Matrices as arrays: product, transpose, powers, determinant by elimination.
(require 'common-lisp)
(defun matrix-multiply (a b)
  (let* ((m (array-dimension a 0)) (n (array-dimension b 1)) (k (array-dimension b 0))
         (result (make-array (list m n) :initial-element 0)))
    (dotimes (i m result)
      (dotimes (j n)
        (dotimes (l k)
          (incf (aref result i j) (* (aref a i l) (aref b l j))))))))

(defun identity-matrix (n)
  (let ((result (make-array `(,n ,n) :initial-element 0)))
    (loop for i below n do (setf (aref result i i) 1))
    result))

(defun matrix-power (a n)
  (cond ((zerop n) (identity-matrix (array-dimension a 0)))
        ((evenp n) (let ((h (matrix-power a (/ n 2)))) (matrix-multiply h h)))
        (t (matrix-multiply a (matrix-power a (1- n))))))

(defun transpose (a)
  (destructuring-bind (m n) (array-dimensions a)
    (let ((result (make-array (list n m))))
      (dotimes (i m result)
        (dotimes (j n)
          (setf (aref result j i) (aref a i j)))))))

(defun determinant (matrix)
  (let* ((n (array-dimension matrix 0)) (sign 1)
         (a (make-array (list n n))))
    (dotimes (i n) (dotimes (j n) (setf (aref a i j) (aref matrix i j))))
    (dotimes (k n)
      (let ((pivot (loop for i from k below n unless (zerop (aref a i k)) return i)))
        (when (null pivot) (return-from determinant 0))
        (unless (= pivot k)
          (setf sign (- sign))
          (dotimes (j n) (rotatef (aref a k j) (aref a pivot j))))
        (loop for i from (1+ k) below n
              for factor = (/ (aref a i k) (aref a k k))
              do (loop for j from k below n
                       do (decf (aref a i j) (* factor (aref a k j)))))))
    (* sign (loop with p = 1 for i below n do (setf p (* p (aref a i i))) finally (return p)))))

(defvar *fib* (make-array '(2 2) :initial-contents '((1 1) (1 0))))
(print (matrix-power *fib* 30))
(print (transpose (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6)))))
(print (determinant (make-array '(3 3) :initial-contents '((2 0 1) (1 3 2) (1 1 4)))))
(print (determinant (make-array '(2 2) :initial-contents '((0 1/2) (3 4)))))
;>>
;>> #2A((1346269 832040) (832040 514229)) 
;>> #2A((1 4) (2 5) (3 6)) 
;>> 18 
;>> -3/2 
