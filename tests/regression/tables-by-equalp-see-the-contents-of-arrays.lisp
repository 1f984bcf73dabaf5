; found: 2026-11-22, programs written elsewhere: 2,000 boards took two million comparisons
; limits: ticks=3M memory=256M
; A hash that took only the length compared each key with all others: 2,000 boards took two million comparisons of 81 elements.
(require 'common-lisp)
(let ((h (make-hash-table :test 'equalp)))
  (dotimes (i 2000) (let ((board (make-array 81 :initial-element 0))) (setf (aref board (mod i 81)) i) (setf (gethash board h) i)))
  (hash-table-count h))                                                     ;=> 2000
(let ((h (make-hash-table :test 'equal)))
  (dotimes (i 500) (let ((l (append (make-list 80 :initial-element 0) (list i)))) (setf (gethash l h) i)))
  (hash-table-count h))                                                     ;=> 500
