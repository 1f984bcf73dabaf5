; An entry of *techniques* that is none, and a technique that finds what is no step, are refused in their own words.

(require 'teach)
(setq puzzle (read-puzzle "12343.12.1434321"))
(rate puzzle '(mine))                                     ;!! bad-value rate: a technique must be a list of its name, its difficulty
(rate puzzle '((mine)))                                   ;!! bad-value rate: a technique must be a list
(rate puzzle '((mine "hard")))                            ;!! bad-value rate: a technique must be a list
(rate puzzle '((mine 1.0 find-mine)))                     ;!! bad-value rate: a technique must be a list
(rate puzzle '((mine . 1)))                               ;!! bad-value rate: a technique must be a list
(rate puzzle '((mine 1.0 . 2)))                           ;!! bad-value rate: a technique must be a list
(rate puzzle '((mine 1.0)))                               ;!! bad-value mine is no technique of the library, and has no function
(defproc finding (step) (list (list 'mine 1.0 (lambda (board) step))))
(next-step puzzle (finding 'yes))                         ;!! bad-value what the technique mine finds must be nil or a step, got yes
(next-step puzzle (finding '(1 2)))                       ;!! bad-value what the technique mine finds
(next-step puzzle (finding '((place (((0 0) 1))))))       ;!! bad-value what the technique mine finds
(next-step puzzle (finding '((technique mine) (place (0 0 4)))))  ;!! bad-value what the technique mine finds
(next-step puzzle (finding '((technique mine) (remove 4))))    ;!! bad-value what the technique mine finds
(next-step puzzle (finding '((technique mine) (remove (((0 0 0) 4))))))  ;!! bad-value what the technique mine finds must be nil
(next-step puzzle (finding '((technique mine) (cells 5) (place (((1 1) 4))))))  ;!! bad-value must be nil or a step
(next-step puzzle (finding '((technique mine) (place (((4 0) 4))))))  ;!! bad-value must be of cells and digits of the board
(next-step puzzle (finding '((technique mine) (place (((0 -1) 4))))))  ;!! bad-value must be of cells and digits of the board
(next-step puzzle (finding '((technique mine) (place (((1 1) 5))))))  ;!! bad-value must be of cells and digits of the board
; A step that changes nothing would be found again, without end.
(rate puzzle (finding '((technique mine) (place (((0 0) 1))))))  ;!! bad-value must be a step that changes something
(rate puzzle (finding '((technique mine) (remove (((1 1) 1))))))  ;!! bad-value must be a step that changes something
(rate puzzle (finding '((technique mine))))                    ;!! bad-value must be a step that changes something
(next-step puzzle (finding nil))                          ;=> nil
(next-step puzzle (finding '((technique mine) (place (((1 1) 4))))))  ;=> ((technique mine) (place (((1 1) 4))))
(rate puzzle (cons (list 'mine (lambda (step) 7) (lambda (board) nil)) *techniques*))  ;=> 1.0
