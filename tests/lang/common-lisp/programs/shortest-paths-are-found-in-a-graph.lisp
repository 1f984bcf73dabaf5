; Paths in a graph: breadth first, and the shortest by distance with a queue that is kept in order.
(require 'common-lisp)
(defparameter *roads*
  '((a (b 4) (c 2)) (b (a 4) (c 1) (d 5)) (c (a 2) (b 1) (d 8) (e 10))
    (d (b 5) (c 8) (e 2) (f 6)) (e (c 10) (d 2) (f 3)) (f (d 6) (e 3))))

(defun neighbors (node) (cdr (assoc node *roads*)))

(defun bfs (end queue)
  (if (null queue)
      nil
      (let ((path (car queue)))
        (let ((node (car path)))
          (if (eql node end)
              (reverse path)
              (bfs end (append (cdr queue) (new-paths path node))))))))

(defun new-paths (path node)
  (mapcan #'(lambda (edge)
              (let ((n (car edge)))
                (unless (member n path) (list (cons n path)))))
          (neighbors node)))

(defstruct (route (:constructor new-route (node cost &optional previous))) node cost previous)

(defun route-nodes (route)
  (do ((r route (route-previous r)) (nodes '() (cons (route-node r) nodes)))
      ((null r) nodes)))

(defun shortest (start end)
  (let ((queue (list (new-route start 0))) (done (make-hash-table)))
    (loop until (null queue)
          do (let ((route (pop queue)))
               (cond ((eq (route-node route) end)
                      (return (values (route-nodes route) (route-cost route))))
                     ((not (gethash (route-node route) done))
                      (setf (gethash (route-node route) done) t)
                      (loop for (next distance) in (neighbors (route-node route))
                            unless (gethash next done)
                              do (push (new-route next (+ distance (route-cost route)) route) queue))
                      (setf queue (sort queue #'< :key #'route-cost))))))))

(print (bfs 'f (list (list 'a))))
(multiple-value-bind (nodes cost) (shortest 'a 'f)
  (format t "~&~{~a~^ -> ~} costs ~d~%" nodes cost))
(print (multiple-value-list (shortest 'a 'z)))
;>>
;>> (A B D F) 
;>> A -> C -> B -> D -> E -> F costs 13
;>>
;>> (NIL) 
