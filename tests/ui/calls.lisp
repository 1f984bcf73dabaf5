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
