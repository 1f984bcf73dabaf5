(not nil)           ;=> t
(not 0)             ;=> nil
(if (not (not 5)) 'a 'b)  ;=> a
(map-with not '(nil t 1))  ;=> (t nil nil)
(if (not (and (< 1 2) (not (< 2 1)))) 'a 'b)  ;=> b
