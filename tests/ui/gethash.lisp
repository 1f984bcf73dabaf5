(setq h (make-hash-table))
(print (gethash 'a h))
