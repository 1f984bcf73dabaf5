; Watching a program: how long it takes, what it calls.

(defmacro time (&body body)
  "Evaluates the body, writes how many milliseconds that took, and returns the value.

(time (+ 1 2))  ;=> 3"
  `(,%report-time (,current-milliseconds) (progn ,@body)))

(defproc %report-time (start value)
  "Writes the time since `start`, and returns `value`."
  (format t "~&~,3f ms~%" (- (current-milliseconds) start))
  value)

(defmacro trace (&rest names)
  "From now on, each call of the named global functions writes its arguments and its result, indented by depth. Calls of
builtins that were compiled before are not seen. Returns the names.

(progn (defproc fact (n) (if (= n 0) 1 (* n (fact (- n 1))))) (trace fact) (fact 1))  ;=> 1
(progn (defproc twice (n) (* 2 n)) (trace twice) (twice 4))                           ;>> (twice 4)\\n=> 8
(trace if)                                                                            ;!! user-error"
  `(progn
     ,@(map-with (lambda (name) `(setq ,name (,%traced ',name ,name))) names)
     ',names))

(defmacro untrace (&rest names)
  "Undoes `trace` for the named functions. Returns the names.

(progn (defproc twice (n) (* 2 n)) (trace twice) (untrace twice) (twice 4))  ;>>"
  `(progn
     ,@(map-with (lambda (name) `(setq ,name (,%untraced ,name))) names)
     ',names))

(setq %traced-functions (make-table))

(setq %trace-depth 0)

(defproc %traced (name f)
  "The function that does what `f` does and reports it."
  (unless (procedure? f)
    (error "trace: this is no function:" name))
  (setq %trace-depth 0)
  (if (table-has? %traced-functions f)
    f
    (let ((wrapper (lambda (&rest arguments) (%call-traced name f arguments))))
      (table-set! %traced-functions wrapper f)
      wrapper)))

(defproc %untraced (f)
  "Like `%traced-function`, and ends the tracing of it."
  (prog1 (table-ref %traced-functions f f)
    (table-remove! %traced-functions f)))

(defproc %traced-function (f)
  "The function that the traced function `f` wraps; any other function itself."
  (table-ref %traced-functions f f))

(defproc %call-traced (name f arguments)
  "Calls `f` and writes the call before it and the result after it."
  (let ((depth %trace-depth))
    (format t "~&~v,0t(~s~{ ~a~})~%" (* 2 depth) name (map-with %trace-text arguments))
    (let ((result (%let-dynamic ((%trace-depth (+ depth 1))) (apply f arguments))))
      (format t "~&~v,0t=> ~a~%" (* 2 depth) (%trace-text result))
      result)))

(defproc %trace-text (value)
  "Returns the text that a trace writes for a value. An object that is used as an array is shown as an object."
  (or (%object-text value) (format nil "~s" value)))
