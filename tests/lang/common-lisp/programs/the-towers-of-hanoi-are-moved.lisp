; The towers of Hanoi, on stacks that are checked after each move.
(require 'common-lisp)
(defvar *pegs* (make-hash-table))
(defvar *moves* 0)

(defun setup (n)
  (setf (gethash 'a *pegs*) (loop for i from 1 to n collect i)
        (gethash 'b *pegs*) '()
        (gethash 'c *pegs*) '()
        *moves* 0))

(defun move-disk (from to)
  (let ((disk (pop (gethash from *pegs*))))
    (assert (or (null (gethash to *pegs*)) (< disk (first (gethash to *pegs*)))))
    (push disk (gethash to *pegs*))
    (incf *moves*)
    disk))

(defun hanoi (n from to via &optional (trace nil))
  (unless (= n 0)
    (hanoi (1- n) from via to trace)
    (let ((disk (move-disk from to)))
      (when trace (format t "~&Move disk ~d from ~a to ~a." disk from to)))
    (hanoi (1- n) via to from trace)))

(setup 3)
(hanoi 3 'a 'c 'b t)
(setup 10)
(hanoi 10 'a 'c 'b)
(format t "~&~d moves, ~a~%" *moves* (gethash 'c *pegs*))
;>> Move disk 1 from A to C.
;>> Move disk 2 from A to B.
;>> Move disk 1 from C to B.
;>> Move disk 3 from A to C.
;>> Move disk 1 from B to A.
;>> Move disk 2 from B to C.
;>> Move disk 1 from A to C.
;>> 1023 moves, (1 2 3 4 5 6 7 8 9 10)
