(setq a (make-array '(2 2) 0))
(setq b (duplicate a))
(aset b 0 0 'changed)
(aref a 0 0)                             ;=> 0
(array-dimensions b)                     ;=> (2 2)
(= a b)                                  ;=> nil
(let* ((inner (vector 1)) (c (vector inner)) (d (duplicate c))) (aset inner 0 2) (aref (aref d 0) 0))   ;=> 2
