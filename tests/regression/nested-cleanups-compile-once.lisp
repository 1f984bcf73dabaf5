; limits: memory=16M
(defmacro nested (n) (if (= n 0) 1 `(unwind-protect ,n (nested ,(- n 1)))))
(nested 30)                                        ;=> 30
