;;;; an accessor at the end of a function
(defrecord node value next)
(defproc value-of (n)
  (node-value n))
(print (value-of nil))
;| error[wrong-type]: node-value: record must be a record of type node, got nil
;|  --> main.lisp:3:3
;|   |
;| 3 |   (node-value n))
;|   |   ^^^^^^^^^^^^^^
;|   |
;|   = in `value-of`, called from main.lisp:4:8

;;;; a setter at the end of a function
(defrecord node value next)
(defproc clear (n)
  (set-node-value! nil n))
(clear (make-node 1 nil))
;| error[wrong-type]: set-node-value!: record must be a record of type node, got nil
;|  --> main.lisp:3:3
;|   |
;| 3 |   (set-node-value! nil n))
;|   |   ^^^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: usage: (set-node-value! record value)
;|   = in `clear`, called from main.lisp:4:1

;;;; a library function at the end of a function
(defproc in-order (l)
  (sort < l))
(defproc report (l)
  (in-order l))
(print (report '(3 1)))
;| error[wrong-type]: sort: list must be a list or array, got #<function <>
;|  --> main.lisp:2:3
;|   |
;| 2 |   (sort < l))
;|   |   ^^^^^^^^^^
;|   |
;|   = help: usage: (sort list before?)
;|   = in `in-order`, called from main.lisp:5:8

;;;; a library function that calls another one
(defproc by-second (l)
  (if (null? l) l
      (sort-by l second)))
(print (by-second '((a 2) (b 1))))
;| error[wrong-type]: sort-by: key must be a function, got ((a 2) (b 1))
;|  --> main.lisp:3:7
;|   |
;| 3 |       (sort-by l second)))
;|   |       ^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: usage: (sort-by key list [before?])
;|   = in `by-second`, called from main.lisp:4:8

;;;; a library function at the end of a lambda and of a loop
(print (map-with (lambda (l) (sort l <)) '((1 2) (b a))))
;| error[wrong-type]: sort: <: argument 1 must be a number, got a
;|  --> main.lisp:1:30
;|   |
;| 1 | (print (map-with (lambda (l) (sort l <)) '((1 2) (b a))))
;|   |                              ^^^^^^^^^^
;|   |
;|   = help: usage: (sort list before?)
;|   = in the library, at lisp/sort.lisp:32:13

;;;; a library function in the branches of an accumulating loop
(defproc walk (l)
  (let loop ((l l) (seen nil))
    (cond ((null? l) (max-by identity seen))
          (t (loop (rest l) (cons (first l) seen))))))
(print (walk '(1 a)))
;| error[wrong-type]: max-by: >: argument 2 must be a number, got a
;|  --> main.lisp:3:22
;|   |
;| 3 |     (cond ((null? l) (max-by identity seen))
;|   |                      ^^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: usage: (max-by key list)
;|   = in `walk`, called from main.lisp:5:8
;|   = in the library, at lisp/list.lisp:231:15

;;;; a generic function without a fitting method
(defmethod area ((r number)) t (* 3 r r))
(defproc whole-area (l)
  (area (first l)))
(print (whole-area '("a")))
;| error[no-applicable-method]: area: no method fits the arguments "a"
;|  --> main.lisp:3:3
;|   |
;| 3 |   (area (first l)))
;|   |   ^^^^^^^^^^^^^^^^
;|   |
;|   = help: the methods are: (area (r number))
;|   = in `whole-area`, called from main.lisp:4:8

;;;; a function of the program that the library calls
(defproc lower (a b)
  (< a b))
(defproc in-order (l)
  (sort l lower))
(print (in-order '(1 b)))
;| error[wrong-type]: <: argument 1 must be a number, got b
;|  --> main.lisp:2:3
;|   |
;| 2 |   (< a b))
;|   |   ^^^^^^^
;|   |
;|   = help: usage: (< number more...)
;|   = in `lower`, called from main.lisp:4:3
;|   = in `in-order`, called from main.lisp:5:8

;;;; apply at the end of a function
(defproc in-order (arguments)
  (apply sort arguments))
(print (in-order '((1 2) 3)))
;| error[wrong-type]: sort: before? must be a function, got 3
;|  --> main.lisp:2:3
;|   |
;| 2 |   (apply sort arguments))
;|   |   ^^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: usage: (sort list before?)
;|   = in `in-order`, called from main.lisp:3:8

;;;; the heuristic of a search
(require 'search)
(defproc choose-cell (board)
  (best-cell degree board))
(solve (board 4))
;| error[wrong-type]: best-cell: state must be a search state, got #<function degree>
;|  --> main.lisp:3:3
;|   |
;| 3 |   (best-cell degree board))
;|   |   ^^^^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: usage: (best-cell state key)
;|   = in `choose-cell`, called from main.lisp:4:1

;;;; the order of a search
(require 'search)
(defproc order-values (board cell)
  (sort < (candidates board cell)))
(solve (board 4))
;| error[wrong-type]: sort: list must be a list or array, got #<function <>
;|  --> main.lisp:3:3
;|   |
;| 3 |   (sort < (candidates board cell)))
;|   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: usage: (sort list before?)
;|   = in `order-values`, called from main.lisp:4:1

;;;; Scheme calls of the library at the end of a function
(require 'scheme)
(define-record-type point (make-point x) point? (x point-x))
(define (px p)
  (point-x p))
(define (sorted l)
  (list-sort l <))
(guard (e (#t (display "caught"))) (sorted '(2 1)))
(px 5)
;| error[wrong-type]: point-x: record must be a record of type point, got 5
;|  --> main.lisp:4:3
;|   |
;| 4 |   (point-x p))
;|   |   ^^^^^^^^^^^
;|   |
;|   = in `px`, called from main.lisp:8:1

;;;; Common Lisp calls of the library at the end of a function
(require 'common-lisp)
(defgeneric area (x))
(defmethod area ((x string)) 1)
(defun whole (x)
  (area x))
(whole 5)
;| error[user-error]: area: no method fits the arguments (5)
;|  --> main.lisp:5:3
;|   |
;| 5 |   (area x))
;|   |   ^^^^^^^^
;|   |
;|   = in `whole`, called from main.lisp:6:1

;;;; many tail calls of the library leave one site
(defproc down (n l)
  (if (= n 0)
      (sort < l)
      (apply down (list (- n 1) l))))
(print (down 100000 '(1 2)))
;| error[wrong-type]: sort: list must be a list or array, got #<function <>
;|  --> main.lisp:3:7
;|   |
;| 3 |       (sort < l)
;|   |       ^^^^^^^^^^
;|   |
;|   = help: usage: (sort list before?)
;|   = in `down`, called from main.lisp:5:8

;;;; an error in a function that has become a label of another one
(defproc walk (n)
  (letrec ((down (lambda (k) (if (= k 0) (leaf k) (if (odd? k) (side (- k 1)) (down (- k 2))))))
           (side (lambda (k) (if (= k 0) (leaf 'side) (down k))))
           (leaf (lambda (x) (car (+ 1 x)))))
    (if (> n 5) (down n) (side n))))
(defproc report (n)
  (list 'walked
        (walk n)))
(print (report 8))
;| error[wrong-type]: car: list must be a list, got 1
;|  --> main.lisp:4:30
;|   |
;| 4 |            (leaf (lambda (x) (car (+ 1 x)))))
;|   |                              ^^^^^^^^^^^^^
;|   |
;|   = in `leaf`, called from main.lisp:8:9
;|   = in `report`, called from main.lisp:9:8
