;;;; a body can print to a string
(with-output-to-string (print 1) (display "two") (format t "~a" 3))  ;=> "1\ntwo3"
(with-output-to-string
  (display "outer ")
  (display (string-length (with-output-to-string (display "inner")))))  ;=> "outer 5"
(catch 'out (with-output-to-string (display "lost") (throw 'out 'thrown)))  ;=> thrown
(display "seen")                                                        ;>> seen
(ignore-errors (with-output-to-string (car 1)))                         ;=> nil
(display "again")                                                       ;>> again
(setq p (open-output-string))
(with-output-to p (display 1) (with-output-to-string (display 2)) (display 3))  ;=> 3
(get-output-string p)                                                   ;=> "13"
(with-output-to (open-input-string "") 1)   ;!! wrong-type port must be an output port
(with-input-from (open-output-string) 1)    ;!! wrong-type port must be an input port

;;;; a body can read from a port
(with-input-from (open-input-string "1 2 3") (+ (read) (read)))  ;=> 3
(with-input-from (open-input-string "a\nb")
  (list (read-line) (with-input-from (open-input-string "x") (read-line)) (read-line)))  ;=> ("a" "x" "b")
(read-line)  ;=> #<end-of-file>

;;;; a closed port is not used
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

;;;; a string port is read piece by piece
(setq p (open-input-string "first line\nsecond äöü\r\n(a list) 12 \"x\"\nrest"))
(read-line p)                       ;=> "first line"
(peek-char p)                       ;=> #\s
(read-char p)                       ;=> #\s
(read-string 5 p)                   ;=> "econd"
(read-line p)                       ;=> " äöü"
(read p)                            ;=> (a list)
(list (read p) (read p))            ;=> (12 "x")
(read-char p)                       ;=> #\newline
(read-all p)                        ;=> "rest"
(list (read-char p) (peek-char p))  ;=> (#<end-of-file> #<end-of-file>)
(list (read-line p) (read p) (read-string 1 p))  ;=> (#<end-of-file> #<end-of-file> #<end-of-file>)
(list (read-string 0 p) (read-all p))            ;=> ("" "")
(eof-object? (read-line p))         ;=> t
(= (eof-object) (read-char p))      ;=> t

;;;; an empty line is not the end
(setq p (open-input-string "\n\na"))
(list (read-line p) (read-line p) (read-line p) (read-line p))  ;=> ("" "" "a" #<end-of-file>)

;;;; an evaluation that is stopped leaves standard output
; limits: ticks=100000
; not under: ticks the point is where it ends
(with-output-to-string (display "lost") (while t))  ;!! out-of-ticks
(display "seen")                                   ;>> seen

;;;; output goes where it is sent
(setq p (open-output-string))
(display "a" 1 p)            ;=> 1
(write "b" p)                ;=> "b"
(print 'c "d" p)             ;=> "d"
(write-char #\e p)           ;=> #\e
(fresh-line p)               ;=> t
(fresh-line p)               ;=> nil
(write-string "f" p)         ;=> "f"
(newline p)                  ;=> nil
(format p "~a~%~5t|~&" 'g)   ;=> nil
(get-output-string p)        ;=> "a1\"b\"c d\ne\nf\ng\n     |\n"
(display p)                  ;>> #<output-port a string>
(print (current-output-port) (open-input-string ""))  ;!! wrong-type write: port must be an output port

;;;; ports are told apart
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

;;;; standard input comes in pieces
; The test host gives three characters at a time.
(read-line)                      ;=> "a first line, longer than a piece"
(read)                           ;=> (nested (list "of data" 12345) . end)
(read-char)                      ;=> #\newline
(peek-char)                      ;=> #\ä
(read-string 4)                  ;=> "äöüß"
(list (read) (read))             ;=> (word 12.5)
(read-line (current-input-port)) ;=> ""
(read-all)                       ;=> "last line\n"
(list (read-line) (read) (read-char))  ;=> (#<end-of-file> #<end-of-file> #<end-of-file>)
;; file: standard input
a first line, longer than a piece
(nested (list "of data" 12345) . end)
äöüß word 12.5
last line

;;;; what cannot be read is named with its place
(read "(1 2")                                      ;!! unclosed @112:1 read:
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
