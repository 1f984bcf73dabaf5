(+ 1 'a)                       ;!! wrong-type @1:1 +
(list 1 (* 2 "x"))             ;!! wrong-type @2:9 *
(if (< 'a 1) 1)                ;!! wrong-type @3:5 <
(let ((x 5)) (first x))        ;!! wrong-type @4:14 first
(let ((l '(1 2))) (second (first l)))  ;!! wrong-type @5:19 second
(- "a")                        ;!! wrong-type @6:1 -
(let ((a (make-array 3))) (aref a 5))  ;!! index-out-of-range @7:27 aref
