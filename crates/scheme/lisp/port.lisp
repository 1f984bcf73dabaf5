; Ports.

(defproc with-output-to-string (thunk)
  "A string of what calling `thunk` writes.

(with-output-to-string (lambda () (display 1) (write \"a\")))  ;=> \"1\\\"a\\\"\""
  (let ((port (open-output-string)))
    (%with-output port thunk)
    (get-output-string port)))

(defproc %with-output (port thunk)
  "Calls `thunk` with another current output port."
  (let ((before (current-output-port)))
    (%redirect-output port)
    (unwind-protect (thunk) (%redirect-output before))))

(defproc %with-input (port thunk)
  "Calls `thunk` with another current input port."
  (let ((before (current-input-port)))
    (%redirect-input port)
    (unwind-protect (thunk) (%redirect-input before))))

(defproc with-input-from-string (string thunk)
  "Calls `thunk`, which reads from a string.

(with-input-from-string \"(a b) c\" read)  ;=> (a b)"
  (%with-input (open-input-string string) thunk))

(defproc call-with-input-string (string f)
  "Calls `f` with a port that reads a string.

(call-with-input-string \"42\" read)  ;=> 42"
  (f (open-input-string string)))

(defproc call-with-port (port f)
  "Calls `f` with a port and closes it.

(call-with-port (open-input-string \"42\") read)  ;=> 42"
  (unwind-protect (f port) (close-port port)))

(defproc call-with-input-file (file f)
  "Calls `f` with a port that reads a file.

(call-with-input-file \"no such file\" read)  ;!! file"
  (call-with-port (open-input-file file) f))

(defproc call-with-output-file (file f)
  "Calls `f` with a port that writes a file.

(begin (call-with-output-file \"a.txt\" (lambda (p) (write '(a) p))) (call-with-input-file \"a.txt\" read))  ;=> (a)"
  (call-with-port (open-output-file file) f))

(defproc with-input-from-file (file thunk)
  "Calls `thunk`, which reads a file.

(with-input-from-file \"no such file\" read)  ;!! file"
  (call-with-port (open-input-file file) (lambda (port) (%with-input port thunk))))

(defproc with-output-to-file (file thunk)
  "Calls `thunk`, whose output goes to a file.

(begin (with-output-to-file \"a.txt\" (lambda () (display 12))) (call-with-input-file \"a.txt\" read))  ;=> 12"
  (call-with-port (open-output-file file) (lambda (port) (%with-output port thunk))))

(defproc write-string (string &optional port (start 0) end)
  "Writes the characters of a string, or of a part of it.

(write-string \"abc\")                             ;>> abc
(write-string \"abcd\" (current-output-port) 1 3)  ;>> bc"
  (%check (string string))
  (let ((string (if (or (> start 0) end) (substring string start (%end end string)) string)))
    (if port (%core-write-string string port) (%core-write-string string))))

(definline (write-string string) (%core-write-string string))
(definline (write-string string port) (%core-write-string string port))

(defalias %core-write-string core:write-string)

(defproc char-ready? (&rest port)
  "Returns whether there is a character to be read without waiting. The answer is always yes.

(char-ready?)  ;=> t"
  t)

(defproc write-line (object &optional port)
  "Writes an object and begins a new line.

(write-line '(1 \"a\"))  ;>> (1 \"a\")"
  (if port
    (progn (%write object port) (newline port))
    (progn (%write object) (newline))))

(defproc pretty-print (object &optional port)
  "Writes an object and begins a new line.

(pretty-print '(a b))  ;>> (a b)"
  (write-line object port))

(defalias pp pretty-print)

(defproc print (&rest objects)
  "Writes the objects for people and begins a new line.

(print \"a\" 1 'b)  ;>> a1b"
  (dolist (x objects) (%display x))
  (newline))

(defproc get-environment-variable (name)
  "The value of an environment variable, or false.

(get-environment-variable \"no-such-variable\")  ;=> #f"
  (getenv name))

(defproc flush-all-ports ()
  "Sends what has been written on its way.

(begin (flush-all-ports) 1)  ;=> 1"
  (flush-output))

(defproc call-with-output-string (f)
  "Calls `f` on a new output port. Returns a string of the output.

(call-with-output-string (lambda (port) (write-string \"ab\" port)))  ;=> \"ab\""
  (%check (f function))
  (let ((port (open-output-string)))
    (f port)
    (get-output-string port)))
