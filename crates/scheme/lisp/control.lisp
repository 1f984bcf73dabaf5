; Control: several values, winding, exceptions, parameters, promises.

(defproc call-with-values (producer consumer)
  "Calls `consumer` with the several values that `producer` returns.

(call-with-values (lambda () (values 1 2)) list)  ;=> (1 2)"
  (apply consumer (%values->list (producer))))

; The machine keeps a list of what the dynamic context consists of, innermost first: pairs of functions to call when it
; is left and entered again (dynamic-wind), and vectors, each holding the list of the exception handlers that count from
; there on. A continuation remembers its list; when it is called in another context, %rewind leaves the one and enters
; the other.

(defproc dynamic-wind (before thunk after)
  "Calls the three functions in turn and returns the value of the second. `before` is also called whenever a
continuation enters the second again, and `after` whenever it is left.

(let ((path '())) (dynamic-wind (lambda () (set! path (cons 'in path))) (lambda () 1) (lambda () (set! path (cons 'out path)))) (reverse path))  ;=> (in out)
(let/cc k (dynamic-wind (lambda () (display 1)) (lambda () (k 'left)) (lambda () (display 2))))  ;>> 12"
  (before)
  (let ((outer (%winds)))
    (%set-winds! (cons (cons before after) outer))
    (let ((value (thunk)))
      (%set-winds! outer)
      (after)
      value)))

(defproc %rewind (target)
  "Leaves the present dynamic context for another."
  (let ((shared (%shared-tail (%winds) target)))
    (let leave ()
      (let ((here (%winds)))
        (unless (%eq? here shared)
          (%set-winds! (cdr here))
          (when (pair? (car here)) ((cdr (car here))))
          (leave))))
    (dolist (context (%contexts-up-to target shared))
      (when (pair? (car context)) ((car (car context))))
      (%set-winds! context))))

(defproc %shared-tail (a b)
  "The longest list that both lists end with."
  (let ((la (length a)) (lb (length b)))
    (let loop ((a (if (> la lb) (%drop (- la lb) a) a))
               (b (if (> lb la) (%drop (- lb la) b) b)))
      (if (%eq? a b) a (loop (cdr a) (cdr b))))))

(defproc %contexts-up-to (target shared)
  "The lists that end with the shared one, up to the target, shortest first."
  (let loop ((list target) (result nil))
    (if (%eq? list shared)
      result
      (loop (cdr list) (cons list result)))))

(defproc %enter-continuation (k target values)
  "Calls a continuation that was captured in another dynamic context."
  (%rewind target)
  (apply k values))

; Exceptions

(defproc %exception-handlers ()
  "The handlers that are to be asked, innermost first."
  (let loop ((context (%winds)))
    (cond
      ((null? context) nil)
      ((pair? (car context)) (loop (cdr context)))
      (t (aref (car context) 0)))))

(defproc %with-handlers (handlers thunk)
  "Calls `thunk` in a context with these handlers."
  (let ((outer (%winds)))
    (%set-winds! (cons (vector handlers) outer))
    (let ((value (thunk)))
      (%set-winds! outer)
      value)))

(defproc with-exception-handler (handler thunk)
  "Calls `thunk`; what is raised meanwhile is given to `handler`.

(with-exception-handler (lambda (e) 10) (lambda () (+ 1 (raise-continuable 'oops))))              ;=> 11
(call/cc (lambda (k) (with-exception-handler (lambda (e) (k (list 'caught e))) (lambda () (raise 'oops)))))  ;=> (caught oops)
(call/cc (lambda (k) (with-exception-handler (lambda (e) (k 'caught)) (lambda () (vector-ref (vector 1) 5)))))  ;=> caught"
  (let* ((outer (%winds)) (handlers (cons handler (%exception-handlers))) (caught #f) (condition #f))
    (let ((value
            (catch-and-apply 'error
              (lambda (tag c) (setq caught t condition c))
              (%with-handlers handlers thunk))))
      (cond
        ((not caught) value)
        ; It happened in a handler further in, or in this one.
        ((not (%eq? (%exception-handlers) handlers)) (throw 'error condition))
        (t
          (%rewind outer)
          (handler condition)
          (%handler-returned condition))))))

(defproc raise-continuable (object)
  "Gives `object` to the current exception handler and returns what that returns.

(with-exception-handler (lambda (e) (* 2 e)) (lambda () (+ 1 (raise-continuable 5))))  ;=> 11"
  (let ((handlers (%exception-handlers)))
    (if (pair? handlers)
      (%with-handlers (cdr handlers) (lambda () ((car handlers) object)))
      (throw 'error object))))

(defproc raise (object)
  "Gives `object` to the current exception handler, which must not return.

(guard (e (#t (list 'caught e))) (raise 'oops))  ;=> (caught oops)
(raise 'oops)                                    ;!! user-error"
  (let ((handlers (%exception-handlers)))
    (cond
      ((pair? handlers)
        (%with-handlers (cdr handlers)
          (lambda ()
            ((car handlers) object)
            (%handler-returned object))))
      (t (throw 'error object)))))

(defproc %handler-returned (object)
  "Raises the error that a handler has returned, in the context of that handler."
  (raise (catch-and-apply 'error
           (lambda (tag c) c)
           (%core-error "the exception handler returned from what cannot be continued:" object))))

(defproc %raise-error (condition)
  "Raises an error that the program signals while there are handlers. The machine calls this function."
  (raise condition))

(defproc %guard (body handle)
  "Calls `body`; `handle` gets what is raised, in the context of the caller, and a function that raises it again where
that happened."
  (let* ((outer (%winds))
         (caught #f)
         (back #f)
         (handlers nil)
         (leave #f)
         ; A continuation may enter the body again when all this is over, and it may end otherwise then.
         (value
           (block guard
             (setq handlers
               (cons
                 (lambda (c)
                   (setq caught t)
                   ((call/cc (lambda (k) (setq back k) (if leave (leave c) (return-from guard c))))))
                 (%exception-handlers)))
             (catch-and-apply 'error
               (lambda (tag c)
                 ; A condition signalled in the extent of another handler stack is not for this handler.
                 (unless (%eq? (%exception-handlers) handlers) (throw 'error c))
                 (setq caught t back #f)
                 c)
               (prog1 (%with-handlers handlers body) (setq caught #f))))))
    (cond
      (caught
        ; On the way out, somebody may raise again.
        (let out ()
          (when (block out
                  (setq leave (lambda (c) (setq value c) (return-from out #t)))
                  (catch-and-apply 'error
                    (lambda (tag c)
                      (unless (%eq? (%exception-handlers) handlers) (throw 'error c))
                      (setq value c back #f)
                      #t)
                    (%rewind outer)
                    #f))
            (out)))
        (setq leave #f)
        (let ((back back))
          (handle value
            (lambda () (if back (back (lambda () (raise-continuable value))) (raise-continuable value))))))
      (t value))))

(defproc assertion-violation (who message &rest irritants)
  "Raises an error, as R6RS calls it; `who` is the name of the procedure that complains, or false.

(assertion-violation 'f \"bad argument:\" 1)  ;!! user-error"
  (%check (message string))
  (apply %error (if who (string-append (%text who nil) ": " message) message) irritants))

(defproc error-object? (object)
  "Returns whether `object` was made by `error` or by an error of the system.

(guard (e (#t (error-object? e))) (error \"x\"))  ;=> t
(error-object? 'a)                              ;=> #f"
  (condition? object))

(defalias error? error-object?)
(defalias condition-has-message? error-object?)

(defproc error-message (condition)
  "The message of an error.

(guard (e (#t (error-message e))) (error \"bad:\" 1))  ;=> \"bad:\""
  (%error-message condition))

(defalias exception-message error-message)
(defalias condition-report-string %condition-text)

(defproc error-irritants (condition)
  "The values that an error is about.

(guard (e (#t (error-irritants e))) (error \"bad:\" 1))  ;=> (1)"
  (condition-irritants condition))

(defproc %condition-text (condition)
  "Message and irritants of an error as one string."
  (if (condition? condition) (condition-message condition) (%text condition nil)))

(defproc file-error? (object)
  "Returns whether `object` is an error about a file.

(guard (e ((file-error? e) 'no-file)) (open-input-file \"no such file\"))  ;=> no-file"
  (and (condition? object) (%eq? (condition-code object) 'file)))

(defproc read-error? (object)
  "Returns whether `object` is an error about text that cannot be read.

(guard (e ((read-error? e) 'unreadable)) (read (open-input-string \"(1 2\")))  ;=> unreadable"
  (and (condition? object) (member? (condition-code object) '(unclosed bad-token stray-parenthesis))))

; Parameters

(setq %parameter-key (list 'parameter))

(defproc make-parameter (value &optional converter)
  "A parameter: a function that returns its value, which `parameterize` changes for a while. A converter is applied to
every value.

((make-parameter 5))                                ;=> 5
((make-parameter \"7\" string->number))               ;=> 7"
  (let ((cell (list (if converter (converter value) value))))
    (lambda (&optional (key #f given?))
      (cond
        ((not given?) (car cell))
        ((%eq? key %parameter-key) cell)
        ((%eq? key 'converter) converter)
        (t (set-car! cell (if converter (converter key) key)))))))

(defproc %parameterize (bindings thunk)
  "Calls `thunk` with the parameters set to values: a list of pairs."
  (let ((ports nil) (cells nil) (values nil))
    (dolist (b bindings)
      (if (%port-parameter? (car b))
        (setq ports (cons b ports))
        (let ((converter ((car b) 'converter)))
          (setq values (cons (if (procedure? converter) (converter (cdr b)) (cdr b)) values))
          (setq cells (cons ((car b) %parameter-key) cells)))))
    (let ((binding (list* nil cells values)))
      (%call-bound
        (lambda (bind) (%exchange! binding bind))
        (if ports (lambda () (%with-ports ports thunk)) thunk)))))

(defproc %call-bound (swap thunk)
  "Calls `thunk` while what the function `swap` binds is bound: true binds, nil unbinds, and what has been done already
is not done again. The machine unbinds if an error or a limit ends the program meanwhile."
  (dynamic-wind
    (lambda () (%push-swap! swap) (swap t))
    thunk
    (lambda () (swap nil) (%drop-swap! swap))))

(defproc %with-ports (bindings thunk)
  "Calls `thunk` with other current ports: a list of pairs, of the parameter and the port."
  (let* ((parameters (map-with car bindings))
         (values (map-with cdr bindings))
         (swap (lambda () (setq values (map-with %set-port parameters values)))))
    (dynamic-wind swap thunk swap)))

(defproc %port-parameter? (parameter)
  "Returns whether `parameter` is one of the functions that return a current port."
  (or (%eq? parameter current-output-port) (%eq? parameter current-input-port) (%eq? parameter current-error-port)))

(defproc %set-port (parameter port)
  "Makes a port the current one and returns the one before."
  (prog1 (parameter)
    (cond
      ((%eq? parameter current-output-port) (%redirect-output port))
      ((%eq? parameter current-input-port) (%redirect-input port))
      (t (error "parameterize: the current error port cannot be changed")))))

; Promises

(setq %promise-type (%make-structure-type 'promise '(state) nil 'opaque))

(defproc %make-promise (done value)
  "A promise: its state is a pair, which promises that stand for the same share."
  (make-record %promise-type (cons done value)))

(defproc make-promise (value)
  "A promise whose value is there already; a promise is returned as it is.

(force (make-promise 5))  ;=> 5"
  (if (promise? value) value (%make-promise t value)))

(defproc promise? (object)
  "Returns whether `object` is a promise.

(promise? (delay 1))  ;=> t
(promise? 1)          ;=> #f"
  (record-of-type? %promise-type object))

(defproc force (promise)
  "The value of a promise, which is evaluated if it has not been; anything else is returned as it is.

(force (delay (+ 1 2)))  ;=> 3
(force 5)                ;=> 5"
  (if (promise? promise)
    (let loop ()
      (let ((state (record-ref %promise-type promise 0)))
        (if (car state)
          (cdr state)
          (let* ((next ((cdr state))) (state (record-ref %promise-type promise 0)))
            (unless (car state)
              (if (promise? next)
                (let ((other (record-ref %promise-type next 0)))
                  (set-car! state (car other))
                  (set-cdr! state (cdr other))
                  (record-set! %promise-type next 0 state))
                (progn (set-car! state t) (set-cdr! state next))))
            (loop)))))
    promise))

; Functions

(defproc pa$ (f &rest arguments)
  "The function that calls `f` on `arguments` followed by its own.

(map (pa$ + 10) '(1 2))  ;=> (11 12)"
  (lambda (&rest more) (apply f (append arguments more))))

(defproc values-ref (values k)
  "The value number `k` of several.

(values-ref (values 'a 'b) 1)  ;=> b"
  (nth k (%values->list values)))

; Time

(defproc runtime ()
  "Seconds since some moment, as a float.

(number? (runtime))  ;=> t"
  (/ (current-milliseconds) 1000.0))

(defalias real-time current-milliseconds)

(defproc current-jiffy ()
  "Microseconds since some moment.

(exact-integer? (current-jiffy))  ;=> t"
  (truncate->exact (* 1000.0 (current-milliseconds))))

(defproc jiffies-per-second ()
  "Returns the number of jiffies in a second.

(jiffies-per-second)  ;=> 1000000"
  1000000)

(defproc current-second ()
  "Seconds since 1970.

(number? (current-second))  ;=> t"
  (current-time))

(defalias get-internal-real-time current-jiffy)
(defalias get-internal-run-time current-jiffy)
(setq internal-time-units-per-second 1000000)

(defproc void (&rest ignored)
  "Nothing in particular, which is true: what every procedure returns that is called for its effect.

(if (void 1 2) 'true 'false)      ;=> true
(eq? (void) (vector-fill! (vector 1) 2))  ;=> t"
  (if #f #f))

(defproc features ()
  "Returns the features of this implementation.

(if (memq 'r7rs (features)) 'yes 'no)  ;=> yes"
  '(r7rs klammer full-unicode ratios exact-closed))
