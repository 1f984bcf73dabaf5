; Lists that are built and forgotten: allocation and collection.
(defproc remove-item (x l)
  (cond
    ((null? l) nil)
    ((= x (first l)) (remove-item x (rest l)))
    (t (cons (first l) (remove-item x (rest l))))))

(let ((l (iota 500)))
  (dotimes (i 400) (remove-item i l)))
