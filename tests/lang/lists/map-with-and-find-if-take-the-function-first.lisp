(map-with (lambda (x) (* x x)) '(1 2 3))  ;=> (1 4 9)
(map-with + '(1 2) '(10 20))              ;=> (11 22)
(map-with first '((1 2) (3)))             ;=> (1 3)
(map-with list '(1 2 3) '(a b))           ;=> ((1 a) (2 b))
(map-with car nil)                        ;=> nil
(find-if even? '(1 2 4))                  ;=> 2
(find-if even? '(1 3))                    ;=> nil
(map-with 5 '(1))                         ;!! not-a-function
