; limits: memory=67108864
(symbol? (string->symbol (make-string 65536 #\a)))               ;=> t
(string->symbol (make-string 65537 #\a))                         ;!! bad-value the name of a symbol has at most 65536 bytes, this one would have 65537
(string->keyword (make-string 65537 #\a))                        ;!! bad-value the name of a symbol
(symbol-append (string->symbol (make-string 40000 #\a)) (string->symbol (make-string 40000 #\b)))   ;!! bad-value the name of a symbol
(gensym (make-string 65537 #\a))                                 ;!! bad-value the name of a symbol
(read (make-string 65537 #\a))                                   ;!! bad-value the name of a symbol
(file-exists? (make-string 4096 #\a))                            ;=> nil
(file-exists? (make-string 4097 #\a))                            ;!! file file-exists?: a path has at most 4096 bytes, this one has 4097
(read-file (make-string 10000000 #\a))                           ;!! file read-file: a path has at most 4096 bytes
(load (make-string 10000000 #\a))                                ;!! file load: a path has at most 4096 bytes
(require (string->symbol (make-string 5000 #\a)))                ;!! file require: a path has at most 4096 bytes
(write-file (make-string 5000 #\a) "text")                       ;!! file write-file: a path has at most 4096 bytes
(open-output-file (make-string 5000 #\a))                        ;!! file open-output-file: a path has at most 4096 bytes
; A program has all of its message, people have its beginning and its end.
(string-length (catch-and-apply 'error (lambda (tag c) (condition-message c)) (error (make-string 5000 #\a))))   ;=> 5000
(error (make-string 5000 #\a))                                   ;!! user-error ... (3500 characters left out) ...
