;;;; a call without parentheses in a lambda
(for-each (lambda (x) print x) '(1 2))
;| warning[uncalled-function]: `print` is not called here: a call has parentheses
;|  --> main.lisp:1:23
;|   |
;| 1 | (for-each (lambda (x) print x) '(1 2))
;|   |                       ^^^^^
;|   |
;|   = help: a call has its parenthesis in front: (print x)

;;;; a call without parentheses
print "hello"
;| warning[uncalled-function]: `print` is not called here: a call has parentheses
;|  --> main.lisp:1:1
;|   |
;| 1 | print "hello"
;|   | ^^^^^
;|   |
;|   = help: a call has its parenthesis in front: (print "hello")

;;;; a clause after t
(defproc f (x)
  (cond ((= x 1) 'one)
        (t 'other)
        ((= x 2) 'two)))
(print (f 2))
;| warning[unreachable-clause]: this clause is never reached
;|  --> main.lisp:4:9
;|   |
;| 4 |         ((= x 2) 'two)))
;|   |         ^^^^^^^^^^^^^^
;|   |
;|   = help: the clause with `t` before it is always taken

;;;; a value that a loop throws away
(let ((sum 0))
  (dolist (x (list 1 2 3))
    (+ sum x))
  (print sum))
;| warning[unused-value]: the value of `(+ sum x)` is not used
;|  --> main.lisp:3:5
;|   |
;| 3 |     (+ sum x))
;|   |     ^^^^^^^^^
;|   |
;|   = help: `+` changes nothing: (setq sum (+ sum x)) keeps what it returns

;;;; append in place
(setq l '())
(dotimes (i 3) (append l (list i)))
(print l)
;| warning[unused-value]: the value of `(append l (list i))` is not used
;|  --> main.lisp:2:16
;|   |
;| 2 | (dotimes (i 3) (append l (list i)))
;|   |                ^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: `append` changes nothing: (setq l (append l (list i))) keeps what it returns

;;;; lints that a comment allows
; klammer: allow unused-value
(defproc f (l)
  (sort l <)
  (first l))
(print (f (list 2 1)))

;;;; comments that allow misspelt lints
; klammer: allow unused-vale, because it is shown
(defproc f (l) (first l)) ; klammer: allow all
(print (f (list 2 1)))
; klammer: allow unused-value never-equals since it is clear
;| warning[unknown-lint]: there is no lint unused-vale,
;|  --> main.lisp:1:18
;|   |
;| 1 | ; klammer: allow unused-vale, because it is shown
;|   |                  ^^^^^^^^^^^^
;|   |
;|   = help: did you mean `unused-value`?
;| warning[unknown-lint]: there is no lint all
;|  --> main.lisp:2:44
;|   |
;| 2 | (defproc f (l) (first l)) ; klammer: allow all
;|   |                                            ^^^
;| warning[unknown-lint]: there is no lint never-equals
;|  --> main.lisp:4:31
;|   |
;| 4 | ; klammer: allow unused-value never-equals since it is clear
;|   |                               ^^^^^^^^^^^^
;|   |
;|   = help: did you mean `never-equal`?

;;;; names of fields where a constructor has values
(defrecord point x y)
(setq p (make-point :x 3))
(print p)
;| warning[named-argument]: `make-point` tells its arguments by their order: :x is the value of one
;|  --> main.lisp:2:9
;|   |
;| 2 | (setq p (make-point :x 3))
;|   |         ^^^^^^^^^^^^^^^^^
;|   |
;|   = help: usage: (make-point x y)

;;;; remove as a statement
(setq l (list 1 2 3))
(remove 2 l)
(print l)
;| warning[unused-value]: the value of `(remove 2 l)` is not used
;|  --> main.lisp:2:1
;|   |
;| 2 | (remove 2 l)
;|   | ^^^^^^^^^^^^
;|   |
;|   = help: `remove` changes nothing: (setq l (remove 2 l)) keeps what it returns

;;;; setq for a variable of a function
(defproc tree-size (tree)
  (setq total 1)
  (dolist (child (rest tree)) (setq total (+ (tree-size child) total)))
  total)
(print (tree-size '(a (b) (c (d)))))
;| warning[undefined-assignment]: total is defined nowhere: this makes a new global variable of it
;|  --> main.lisp:2:3
;|   |
;| 2 |   (setq total 1)
;|   |   ^^^^^^^^^^^^^^
;|   |
;|   = help: a variable of all functions is defined at top level, (setq total nil); one of this function is bound by (let ((total value)) expr...)

;;;; a parenthesis closes a function too late
(print (map-with (lambda (x) (* x x) '(1 2 3))))
;| warning[unused-value]: the value of `(* x x)` is not used
;|  --> main.lisp:1:30
;|   |
;| 1 | (print (map-with (lambda (x) (* x x) '(1 2 3))))
;|   |                              ^^^^^^^
;|   |
;|   = help: `*` computes a value and changes nothing
;| error[argument-count]: map-with: expected at least 2 arguments (f list &rest more), got 1
;|  --> main.lisp:1:8
;|   |
;| 1 | (print (map-with (lambda (x) (* x x) '(1 2 3))))
;|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

;;;; values that are never equal
(print (= (vector 1 2) #(1 2)))
(print (= (nth 0 *arguments*) 5))
(print (= "5" 5))
;| warning[never-equal]: this is never true: an array is = only to itself
;|  --> main.lisp:1:8
;|   |
;| 1 | (print (= (vector 1 2) #(1 2)))
;|   |        ^^^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: (equal? a b) compares the elements
;| warning[never-equal]: this is never true: a text is never = to a number
;|  --> main.lisp:2:8
;|   |
;| 2 | (print (= (nth 0 *arguments*) 5))
;|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: (string->number text) is the number that a text shows
;| warning[never-equal]: this is never true: a text is never = to a number
;|  --> main.lisp:3:8
;|   |
;| 3 | (print (= "5" 5))
;|   |        ^^^^^^^^^
;|   |
;|   = help: (string->number text) is the number that a text shows

;;;; zero and empty strings as tests
(if 0 (print 'true) (print 'false))
(when "" (print 'true))
;| warning[constant-test]: this test is always true: 0 is no false value
;|  --> main.lisp:1:5
;|   |
;| 1 | (if 0 (print 'true) (print 'false))
;|   |     ^
;|   |
;|   = help: only nil is false
;| warning[constant-test]: this test is always true: "" is no false value
;|  --> main.lisp:2:7
;|   |
;| 2 | (when "" (print 'true))
;|   |       ^^
;|   |
;|   = help: only nil is false

;;;; a let closes before its body
(defproc f (a b)
  (let ((sum (+ a b))))
  (* 2 a))
;| warning[missing-body]: this let has no body
;|  --> main.lisp:2:3
;|   |
;| 2 |   (let ((sum (+ a b))))
;|   |   ^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: the body stands before the last parenthesis of the let

;;;; a comma in a quoted list
(defproc move (x y) '(move ,x to ,(+ x y)))
;| warning[comma-in-quote]: `,x` is not evaluated in a list with a quote
;|  --> main.lisp:1:28
;|   |
;| 1 | (defproc move (x y) '(move ,x to ,(+ x y)))
;|   |                            ^^
;|   |
;|   = help: a template has ` and not '

;;;; the end test of do without its list
(do ((i 0 (+ i 1))) (= i 3) (print i))
;| warning[constant-test]: this test is always true: `=` is a function, which is not called
;|  --> main.lisp:1:22
;|   |
;| 1 | (do ((i 0 (+ i 1))) (= i 3) (print i))
;|   |                      ^
;|   |
;|   = help: a test that calls it has parentheses of its own

;;;; a length is no truth value
(defproc f (l) (if (length l) 'some 'none))
;| warning[constant-test]: this test is always true: `length` returns a number
;|  --> main.lisp:1:20
;|   |
;| 1 | (defproc f (l) (if (length l) 'some 'none))
;|   |                    ^^^^^^^^^^
;|   |
;|   = help: only nil is false

;;;; a character and a text
(defproc f (line) (= (string-ref line 0) "-"))
;| warning[never-equal]: this is never true: a text is never = to a character
;|  --> main.lisp:1:19
;|   |
;| 1 | (defproc f (line) (= (string-ref line 0) "-"))
;|   |                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: a character is written #\a

;;;; a choice from one list
(require 'amb)
(defproc pick (n) (amb (iota n)))
;| warning[single-choice]: amb chooses among its arguments, and has one
;|  --> main.lisp:2:19
;|   |
;| 2 | (defproc pick (n) (amb (iota n)))
;|   |                   ^^^^^^^^^^^^^^
;|   |
;|   = help: (a-member-of (iota n)) chooses an element

;;;; directives of another language
(format t "%s has %d points~%" "Ada" 7)
;| warning[surplus-argument]: the pattern has no place for `"Ada"`
;|  --> main.lisp:1:32
;|   |
;| 1 | (format t "%s has %d points~%" "Ada" 7)
;|   |                                ^^^^^
;|   |
;|   = help: ~a shows any value
