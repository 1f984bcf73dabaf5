; found: 2026-11-20, fuzzing
(eval (cons '+ (iota 1000)))                                     ;=> 499500
(eval (cons '- (iota 300)))                                      ;=> -44850
(eval (cons '< (iota 1000)))                                     ;=> t
(let ((x 2)) (eval (cons '* (append (iota 0) (map-with (lambda (i) 2) (iota 200))))))
;=> 1606938044258990275541962092341162602522202993782792835301376
