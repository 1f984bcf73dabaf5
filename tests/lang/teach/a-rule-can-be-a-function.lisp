; A technique of a program's own stands among the others, and says itself why.
(require 'teach)

(defproc last-digit (board)
  "A step for a cell whose candidates are a single digit, told in another way."
  (let ((step (next-step board '((naked-single 2.3)))))
    (and step
         (list '(technique last-digit)
               (list 'place (step-part step 'place))
               '(reason ((en "nothing else is left.") (de "sonst bleibt nichts.")))))))

(setq p (read-puzzle "1.3..2....4...21"))
(setq techniques (cons (list 'last-digit 1.1 last-digit) *techniques*))
(setq step (next-step p techniques))
(step-part step 'technique)                        ;=> last-digit
(difficulty step techniques)                       ;=> 1.1
(explain step)                                ;=> "Last digit: nothing else is left. So r1c2 is 4."
(explain step :language 'de)                  ;=> "Last digit: sonst bleibt nichts. Also: Z1S2 ist 4."
(second (assoc 'techniques (grade p techniques)))       ;=> ((last-digit 10))
(difficulty step)                             ;!! user-error
(next-step p '((no-such-technique 1)))             ;!! bad-value

; A difficulty can be a function of the step.
(difficulty step (list (list 'last-digit (lambda (step) (length step)) last-digit)))  ;=> 3
