(setq messages nil)
(dolist (x '(1 (2) "three"))
  (setq messages (cons (catch-and-apply 'error (lambda (tag c) (condition-message c)) (first x)) messages)))
(reverse messages)                                   ;=> ("first: list must be a list, got 1" 2 "first: list must be a list, got \"three\"")
