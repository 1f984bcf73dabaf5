(defproc hanoi (n from to via)
  (if (= n 0)
    nil
    (append (hanoi (- n 1) from via to) (list (list from to)) (hanoi (- n 1) via to from))))
(hanoi 2 'a 'c 'b)                       ;=> ((a b) (a c) (b c))
(length (hanoi 8 'a 'c 'b))              ;=> 255
(defproc print-hanoi (n from to via)
  (when (> n 0)
    (print-hanoi (- n 1) from via to)
    (format t "~a -> ~a~%" from to)
    (print-hanoi (- n 1) via to from)))
(print-hanoi 2 'a 'c 'b)                 ;=> nil
;>> a -> b
;>> a -> c
;>> b -> c
