; Operations on variables that there are not are answered with those there are; arguments in another order with the order.

(require 'constraints)
(setq s (make-store))
(setq x (variable s -9 9))
(post! s (= (/ x 2) 1))                     ;!! wrong-type /: argument 1 must be a number, got #<variable 0>
(post! s (even? x))                         ;!! wrong-type even?
(demand! s (list 'sqrt x))                  ;!! bad-value there is no operation sqrt with 1 operand
(post! s (= (expt x 61) 1))                 ;!! bad-value expt of variables needs an exponent from 0 to 60
(post! s (= (expt 2 x) 4))                  ;!! bad-value expt of variables needs an exponent from 0 to 60
(post! s (= x 9223372036854775807))          ;!! wrong-type condition must have integers between -1152921504606846975 and 1152921504606846975, got 9223372036854775807
(post! s (= x (expt 10 30)))                ;!! bad-value values may get beyond 60 bits, the range from -1152921504606846975 to 1152921504606846975
(demand! s (list '= x (expt 10 30)))        ;!! wrong-type condition must have integers between
(post! s (= x 1.5))                         ;!! wrong-type post!: condition must consist of variables, integers and operations on these, got 1.5
(element! s x '(1 2 3) x)                   ;!! wrong-type element!: list must be a list, got #<variable 0>
(element! s '(1 2 3) '(1) x)                ;!! wrong-type element!: index must be a variable or an integer between -1152921504606846975 and 1152921504606846975, got (1)
(count! s (list x) x 1)                     ;!! wrong-type count!: value must be an integer
(global-cardinality! s (list x) (list x) '(1))  ;!! wrong-type global-cardinality!: values must have an integer between -1152921504606846975 and 1152921504606846975 as element 1
(table! s (list x) '(1 2))                  ;!! wrong-type table!: tuples must have a list as element 1, got 1
(regular! s (list x) '((0 1)) 0 '(0))       ;!! wrong-type regular!: transitions must have a list of a state, a value and the next state as element 1
(regular! s (list x) nil 'a '(0))           ;!! wrong-type regular!: start must be the number of a state
(variable s 'a 1)                           ;!! wrong-type variable: lo must be an integer between -1152921504606846975 and 1152921504606846975, got a
(variables s 3 0 'b)                        ;!! wrong-type variables: hi must be an integer between -1152921504606846975 and 1152921504606846975, got b
(at-least! s x 'a)                          ;!! wrong-type at-least!: value must be an integer of at most 61 bits, got a
(minimize s 3)                              ;!! wrong-type minimize: objective must be a variable of the store, got 3
(propagate-fixpoint 3)                      ;!! wrong-type propagate-fixpoint: board must be a board, a store or nil, got 3
(all-different! (make-store) (iota 5000))   ;!! bad-value at most 4096 variables differ by domains: take the strength bounds or value
(all-different! (make-store) (iota 5000) 'value)  ;=> #<store 5000 variables>
(let ((one (make-store))) (variable one 0 1) one)  ;=> #<store 1 variable>

; The remainder of a division rounded towards 0 has the sign of the dividend.
(defproc solutions-of (condition) (let ((t1 (make-store))) (let ((x (variable t1 -9 9))) (demand! t1 (condition x)) (map-with (lambda (found) (value found x)) (find-solutions t1 99)))))
(solutions-of (lambda (x) (list '= (list 'remainder x 4) -3)))  ;=> (-7 -3)
(solutions-of (lambda (x) (list '= (list 'remainder x -4) 3)))  ;=> (3 7)
(solutions-of (lambda (x) (list '= (list 'modulo x 4) 1)))      ;=> (-7 -3 1 5 9)
(solutions-of (lambda (x) (list '= (list 'modulo x -4) -3)))    ;=> (-7 -3 1 5 9)
(solutions-of (lambda (x) (list '> (list 'expt x 3) 500)))      ;=> (8 9)
(solutions-of (lambda (x) (list '= (list 'expt x 0) 1)))        ;=> (-9 -8 -7 -6 -5 -4 -3 -2 -1 0 1 2 3 4 5 6 7 8 9)
(post! s (/= x 1 3))                       ;!! bad-value post!: /= takes two operands, got 3: all-different! is for more
