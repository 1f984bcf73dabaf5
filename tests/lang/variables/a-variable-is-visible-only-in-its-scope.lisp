(let ((hidden 1)) hidden)          ;=> 1
hidden                             ;!! unbound-variable
((lambda (p) p) 1)                 ;=> 1
p                                  ;!! unbound-variable
(dotimes (i 2) i)
i                                  ;!! unbound-variable
