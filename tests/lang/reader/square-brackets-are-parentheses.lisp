[+ 1 2]                                  ;=> 3
(let ([a 1] [b 2]) (list a b))           ;=> (1 2)
(+ 1 2]                                  ;!! stray-parenthesis @3:7
