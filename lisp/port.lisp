; Ports: macros that say for how long a port is used.

(defmacro with-output-to (port &body body)
  "Evaluates the body with `port` as the current output port: what the body prints goes there.

(let ((p (open-output-string))) (with-output-to p (print 1)) (get-output-string p))  ;=> \"1\\n\"
(with-output-to 1 (print 2))                                                         ;!! wrong-type"
  (with-names (before)
    `(let ((,before (,current-output-port)))
       (,%redirect-output ,port)
       (,unwind-protect (progn ,@body) (,%redirect-output ,before)))))

(defmacro with-output-to-string (&body body)
  "Evaluates the body and returns a string of what it prints. A body that is nothing but a `lambda` is called.

(with-output-to-string (display 1) (display 2))  ;=> \"12\"
(with-output-to-string (lambda () (display 1)))  ;=> \"1\"
(with-output-to-string)                          ;=> \"\""
  (with-names (port)
    (let ((is-function (and (single? body) (pair? (first body)) (= (first (first body)) 'lambda))))
      `(let ((,port (,open-output-string)))
         (,with-output-to ,port ,@(if is-function (list body) body))
         (,get-output-string ,port)))))

(defmacro with-input-from (port &body body)
  "Evaluates the body with `port` as the current input port: what the body reads comes from there.

(with-input-from (open-input-string \"1 (2)\") (list (read) (read)))  ;=> (1 (2))
(with-input-from \"1 (2)\" (read))                                   ;!! wrong-type"
  (with-names (before)
    `(let ((,before (,current-input-port)))
       (,%redirect-input ,port)
       (,unwind-protect (progn ,@body) (,%redirect-input ,before)))))

(defmacro with-open-port ((variable port) &body body)
  "Evaluates the body with a variable bound to a port, and closes the port at the end, however that comes about.

(with-open-port (p (open-input-string \"a b\")) (read-line p))  ;=> \"a b\"
(let ((kept nil)) (with-open-port (p (open-input-string \"a\")) (setq kept p)) (port-open? kept))  ;=> nil"
  `(let ((,variable ,port))
     (,unwind-protect (progn ,@body) (,close-port ,variable))))
