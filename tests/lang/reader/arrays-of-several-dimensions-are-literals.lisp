; The reader reads the output of `print` for an array of values.
'#2A((1 2) (3 4))                              ;=> #2A((1 2) (3 4))
(array-dimensions '#2A((1 2 3) (4 5 6)))       ;=> (2 3)
(aref '#2a((a b) (c d)) 1 0)                   ;=> c
(aref '#3A(((1) (2)) ((3) (4))) 1 1 0)         ;=> 4
'#1A(1 2)                                      ;=> #(1 2)
(let ((a (make-array '(2 2) 'x)))
  (equal? (array->list (read (open-input-string (with-output-to-string (write a))))) (array->list a)))  ;=> t
'(#;#2A((1)) 5)                                ;=> (5)
(read (open-input-string "#2A((1 2) (3))"))    ;!! bad-token
(read (open-input-string "#2A"))               ;!! unclosed
(read (open-input-string "#99A(1)"))           ;!! bad-token
