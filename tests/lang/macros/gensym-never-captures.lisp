(defmacro my-max (a b) (let ((x (gensym)) (y (gensym))) `(let ((,x ,a) (,y ,b)) (if (> ,x ,y) ,x ,y))))
(my-max 3 7)                             ;=> 7
(let ((x 10)) (my-max x 5))              ;=> 10
(my-max (my-max 1 9) (my-max 3 4))       ;=> 9
(= (gensym) (gensym))                    ;=> nil
(let ((g (gensym))) (= g g))             ;=> t
(symbol? (gensym))                       ;=> t
