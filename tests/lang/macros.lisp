;;;; a macro bound to a local variable is not expanded
(let ((m (mlambda args 1))) (m 2))       ;!! not-a-function
(defmacro m (x) `(list ',x))
(let ((m (lambda (x) (* x 2)))) (m 4))   ;=> 8
(m 4)                                    ;=> (4)

;;;; a macro defined inside a progn is seen by the next form
(progn
  (defmacro local-twice (x) `(list ,x ,x))
  (local-twice 5))                       ;=> (5 5)
(progn (progn (defmacro m1 () 1)) (progn (defmacro m2 () '(m1)) (m2)))  ;=> 1

;;;; a macro is no argument
(defmacro m (x) x)
(map-with m '(1 2))                      ;!! not-a-function
(apply m '(1))                           ;!! not-a-function
m                                        ;=> #<macro m>
(funcall m 1)                            ;!! not-a-function

;;;; a macro may splice a table or array into code
(setq shared (make-array 2 0))
(defmacro bump () (list 'aset shared 0 (list '+ 1 (list 'aref shared 0))))
(bump)                                               ;=> 1
(bump)                                               ;=> 2
(aref shared 0)                                      ;=> 2

;;;; a macro must be defined before its use is compiled
(defproc f (x) (later x))
(defmacro later (x) `(list 'macro ',x))
(f 1)                                    ;!! not-a-function
(defproc f (x) (later x))
(f 1)                                    ;=> (macro x)

;;;; a macro named like a core function replaces it here
(defmacro reverse (x) (list 'quote x))
(reverse (1 2))                                      ;=> (1 2)
(map-with identity '(1 2))                           ;=> (1 2)
(let ((reverse (lambda (l) 'local))) (reverse 1))    ;=> local

;;;; a macro of the library speaks for its expansion
; A misuse of `push!` is reported as such: the program has not written `setq`.

(setq l (list 1))
(push! l 2)                  ;!! syntax push!: expected the name of a variable, found 2
(push! 2 'l)                 ;!! syntax push!: expected the name of a variable, found 'l
(pop! '(1 2))                ;!! syntax pop!: expected the name of a variable, found '(1 2)
(inc! (first l))             ;!! syntax inc!: expected the name of a variable, found (first l)
(dec! 3)                     ;!! syntax dec!: expected the name of a variable, found 3
(defvar "size" 9)            ;!! syntax defvar: expected the name of a variable, found "size"
(receive 3 (values 1 2) 3)   ;!! syntax receive: expected a parameter list, found 3
(let/cc 3 4)                 ;!! syntax let/cc: expected a parameter, found 3

; Forms that the program has written inside of the call are reported themselves.
(prog1 (setq 3 4))           ;!! syntax setq: expected the name of a variable, found 3
(prog1 (let 3 4))            ;!! syntax let: expected a list of bindings
(repeat 3 (push! l 2))       ;!! syntax push!: expected the name of a variable, found 2

; So do macros of the program.
(defmacro add! (x) `(setq ,x 1))
(add! 3)                     ;!! syntax setq: expected the name of a variable, found 3
(defmacro put! (x) `(push! ,x 1))
(put! l)                     ;!! syntax push!: expected the name of a variable, found 1
l                            ;=> (1)

;;;; a macro sees the source not the values
(defmacro show (form) `(list ',form ,form))
(show (+ 1 2))                                       ;=> ((+ 1 2) 3)
(let ((x 5)) (show x))                               ;=> (x 5)
(show '(a . b))                                      ;=> ('(a . b) (a . b))

;;;; a macro takes its arguments unevaluated
(defmacro quote-all args (list 'quote args))
(quote-all a (b c) (car 5))              ;=> (a (b c) (car 5))
(defmacro my-if (test then else) (list 'cond (list test then) (list t else)))
(my-if (< 1 2) 'yes (car 5))             ;=> yes
(my-if (< 2 1) (car 5) 'no)              ;=> no

;;;; a template shares nothing with its next evaluation
(defproc f (x) `(a ,x (b c)))
(let ((one (f 1)) (two (f 2))) (list one two))   ;=> ((a 1 (b c)) (a 2 (b c)))
(= (f 1) (f 1))                          ;=> t

;;;; a throw leaves an expander
(defmacro leave (x) (throw 'out (list 'expanding x)))
(catch 'out (eval '(leave a)))           ;=> (expanding a)
(leave b)                                ;!! uncaught-throw
(+ 1 2)                                  ;=> 3

;;;; a wrong number of macro arguments is an error at the call
(defmacro two (a b) `(list ,a ,b))
(two 1)                                  ;!! argument-count
(two 1 2 3)                              ;!! argument-count two
(defproc f () (two 1))                   ;!! argument-count

;;;; an error in an expander is an error of the form
(defmacro bad (x) (first x))
(bad 5)                                  ;!! wrong-type @96:19 first
(catch 'error (eval '(bad 5)) 'not-reached)
(condition-code (catch 'error (eval '(bad 5))))   ;=> wrong-type
(defproc f () (bad (1)))
(f)                                      ;=> 1

;;;; an error in expanded code has the place of what the caller wrote
(defmacro add-one (x) `(+ 1 ,x))
(add-one (first 5))                      ;!! wrong-type @105:10 first
(add-one 'a)                             ;!! wrong-type @106:1 +
(list (add-one (add-one "x")))           ;!! wrong-type @107:16 +

;;;; an expander may call functions and keep state
(defproc reverse-all (form) (if (pair? form) (reverse (map-with reverse-all form)) form))
(defmacro backwards (form) (reverse-all form))
(backwards ((2 1 -) 10 *))               ;=> -10
(setq counter 0)
(defmacro unique () (setq counter (+ counter 1)))
(list (unique) (unique))                 ;=> (1 2)
(defproc f () (unique))
(list (f) (f))                           ;=> (3 3)

;;;; an expansion that never ends meets a limit
; not under: stress ticks: fuel is its subject
; limits: ticks=10000
(defmacro forever (x) `(forever (,x)))
(forever a)                              ;!! too-complex
(defmacro spin () (while t))
(spin)                                   ;!! out-of-ticks
(+ 1 2)                                  ;=> 3

;;;; an unhygienic macro captures on purpose
(defmacro with-it (x &body body) `(let ((it ,x)) ,@body))
(with-it 5 (* it it))                    ;=> 25
(defmacro my-loop body `(while t ,@body))
(let ((n 0)) (my-loop (setq n (+ n 1)) (when (= n 5) (return n))))  ;=> 5

;;;; body takes the rest
(defmacro my-when (test &body body) `(if ,test (progn ,@body) nil))
(my-when t 1 2 3)                        ;=> 3
(my-when nil (car 5))                    ;=> nil
(my-when t)                              ;=> nil
(defmacro repeat (n &rest body) `(dotimes (i ,n) ,@body))
(let ((k 0)) (repeat 3 (setq k (+ k 1)) (setq k (* k 2))) k)  ;=> 14

;;;; both forms of defmacro work
(defmacro sum args (cons '+ args))
(sum 1 2 3)                              ;=> 6
(sum)                                    ;=> 0
(defmacro swap (a b) `(let ((tmp ,a)) (setq ,a ,b) (setq ,b tmp)))
(let ((x 1) (y 2)) (swap x y) (list x y))  ;=> (2 1)
(defmacro none () ''nothing)
(none)                                   ;=> nothing
(defmacro m (x) x)                       ;=> m

;;;; expand macro shows the expansion
(defmacro twice (x) `(progn ,x ,x))
(defmacro thrice (x) `(progn ,x (twice ,x)))
(defmacro outer (x) `(twice ,x))
(expand-macro '(twice a))                ;=> (progn a a)
(expand-macro '(outer a))                ;=> (progn a a)
(expand-macro-once '(outer a))           ;=> (twice a)
(expand-macro '(thrice a))               ;=> (progn a (twice a))
(expand-macro '(car x))                  ;=> (car x)
(expand-macro 'x)                        ;=> x

;;;; gensym never captures
(defmacro my-max (a b) (let ((x (gensym)) (y (gensym))) `(let ((,x ,a) (,y ,b)) (if (> ,x ,y) ,x ,y))))
(my-max 3 7)                             ;=> 7
(let ((x 10)) (my-max x 5))              ;=> 10
(my-max (my-max 1 9) (my-max 3 4))       ;=> 9
(= (gensym) (gensym))                    ;=> nil
(let ((g (gensym))) (= g g))             ;=> t
(symbol? (gensym))                       ;=> t

;;;; macros define macros
(defmacro define-alias (new old) `(defmacro ,new args (cons ',old args)))
(define-alias plus +)
(plus 1 2)                               ;=> 3
(defmacro define-multiplier (name n) `(defmacro ,name (x) `(* ,,n ,x)))
(define-multiplier triple 3)
(triple 5)                               ;=> 15
(define-alias my-let let)
(my-let ((a 1)) a)                       ;=> 1

;;;; macros expand to macros
(defmacro my-or args
  (cond ((null? args) nil)
        ((null? (rest args)) (first args))
        (t (let ((g (gensym))) `(let ((,g ,(first args))) (if ,g ,g (my-or ,@(rest args))))))))
(my-or nil nil 3 (car 5))                ;=> 3
(my-or)                                  ;=> nil
(let ((g 1)) (my-or nil g))              ;=> 1

;;;; macros have optional and keyword parameters
(defmacro inc (place &optional (by 1)) `(setq ,place (+ ,place ,by)))
(let ((n 0)) (inc n) (inc n 10) n)       ;=> 11
(defmacro box (x &key (left "[") (right "]")) `(concatenate ,left ,x ,right))
(box "a")                                ;=> "[a]"
(box "a" :right "}" :left "{")           ;=> "{a}"

;;;; mlambda makes an anonymous macro
((mlambda args (cons '+ args)) 1 2 3)    ;=> 6
(setq my-quote (mlambda args (list 'quote (first args))))
(my-quote (a b))                         ;=> (a b)
(macro? my-quote)                        ;=> t
((mlambda (a b) `(list ,b ,a)) 1 2)      ;=> (2 1)
(defmacro make-constant (name v) (list setq name (list mlambda 'args v)))
(make-constant seven 7)
(seven)                                  ;=> 7

;;;; parameter lists take nested lists apart
(defmacro with-binding ((name value) &body body) `(let ((,name ,value)) ,@body))
(with-binding (a 5) (* a a))             ;=> 25
(defmacro for ((var from start to end) &body body)
  `(let loop ((,var ,start)) (when (<= ,var ,end) ,@body (loop (+ ,var 1)))))
(let ((l nil)) (for (i from 1 to 3) (setq l (cons i l))) l)   ;=> (3 2 1)
(defmacro deep (((a b) . c) d) `(list ',a ',b ',c ',d))
(deep ((1 2) 3 4) 5)                     ;=> (1 2 (3 4) 5)

;;;; quasi quote builds templates
`(1 ,(+ 1 1) 3)                          ;=> (1 2 3)
`(a (b ,(* 2 3)) ,@(list 7 8) c)         ;=> (a (b 6) 7 8 c)
`x                                       ;=> x
`,(+ 1 2)                                ;=> 3
`(1 . ,(+ 1 1))                          ;=> (1 . 2)
`(,@(list 1 2) . 3)                      ;=> (1 2 . 3)
`(,@nil ,@'(a) ,@nil)                    ;=> (a)
(quasi-quote (a (unquote (+ 1 1)) (unquote-splicing (list 3))))  ;=> (a 2 3)

;;;; quasi quotes nest
`(a `(b ,(c ,(+ 1 2))))                  ;=> (a `(b ,(c 3)))
`(1 `,(+ 1 ,(+ 2 3)))                    ;=> (1 `,(+ 1 5))
(let ((x 1)) `(x ,x `(x ,x ,,x)))        ;=> (x 1 `(x ,x ,1))
(let ((l '(a b))) ``(list ,@,l))         ;=> `(list ,@(a b))

;;;; redefining a macro changes later uses only
(defmacro version () 1)
(defproc f () (version))
(defmacro version () 2)
(list (f) (version))                     ;=> (1 2)
(defproc version () 3)
(version)                                ;=> 3

;;;; redefining a special operator s name is possible
(defproc when (x y) (list 'mine x y))
(when nil 2)                                         ;=> (mine nil 2)
(if 1 (when 3 4))                                    ;=> (mine 3 4)
(find-if even? '(1 2))                               ;=> 2

;;;; templates may hold any datum
`(1/2 "s" #\c :k nil t 2.5)              ;=> (1/2 "s" #\c :k nil t 2.5)
`#(1 2)                                  ;=> #(1 2)
`(quote ,(+ 1 2))                        ;=> '3
(let ((x 5)) `(,x ,'x ',x))              ;=> (5 x '5)

;;;; the caller s names mean what they mean at the call
(defmacro use-list (x) `(list ,x ,x))
(let ((list (lambda (a b) (+ a b)))) (use-list 3))   ;=> 6
(defmacro safe-list (x) (list list x x))
(let ((list (lambda (a b) (+ a b)))) (safe-list 3))  ;=> (3 3)

;;;; unquote outside of a template is an error
,x                                       ;!! syntax
`(1 ,@5)                                 ;=> (1 . 5)
`(1 ,@5 2)                               ;!! wrong-type
`,@(list 1)                              ;!! syntax

;;;; macros of the library are hygienic to functions of a program
(defproc first (x) 'mine) (defproc rest (x) 'mine) (defproc cons (x y) 'mine) (defproc not (x) 'mine)
(defproc apply (&rest x) 'mine) (defproc error (&rest x) 'mine) (defproc table->list (x) 'mine)
(defproc make-record (&rest x) 'mine) (defproc current-milliseconds () 'mine) (defproc + (x y) 'mine)
(let ((l '(1 2))) (list (pop! l) l))                         ;=> (1 (2))
(let ((l '(1 2))) (push! 0 l) l)                             ;=> (0 1 2)
(let ((n 1)) (inc! n) n)                                     ;=> 2
(let ((n 0)) (until (= n 3) (inc! n)) n)                     ;=> 3
(receive (a b) (values 1 2) (list b a))                      ;=> (2 1)
(dotable (k v (list->table '((a 1)))) (return (list k v)))   ;=> (a 1)
(ignore-errors (assert nil))                                 ;=> nil
(progn (defrecord point x) (make-point 1))                   ;=> #<point :x 1>
(string? (with-output-to-string (time 5)))                   ;=> t

;;;; functions of the library keep their meaning when others are redefined
(defproc reverse (l) 'mine)
(map-with 1+ '(1 2))                                         ;=> (2 3)
