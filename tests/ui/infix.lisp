;;;; infix among the arguments of print
(setq a 3)
(print "a is" + a)
;| warning[infix-operator]: an operator is an argument of `print` here
;|  --> main.lisp:2:1
;|   |
;| 2 | (print "a is" + a)
;|   | ^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: texts and other values are joined by (string "a is" a)

;;;; infix in a body
(defproc sum (a b)
  a + b)
(print (sum 1 2))
;| warning[infix-operator]: these are expressions one after the other: a call has parentheses
;|  --> main.lisp:2:3
;|   |
;| 2 |   a + b)
;|   |   ^
;|   |
;|   = help: the operator comes first: (+ a b)

;;;; infix in setq
(setq i 0)
(setq j i + 1)
(print j)
;| warning[infix-operator]: an operator is an argument of `setq` here
;|  --> main.lisp:2:1
;|   |
;| 2 | (setq j i + 1)
;|   | ^^^^^^^^^^^^^^
;|   |
;|   = help: the operator comes first: (+ i 1)

;;;; infix in the test of if
(setq a 3)
(if a > 1 'big 'small)
;| error[syntax]: if: expected (if test then [else]), found 5 arguments
;|  --> main.lisp:2:1
;|   |
;| 2 | (if a > 1 'big 'small)
;|   | ^^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: the operator comes first: (> a 1)

;;;; infix in the test of while
(setq i 0)
(while i < 3
  (print i)
  (exit))
;| warning[infix-operator]: an operator is an argument of `while` here
;|  --> main.lisp:2:1
;|   |
;| 2 | / (while i < 3
;| 3 | |   (print i)
;| 4 | |   (exit))
;|   | |_________^
;|   |
;|   = help: the operator comes first: (< i 3)

;;;; infix
(setq x 5)
(if (x > 2) (print "large"))
;| error[not-a-function]: x is 5, an integer, and cannot be called
;|  --> main.lisp:2:5
;|   |
;| 2 | (if (x > 2) (print "large"))
;|   |     ^^^^^^^
;|   |
;|   = help: the operator comes first: (> x 2)
