; limits: ticks=1000000
(defproc nest (n leave) (if (= n 0) (leave) (unwind-protect (nest (- n 1) leave) (setq left (+ left 1)))))
(setq left 0)
(catch 'out (nest 20000 (lambda () (throw 'out 'value))))                   ;=> value
left                                                                        ;=> 20000
(condition-message (catch (quote error) (nest 20000 (lambda () (error "thrown"))))) ;=> "thrown"
left ;=> 40000
(nest 20000 (lambda () (throw 'nowhere 1)))                                 ;!! uncaught-throw
left                                                                        ;=> 60000
