(map-with port? (list (current-output-port) (open-input-string "") 1 "a.txt"))         ;=> (t t nil nil)
(map-with output-port? (list (current-output-port) (current-error-port) (current-input-port)))  ;=> (t t nil)
(type-of (current-error-port))                                ;=> port
(list (current-input-port) (current-error-port))              ;=> (#<input-port standard input> #<output-port standard error>)
(= (current-output-port) (current-output-port))               ;=> t
(= (open-input-string "") (open-input-string ""))             ;=> nil
(defmethod show ((x port)) t 'port)
(defmethod show (x) t 'other)
(list (show (current-output-port)) (show 1))                  ;=> (port other)
(write-string "note" (current-error-port))                    ;>> [error: note]
(read-char (current-output-port))                             ;!! wrong-type read-char: port must be an input port
(write-char #\a 3)                                            ;!! wrong-type write-char: port must be an output port
(get-output-string (current-output-port))                     ;!! bad-value
(read 12)                                                     ;!! wrong-type an input port or a string
