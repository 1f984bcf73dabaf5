(setq p (open-output-string))
(display "a" 1 p)            ;=> 1
(write "b" p)                ;=> "b"
(print 'c "d" p)             ;=> "d"
(write-char #\e p)           ;=> #\e
(fresh-line p)               ;=> t
(fresh-line p)               ;=> nil
(write-string "f" p)         ;=> "f"
(newline p)                  ;=> nil
(format p "~a~%~5t|~&" 'g)   ;=> nil
(get-output-string p)        ;=> "a1\"b\"c d\ne\nf\ng\n     |\n"
(display p)                  ;>> #<output-port a string>
(print (current-output-port) (open-input-string ""))  ;!! wrong-type write: port must be an output port
