;;;; a caught error is located when somebody asks
; found: 2026-11-26, by measuring what a caught error costs
; An error keeps its frames, and its place is worked out when a program asks, whatever has become of the functions.

(defproc second-of (l) (list (car (rest l))))
(defproc sorted (l) (list (sort l <)))
(setq c (catch nil (second-of 5)))
(setq s (catch nil (sorted '(1 a 2))))
(defproc second-of (l) nil)
(defproc sorted (l) nil)
(dotimes (i 20) (eval '(lambda (x) (list x))))
(progn (collect-garbage) (rest (condition-place c)))   ;=> (5 35)
(condition-message c)                           ;=> "rest: list must be a list, got 5"
(condition-code c)                              ;=> wrong-type
(rest (condition-place s))                      ;=> (6 27)
(condition-message s)                           ;=> "sort: <: argument 2 must be a number, got a"
(error c)                                       ;!! wrong-type @5:35 rest: list must be a list, got 5
; A macro of the program has made the call.
(defmacro more (x) `(list (+ ,x 1)))
(setq u (catch nil (more 'a)))
(condition-message u)                           ;=> "+: argument 1 must be a number, got a"
(rest (condition-place u))                      ;=> (20 20)
; A recursion keeps its frames, too, and errors in errors.
(defproc down (n) (if (= n 0) (aref (make-array 2) 7) (+ 1 (down (- n 1)))))
(setq d (catch nil (down 3000)))
(condition-code d)                              ;=> index-out-of-range
(rest (condition-place d))                      ;=> (24 31)
(condition-message (catch nil (error "outer" d)))  ;=> "outer #<condition index-out-of-range: aref: index 7 outside a vector of 2>"

;;;; a condition holds message code irritants and place
(setq c (catch 'error (first 5)))
(condition-message c)      ;=> "first: list must be a list, got 5"
(condition-code c)         ;=> wrong-type
(condition-irritants c)    ;=> (5)
(condition-place c)        ;=> ("conditions.lisp" 31 23)
(condition? c)             ;=> t
(condition? "c")           ;=> nil
(condition-code 5)         ;!! wrong-type

;;;; a stale message is not repeated
(setq messages nil)
(dolist (x '(1 (2) "three"))
  (setq messages (cons (catch-and-apply 'error (lambda (tag c) (condition-message c)) (first x)) messages)))
(reverse messages)                                   ;=> ("first: list must be a list, got 1" 2 "first: list must be a list, got \"three\"")

;;;; an error in a called function has the place in that function
(defproc inner (x)
  (let ((y 1))
    (+ y (first x))))
(defproc outer (x) (list (inner x)))
(outer 5)                      ;!! wrong-type @49:10
(map-with inner '((1) 2))      ;!! wrong-type @49:10

;;;; an error in a handler is a new error
(catch-and-apply 'error (lambda (tag c) (car 6)) (car 5))                 ;!! wrong-type got 6
(catch 'error (catch-and-apply 'error (lambda (tag c) (undefined c)) (car 5)) 'not-reached)
(condition-code (catch 'error (catch-and-apply 'error (lambda (tag c) (undefined c)) (car 5))))  ;=> unbound-variable
(catch-and-apply 'error (lambda () 'too-few-parameters) (car 5))          ;!! argument-count

;;;; an error may be thrown with any value
(catch 'error (throw 'error "only a string"))     ;=> "only a string"
(catch-and-apply 'error list (throw 'error 5))    ;=> (error 5)
(throw 'error "only a string")                    ;!! user-error only a string
(throw 'error '(1 2))                             ;!! user-error (1 2)

;;;; an inlined function is named as it was written
(car 5)                                  ;!! wrong-type car: list must be a list
(get-array-element (make-array 3) '(3))  ;!! index-out-of-range get-array-element

;;;; error makes and throws a condition
(error "no such thing" 'a 1)              ;!! user-error @71:1 no such thing
(setq c (catch 'error (error "bad:" 1 "two" 'three)))
(condition-code c)                        ;=> user-error
(condition-irritants c)                   ;=> (1 "two" three)
(catch-and-apply nil (lambda (tag c) tag) (error "x"))   ;=> error

;;;; errors in inlined operations have the place of the call
(+ 1 'a)                       ;!! wrong-type @78:1 +
(list 1 (* 2 "x"))             ;!! wrong-type @79:9 *
(if (< 'a 1) 1)                ;!! wrong-type @80:5 <
(let ((x 5)) (first x))        ;!! wrong-type @81:14 first
(let ((l '(1 2))) (second (first l)))  ;!! wrong-type @82:19 second
(- "a")                        ;!! wrong-type @83:1 -
(let ((a (make-array 3))) (aref a 5))  ;!! index-out-of-range @84:27 aref

;;;; errors of the system are thrown with tag error
(condition? (catch 'error (car 5)))                       ;=> t
(catch-and-apply 'error (lambda (tag c) tag) (car 5))     ;=> error
(condition-code (catch 'error (/ 1 0)))                   ;=> division-by-zero
(condition-code (catch 'error undefined-name))            ;=> unbound-variable
(condition-code (catch 'error (5)))                       ;=> not-a-function
(condition-code (catch 'error ((lambda (x) x))))          ;=> argument-count
(condition-code (catch 'error (get-array-element (make-array 3) '(3))))  ;=> index-out-of-range

;;;; what goes wrong in the library is shown where the program called it
; The function that the program called is named, and the place is that of the call; what complained inside of it comes second.
(sort '(1 a 2) <)                               ;!! wrong-type @97:1 sort: <: argument 2 must be a number, got a
(list
  (max-by identity '(1 a)))                     ;!! wrong-type @99:3 max-by: >: argument 1 must be a number, got a
(string-map (lambda (c) 1) "ab")                ;!! wrong-type @100:1 string-map: an element of characters must be a character, got 1
; An error in the program's own function is shown there.
(sort '(1 2 3) (lambda (a b)
  (car a)))                                     ;!! wrong-type @103:3 car: list must be a list, got
; A condition says so, too.
(catch-and-apply 'error (lambda (tag c) (rest (condition-place c)))
  (sort '(1 a 2) <))                            ;=> (106 3)
; A function that ends with the call keeps the place of the call, and no frame.
(defproc in-order (l) (sort l <))
(+ 1
  (in-order '(1 a)))                            ;!! wrong-type @108:23 sort: <: argument 1 must be a number, got a
; Modules are the library's.
(require 'search)
(count-solutions 5)                             ;!! wrong-type @113:1 count-solutions: board must be a search state or nil, got 5
(defproc choose-cell (board) (first 5))
(find-solutions (board 4) 1)                    ;!! wrong-type @114:30 first: list must be a list, got 5
; Macros of the library are shown where they are used.
(with-budget (:turns 3) 1)                      ;!! user-error @117:1 with-budget: expected :nodes, :ms or :else, found :turns
; A type of records has made this function, which is called here.
(defrecord point x y)
(list
  (set-point-x! 3 1))                           ;!! wrong-type @121:3 set-point-x!: record must be a record of type point, got 3
; The expansion of a library macro is part of the program, but not written by it.
(dotable (key value 5) key)                     ;!! wrong-type @123:1 dotable: table->list: table must be a hash table, got 5
(let ((x 5)) (pop! x))                          ;!! wrong-type @124:14 pop!: first: list must be a list, got 5
(require 'amb)
(all-values (a-member-of 5))                    ;!! wrong-type @126:1 all-values: a-member-of: sequence must be a list or array, got 5

;;;; errors at the same frames share what they know of them
; found: 2026-11-27, by the allocations of a caught error
(defproc f (x) (rest x))
(defproc g (x) (list (rest x)))
(defproc place-of (c) (rest (condition-place c)))
(defproc both (n) (let ((l nil)) (dotimes (i n (reverse l)) (push! (place-of (catch 'error (list (f i)))) l) (push! (place-of (catch 'error (g i))) l))))
(both 2)                                        ;=> ((130 16) (131 22) (130 16) (131 22))
(map-with (lambda (i) (place-of (catch 'error (g i)))) '(1 2))  ;=> ((131 22) (131 22))
; A function that has taken the place of another one in the code has errors of its own.
(setq errors nil)
(dotimes (i 40) (eval `(defproc f (x) (list ,i (rest x)))) (push! (catch 'error (f i)) errors) (collect-garbage))
(map-with condition-message (list (first errors) (nth 39 errors)))  ;=> ("rest: list must be a list, got 39" "rest: list must be a list, got 0")
(defproc down (n) (if (= n 0) (rest 5) (+ 1 (down (- n 1)))))
(map-with (lambda (n) (place-of (catch 'error (down n)))) '(0 3 3 100 2))  ;=> ((140 31) (140 31) (140 31) (140 31) (140 31))
; The same code calls another function, which complains under its own name.
(defproc called (f x) (list (f x)))
(defproc says (f) (condition-message (catch 'error (called f 'a))))
(map-with says (list rest sqrt rest))  ;=> ("rest: list must be a list, got a" "sqrt: argument 1 must be a number, got a" "rest: list must be a list, got a")

;;;; a handler sees a variable as it was before the error
(defproc parts (l m)
  (let ((x 'before) (y 'before))
    (catch nil (setq x (rest l)) (first m) (setq y (first l)))
    (list x y)))
(parts '(1 2) '(3))                                        ;=> ((2) 1)
(parts '(1 2) 5)                                           ;=> ((2) before)
