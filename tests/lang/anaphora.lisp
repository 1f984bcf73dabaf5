;;;; aif binds it in both branches
(aif (+ 1 2) (* it it) 'none)          ;=> 9
(aif nil 'then (list 'else it))        ;=> (else nil)
(aif (assoc 'b '((a 1) (b 2))) (second it) 0)  ;=> 2
(aif nil 1)                            ;=> nil
(aif 1 (aif 2 it it) it)               ;=> 2
(aif 1 (let ((f (lambda () it))) (aif 5 (list it (f)))))  ;=> (5 1)
it                                     ;!! unbound-variable

;;;; awhen and aand pass the value on
(awhen (+ 1 1) (setq x it) (* it 10))  ;=> 20
x                                      ;=> 2
(awhen nil (car 5))                    ;=> nil
(aand 1 (+ it 1) (* it 10))            ;=> 20
(aand 1 nil (car 5))                   ;=> nil
(aand)                                 ;=> t
(aand '((a (b 1))) (first it) (second it) (second it))  ;=> 1

;;;; it may be assigned and captured
(aif 1 (progn (setq it 2) it))         ;=> 2
(let ((it 'outer)) (aif it (list it) 'none))  ;=> (outer)
(setq fs (map-with (lambda (x) (awhen x (lambda () it))) '(1 2)))
(map-with (lambda (f) (f)) fs)         ;=> (1 2)
