(reverse 5)            ;!! wrong-type reverse
(remove 1 5)           ;!! wrong-type remove
(member? 1 "abc")      ;!! wrong-type member?
(append '(1 . 2) '(3)) ;!! wrong-type append
(nth -1 '(1))          ;!! wrong-type nth
(map-with car 5)       ;!! wrong-type
