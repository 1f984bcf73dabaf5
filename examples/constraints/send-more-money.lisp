; SEND + MORE = MONEY: each letter is a digit, different letters are different digits (H. E. Dudeney, 1924).
;
;   klammer run examples/constraints/send-more-money.lisp
;
; Model: a variable for each letter; the sum as one linear equation, which `post!` makes of the expression as it is written. Heuristic: the default, fewest
; values first. Result: propagation alone leaves little to try, two nodes prove the only solution.

(require 'constraints)

(setq *letters* '(s e n d m o r y))
(setq *store* (make-store))
(setq *digits* (variables *store* 8 0 9))
(for-each (lambda (x letter) (set-name! *store* letter x)) *digits* *letters*)

(defproc letter (name)
  (nth (find-index (lambda (other) (= other name)) *letters*) *digits*))

(defproc word (letters)
  "The number that the letters make."
  (fold-left (lambda (number name) `(+ (* 10 ,number) ,(letter name))) 0 letters))

(all-different! *store* *digits*)
(post! *store* (> (letter 's) 0) (> (letter 'm) 0)
  (= (+ (word '(s e n d)) (word '(m o r e))) (word '(m o n e y))))

(let ((solution (solve *store*)))
  (print (map-with list *letters* (values-of solution *digits*))))
(print (list 'unique: (unique? *store*)))
;>> ((s 9) (e 5) (n 6) (d 7) (m 1) (o 0) (r 8) (y 2))
;>> (unique: t)
