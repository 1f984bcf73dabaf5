(defrecord card rank)                                    ;=> card
(defmethod < ((a card) (b card)) t (< (card-rank a) (card-rank b)))   ;=> <
(defproc c (n) (make-card n))                            ;=> c
(list (< (c 1) (c 2)) (> (c 1) (c 2)) (> (c 2) (c 1)))   ;=> (t nil t)
(list (> (c 3) (c 2) (c 1)) (> (c 3) (c 1) (c 2)) (> 3 2 1) (> 1 2))  ;=> (t nil t nil)
(<= (c 1) (c 2))                                         ;!! wrong-type
(> (c 1) 2)              ;!! no-applicable-method >: no method is for a card and an integer
(generic-function-methods >)                             ;=> nil
; A guard sees the arguments as the method has them.
(defmethod <= ((a card) (n integer)) (> n 100) (list (card-rank a) n))  ;=> <=
(>= 101 (c 7))                                           ;=> (7 101)
(>= 99 (c 7))                                            ;!! no-applicable-method
(>= (c 7) 101)                                           ;!! no-applicable-method
; A method of its own comes first.
(defmethod > ((a card) b) t 'own)                        ;=> >
(list (> (c 1) (c 2)) (> (c 1) 5))                       ;=> (own own)
(defmethod = ((a card) (b card)) t (= (card-rank a) (card-rank b)))   ;=> =
(list (= (c 1) (c 1)) (= (c 1) (c 2)) (/= (c 1) (c 1)) (/= (c 1) (c 2)) (= (c 1) 1))  ;=> (t nil nil t nil)
(list (= (c 1) (c 1) (c 1)) (= (c 1) (c 1) (c 2)) (/= (c 1) (c 2) (c 3)) (/= (c 1) (c 2) (c 1)))  ;=> (t nil t nil)
(list (/= 1 2 3) (/= 1 2 1) (= 1 1 1))                   ;=> (t nil t)
