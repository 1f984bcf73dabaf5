;;;; a call with the name outside
(setq l '(3 1 2))
(print(sorted l))
;| error[unbound-variable]: sorted is not defined
;|  --> main.lisp:2:8
;|   |
;| 2 | (print(sorted l))
;|   |        ^^^^^^
;|   |
;|   = help: here this is called sort: (sort list <)

;;;; a field that the record has not
(defrecord point x y)
(print (point-z (make-point 1 2)))
;| error[unbound-variable]: point-z is not defined
;|  --> main.lisp:2:9
;|   |
;| 2 | (print (point-z (make-point 1 2)))
;|   |         ^^^^^^^
;|   |
;|   = help: did you mean `point-x`?

;;;; a function is called before its definition
(main)

(defproc main ()
  (print "hello"))
;| error[unbound-variable]: main is not defined
;|  --> main.lisp:1:2
;|   |
;| 1 | (main)
;|   |  ^^^^
;|   |
;|   = help: line 3 defines it: a file is evaluated form by form, from top to bottom

;;;; a misspelt function
(defproc average (l)
  (/ (sum-of l) (length l)))
(defproc sum-off (l) (apply + l))
(print (average (list 1 2)))
;| error[unbound-variable]: sum-of is not defined
;|  --> main.lisp:2:7
;|   |
;| 2 |   (/ (sum-of l) (length l)))
;|   |       ^^^^^^
;|   |
;|   = help: did you mean `sum-off`?
;|   = in `average`, called from main.lisp:4:8

;;;; a misspelt parameter
(defproc longest (words)
  (setq best "")
  (dolist (word wrods) (print word)))
(longest (list "a"))
;| warning[undefined-assignment]: best is defined nowhere: this makes a new global variable of it
;|  --> main.lisp:2:3
;|   |
;| 2 |   (setq best "")
;|   |   ^^^^^^^^^^^^^^
;|   |
;|   = help: a variable of all functions is defined at top level, (setq best nil); one of this function is bound by (let ((best value)) expr...)
;| error[unbound-variable]: wrods is not defined
;|  --> main.lisp:3:17
;|   |
;| 3 |   (dolist (word wrods) (print word)))
;|   |                 ^^^^^
;|   |
;|   = help: did you mean `words`?
;|   = in `longest`, called from main.lisp:4:1

;;;; a name of a module
(print (count-solutions (board 4)))
;| error[unbound-variable]: count-solutions is not defined
;|  --> main.lisp:1:9
;|   |
;| 1 | (print (count-solutions (board 4)))
;|   |         ^^^^^^^^^^^^^^^
;|   |
;|   = help: it is in the module `search`: (require 'search)

;;;; a parameter of a macro without its comma
(defmacro show (x)
  `(print x))
(show 3)
;| error[unbound-variable]: x is not defined
;|  --> main.lisp:3:1
;|   |
;| 3 | (show 3)
;|   | ^^^^^^^^
;|   |
;|   = help: `x` is a parameter of `show`: a template has its value by ,x
;|   = in the expansion of `show` at main.lisp:3:1

;;;; set of a local variable
(let ((x 1))
  (set! x 2)
  (print x))
;| error[unbound-variable]: set! is not defined
;|  --> main.lisp:2:4
;|   |
;| 2 |   (set! x 2)
;|   |    ^^^^
;|   |
;|   = help: here this is called setq

;;;; the name of a file without quotes
(load util)
;| error[unbound-variable]: util is not defined
;|  --> main.lisp:1:7
;|   |
;| 1 | (load util)
;|   |       ^^^^
;|   |
;|   = help: the name of a file stands in double quotes: (load "util")

;;;; the name of a module without its quote
(require search)
;| error[unbound-variable]: search is not defined
;|  --> main.lisp:1:10
;|   |
;| 1 | (require search)
;|   |          ^^^^^^
;|   |
;|   = help: the name stands there with a quote: (require 'search)

;;;; a tag without a quote
(print (catch found (throw 'found 1)))
;| error[unbound-variable]: found is not defined
;|  --> main.lisp:1:15
;|   |
;| 1 | (print (catch found (throw 'found 1)))
;|   |               ^^^^^
;|   |
;|   = help: a tag is quoted: (catch 'found ...)

;;;; a record without make
(defrecord point x y)
(print (point 1 2))
;| error[unbound-variable]: point is not defined
;|  --> main.lisp:2:9
;|   |
;| 2 | (print (point 1 2))
;|   |         ^^^^^
;|   |
;|   = help: did you mean `make-point`?

;;;; a word with another meaning
(print (write-line "a"))
;| error[unbound-variable]: write-line is not defined
;|  --> main.lisp:1:9
;|   |
;| 1 | (print (write-line "a"))
;|   |         ^^^^^^^^^^

;;;; a named let called by another name
(print (let lp ((i 0)) (if (< i 3) (loop (+ i 1)) i)))
;| error[unbound-variable]: loop is not defined
;|  --> main.lisp:1:37
;|   |
;| 1 | (print (let lp ((i 0)) (if (< i 3) (loop (+ i 1)) i)))
;|   |                                     ^^^^
;|   |
;|   = help: the name of the let around it is `lp`

;;;; a symbol without its quote
(setq stock (list->table '((apple 3) (pear 0))))
(print (table-ref stock apple))
;| error[unbound-variable]: apple is not defined
;|  --> main.lisp:2:25
;|   |
;| 2 | (print (table-ref stock apple))
;|   |                         ^^^^^

;;;; an undefined name among the arguments
(setq l '(1))
(print (map-with square-root l))
;| error[unbound-variable]: square-root is not defined
;|  --> main.lisp:2:18
;|   |
;| 2 | (print (map-with square-root l))
;|   |                  ^^^^^^^^^^^
