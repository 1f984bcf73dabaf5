(aif (+ 1 2) (* it it) 'none)          ;=> 9
(aif nil 'then (list 'else it))        ;=> (else nil)
(aif (assoc 'b '((a 1) (b 2))) (second it) 0)  ;=> 2
(aif nil 1)                            ;=> nil
(aif 1 (aif 2 it it) it)               ;=> 2
(aif 1 (let ((f (lambda () it))) (aif 5 (list it (f)))))  ;=> (5 1)
it                                     ;!! unbound-variable
