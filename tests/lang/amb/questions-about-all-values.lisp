(require 'amb)
(possibly? (= 4 (amb 1 2 3 4)))                    ;=> t
(possibly? (= 5 (amb 1 2 3 4)))                    ;=> nil
(possibly? (fail))                                 ;=> nil
(necessarily? (< (amb 1 2 3) 4))                   ;=> t
(necessarily? (< (amb 1 2 3) 3))                   ;=> nil
(necessarily? (fail))                              ;=> t
(ith-value 0 (amb 'a 'b))                          ;=> a
(ith-value 1 (amb 'a 'b))                          ;=> b
(ith-value 2 (amb 'a 'b) 'fewer)                   ;=> fewer
(best-value (amb 3 1 4 1 5 9 2 6) (lambda (x) (- x)))   ;=> 1
(best-value (amb 'a 'bb 'cc) (lambda (s) (string-length (symbol->string s))))   ;=> bb
(receive (value failures) (count-failures (all-values (amb 1 2 3))) (list value failures))   ;=> ((1 2 3) 3)
(print-values (an-integer-above 1) :limit 3)       ;=> 3
;>> 1
;>> 2
;>> 3
(print-values (amb 'a 'b 'c) :ask (lambda (value) (= value 'a)))     ;=> 2
;>> a
;>> b
(print-values (fail))                              ;=> 0
(print-values (amb 1 2) :limit 0)                  ;=> 0
