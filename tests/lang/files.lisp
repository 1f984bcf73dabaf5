;;;; much output arrives in order
(with-open-port (p (open-output-file "big.txt"))
  (dotimes (i 5000) (print i p)))
(setq lines (read-lines "big.txt"))
(list (length lines) (first lines) (last lines))  ;=> (5000 "0" "4999")

;;;; ports on files
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

;;;; text is read and written
(write-file "a.txt" "one\ntwo\r\nthree")  ;=> nil
(read-file "a.txt")                      ;=> "one\ntwo\r\nthree"
(read-lines "a.txt")                     ;=> ("one" "two" "three")
(append-file "a.txt" "\nfour")           ;=> nil
(length (read-lines "a.txt"))            ;=> 4
(write-file "empty.txt" "")
(read-lines "empty.txt")                 ;=> nil
(list (file-exists? "a.txt") (file-exists? "b.txt"))  ;=> (t nil)
(delete-file "a.txt")                    ;=> nil
(read-file "a.txt")                      ;!! file read-file: cannot read a.txt
(delete-file "a.txt")                    ;!! file delete-file: cannot remove a.txt
(write-file "locked/a.txt" "")           ;!! file write-file: cannot write locked/a.txt: it is locked
(append-file "locked/a.txt" "")          ;!! file
(write-file 'a "")                       ;!! wrong-type

;;;; the environment
(getenv "KLAMMER_TEST")     ;=> "set"
(getenv "NO_SUCH_THING")    ;=> nil
(command-line)              ;=> ("test" "one")
(current-time)              ;=> 0.0

;;;; what was written can be loaded
(progn
  (setq out (open-output-file "made.lisp"))
  (print '(setq made 42) out)
  (load "made.lisp"))  ;=> 42
made                   ;=> 42
