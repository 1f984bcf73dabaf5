(setq in (open-input-string "abc"))
(close-port in)                                          ;=> nil
(read-char in)                                           ;!! bad-value the port on a string has been closed
(close-port in)                                          ;=> nil
(list (port? in) (input-port? in) (port-open? in))       ;=> (t t nil)
(setq kept nil)
(with-open-port (out (open-output-string)) (setq kept out) (display "x" out))  ;=> "x"
(get-output-string kept)                                 ;=> "x"
(display "y" kept)                                       ;!! bad-value has been closed
(ignore-errors (with-open-port (p in) (car 1)))          ;=> nil
(close-port (current-output-port))                       ;=> nil
(display "open")                                         ;>> open
