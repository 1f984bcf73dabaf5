(defproc f (a &rest more) (list a more))
(f 1)                    ;=> (1 nil)
(f 1 2 3)                ;=> (1 (2 3))
(defproc g (&optional (a 0) &rest more) (list a more))
(g)                      ;=> (0 nil)
(g 1 2)                  ;=> (1 (2))
((lambda (&rest all) all))  ;=> nil
