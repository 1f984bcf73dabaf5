;;;; a docstring is no part of the value
(defproc f (x) "Adds one to x." (+ x 1))
(f 1)                           ;=> 2
(doc f)                         ;=> "Adds one to x."
(doc 'f)                        ;=> "Adds one to x."
(defproc g () "only a string")
(g)                             ;=> "only a string"
(doc g)                         ;=> nil
(defmacro m (x) "Doubles." `(* 2 ,x))
(m 4)                           ;=> 8
(doc 'm)                        ;=> "Doubles."

;;;; a form may have very many parts
(defmacro sum-of-many (n) (cons '+ (iota n)))
(sum-of-many 100)                                    ;=> 4950
(defmacro list-of-many (n) (cons 'list (iota n)))
(length (list-of-many 200))                          ;=> 200
(defmacro progn-of-many (n) (cons 'progn (iota n)))
(progn-of-many 3000)                                 ;=> 2999
(defmacro cond-of-many (n) (cons 'cond (map-with (lambda (i) (list nil i)) (iota n))))
(cond-of-many 300)                                   ;=> nil

;;;; a function may use a global that is defined later
(defproc f () (g 1))
(f)               ;!! unbound-variable g is not defined
(defproc g (x) (+ x 1))
(f)               ;=> 2
(defproc g (x) (* x 100))
(f)               ;=> 100

;;;; a function without parameters may have no body
(defproc nop ())            ;=> nop
(progn (defproc nop ()) (nop))  ;=> nil
(progn (defproc nop ()) (nop 1))  ;!! argument-count

;;;; a local function shadows a global one in head position
(defproc f (x) (list 'global x))
(let ((f (lambda (x) (list 'local x)))) (f 1))   ;=> (local 1)
(f 1)                                            ;=> (global 1)
(let ((list +)) (list 1 2))                      ;=> 3
(let ((if (lambda (a b c) (+ a b c)))) (if 1 2 3))  ;=> 6

;;;; a special operator is not a function
(map-with if '(1 2))      ;!! not-a-function
(apply and '(1 2))        ;!! not-a-function
((first (list if)) 1 2)   ;!! not-a-function
(let ((op if)) (op 1 2 3))  ;!! not-a-function

;;;; an argument keeps its value when a later one assigns the variable
(let ((a 1)) (list a (setq a 2) a))          ;=> (1 2 2)
(let ((a 1)) (+ a (progn (setq a 10) 0)))    ;=> 1
(let ((a 5)) (< a (progn (setq a 0) 3)))     ;=> nil
(let ((a 1)) (cons a (setq a 2)))            ;=> (1 . 2)
(defproc f (x) (list x (progn (setq x 9) x) x))
(f 1)                                        ;=> (1 9 9)

;;;; an unbound variable names the closest bound symbol
frist                       ;!! unbound-variable @58:1 frist is not defined
(catch-and-apply 'error (lambda (tag c) (list tag (condition-code c))) (frist '(1)))  ;=> (error unbound-variable)
(setq counter 1)
(+ countr 1)                ;!! unbound-variable @61:4 countr is not defined
counter                     ;=> 1

;;;; arguments are evaluated from left to right
(setq log nil)
(defproc note (x) (setq log (cons x log)) x)
(list (note 1) (note 2) (note 3))  ;=> (1 2 3)
(reverse log)                      ;=> (1 2 3)
(setq log nil)
(+ (note 10) (* (note 2) (note 3)))  ;=> 16
(reverse log)                      ;=> (10 2 3)
(setq log nil)
((progn (note 'head) list) (note 'a))  ;=> (a)
(reverse log)                      ;=> (head a)

;;;; calling what is no function says what it is
(5 1)              ;!! not-a-function @77:1 5 is an integer and cannot be called
("f" 1)            ;!! not-a-function @78:1 "f"
(nil)              ;!! not-a-function
(let ((x 'car)) (x '(1)))  ;!! not-a-function
(defproc f () 1)
((f))              ;!! not-a-function @82:1

;;;; deeply nested data in code is no problem
(defproc nested (n) (let ((l nil)) (dotimes (i n l) (setq l (list l)))))
(defmacro quote-deep () (list 'quote (nested 5000)))
(= (quote-deep) (nested 5000))                       ;=> t
(first (first (first (quote-deep))))
(length (quote-deep))                                ;=> 1

;;;; defproc with too few arguments throws error when it is evaluated
(defproc f)           ;!! syntax wrong number of arguments for defproc
(defproc f (x))       ;!! syntax wrong number of arguments for defproc
(defmacro m)          ;!! syntax wrong number of arguments for defmacro
(defmacro m (x))      ;!! syntax wrong number of arguments for defmacro
(catch-and-apply 'error (lambda (tag c) (list tag (condition-message c))) (defproc f (x)))  ;=> (error "wrong number of arguments for defproc")
(if nil (defproc f) 'fine)  ;=> fine

;;;; everything but nil is true
(if 0 'true 'false)      ;=> true
(if "" 'true 'false)     ;=> true
(if 'nil 'true 'false)   ;=> false
(if 0.0 'true 'false)    ;=> true
(if (make-array 0) 'true 'false)  ;=> true
#t                       ;=> t
t                        ;=> t

;;;; function objects in code evaluate to themselves
(setq square-it (lambda (x) (* x x)))
(eval (list square-it 5))                  ;=> 25
(eval (list map-with square-it ''(1 2 3))) ;=> (1 4 9)
(defmacro with-closure (n) (let ((f (lambda (x) (+ x n)))) (list map-with f ''(1 2 3))))
(with-closure 10)                          ;=> (11 12 13)
(defproc counter () (let ((n 0)) (lambda () (setq n (+ n 1)))))
(defmacro shared-count () (let ((c (counter))) `(list (,c) (,c) (,c))))
(shared-count)                             ;=> (1 2 3)

;;;; functions with very many variables work
(defmacro many-variables (n)
  (let ((names (map-with (lambda (i) (string->symbol (string-append "v" (number->string i)))) (iota n))))
    `(let ,(map-with list names (iota n)) (+ ,@names))))
(many-variables 20)                                  ;=> 190
(many-variables 100)                                 ;=> 4950
(defproc f () (many-variables 60))
(f)                                                  ;=> 1770

;;;; literals evaluate to themselves
42              ;=> 42
-7/3            ;=> -7/3
2.5             ;=> 2.5
"a string"      ;=> "a string"
#\a             ;=> #\a
:key            ;=> :key
#(1 2)          ;=> #(1 2)

;;;; macro objects may stand in code
(defmacro swap-args (f a b) (list f b a))
(defmacro use-it (a b) (list swap-args '- a b))
(use-it 1 10)                                     ;=> 9
(defmacro define-constantly (name value) (list setq name (list mlambda 'args value)))
(define-constantly five 5)
(five whatever (is not evaluated))                ;=> 5
(eval (list swap-args 'cons 1 2))                 ;=> (2 . 1)

;;;; nil is the empty list and the only false value
nil                      ;=> nil
()                       ;=> nil
'()                      ;=> nil
(= nil ())               ;=> t
(if () 'true 'false)     ;=> false
#f                       ;=> nil
(rest '(1))              ;=> nil

;;;; operator objects may stand in code
(defmacro do-all body (cons progn body))
(do-all 1 2 3)                            ;=> 3
(defmacro choose (test a b) (list if test a b))
(choose (< 1 2) 'less 'more)              ;=> less
(defmacro unless-zero (n form) (list if (list = n 0) nil form))
(unless-zero 0 (car 5))                   ;=> nil
(unless-zero 2 'two)                      ;=> two
(eval (list let (list (list 'a 1)) (list + 'a 1)))  ;=> 2

;;;; quote returns its argument as it is
'(a b)                  ;=> (a b)
(quote (1 . 2))         ;=> (1 . 2)
''a                     ;=> 'a
(first ''a)             ;=> quote
(= '(1 2) (list 1 2))   ;=> t
'#(a b)                 ;=> #(a b)

;;;; special operators and macros are values
if                            ;=> #<special-operator if>
(setq when-not unless)
(when-not nil 'yes)           ;=> yes
(setq my-if if)
(my-if nil 1 2)               ;=> 2
(defmacro twice (x) `(progn ,x ,x))
(setq zweimal twice)
(let ((n 0)) (zweimal (setq n (+ n 1))) n)  ;=> 2
(special-operator? quote)     ;=> t
(macro? twice)                ;=> t
(procedure? if)               ;=> nil

;;;; special operators complain about their shape with a place
(if)                   ;!! syntax @186:1 if: expected (if test then [else])
(list 1 (if 1 2 3 4))  ;!! syntax @187:9
(let 5 1)              ;!! syntax let
(let ((a 1 2)) a)      ;!! syntax let: expected a binding (variable value)
(let ((5 1)) 1)        ;!! syntax expected a symbol
(setq t 1)             ;!! syntax t is a constant
(setq nil 1)           ;!! syntax nil is a constant
(setq a)               ;!! syntax setq
(quote)                ;!! syntax quote
(lambda)               ;!! syntax lambda
(cond 5)               ;!! syntax cond
(dotimes i 1)          ;!! syntax dotimes
(list 1 . 2)           ;!! syntax proper list

;;;; spliced objects are immune to redefinition
(defproc helper (x) (list 'old x))
(defmacro early (x) (list helper x))
(defproc user (x) (early x))
(defproc helper (x) (list 'new x))
(user 1)           ;=> (old 1)
(helper 1)         ;=> (new 1)
(early 1)          ;=> (new 1)

;;;; the head of a form is evaluated like any expression
((lambda (x) (* x x)) 7)             ;=> 49
((if t + *) 3 4)                     ;=> 7
((first (list car cdr)) '(1 2))      ;=> 1
(defproc adder (n) (lambda (x) (+ x n)))
((adder 3) 4)                        ;=> 7
(let ((f -)) (f 10 4))               ;=> 6

;;;; the last form of a body gives the value
(progn)                          ;=> nil
(progn 1 2 3)                    ;=> 3
((lambda (x) x (* x 2)) 4)       ;=> 8
(let ((a 1)) (setq a 2) a 'end)  ;=> end
(when t 1 2)                     ;=> 2
(let ())                         ;=> nil

;;;; apply and funcall call functions
(apply + '(1 2 3))                     ;=> 6
(apply list 1 2 '(3 4))                ;=> (1 2 3 4)
(apply + nil)                          ;=> 0
(apply (lambda (a &optional b) (list a b)) '(1))  ;=> (1 nil)
(funcall + 1 2)                        ;=> 3
(apply + 1)                            ;!! wrong-type apply
(apply + '(1 . 2))                     ;!! wrong-type
(apply 5 '(1))                         ;!! not-a-function
(apply car '(1 2))                     ;!! argument-count

;;;; errors in evaluated code can be caught
(catch-and-apply 'error (lambda (tag c) (condition-code c)) (eval '(if)))       ;=> syntax
(catch-and-apply 'error (lambda (tag c) (condition-code c)) (eval '(car 5)))    ;=> wrong-type
(catch 'x (eval '(throw 'x 1)))        ;=> 1
(eval '(1 2))                          ;!! not-a-function
(eval)                                 ;!! argument-count

;;;; eval defines globals and macros
(eval '(defproc f (x) (* x 2)))        ;=> f
(f 4)                                  ;=> 8
(eval '(setq y 5))
y                                      ;=> 5
(eval '(defmacro m (x) (list 'quote x)))
(m (a b))                              ;=> (a b)

;;;; eval evaluates a form
(eval '(+ 1 2))                        ;=> 3
(eval ''a)                             ;=> a
(eval 5)                               ;=> 5
(eval (list 'let '((a 2)) '(* a a)))   ;=> 4
(let ((a 'local)) (setq a 1) (catch 'error (eval 'a) 'no) (condition-code (catch 'error (eval 'unknown-name))))  ;=> unbound-variable
(setq x 10)
(let ((x 20)) (eval 'x))               ;=> 10

;;;; what was called is named as the call names it
(let ((x 5)) (x 1))                      ;!! not-a-function x is 5, an integer, and cannot be called
(progn (setq y nil) (y))                 ;!! not-a-function y is nil and cannot be called
((car '(1)) 2)                           ;!! not-a-function (car '(1)) is 1, an integer, and cannot be called
(map-with 5 '(1))                        ;!! not-a-function map-with: 5 is an integer and cannot be called
(progn (defproc f () 1) ((f)))           ;!! not-a-function (f) is 1, an integer, and cannot be called

;;;; a wrong number of arguments shows the signature
(car)            ;!! argument-count car: expected 1 argument (list), got 0
(cons 1 2 3)     ;!! argument-count cons: expected 2 arguments (car cdr), got 3
(string-join)    ;!! argument-count string-join: expected 1 to 2 arguments (strings &optional separator), got 0
(apply)          ;!! argument-count apply: expected at least 1 argument (function &rest arguments), got 0
(defproc f () 1)
(f 1)            ;!! argument-count f: expected 0 arguments, got 1

;;;; trace shows calls by depth across a throw
(defproc fact (n) (if (= n 0) 1 (* n (fact (- n 1)))))
(defproc fail () (throw 'out 'thrown))
(trace fact fail)
(catch 'out (fail))                      ;=> thrown
;>> (fail)
(fact 1)                                 ;=> 1
;>> (fact 1)
;>>   (fact 0)
;>>   => 1
;>> => 1
(untrace fact)
(fact 5)                                 ;=> 120

;;;; defvar gives a value only once
(setq n 0)
(defproc next () (inc! n))
(defvar start (next))
(defvar start (next))
(list start n)                           ;=> (1 1)
