; The dragon curve as a string of turns, by folding, and where its ends lie.
(require 'common-lisp)
(defun fold (turns)
  (concatenate 'string turns "R"
               (map 'string #'(lambda (c) (if (char= c #\R) #\L #\R)) (reverse turns))))

(defun dragon (n)
  (do ((i 0 (1+ i)) (s "" (fold s)))
      ((= i n) s)))

(defun end-point (turns)
  (let ((x 1) (y 0) (dx 1) (dy 0))
    (loop for c across turns
          do (ecase c
               (#\R (psetf dx dy dy (- dx)))
               (#\L (psetf dx (- dy) dy dx)))
             (incf x dx)
             (incf y dy))
    (list x y)))

(dotimes (i 5)
  (format t "~d ~s ~a~%" i (dragon i) (end-point (dragon i))))
(format t "~d turns, ~d to the right~%" (length (dragon 8)) (count #\R (dragon 8)))
;>> 0 "" (1 0)
;>> 1 "R" (1 -1)
;>> 2 "RRL" (0 -2)
;>> 3 "RRLRRLL" (-2 -2)
;>> 4 "RRLRRLLRRRLLRLL" (-4 0)
;>> 255 turns, 128 to the right
