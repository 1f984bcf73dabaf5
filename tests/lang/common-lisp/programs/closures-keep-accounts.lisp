; Closures with state: accounts that answer messages, and a counter shared by two functions.
(require 'common-lisp)
(defun make-account (balance)
  #'(lambda (message &rest args)
      (ecase message
        (balance balance)
        (deposit (incf balance (first args)))
        (withdraw (if (> (first args) balance)
                      (error "Insufficient funds: ~d is more than ~d" (first args) balance)
                      (decf balance (first args)))))))

(let ((counter 0))
  (defun next-id () (incf counter))
  (defun reset-id () (setf counter 0)))

(defvar *a* (make-account 100))
(defvar *b* (make-account 50))

(defun transfer (from to amount)
  (funcall from 'withdraw amount)
  (funcall to 'deposit amount)
  (values (funcall from 'balance) (funcall to 'balance)))

(print (multiple-value-list (transfer *a* *b* 30)))
(print (handler-case (transfer *a* *b* 300)
         (error (c) (princ-to-string c))))
(print (list (funcall *a* 'balance) (funcall *b* 'balance)))
(print (list (next-id) (next-id) (progn (reset-id) (next-id))))
(print (mapcar (lambda (f) (funcall f 10)) (loop for i from 1 to 3 collect (let ((i i)) (lambda (x) (* i x))))))
;>>
;>> (70 80) 
;>> "Insufficient funds: 300 is more than 70" 
;>> (70 80) 
;>> (1 2 1) 
;>> (10 20 30) 
