(case (+ 1 1) (1 'one) ((2 3) 'few) (t 'many))   ;=> few
(case 'z ((a b) 1))                              ;=> nil
(case "two" (("one") 1) (("two") 2))             ;=> 2
(case 2.0 (2 'two) (t 'other))                   ;=> two
(case nil (nil 'nothing) (t 'something))         ;=> something
(case nil ((nil) 'nothing) (t 'something))       ;=> nothing
(case '(1 2) (((1 2)) 'pair) (t 'other))         ;=> pair
(case 5 ((1 2) 'a) (else 'b))                    ;=> b
(case 5 ((1 2) 'a) (otherwise 'b 'c))            ;=> c
(case #\a ((#\a #\b) 'letter) (t 'other))        ;=> letter
; warns: unused-value
