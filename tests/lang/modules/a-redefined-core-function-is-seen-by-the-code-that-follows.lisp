; not under: fuel the program gives + another meaning, by which the test would check the engine

(defproc first (l) (list 'my-first l))
(first '(1 2))                                       ;=> (my-first (1 2))
(defproc f (l) (first l))
(f '(1 2))                                           ;=> (my-first (1 2))
(map-with (lambda (x) (+ x 1)) '(1 2))               ;=> (2 3)
(defproc + (a b) (list 'plus a b))
(+ 1 2)                                              ;=> (plus 1 2)
(let ((+ *)) (+ 3 4))                                ;=> 12
(dotimes (i 3 i))                                    ;=> 3
(sort '(2 1) <)                                      ;=> (1 2)
