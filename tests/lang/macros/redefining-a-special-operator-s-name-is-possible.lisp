(defproc when (x y) (list 'mine x y))
(when nil 2)                                         ;=> (mine nil 2)
(if 1 (when 3 4))                                    ;=> (mine 3 4)
(find-if even? '(1 2))                               ;=> 2
