(dotimes (i 3) (display i) (newline))
;>> 0
;>> 1
;>> 2
(catch 'x (progn (print 'before) (throw 'x 1) (print 'after)))  ;=> 1
;>> before
(progn (print 1) (first 5))              ;!! wrong-type
;>> 1
