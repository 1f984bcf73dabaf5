(with-output-to-string (print 1) (display "two") (format t "~a" 3))  ;=> "1\ntwo3"
(with-output-to-string
  (display "outer ")
  (display (string-length (with-output-to-string (display "inner")))))  ;=> "outer 5"
(catch 'out (with-output-to-string (display "lost") (throw 'out 'thrown)))  ;=> thrown
(display "seen")                                                        ;>> seen
(ignore-errors (with-output-to-string (car 1)))                         ;=> nil
(display "again")                                                       ;>> again
(setq p (open-output-string))
(with-output-to p (display 1) (with-output-to-string (display 2)) (display 3))  ;=> 3
(get-output-string p)                                                   ;=> "13"
(with-output-to (open-input-string "") 1)   ;!! wrong-type port must be an output port
(with-input-from (open-output-string) 1)    ;!! wrong-type port must be an input port
