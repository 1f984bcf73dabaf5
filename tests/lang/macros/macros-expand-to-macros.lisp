(defmacro my-or args
  (cond ((null? args) nil)
        ((null? (rest args)) (first args))
        (t (let ((g (gensym))) `(let ((,g ,(first args))) (if ,g ,g (my-or ,@(rest args))))))))
(my-or nil nil 3 (car 5))                ;=> 3
(my-or)                                  ;=> nil
(let ((g 1)) (my-or nil g))              ;=> 1
