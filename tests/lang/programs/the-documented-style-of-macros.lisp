; Macros of the dialect splice operators, macros and functions themselves.
(defmacro begin body (cons progn body))
(begin 1 2 3)                            ;=> 3
(defmacro define-shortcut (x expansion) (list setq x (list mlambda 'args (list cons (list quote expansion) 'args))))
(define-shortcut add +)
(add 1 2 3)                              ;=> 6
(defmacro when-let args (list aif (first args) (cons progn (rest args)) nil))
(when-let (assoc 'b '((a 1) (b 2))) (print 'found) (second it))  ;=> 2
;>> found
(defmacro each-squared (l) (list map-with (lambda (x) (* x x)) l))
(each-squared '(1 2 3))                  ;=> (1 4 9)
