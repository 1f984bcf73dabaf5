(setq shared (make-array 2 0))
(defmacro bump () (list 'aset shared 0 (list '+ 1 (list 'aref shared 0))))
(bump)                                               ;=> 1
(bump)                                               ;=> 2
(aref shared 0)                                      ;=> 2
