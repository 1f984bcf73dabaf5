(require 'teach)
(rate (read-puzzle "12.............."))                        ;=> nil
(second (assoc 'solved (grade (read-puzzle "12.............."))))  ;=> nil
(next-step (read-puzzle "1...............") '((x-wing 3.2)))   ;=> nil
; Two givens that contradict each other: nothing can be said.
(next-step (read-puzzle "11.............."))                   ;=> nil
(rate (read-puzzle "11.............."))                        ;=> nil
(apply-step! (read-puzzle "11..............") nil)             ;=> nil
; A cell without candidates is the end.
(let ((b (read-puzzle "1.......2......."))) (apply-step! b '((remove (((0 1) 1) ((0 1) 2) ((0 1) 3) ((0 1) 4))))))  ;=> nil
(next-step 5)                                                  ;!! wrong-type
(next-step (make-array '(26 26) :of 'digits))                  ;!! bad-value
(explain '((technique x-wing)) :language 'la)                       ;!! user-error
