; not under: stress: thousands of calls take long with a collection at each
; Tic-tac-toe: the value of a position by minimax, over a vector as the board.
(require 'common-lisp)
(defparameter *lines* '((0 1 2) (3 4 5) (6 7 8) (0 3 6) (1 4 7) (2 5 8) (0 4 8) (2 4 6)))
(defvar *positions* 0)

(defun make-board () (make-array 9 :initial-element '-))
(defun opponent (player) (if (eq player 'x) 'o 'x))
(defun winner-p (board player)
  (some #'(lambda (line) (every #'(lambda (i) (eq (aref board i) player)) line)) *lines*))
(defun moves (board)
  (loop for i from 0 below 9 when (eq (aref board i) '-) collect i))

(defun minimax (board player)
  (incf *positions*)
  (cond ((winner-p board (opponent player)) -1)
        ((null (moves board)) 0)
        (t (let ((best -2))
             (dolist (m (moves board) best)
               (setf (aref board m) player)
               (let ((v (- (minimax board (opponent player)))))
                 (when (> v best) (setq best v)))
               (setf (aref board m) '-))))))

(defun best-move (board player)
  (let ((best nil) (best-value nil))
    (dolist (m (moves board) (values best best-value))
      (setf (aref board m) player)
      (let ((v (- (minimax board (opponent player)))))
        (when (or (null best-value) (> v best-value))
          (setf best m best-value v)))
      (setf (aref board m) '-))))

(defun show (board)
  (dotimes (row 3)
    (format t "~&~{~a~^ ~}" (loop for col below 3 collect (aref board (+ (* 3 row) col)))))
  (terpri))

(let ((board (make-board)) (player 'x))
  (setf (aref board 0) 'x (aref board 4) 'o (aref board 8) 'x)
  (setf player 'o)
  (loop
    (when (or (winner-p board 'x) (winner-p board 'o) (null (moves board))) (return))
    (multiple-value-bind (move value) (best-move board player)
      (format t "~&~a plays ~d (~d)" player move value)
      (setf (aref board move) player))
    (setf player (opponent player)))
  (show board)
  (format t "~d positions~%" *positions*))
;>> O plays 1 (0)
;>> X plays 7 (0)
;>> O plays 6 (0)
;>> X plays 2 (0)
;>> O plays 5 (0)
;>> X plays 3 (0)
;>> X O X
;>> X O O
;>> O X X
;>> 1289 positions
