(letrec ((ev? (lambda (n) (if (= n 0) t (od? (- n 1)))))
         (od? (lambda (n) (if (= n 0) nil (ev? (- n 1))))))
  (list (ev? 100) (od? 100) (ev? 7)))                 ;=> (t nil nil)
(letrec ((fact (lambda (n) (if (= n 0) 1 (* n (fact (- n 1))))))) (fact 20))  ;=> 2432902008176640000
(letrec ((a 1) (b (+ a 1))) (list a b))               ;=> (1 2)
(letrec ((f (lambda () n)) (n 5)) (f))                ;=> 5
