; found: 2026-11-26, by strings without end
; limits: fuel=40000
(require 'common-lisp)
(defvar *a* (make-string 100000 :initial-element #\a))
(defvar *b* (make-string 100000 :initial-element #\A))
(dotimes (i 4) (equalp *a* *b*))                                ;!! out-of-ticks
