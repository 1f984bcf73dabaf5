; found: 2026-11-22, by calls of every function with huge arguments
; limits: fuel=50000 memory=32M
(require 'json)
(setq s (make-string 2000000 #\x))
(json-encode s)                  ;!! out-of-fuel
(json-encode (list 'a s))        ;!! out-of-fuel
(length (json-encode "short"))   ;=> 7
