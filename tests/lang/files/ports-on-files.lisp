(setq out (open-output-file "a.txt"))
(print '(1 2) out)
(display "three" out)
(file-exists? "a.txt")                                   ;=> t
(read-file "a.txt")                                      ;=> "(1 2)\nthree"
(progn (display " four" out) (read-lines "a.txt"))       ;=> ("(1 2)" "three four")
(close-port out)
(display "five" out)                                     ;!! bad-value the port on a.txt has been closed
(with-open-port (p (open-output-file "a.txt" t)) (newline p) (fresh-line p))  ;=> nil
(with-open-port (p (open-input-file "a.txt")) (list (read p) (read p) (read p) (read p)))  ;=> ((1 2) three four #<end-of-file>)
(open-input-file "none.txt")                             ;!! file open-input-file: cannot read none.txt
(open-output-file "locked/a.txt")                        ;!! file open-output-file: cannot write locked/a.txt
(with-output-to out (display 1))                         ;!! bad-value
(display out)                                            ;>> #<output-port a.txt>
