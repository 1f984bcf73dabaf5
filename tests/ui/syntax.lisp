;;;; a parenthesis is missing
(defproc f (x)
  (if (> x 1)
      (print x)
  (f (- x 1)))

(defproc g (x)
  (* x 2))
(print (g 2))
;| error[unclosed]: this list is never closed: `(defproc f ...`
;|  --> main.lisp:1:1
;|   |
;| 1 | (defproc f (x)
;|   | ^
;| ...
;| 8 | (print (g 2))
;|   |              - the text ends here
;|   |
;|   = help: line 4 begins a new form at the same column as `(if ...` (line 2): is a `)` missing at the end of line 3?

;;;; an element of an array is counted up
(setq counts (make-array 3 0))
(inc! (aref counts 1))
;| error[syntax]: inc!: expected the name of a variable, found (aref counts 1)
;|  --> main.lisp:2:7
;|   |
;| 2 | (inc! (aref counts 1))
;|   |       ^^^^^^^^^^^^^^^
;|   |
;|   = help: usage: (inc! variable [amount])

;;;; a comma without backquote in a macro
(defmacro twice (x) '(progn ,x ,x))
(twice (print 1))
;| warning[comma-in-quote]: `,x` is not evaluated in a list with a quote
;|  --> main.lisp:1:29
;|   |
;| 1 | (defmacro twice (x) '(progn ,x ,x))
;|   |                             ^^
;|   |
;|   = help: a template has ` and not '
;| error[syntax]: ,x is not inside a template, a form that begins with `
;|  --> main.lisp:2:1
;|   |
;| 2 | (twice (print 1))
;|   | ^^^^^^^^^^^^^^^^^
;|   |
;|   = in the expansion of `twice` at main.lisp:2:1

;;;; dolist without parentheses
(dolist x '(1 2 3) (print x))
;| error[syntax]: dolist: expected (dolist (variable list [result]) expr...), found x
;|  --> main.lisp:1:1
;|   |
;| 1 | (dolist x '(1 2 3) (print x))
;|   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

;;;; let with a binding without parentheses
(let (x 5) (print x))
;| error[syntax]: let: expected a symbol, found 5
;|  --> main.lisp:1:9
;|   |
;| 1 | (let (x 5) (print x))
;|   |         ^
;|   |
;|   = help: usage: (let [name] ((variable value)...) expr...)

;;;; push with swapped arguments
(let ((seen (list 1)))
  (push! seen 2)
  (print seen))
;| error[syntax]: push!: expected the name of a variable, found 2
;|  --> main.lisp:2:3
;|   |
;| 2 |   (push! seen 2)
;|   |   ^^^^^^^^^^^^^^
;|   |
;|   = help: usage: (push! element variable)

;;;; return from with another name
(defproc f (x) (return-from g x))
;| error[syntax]: there is no block named g around this
;|  --> main.lisp:1:16
;|   |
;| 1 | (defproc f (x) (return-from g x))
;|   |                ^^^^^^^^^^^^^^^^^

;;;; return outside of a loop
(defproc square (x)
  (return (* x x)))
(print (square 3))
;| error[syntax]: there is no loop or block named nil around this
;|  --> main.lisp:2:3
;|   |
;| 2 |   (return (* x x)))
;|   |   ^^^^^^^^^^^^^^^^
;|   |
;|   = help: `return` leaves a loop: (return-from square value) leaves the function

;;;; a text in single quotes
(setq name "Ada")
(print (string-append 'Hello, ' name))
;| error[syntax]: ,'name is not inside a template, a form that begins with `
;|  --> main.lisp:2:29
;|   |
;| 2 | (print (string-append 'Hello, ' name))
;|   |                             ^^^^^^^^
;|   |
;|   = help: a text stands in double quotes: "Hello, "

;;;; several tests in one if
(defproc sign (n)
  (if (< n 0) 'negative
      (= n 0) 'zero
      'positive))
;| error[syntax]: if: expected (if test then [else]), found 5 arguments
;|  --> main.lisp:2:3
;|   |
;| 2 | /   (if (< n 0) 'negative
;| 3 | |       (= n 0) 'zero
;| 4 | |       'positive))
;|   | |________________^
;|   |
;|   = help: (cond (test value) ...) has several tests, (progn expr...) makes one expression of several

;;;; a parenthesis too many in the middle
(defproc count-even (l)
  (let ((n 0))
    (dolist (x l)
      (when (even? x)
        (inc! n))))
    n))
;| error[stray-parenthesis]: this `)` closes nothing: `(defproc count-even ...)` is already complete
;|  --> main.lisp:6:7
;|   |
;| 1 | / (defproc count-even (l)
;| 2 | |   (let ((n 0))
;| 3 | |     (dolist (x l)
;| 4 | |       (when (even? x)
;| 5 | |         (inc! n))))
;| 6 | |     n))
;|   | |      -^
;|   | |______|
;|   |        this form was already complete here
;|   |
;|   = help: line 6 is indented as if it stood inside `(let ...)`, which ends on line 5: is there one `)` too many?

;;;; a parenthesis too many at the end
(defproc has? (c list)
  (find-if
    (lambda (x)
      (= c (first x)))
    list)))

(f)
;| error[stray-parenthesis]: this `)` closes nothing: `(defproc has? ...)` is already complete
;|  --> main.lisp:5:11
;|   |
;| 1 | / (defproc has? (c list)
;| 2 | |   (find-if
;| 3 | |     (lambda (x)
;| 4 | |       (= c (first x)))
;| 5 | |     list)))
;|   | |          -^
;|   | |__________|
;|   |            this form was already complete here
;|   |
;|   = help: the form that begins on line 1 is closed by the `)` before it: remove one

;;;; a backslash in a string
(print "C:\dir")
;| error[bad-token]: unknown escape `\d`
;|  --> main.lisp:1:11
;|   |
;| 1 | (print "C:\dir")
;|   |           ^^
;|   |
;|   = help: the escapes are \n \t \r \0 \a \b \\ \" \| \xHH; \u{HH}, and a backslash at the end of a line; write \\ for a backslash

;;;; brackets that do not match
(let ([x 1))
  x)
;| error[stray-parenthesis]: `)` cannot close what `[` began
;|  --> main.lisp:1:11
;|   |
;| 1 | (let ([x 1))
;|   |       -   ^
;|   |       |
;|   |       `[` stands here

;;;; a string that is never closed
(print "abc)
(print "def")
;| error[unclosed]: this string is never closed
;|  --> main.lisp:2:12
;|   |
;| 2 | (print "def")
;|   |            ^ - the text ends here
;|   |
;|   = help: the string that begins on line 1 ends in the middle of line 2: is its closing `"` missing on line 1?
