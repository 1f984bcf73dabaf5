;;;; a catch without a tag
(catch (throw 'done 3))
;| error[uncaught-throw]: nothing catches the tag done
;|  --> main.lisp:1:8
;|   |
;| 1 | (catch (throw 'done 3))
;|   |        ^^^^^^^^^^^^^^^
;|   |
;|   = help: (catch 'done ...) around the expression would receive the value

;;;; a table with entries from its making
(setq t1 (make-table 'a 3))
;| error[argument-count]: make-table: expected 0 arguments, got 2
;|  --> main.lisp:1:10
;|   |
;| 1 | (setq t1 (make-table 'a 3))
;|   |          ^^^^^^^^^^^^^^^^^

;;;; an element by a call of the list
(setq l (list 1 2 3))
(print (l 0))
;| error[not-a-function]: l is (1 2 3), a list, and cannot be called
;|  --> main.lisp:2:8
;|   |
;| 2 | (print (l 0))
;|   |        ^^^^^
;|   |
;|   = help: (nth 0 l) is an element of a list

;;;; and is given as a function
(print (map-with and '(1 2) '(3 nil)))
;| error[not-a-function]: map-with: #<special-operator and> is a special operator and cannot be called
;|  --> main.lisp:1:8
;|   |
;| 1 | (print (map-with and '(1 2) '(3 nil)))
;|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
;|   |
;|   = help: a special operator is no function: a lambda around its call is one

;;;; an inner function that is called at one place has a frame
(defproc total (rows)
  (letrec ((add (lambda (row sum)
                  (letrec ((each (lambda (l s) (if (null? l) s (each (rest l) (+ s (first l)))))))
                    (+ sum (each row 0))))))
    (let loop ((l rows) (sum 0))
      (if (null? l) sum (loop (rest l) (add (first l) sum))))))
(print (total '((1 2) (3 a))))
;| error[wrong-type]: +: argument 2 must be a number, got a
;|  --> main.lisp:3:79
;|   |
;| 3 |                   (letrec ((each (lambda (l s) (if (null? l) s (each (rest l) (+ s (first l)))))))
;|   |                                                                               ^^^^^^^^^^^^^^^
;|   |
;|   = in `each`, called from main.lisp:4:28
;|   = in `add`, called from main.lisp:6:40
;|   = in `total`, called from main.lisp:7:8

;;;; an inner function in tail position takes the place of its caller
(defproc last-of (l)
  (letrec ((walk (lambda (l) (if (null? (rest l)) (check l) (walk (rest l)))))
           (check (lambda (l) (+ 1 (first l)))))
    (walk l)))
(print (last-of '(1 2 x)))
;| error[wrong-type]: +: argument 2 must be a number, got x
;|  --> main.lisp:3:31
;|   |
;| 3 |            (check (lambda (l) (+ 1 (first l)))))
;|   |                               ^^^^^^^^^^^^^^^
;|   |
;|   = in `check`, called from main.lisp:5:8
