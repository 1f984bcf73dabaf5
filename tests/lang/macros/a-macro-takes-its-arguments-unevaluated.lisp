(defmacro quote-all args (list 'quote args))
(quote-all a (b c) (car 5))              ;=> (a (b c) (car 5))
(defmacro my-if (test then else) (list 'cond (list test then) (list t else)))
(my-if (< 1 2) 'yes (car 5))             ;=> yes
(my-if (< 2 1) (car 5) 'no)              ;=> no
