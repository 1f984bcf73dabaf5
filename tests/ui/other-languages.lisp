;;;; define with parameters
(define (twice x)
  (* x 2))
(print (twice 3))
;| error[unbound-variable]: define is not defined
;|  --> main.lisp:1:2
;|   |
;| 1 | (define (twice x)
;|   |  ^^^^^^
;|   |
;|   = help: here this is called defproc, or setq for a variable

;;;; a list in brackets with commas
(setq nums [1, 2, 3])
;| error[syntax]: ,2 is not inside a template, a form that begins with `
;|  --> main.lisp:1:14
;|   |
;| 1 | (setq nums [1, 2, 3])
;|   |              ^^^
;|   |
;|   = help: a comma is no separator: elements and parameters are separated by blanks

;;;; an arrow function
(print (map-with (x => (* x x)) '(1 2)))
;| error[unbound-variable]: x is not defined
;|  --> main.lisp:1:19
;|   |
;| 1 | (print (map-with (x => (* x x)) '(1 2)))
;|   |                   ^
;|   |
;|   = help: a function is written (lambda (x) (* x x))

;;;; an index in brackets
(setq l '(10 20 30))
(print l[0])
;| error[not-a-function]: 0 is an integer and cannot be called
;|  --> main.lisp:2:9
;|   |
;| 2 | (print l[0])
;|   |         ^^^
;|   |
;|   = help: an element of a list is (nth index list), one of an array (aref array index)

;;;; assignment with `=`
(x = 5)
(print x)
;| error[unbound-variable]: x is not defined
;|  --> main.lisp:1:2
;|   |
;| 1 | (x = 5)
;|   |  ^
;|   |
;|   = help: the operator comes first: (= x 5) compares, and (setq x 5) assigns

;;;; default argument as in Python
(defproc greet (name (greeting "hello")) (print greeting name))
(greet "Ann")
;| error[syntax]: expected a parameter, found (greeting "hello")
;|  --> main.lisp:1:22
;|   |
;| 1 | (defproc greet (name (greeting "hello")) (print greeting name))
;|   |                      ^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: a parameter with a default stands after &optional: (&optional (greeting "hello"))

;;;; define record type
(define-record-type point (make-point x y) point? (x point-x))
;| error[unbound-variable]: define-record-type is not defined
;|  --> main.lisp:1:2
;|   |
;| 1 | (define-record-type point (make-point x y) point? (x point-x))
;|   |  ^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: here this is called defrecord: (defrecord point x y) makes make-point, point?, point-x and point-y

;;;; defparameter
(defparameter *size* 9)
(print *size*)
;| error[unbound-variable]: defparameter is not defined
;|  --> main.lisp:1:2
;|   |
;| 1 | (defparameter *size* 9)
;|   |  ^^^^^^^^^^^^
;|   |
;|   = help: here this is called defvar, or setq

;;;; defstruct
(defstruct point x y)
(print (make-point :x 1 :y 2))
;| error[unbound-variable]: defstruct is not defined
;|  --> main.lisp:1:2
;|   |
;| 1 | (defstruct point x y)
;|   |  ^^^^^^^^^
;|   |
;|   = help: here this is called defrecord

;;;; defun
(defun square (x) (* x x))
(print (square 4))
;| error[unbound-variable]: defun is not defined
;|  --> main.lisp:1:2
;|   |
;| 1 | (defun square (x) (* x x))
;|   |  ^^^^^
;|   |
;|   = help: here this is called defproc

;;;; for with range
(for (i (range 10))
  (print i))
;| error[unbound-variable]: for is not defined
;|  --> main.lisp:1:2
;|   |
;| 1 | (for (i (range 10))
;|   |  ^^^
;|   |
;|   = help: (dolist (x list) expr...) goes through a list, (dotimes (i count) expr...) counts, (do ...) is for all else

;;;; gethash
(setq h (make-hash-table))
(print (gethash 'a h))
;| error[unbound-variable]: make-hash-table is not defined
;|  --> main.lisp:1:10
;|   |
;| 1 | (setq h (make-hash-table))
;|   |          ^^^^^^^^^^^^^^^
;|   |
;|   = help: here this is called make-table

;;;; handler case
(handler-case (/ 1 0)
  (error (e) (print "caught")))
;| error[unbound-variable]: handler-case is not defined
;|  --> main.lisp:1:2
;|   |
;| 1 | (handler-case (/ 1 0)
;|   |  ^^^^^^^^^^^^
;|   |
;|   = help: (catch-and-apply 'error (lambda (tag e) ...) expr...) handles errors, (ignore-errors expr...) gives nil for them

;;;; if with else
(defproc sign (x)
  (if (> x 0)
      'positive
    else
      'negative))
(print (sign -3))
;| error[syntax]: if: expected (if test then [else]), found 4 arguments
;|  --> main.lisp:2:3
;|   |
;| 2 | /   (if (> x 0)
;| 3 | |       'positive
;| 4 | |     else
;| 5 | |       'negative))
;|   | |________________^
;|   |
;|   = help: (if test then else) has no word in between

;;;; import of a module as in Python
import search
(print (solve (board 4)))
;| error[unbound-variable]: import is not defined
;|  --> main.lisp:1:1
;|   |
;| 1 | import search
;|   | ^^^^^^
;|   |
;|   = help: (require 'name) loads a module, whose name is quoted; what needs none is in the reference: lists, strings, numbers, tables, files

;;;; import
(import math)
(print (sqrt 2))
;| error[unbound-variable]: import is not defined
;|  --> main.lisp:1:2
;|   |
;| 1 | (import math)
;|   |  ^^^^^^
;|   |
;|   = help: (require 'name) loads a module, whose name is quoted; what needs none is in the reference: lists, strings, numbers, tables, files

;;;; incf
(setq x 1)
(incf x)
(print x)
;| error[unbound-variable]: incf is not defined
;|  --> main.lisp:2:2
;|   |
;| 2 | (incf x)
;|   |  ^^^^
;|   |
;|   = help: here this is called inc!

;;;; labels
(labels ((even2? (n) (if (= n 0) t (odd2? (- n 1))))
         (odd2? (n) (if (= n 0) nil (even2? (- n 1)))))
  (print (even2? 10)))
;| error[unbound-variable]: labels is not defined
;|  --> main.lisp:1:2
;|   |
;| 1 | (labels ((even2? (n) (if (= n 0) t (odd2? (- n 1))))
;|   |  ^^^^^^
;|   |
;|   = help: (letrec ((f (lambda (x) expr...))) expr...) defines local functions

;;;; len
(print (len '(1 2 3)))
;| error[unbound-variable]: len is not defined
;|  --> main.lisp:1:9
;|   |
;| 1 | (print (len '(1 2 3)))
;|   |         ^^^
;|   |
;|   = help: here this is called length

;;;; loop
(loop for x in '(1 2 3) do (print x))
;| error[unbound-variable]: loop is not defined
;|  --> main.lisp:1:2
;|   |
;| 1 | (loop for x in '(1 2 3) do (print x))
;|   |  ^^^^
;|   |
;|   = help: (while test expr...), (dolist (x list) expr...) and (dotimes (i count) expr...) are loops

;;;; mapcar
(print (mapcar #'1+ '(1 2 3)))
;| error[unbound-variable]: mapcar is not defined
;|  --> main.lisp:1:9
;|   |
;| 1 | (print (mapcar #'1+ '(1 2 3)))
;|   |         ^^^^^^
;|   |
;|   = help: here this is called map-with

;;;; named arguments as in Python
(defproc area (width &optional (height 1) depth)
  (* width height))
(print (area 2 :height 3))
;| error[wrong-type]: *: argument 2 must be a number, got :height
;|  --> main.lisp:2:3
;|   |
;| 2 |   (* width height))
;|   |   ^^^^^^^^^^^^^^^^
;|   |
;|   = in `area`, called from main.lisp:3:8

;;;; none
(defproc find (x l)
  (if (member x l) x None))
(print (find 1 '(2 3)))
;| error[unbound-variable]: None is not defined
;|  --> main.lisp:2:22
;|   |
;| 2 |   (if (member x l) x None))
;|   |                      ^^^^
;|   |
;|   = help: here this is called nil
;|   = in `find`, called from main.lisp:3:8

;;;; not equal
(if (!= 1 2) (print "different"))
;| error[unbound-variable]: != is not defined
;|  --> main.lisp:1:6
;|   |
;| 1 | (if (!= 1 2) (print "different"))
;|   |      ^^
;|   |
;|   = help: two values that differ: (not (= a b))

;;;; null
(setq x null)
;| error[unbound-variable]: null is not defined
;|  --> main.lisp:1:9
;|   |
;| 1 | (setq x null)
;|   |         ^^^^
;|   |
;|   = help: null is written nil here; (null? x) asks for it

;;;; parameters with commas
(defproc scale (x, y)
  (* x y))
;| error[syntax]: expected a parameter, found ,y
;|  --> main.lisp:1:18
;|   |
;| 1 | (defproc scale (x, y)
;|   |                  ^^^
;|   |
;|   = help: a comma is no separator: elements and parameters are separated by blanks

;;;; setf of an element
(setq a (make-array 3 0))
(setf (aref a 0) 5)
;| error[unbound-variable]: setf is not defined
;|  --> main.lisp:2:2
;|   |
;| 2 | (setf (aref a 0) 5)
;|   |  ^^^^
;|   |
;|   = help: here this is called setq for a variable, aset for an element of an array, table-set! for one of a table

;;;; single quotes for a string
(print 'hello world')
;| error[bad-token]: `'` is not followed by a datum
;|  --> main.lisp:1:20
;|   |
;| 1 | (print 'hello world')
;|   |                    ^- here the list ends
;|   |
;|   = help: `'` quotes the datum that follows it; a string stands in "double quotes", a character is written #\a

;;;; try and except
(try
  (/ 1 0)
  (except ZeroDivisionError (print "no")))
;| error[unbound-variable]: try is not defined
;|  --> main.lisp:1:2
;|   |
;| 1 | (try
;|   |  ^^^
;|   |
;|   = help: (catch-and-apply 'error (lambda (tag e) ...) expr...) handles errors, (ignore-errors expr...) gives nil for them
