(+ 1 2))                                 ;!! stray-parenthesis @1:8
(list 1)                                 ;=> (1)
)                                        ;!! stray-parenthesis @3:1
(defproc f (x)
  (* x x)))                              ;!! stray-parenthesis @5:11 (defproc f
(f 3)                                    ;=> 9
