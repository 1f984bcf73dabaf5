; Asks another Common Lisp (SBCL) for the values of the expressions of a file: writes the file again with its answers.
;
;   sbcl --script tests/common-lisp/ask.lisp tests/common-lisp/expressions/control.lisp
;
; tests/corpus/expressions.rs runs this where SBCL is installed and compares; with UPDATE=1 it replaces the files.

(defpackage :ask (:use :cl))
(in-package :ask)

(setf *read-default-float-format* 'double-float)

(defun answer-line-p (line)
  (and (>= (length line) 3) (member (subseq line 0 3) '(";=>" ";!!") :test #'string=)))

(defun lines-of (path)
  (with-open-file (in path :external-format :utf-8)
    (loop for line = (read-line in nil) while line collect line)))

(defun begins-form-p (line)
  (and (plusp (length line)) (not (find (char line 0) " ;"))))

; The standard's name for what a condition is: ours and theirs may be more special.
(defun condition-name (c)
  (class-name
    (find-if
      (lambda (class)
        (and (eq (symbol-package (class-name class)) (find-package :cl)) (not (eq (class-name class) 'simple-condition))))
      (sb-mop:class-precedence-list (class-of c)))))

(defun one-line (text)
  (with-output-to-string (out)
    (loop for c across text do (if (char= c #\newline) (write-string "\\n" out) (write-char c out)))))

(defun answer (text)
  (let ((*package* (find-package :cl-user)) (*print-pretty* t) (*print-right-margin* 1000000) (*standard-output* (make-broadcast-stream))
        (*error-output* (make-broadcast-stream)))
    (handler-case
        (let ((values (multiple-value-list (eval (read-from-string text)))))
          (one-line (format nil ";=>~{ ~s~^ ;~}" values)))
      (serious-condition (c) (format nil ";!! ~(~a~)" (condition-name c))))))

; A definition shows itself in what comes after it: nobody asks for its value.
(defun definition-p (text)
  (and (> (length text) 4) (string= (subseq text 0 4) "(def")))

(defun run (path)
  (let ((form nil))
    (flet ((finish ()
             (when form
               (let* ((text (format nil "~{~a~%~}" (reverse form))) (answer (answer text)))
                 (cond
                   ((not (definition-p text)) (format t "~a~%" answer))
                   ((string= (subseq answer 0 3) ";!!") (format t ";!! a definition that fails~a~%" (subseq answer 3)))))
               (setf form nil))))
      (dolist (line (lines-of path))
        (cond
          ((answer-line-p line))
          ((begins-form-p line)
            (finish)
            (push line form)
            (format t "~a~%" line))
          ((and form (plusp (length line)) (char= (char line 0) #\space))
            (push line form)
            (format t "~a~%" line))
          (t (finish) (format t "~a~%" line))))
      (finish))))

(let ((*standard-output* (sb-sys:make-fd-stream 1 :output t :buffering :full :external-format :utf-8)))
  (run (first (last sb-ext:*posix-argv*)))
  (finish-output))
