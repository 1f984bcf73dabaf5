(block b (map-with (lambda (x) (when (> x 1) (return-from b x))) '(1 2 3)))   ;=> 2
(defproc search (tree x)
  (letrec ((walk (lambda (n) (if (pair? n) (progn (walk (first n)) (walk (rest n))) (when (= n x) (return-from search 'found))))))
    (walk tree)
    'missing))
(search '(1 (2 (3)) 4) 3)                    ;=> found
(search '(1 (2 (3)) 4) 9)                    ;=> missing
