;;;; a lambda without parentheses at its parameter
(print (map-with (lambda x (* x 2)) '(1 2)))
;| error[wrong-type]: *: argument 1 must be a number, got (1)
;|  --> main.lisp:1:28
;|   |
;| 1 | (print (map-with (lambda x (* x 2)) '(1 2)))
;|   |                            ^^^^^^^
;|   |
;|   = help: in (lambda x ...), `x` is the list of all arguments; (lambda (x) ...) has one parameter
;|   = in an anonymous function, called from main.lisp:1:8

;;;; a negative index
(print (nth -1 '(1 2 3)))
;| error[wrong-type]: nth: n must be an integer that is not negative, got -1
;|  --> main.lisp:1:8
;|   |
;| 1 | (print (nth -1 '(1 2 3)))
;|   |        ^^^^^^^^^^^^^^^^^
;|   |
;|   = help: usage: (nth n list)

;;;; a number is appended to a text
(print (string-append "n = " 5))
;| error[wrong-type]: string-append: argument 2 must be a string, got 5
;|  --> main.lisp:1:8
;|   |
;| 1 | (print (string-append "n = " 5))
;|   |        ^^^^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: a number is no text: (number->string 5) is one

;;;; a sum with a line of input
(print (+ 1 (read-line)))
;| error[wrong-type]: +: argument 2 must be a number, got #<end-of-file>
;|  --> main.lisp:1:8
;|   |
;| 1 | (print (+ 1 (read-line)))
;|   |        ^^^^^^^^^^^^^^^^^

;;;; a text and a number are added
(setq score 3)
(print (+ "Score: " score))
;| error[wrong-type]: +: argument 1 must be a number, got "Score: "
;|  --> main.lisp:2:8
;|   |
;| 2 | (print (+ "Score: " score))
;|   |        ^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: texts are joined by string-append; (string a b) makes one text of any values

;;;; adding strings
(print (+ "a" "b"))
;| error[wrong-type]: +: argument 1 must be a number, got "a"
;|  --> main.lisp:1:8
;|   |
;| 1 | (print (+ "a" "b"))
;|   |        ^^^^^^^^^^^
;|   |
;|   = help: texts are joined by string-append; (string a b) makes one text of any values

;;;; an element that is appended
(setq found '(1))
(setq x 2)
(setq found (append found x))
(print (append found 3))
;| error[wrong-type]: append: lists must be a proper list, got (1 . 2)
;|  --> main.lisp:4:8
;|   |
;| 4 | (print (append found 3))
;|   |        ^^^^^^^^^^^^^^^^

;;;; an index from 1
(setq a (vector 1 2 3))
(print (aref a 3))
;| error[index-out-of-range]: aref: index 3 outside a vector of 3
;|  --> main.lisp:2:8
;|   |
;| 2 | (print (aref a 3))
;|   |        ^^^^^^^^^^

;;;; max of a list
(print (max '(3 1 2)))
;| error[wrong-type]: max: argument 1 must be a number, got (3 1 2)
;|  --> main.lisp:1:8
;|   |
;| 1 | (print (max '(3 1 2)))
;|   |        ^^^^^^^^^^^^^^
;|   |
;|   = help: (apply max list) takes the numbers of a list

;;;; member with swapped arguments
(print (member '(1 2 3) 0))
;| error[wrong-type]: member: list must be a list, got 0
;|  --> main.lisp:1:8
;|   |
;| 1 | (print (member '(1 2 3) 0))
;|   |        ^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: arguments seem swapped: (member 0 '(1 2 3))

;;;; strings compared with `<`
(print (sort '("b" "a") <))
;| error[wrong-type]: sort: <: argument 1 must be a number, got "a"
;|  --> main.lisp:1:8
;|   |
;| 1 | (print (sort '("b" "a") <))
;|   |        ^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: < compares numbers, string<? compares texts
;|   = in the library, at lisp/sort.lisp:32:13

;;;; the start before the text
(print (substring 0 2 "abc"))
;| error[wrong-type]: substring: string must be a string, got 0
;|  --> main.lisp:1:8
;|   |
;| 1 | (print (substring 0 2 "abc"))
;|   |        ^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: arguments seem swapped: (substring "abc" 0 2)

;;;; a macro is passed as a function
(defmacro square-of (x) `(* ,x ,x))
(print (map-with square-of (list 1 2)))
;| error[not-a-function]: map-with: #<macro square-of> is a macro and cannot be called
;|  --> main.lisp:2:8
;|   |
;| 2 | (print (map-with square-of (list 1 2)))
;|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: a macro is no function: a lambda around its call is one

;;;; a macro calls what its body returns
(defmacro my-when (test &rest body) `(if ,test (progn ,body)))
(my-when t (display "big"))
;| error[not-a-function]: "big" is a string and cannot be called
;|  --> main.lisp:2:1
;|   |
;| 2 | (my-when t (display "big"))
;|   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: `body` of `my-when` is a list of expressions: ,@body inserts them into the template, ,body calls the first
;|   = in the expansion of `my-when` at main.lisp:2:1

;;;; a list before the function
(setq numbers '(1 2 3))
(print (filter numbers (lambda (x) (> x 1))))
;| error[wrong-type]: filter: list must be a list, got #<function>
;|  --> main.lisp:2:8
;|   |
;| 2 | (print (filter numbers (lambda (x) (> x 1))))
;|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: arguments seem swapped: (filter (lambda (x) (> x 1)) numbers)

;;;; lambda with a bare parameter
(print (map-with (lambda x (* x x)) '(1 2 3)))
;| error[wrong-type]: *: argument 1 must be a number, got (1)
;|  --> main.lisp:1:28
;|   |
;| 1 | (print (map-with (lambda x (* x x)) '(1 2 3)))
;|   |                            ^^^^^^^
;|   |
;|   = help: in (lambda x ...), `x` is the list of all arguments; (lambda (x) ...) has one parameter
;|   = in an anonymous function, called from main.lisp:1:8

;;;; an equation in place of an assignment
(defproc total (l)
  (let ((sum 0))
    (dolist (x l) (= sum (+ sum x)))
    sum))
;| warning[unused-value]: the value of `(= sum (+ sum x))` is not used
;|  --> main.lisp:3:19
;|   |
;| 3 |     (dolist (x l) (= sum (+ sum x)))
;|   |                   ^^^^^^^^^^^^^^^^^
;|   |
;|   = help: `=` compares and changes nothing: (setq sum (+ sum x)) assigns
