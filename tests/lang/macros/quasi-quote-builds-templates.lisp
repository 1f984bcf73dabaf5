`(1 ,(+ 1 1) 3)                          ;=> (1 2 3)
`(a (b ,(* 2 3)) ,@(list 7 8) c)         ;=> (a (b 6) 7 8 c)
`x                                       ;=> x
`,(+ 1 2)                                ;=> 3
`(1 . ,(+ 1 1))                          ;=> (1 . 2)
`(,@(list 1 2) . 3)                      ;=> (1 2 . 3)
`(,@nil ,@'(a) ,@nil)                    ;=> (a)
(quasi-quote (a (unquote (+ 1 1)) (unquote-splicing (list 3))))  ;=> (a 2 3)
