(defproc make-account (balance)
  (list
    (lambda (amount) (setq balance (+ balance amount)))
    (lambda (amount) (setq balance (- balance amount)))
    (lambda () balance)))
(setq account (make-account 100))
((first account) 50)      ;=> 150
((second account) 30)     ;=> 120
((third account))         ;=> 120
