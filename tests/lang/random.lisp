;;;; random numbers are below the bound
(defproc all? (n ok? draw) (or (= n 0) (and (ok? (draw)) (all? (- n 1) ok? draw))))
(all? 500 (lambda (x) (and (integer? x) (<= 0 x 6))) (lambda () (random 7)))             ;=> t
(all? 500 (lambda (x) (and (float? x) (<= 0.0 x) (< x 0.1))) (lambda () (random 0.1)))   ;=> t
(all? 100 (lambda (x) (< -1 x (expt 2 65))) (lambda () (random (expt 2 65))))            ;=> t
(random 1)                                                                               ;=> 0
(sort (shuffle '(5 3 1 4 2)) <)                                                          ;=> (1 2 3 4 5)
(shuffle nil)                                                                            ;=> nil
(random 0)                                     ;!! wrong-type random: bound must be a positive integer or float, got 0
(random -1.5)                                  ;!! wrong-type
(random 1/2)                                   ;!! wrong-type
(random 'a)                                    ;!! wrong-type
(random-element nil)                           ;!! bad-value
(random-element (vector))                      ;!! bad-value
(random-element 5)                             ;!! wrong-type
(random-seed! 'a)                              ;!! wrong-type

;;;; the same seed gives the same numbers
(random-seed! 1)                                     ;=> 1
(list (random 10) (random 10) (random 10))           ;=> (8 7 1)
(random-seed! 1)
(list (random 10) (random 10) (random 10))           ;=> (8 7 1)
(random 1.0)                                         ;=> 0.7462168706168104
(random (expt 10 30))                                ;=> 748520912647907284772086902692
(shuffle '(a b c d e f g h))                         ;=> (c e b g f a d h)
(random-element '(a b c))                            ;=> b
(random-element #(1 2 3))                            ;=> 1
