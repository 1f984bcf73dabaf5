; limits: fuel=100000
; not under: fuel the point is where it ends
(with-output-to-string (display "lost") (while t))  ;!! out-of-ticks
(display "seen")                                   ;>> seen
