; Four cells of two digits in two rows, two columns and two boxes could exchange them: in a puzzle with one solution,
; one of them has another digit.
(require 'teach)

(setq p (read-puzzle "......89.1.3...7...76.4..3.......9.8...51.....8..76....3...2..4..1...5..2..7..3.."))
(setq step (find-if (lambda (step) (= (step-part step 'technique) 'unique-rectangle)) (steps p)))
(step-part step 'type)                            ;=> 4
(step-part step 'colours)                         ;=> (((3 5) (7 3)) ((3 3) (7 5)))
(explain step)                                    ;=> "Unique rectangle: if r4c6, r8c4, r4c4 and r8c6 had only 3 and 4, these could be exchanged, and there would be two solutions; and in column 4, 4 can only be in r4c4 and r8c4. So r4c4 is not 3, r8c4 is not 3."
(explain step :language 'de)                      ;=> "Einzigartiges Rechteck: hätten Z4S6, Z8S4, Z4S4 und Z8S6 nur 3 und 4, ließen diese sich vertauschen, und es gäbe zwei Lösungen; und in Spalte 4 kann 4 nur in Z4S4 und Z8S4 stehen. Also: Z4S4 ist nicht 3, Z8S4 ist nicht 3."

; On an empty board many solutions have such a rectangle: nothing follows. The board says so, not the caller.
(setq open (board 4))
(dolist (cell '((0 0) (0 2) (1 0))) (aset open (first cell) (second cell) '(1 2)))
(aset open 1 2 '(1 2 3))
(next-step open '((unique-rectangle 4.5)))        ;=> nil
(step-part (next-step open) 'technique)                ;=> pointing

; A technique of a program's own can suppose it, too; those beside it are asked all the same.
(defproc luck (board) (list '(technique luck) '(remove (((1 1) 2))) '(reason "there is one solution.")))
(setq techniques (list (list 'luck 1.0 luck) '(unique-rectangle 4.5) '(naked-pair 3.0)))
(step-part (next-step open techniques) 'technique)          ;=> luck
(setq *techniques-for-one-solution* (cons 'luck *techniques-for-one-solution*))
(step-part (next-step open techniques) 'technique)          ;=> naked-pair
(step-part (next-step p techniques) 'technique)             ;=> luck
