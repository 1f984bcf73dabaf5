; not under: stress: as every level would be gone through once for each further one
(require 'json)
(array? (json-decode (string-append (string-repeat "[" 60000) (string-repeat "]" 60000)))) ;=> t
(json-decode (string-repeat "[" 1000000))           ;!! bad-value
(let ((deep nil)) (dotimes (i 100000) (setq deep (list deep))) (string-length (json-encode deep))) ;=> 200005
