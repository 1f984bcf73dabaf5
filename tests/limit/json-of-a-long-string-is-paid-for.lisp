; found: 2026-11-22, by calls of every function with huge arguments
; limits: fuel=140000 memory=64M
(require 'json)
(length (setq s (make-string 2000000 #\x)))  ;=> 2000000
(length (json-encode s))                     ;=> 2000002
(json-encode (list s s s))                   ;!! out-of-ticks
(length (json-encode "short"))               ;=> 7
