(dotimes (i 'a) i)          ;!! wrong-type
(dotimes (i "3") i)         ;!! wrong-type
(dotimes (i nil) i)         ;!! wrong-type
(dotimes (5 3) 1)           ;!! syntax
(dotimes (i) 1)             ;!! syntax
