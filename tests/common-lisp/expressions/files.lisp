; Files and their names, streams.

(with-open-file (s "/tmp/klammer-a.txt" :direction :output :if-exists :supersede) (prin1 '(a "b" 3) s) (terpri s) (write-line "second" s))
;=> "second"
(with-open-file (s "/tmp/klammer-a.txt") (read s))
;=> (A "b" 3)
(with-open-file (s "/tmp/klammer-a.txt") (list (read-line s) (read-line s) (read-line s nil 'end)))
;=> ("(A \"b\" 3)" "second" END)
(with-open-file (s "/tmp/klammer-a.txt") (loop for line = (read-line s nil) while line count line))
;=> 2
(with-open-file (s "/tmp/klammer-a.txt" :direction :output :if-exists :append) (princ "third" s))
;=> "third"
(with-open-file (s "/tmp/klammer-a.txt") (read-line s) (read-line s) (read-line s))
;=> "third" ; T
(with-open-file (s "/tmp/klammer-a.txt" :direction :output :if-exists nil) (null s))
;=> T
(handler-case (with-open-file (s "/tmp/klammer-a.txt" :direction :output :if-exists :error) s) (file-error () 'file-error))
;=> FILE-ERROR
(with-open-file (s "/tmp/klammer-none.txt" :if-does-not-exist nil) (null s))
;=> T
(handler-case (with-open-file (s "/tmp/klammer-none.txt") s) (file-error () 'file-error))
;=> FILE-ERROR
(not (probe-file "/tmp/klammer-a.txt"))
;=> NIL
(probe-file "/tmp/klammer-none.txt")
;=> NIL
(with-open-file (s "/tmp/klammer-a.txt") (file-length s))
;=> 22
(let ((s (open "/tmp/klammer-a.txt"))) (list (open-stream-p s) (close s) (open-stream-p s)))
;=> (T T NIL)
(with-open-file (s "/tmp/klammer-a.txt") (input-stream-p s))
;=> T
(with-open-file (s "/tmp/klammer-a.txt") (output-stream-p s))
;=> NIL
(with-open-file (s "/tmp/klammer-a.txt") (streamp s))
;=> T
(with-open-file (s "/tmp/klammer-a.txt") (subtypep (stream-element-type s) 'character))
;=> T ; T
(with-open-file (s "/tmp/klammer-b.lisp" :direction :output :if-exists :supersede) (print '(defvar *from-file* 42) s) (print '*from-file* s))
;=> *FROM-FILE*
(load "/tmp/klammer-b.lisp")
;=> T
(symbol-value '*from-file*)
;=> 42
(load "/tmp/klammer-b")
;=> T
(load "/tmp/klammer-none" :if-does-not-exist nil)
;=> NIL
(handler-case (load "/tmp/klammer-none") (file-error () 'file-error))
;=> FILE-ERROR
(with-open-file (s "/tmp/klammer-b.lisp") (load s))
;=> T
(not (delete-file "/tmp/klammer-b.lisp"))
;=> NIL
(handler-case (delete-file "/tmp/klammer-none.txt") (file-error () 'file-error))
;=> FILE-ERROR
(probe-file "/tmp/klammer-b.lisp")
;=> NIL
(not (delete-file "/tmp/klammer-a.txt"))
;=> NIL
(pathname-name "/tmp/a.txt")
;=> "a"
(pathname-type "/tmp/a.txt")
;=> "txt"
(pathname-directory "/tmp/x/a.txt")
;=> (:ABSOLUTE "tmp" "x")
(pathname-directory "x/a.txt")
;=> (:RELATIVE "x")
(pathname-name "a")
;=> "a"
(pathname-type "a")
;=> NIL
(pathname-name "a.b.c")
;=> "a.b"
(pathname-type "a.b.c")
;=> "c"
(namestring "/tmp/a.txt")
;=> "/tmp/a.txt"
(namestring (make-pathname :name "a" :type "txt"))
;=> "a.txt"
(namestring (make-pathname :directory '(:absolute "tmp" "x") :name "a" :type "txt"))
;=> "/tmp/x/a.txt"
(namestring (make-pathname :directory '(:relative "x") :name "a"))
;=> "x/a"
(namestring (make-pathname :type "lisp" :defaults "/tmp/a.txt"))
;=> "/tmp/a.lisp"
(namestring (merge-pathnames "a" "/tmp/b.txt"))
;=> "/tmp/a.txt"
(namestring (merge-pathnames "x/a.lisp" "/tmp/b.txt"))
;=> "/tmp/x/a.lisp"
(file-namestring "/tmp/a.txt")
;=> "a.txt"
(directory-namestring "/tmp/a.txt")
;=> "/tmp/"
(enough-namestring "/tmp/x/a.txt" "/tmp/")
;=> "x/a.txt"
(handler-case (truename "/tmp/klammer-none.txt") (file-error () 'file-error))
;=> FILE-ERROR
(pathname-version "a.txt")
;=> :NEWEST
;-> NIL
(wild-pathname-p "a.txt")
;=> NIL
(let ((s (make-broadcast-stream))) (princ 'x s))
;=> X
(broadcast-stream-streams (make-broadcast-stream))
;=> NIL
(let* ((a (make-string-output-stream)) (b (make-broadcast-stream a a))) (princ 1 b) (get-output-stream-string a))
;=> "11"
(let* ((i (make-string-input-stream "x")) (s (make-two-way-stream i (make-broadcast-stream)))) (eq i (two-way-stream-input-stream s)))
;=> T
(with-open-stream (s (make-string-input-stream "a b")) (read s))
;=> A
(write-char #\a (make-string-input-stream "x"))
;!! simple-type-error
(read-line (make-string-output-stream))
;!! simple-type-error
(finish-output (make-broadcast-stream))
;=> NIL
(force-output (make-broadcast-stream))
;=> NIL
(clear-output (make-broadcast-stream))
;=> NIL
(clear-input (make-string-input-stream ""))
;=> NIL
