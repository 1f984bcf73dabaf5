; The function that the program called is named, and the place is that of the call; what complained inside of it comes second.
(sort '(1 a 2) <)                               ;!! wrong-type @2:1 sort: <: argument 2 must be a number, got a
(list
  (max-by identity '(1 a)))                     ;!! wrong-type @4:3 max-by: >: argument 1 must be a number, got a
(string-map (lambda (c) 1) "ab")                ;!! wrong-type @5:1 string-map: an element of characters must be a character, got 1
; An error in the program's own function is shown there.
(sort '(1 2 3) (lambda (a b)
  (car a)))                                     ;!! wrong-type @8:3 car: list must be a list, got
; A condition says so, too.
(catch-and-apply 'error (lambda (tag c) (rest (condition-place c)))
  (sort '(1 a 2) <))                            ;=> (11 3)
; A function that ends with the call has left no frame: the place is where it was called.
(defproc in-order (l) (sort l <))
(+ 1
  (in-order '(1 a)))                            ;!! wrong-type @15:3 sort: <: argument 1 must be a number, got a
; Modules are the library's.
(require 'search)
(count-solutions 5)                             ;!! wrong-type @18:1 count-solutions: board must be a board, a store or nil, got 5
(defproc choose-cell (board) (first 5))
(find-solutions (board 4) 1)                    ;!! wrong-type @19:30 first: list must be a list, got 5
; Macros of the library are shown where they are used.
(with-budget (:turns 3) 1)                      ;!! user-error @22:1 with-budget: expected :nodes, :ms or :else, found :turns
; A type of records has made this function, which is called here.
(defrecord point x y)
(list
  (set-point-x! 3 1))                           ;!! wrong-type @26:3 set-point-x!: record must be a record of type point, got 3
; The expansion of a library macro is part of the program, but not written by it.
(dotable (key value 5) key)                     ;!! wrong-type @28:1 dotable: table->list: table must be a hash table, got 5
(let ((x 5)) (pop! x))                          ;!! wrong-type @29:14 pop!: first: list must be a list, got 5
(require 'amb)
(all-values (a-member-of 5))                    ;!! wrong-type @31:1 all-values: a-member-of: sequence must be a list or array, got 5
