(catch 'done (throw 'done 5) 'not-reached)           ;=> 5
(catch 'other 1 2)                                   ;=> 2
(catch 'done (dotimes (i 10) (when (= i 3) (throw 'done i))))  ;=> 3
(catch 'a (throw 'a))                                ;=> nil
(+ 1 (catch 'a (* 100 (throw 'a 1))))                ;=> 2
