(defproc f (n)
  (catch 'up
    (let ((x (call/cc (lambda (k) (setq again k) n))))
      (when (odd? x) (throw 'up (list 'thrown x)))
      (list 'returned x))))
(f 2)                                              ;=> (returned 2)
(again 3)                                          ;=> (thrown 3)
(again 4)                                          ;=> (returned 4)
(defproc nested (n)
  (catch 'a (list (catch 'b (list (catch 'c (call/cc (lambda (k) (setq again k))) (throw n n)))))))
(catch 'a (nested 'a))                             ;=> a
(again nil)                                        ;=> a
(nested 'b)                                        ;=> (b)
(again nil)                                        ;=> (b)
(nested 'c)                                        ;=> ((c))
(again nil)                                        ;=> ((c))
(throw 'c 1)                                       ;!! uncaught-throw
; warns: undefined-assignment
