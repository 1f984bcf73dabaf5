(5 1)              ;!! not-a-function @1:1 5 is an integer and cannot be called
("f" 1)            ;!! not-a-function @2:1 "f"
(nil)              ;!! not-a-function
(let ((x 'car)) (x '(1)))  ;!! not-a-function
(defproc f () 1)
((f))              ;!! not-a-function @6:1
