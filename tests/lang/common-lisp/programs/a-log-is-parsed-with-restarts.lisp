; not under: stress fuel: a long program
(require 'common-lisp)
(define-condition malformed-log-entry-error (error)
  ((text :initarg :text :reader text)))
(defun well-formed-log-entry-p (text) (and (plusp (length text)) (char= (char text 0) #\[)))
(defun parse-log-entry (text)
  (if (well-formed-log-entry-p text)
      (list :entry text)
      (restart-case (error 'malformed-log-entry-error :text text)
        (use-value (value) value)
        (reparse-entry (fixed-text) (parse-log-entry fixed-text)))))
(defun parse-log (lines)
  (loop for line in lines
        for entry = (restart-case (parse-log-entry line)
                      (skip-log-entry () nil))
        when entry collect it))
(defun skip-log-entry (c)
  (declare (ignore c))
  (let ((restart (find-restart 'skip-log-entry)))
    (when restart (invoke-restart restart))))
(defvar *lines* '("[a]" "bad" "[b]" ""))
(print (handler-bind ((malformed-log-entry-error #'skip-log-entry)) (parse-log *lines*)))
(print (handler-bind ((malformed-log-entry-error
                        #'(lambda (c) (use-value (list :bad (text c))))))
         (parse-log *lines*)))
(print (handler-bind ((malformed-log-entry-error
                        #'(lambda (c) (invoke-restart 'reparse-entry (format nil "[~a]" (text c))))))
         (parse-log *lines*)))
(print (handler-case (parse-log *lines*)
         (malformed-log-entry-error (c) (format nil "malformed: ~s" (text c)))))
(define-condition on-division (arithmetic-error)
  ((n :initarg :n :reader n) (level :initform 3 :reader level))
  (:report (lambda (c stream) (format stream "Cannot divide ~a (level ~d)." (n c) (level c)))))
(handler-case (error 'on-division :n 10)
  (arithmetic-error (e) (format t "~%~a~%" e)))
(defun risky (x)
  (cond ((eq x 'a) (error "simple ~a" x))
        ((eq x 'b) (/ 1 0))
        ((eq x 'c) (signal 'on-division :n 0) 'survived)
        ((eq x 'd) (warn "careful with ~s" x) 'warned)
        ((eq x 'e) (car 5))
        ((eq x 'f) (throw 'out 'thrown))
        (t x)))
(dolist (x '(a b c d e f g))
  (print (list x
    (catch 'out
      (handler-case (risky x)
        (division-by-zero () :div)
        (type-error () :type)
        (simple-error (c) (princ-to-string c))
        (warning (c) (list :warning (format nil "~a" c)))
        (error () :error))))))
(terpri)
(handler-bind ((warning (lambda (w) (format t "got ~a~%" w) (muffle-warning w))))
  (print (risky 'd)))
(print (ignore-errors (risky 'a)))
(print (multiple-value-list (ignore-errors (+ 1 2))))
(print (nth-value 0 (ignore-errors (error "x"))))
(print (restart-case (progn (invoke-restart 'my-restart 1 2) 'never)
  (my-restart (a b) :report "Do it" (+ a b))))
(print (with-simple-restart (skip "Skip") (invoke-restart 'skip) 3))
(print (handler-case (progn (print 'in) (unwind-protect (error "boom") (print 'cleanup)))
  (error (e) (list 'caught (princ-to-string e)))))
(defun show-restarts () (mapcar #'restart-name (remove-if-not (lambda (r) (member (restart-name r) '(r1 r2))) (compute-restarts))))
(print (restart-case (restart-case (show-restarts) (r1 () 1)) (r2 () 2)))
(print (handler-case (error 'simple-error :format-control "~a-~a" :format-arguments '(1 2))
  (simple-error (e) (apply #'format nil (simple-condition-format-control e) (simple-condition-format-arguments e)))))
(print (handler-case (assert (= 1 2)) (error () 'assertion)))
(print (handler-case (let ((x "s")) (check-type x integer) x) (type-error (e) (list (type-error-datum e) (type-error-expected-type e)))))
(print (handler-case (signal 'on-division :n 1) (condition (c) (type-of c))))
(print (block nil (handler-bind ((error (lambda (c) (declare (ignore c)) (return 'escaped)))) (error "x"))))
(let ((log '()))
  (handler-case
      (handler-bind ((error (lambda (c) (push :inner log))))
        (handler-bind ((error (lambda (c) (push :innermost log))))
          (error "e")))
    (error () (push :outer log)))
  (print (reverse log)))
(print (handler-bind ((error (lambda (c) (declare (ignore c)) (continue))))
  (cerror "Go on." "Bad ~a" 1) 'continued))
(print (handler-case (ecase 5 (1 2)) (error () 'ecase-failed)))
(print (handler-case (etypecase 5 (string 2)) (type-error () 'etypecase-failed)))
(print (handler-case (symbol-value 'nosuch) (unbound-variable (c) (cell-error-name c))))
(print (handler-case (funcall 'nosuchfn) (undefined-function (c) (cell-error-name c))))
(print (handler-case (progn (parse-integer "xyz")) (parse-error () 'parse)))
(print (handler-case (with-input-from-string (s "") (read s)) (end-of-file () 'eof)))
(print (handler-case (error 'on-division) (error (c) (slot-boundp c 'n))))
(print (handler-case 42 (:no-error (x) (* x 2)) (error () 0)))
(let ((c (make-condition 'on-division :n 99)))
  (print (n c)) (print (typep c 'arithmetic-error)) (print (princ-to-string c)))
(terpri)
;>> 
;>> ((:ENTRY "[a]") (:ENTRY "[b]")) 
;>> ((:ENTRY "[a]") (:BAD "bad") (:ENTRY "[b]") (:BAD "")) 
;>> ((:ENTRY "[a]") (:ENTRY "[bad]") (:ENTRY "[b]") (:ENTRY "[]")) 
;>> "malformed: \"bad\"" 
;>> Cannot divide 10 (level 3).
;>> 
;>> (A "simple A") 
;>> (B :DIV) 
;>> (C :ERROR) 
;>> (D (:WARNING "careful with D")) 
;>> (E :TYPE) 
;>> (F THROWN) 
;>> (G G) 
;>> got careful with D
;>> 
;>> WARNED 
;>> NIL 
;>> (3) 
;>> NIL 
;>> 3 
;>> NIL 
;>> IN 
;>> CLEANUP 
;>> (CAUGHT "boom") 
;>> (R1 R2) 
;>> "1-2" 
;>> ASSERTION 
;>> ("s" INTEGER) 
;>> ON-DIVISION 
;>> ESCAPED 
;>> (:INNERMOST :INNER :OUTER) 
;>> CONTINUED 
;>> ECASE-FAILED 
;>> ETYPECASE-FAILED 
;>> NOSUCH 
;>> NOSUCHFN 
;>> PARSE 
;>> EOF 
;>> NIL 
;>> 84 
;>> 99 
;>> T 
;>> "Cannot divide 99 (level 3)." 
