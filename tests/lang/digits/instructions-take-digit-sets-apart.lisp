(setq s (digits 1 2 5))
(first s)                                  ;=> 1
(rest s)                                   ;=> (2 5)
(second s)                                 ;=> 2
(third s)                                  ;=> 5
(cddr s)                                   ;=> (5)
(rest (rest (rest s)))                     ;=> nil
(caar (list s 3))                          ;=> 1
(list (pair? s) (list? s) (null? s) (atom? s) (single? s) (single? (digits 3))) ;=> (t t nil nil nil t)
(if (pair? s) 'pair 'atom)                 ;=> pair
(if (not (pair? s)) 'atom 'pair)           ;=> pair
(let loop ((l s) (sum 0)) (if l (loop (rest l) (+ sum (first l))) sum)) ;=> 8
