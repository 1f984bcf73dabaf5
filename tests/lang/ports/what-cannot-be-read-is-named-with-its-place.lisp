(read "(1 2")                                      ;!! unclosed @1:1 read:
(read "\n  )")                                     ;!! stray-parenthesis (line 2, column 3 of a string)
(setq p (open-input-string "#<no> next"))
(read p)                                           ;!! bad-token column 1 of a string
(read p)                                           ;=> next
(read)                                             ;!! bad-token of standard input
(read)                                             ;=> after
(read "")                                          ;=> #<end-of-file>
(read "; nothing but a comment")                   ;=> #<end-of-file>
;; file: standard input
#<no> after
