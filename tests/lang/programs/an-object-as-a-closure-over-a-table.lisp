(defproc make-account (owner)
  (let ((state (list->table (list (list 'owner owner) (list 'balance 0)))))
    (lambda (message &rest args)
      (case message
        (deposit (table-set! state 'balance (+ (table-ref state 'balance) (first args))) (table-ref state 'balance))
        (balance (table-ref state 'balance))
        (owner (table-ref state 'owner))
        (t (error "unknown message" message))))))
(setq a (make-account 'ada))
(a 'deposit 10)                                      ;=> 10
(a 'deposit 5)                                       ;=> 15
(list (a 'owner) (a 'balance))                       ;=> (ada 15)
(a 'close)                                           ;!! user-error unknown message
