(setq bytes (make-array 4 0 :of 'byte))
(aset bytes 0 255)                                   ;=> 255
(aref bytes 0)                                       ;=> 255
(aset bytes 0 256)                                   ;!! bad-value
(setq floats (make-array 2 0.0 :of 'float))
(aset floats 0 1.5)                                  ;=> 1.5
(aset floats 0 'a)                                   ;!! wrong-type
(array-dimensions (duplicate floats))                ;=> (2)
