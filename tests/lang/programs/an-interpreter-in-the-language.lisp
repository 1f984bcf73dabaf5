(defproc evaluate (e env)
  (cond ((number? e) e)
        ((symbol? e) (second (assoc e env)))
        ((= (first e) 'fn) (lambda (x) (evaluate (third e) (cons (list (first (second e)) x) env))))
        ((= (first e) 'add) (+ (evaluate (second e) env) (evaluate (third e) env)))
        (t ((evaluate (first e) env) (evaluate (second e) env)))))
(evaluate '((fn (x) (add x 1)) 41) nil)                      ;=> 42
(evaluate '(((fn (x) (fn (y) (add x y))) 3) 4) nil)          ;=> 7
(evaluate '((fn (f) (f (f 1))) (fn (x) (add x x))) nil)      ;=> 4
