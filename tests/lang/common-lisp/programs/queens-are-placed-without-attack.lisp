; The queens: all solutions for small boards, by recursion and by loops.
(require 'common-lisp)
(defun attacks-p (row col queens)
  (loop for (r . c) in queens
        thereis (or (= c col) (= (abs (- r row)) (abs (- c col))))))

(defun queens (n)
  (let ((solutions '()))
    (labels ((place (row queens)
               (if (= row n)
                   (push (mapcar #'cdr (reverse queens)) solutions)
                   (dotimes (col n)
                     (unless (attacks-p row col queens)
                       (place (1+ row) (acons row col queens)))))))
      (place 0 '()))
    (nreverse solutions)))

(defun draw (solution)
  (dolist (col solution)
    (dotimes (i (length solution))
      (princ (if (= i col) "Q " ". ")))
    (terpri)))

(loop for n from 1 to 6
      do (format t "~d: ~d~%" n (length (queens n))))
(draw (first (queens 6)))
(print (queens 5))
;>> 1: 1
;>> 2: 0
;>> 3: 0
;>> 4: 2
;>> 5: 10
;>> 6: 4
;>> . Q . . . . 
;>> . . . Q . . 
;>> . . . . . Q 
;>> Q . . . . . 
;>> . . Q . . . 
;>> . . . . Q . 
;>>
;>> ((0 2 4 1 3) (0 3 1 4 2) (1 3 0 2 4) (1 4 2 0 3) (2 0 3 1 4) (2 4 1 3 0)
;>>  (3 0 2 4 1) (3 1 4 2 0) (4 1 3 0 2) (4 2 0 3 1)) 
