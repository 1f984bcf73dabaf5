; limits: time=0.2
; not under: stress small-stack ticks the point is the time
(read-line)  ;!! out-of-time
;; file: standard input
(never)
