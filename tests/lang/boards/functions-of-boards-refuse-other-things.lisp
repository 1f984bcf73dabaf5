(setq b (board 4))
(candidates (make-array '(4 4)) '(0 0))      ;!! wrong-type @2:1
(candidates b '(0))                          ;!! wrong-type @3:1
(candidates b '(0 0 0))                      ;!! wrong-type @4:1
(candidates b '(0 a))                        ;!! wrong-type @5:1
(candidates b '(-1 0))                       ;!! index-out-of-range @6:1
(assign b 0 0 0)                             ;!! bad-value @7:1
(assign b 0 0 'a)                            ;!! wrong-type @8:1
(assign b 0 0 1 :level 'strong)              ;!! bad-value @9:1
(assign b 0 0 1 :strength 'locked)           ;!! argument-count @10:1
(assign b 0 0 1 :level)                      ;!! argument-count @11:1
(assign b '(0 9) 1)                          ;!! index-out-of-range @12:1
(propagate! b 'strong)                       ;!! bad-value @13:1
(children b '(9 9))                          ;!! index-out-of-range @14:1
(most-constrained b :tie)                    ;!! argument-count @15:1
(propagate-constraint b '(0 0))              ;!! wrong-type @16:1
(propagate-constraint b '((0 0) 9))          ;!! bad-value @17:1
(propagate-constraint (vector 1) '((0 0) 9)) ;!! wrong-type @18:1
(propagate-constraint (make-array '(4 4) 'x) '((0 0) 1))  ;!! wrong-type @19:1
(count-digits (vector 1 2))                  ;!! wrong-type @20:1
(places b 1 '((0 0) 5))                      ;!! wrong-type @21:1
(increment-weight! b '(0 0) 'a)              ;!! wrong-type @22:1
