;;;; a search counts each solution once
; found: 2026-11-26, order-values repeated or left out values, and count-solutions was wrong without a word
(require 'constraints)
(defproc order-values (b cell) (append (candidates b cell) (candidates b cell)))
(count-solutions (board 4))                ;!! user-error order-values must return each value once, but 1 comes twice for (0 0)
((solutions (board 4)))                    ;!! user-error comes twice
(setq s (make-store))
(setq x (variable s 0 9))
(solve s)                                  ;!! user-error comes twice
(minimize s x)                             ;!! user-error comes twice
(solve-with-nogoods s 1)                   ;!! user-error comes twice
(defproc order-values (b cell) (rest (candidates b cell)))
(count-solutions (board 4))                ;!! user-error order-values must return all candidates, but 1 of (0 0) is left out
(count-solutions s)                        ;!! user-error is left out
(defproc incomplete-search? () t)
(count-solutions s)                        ;=> 9
(defproc incomplete-search? () nil)
(defproc order-values (b cell) (reverse (candidates b cell)))
(count-solutions (board 4))                ;=> 288
(search-outcome)                           ;=> all

; Divisions by 0 fail the nearest condition.
(defproc solutions-of (condition) (let ((s (make-store))) (let ((x (variable s 0 3)) (y (variable s 0 3))) (post-condition! s (condition x y)) (count-solutions s))))
(solutions-of (lambda (x y) `(or (= ,y 0) (= (quotient ,x ,y) 2))))    ;=> 5
(solutions-of (lambda (x y) `(if (/= ,y 0) (= (modulo ,x ,y) 0))))     ;=> 12
(solutions-of (lambda (x y) `(not (= (remainder ,x ,y) 0))))           ;=> 8
(solutions-of (lambda (x y) `(/= (remainder ,x ,y) 0)))                ;=> 4
(let ((s (make-store))) (let ((x (variable s 0 3))) (post! s (or (= x 3) (= (quotient x 0) 1) (< x 3))) (count-solutions s)))  ;=> 4

; The end of a search for the best is told apart.
(setq s (make-store))
(setq xs (variables s 3 0 3))
(setq cost (expression! s (apply + xs)))
(all-different! s xs)
(defproc order-values (b cell) (reverse (candidates b cell)))
(progn (minimize s cost :nodes 1) (search-outcome))   ;=> unknown
(progn (minimize s cost :nodes 5) (search-outcome))   ;=> solution
(progn (minimize s cost) (search-outcome))            ;=> optimal
(post! s (< cost 3))
(progn (minimize s cost) (search-outcome))            ;=> none

; A schedule with variables for durations, demands and the capacity.
(setq s (make-store))
(setq starts (variables s 3 0 9))
(setq durations (variables s 3 2 4))
(setq capacity (variable s 0 2))
(setq end (variable s 0 20))
(for-each (lambda (x d) (post! s (<= (+ x d) end))) starts durations)
(post! s (= (apply + durations) 8))
(cumulative! s starts durations '(1 1 2) capacity)
(value (minimize s end) end)               ;=> 5
(value (minimize s capacity) capacity)     ;=> 2

;;;; a trace writes a board as its line
; found: 2026-11-26, a trace of order-values wrote each board as nested lists of all candidates
(require 'search)
(defproc look (board cell) (duplicate board))
(trace look)
(progn (look (assign (board 4) 0 0 2) '(0 1)) nil)
;>> (look #<board 2...............> (0 1))
;>> => #<board 2...............>
(not (null? (look (board 36) '(0 1))))      ;=> t
;>> (look #<board 36 digits> (0 1))
;>> => #<board 36 digits>
(untrace look)
(defproc plain (&rest values) values)
(trace plain)
(plain 1 "two" 'three)
;>> (plain 1 "two" three)
;>> => (1 "two" three)
(plain)
;>> (plain)
;>> => nil

;;;; each search calls the hook of its events
; found: 2026-11-27, a reader of the guide: `solutions`, `minimize` and `maximize` never did
(require 'constraints)
(setq events nil)
(defproc on-search-event (event s x digit) (push! event events))
(defproc counted (kind) (length (filter (lambda (e) (= e kind)) events)))
(let ((next (solutions (board 4)))) (next) (next))
(list (counted 'solution) (> (counted 'try) 5))   ;=> (2 t)
(setq events nil)
(let* ((s (make-store)) (x (variable s 1 3)) (y (variable s 1 3)))
  (all-different! s (list x y))
  (minimize s x))
(list (first (reverse events)) (counted 'solution))  ;=> (try 1)
(setq events nil)
(let* ((s (make-store)) (x (variable s 1 3)) (y (variable s 1 3)))
  (post! s (<= (+ x y) 4))
  (maximize s x))
(list (counted 'solution) (> (counted 'fail) 0))     ;=> (3 t)

;;;; a condition has the operations that its errors name
; found: 2026-11-27, a reader of the source: `mod` and `rem` were in the list, and did not exist
(require 'constraints)
(let* ((s (make-store)) (x (variable s 0 9))) (post! s (and (= (modulo x 4) 1) (= (remainder x 3) 2))) (value (solve s) x))  ;=> 5
(let* ((s (make-store)) (x (variable s 0 9))) (post! s (= (mod x 2) 0)))  ;!! unbound-variable

;;;; a value out of range is no node
; found: 2026-11-27, when the state itself began to test values that are assigned
(require 'search)
(setq b (board 4))
(setq filled (assign b 0 0 1))
(defproc mistake () (count-nodes (catch-and-apply 'error (lambda (tag c) nil) (assign b 0 0 9))))
(defproc refused () (count-nodes (assign filled 0 1 1)))
(list (mistake) (refused))                                     ;=> (0 1)
(progn (dotimes (i 100) (assign b 0 0 2)) (collect-garbage) (list (mistake) (refused)))  ;=> (0 1)
(candidates (assign b 0 0 3) '(0 1))                           ;=> (1 2 4)
(assign b 0 0 9)    ;!! bad-value assign: value must be an integer from 1 to 4, got 9
(assign b 0 0 'x)   ;!! wrong-type
(assign b 0 0 0 :level 'naked)  ;!! bad-value

;;;; a cell without digits to try is a dead end
; found: 2026-11-27, a fresh reader: solutions and minimize raised "value must be an integer, got nil"
(require 'constraints)
(defproc incomplete-search? () t)
(defproc order-values (b c) nil)
((solutions (board 4)))                    ;=> nil
(solve (board 4))                          ;=> nil
(count-solutions (board 4))                ;=> 0
(setq s (make-store))
(setq x (variable s 0 9))
(minimize s x)                             ;=> nil
(maximize s x)                             ;=> nil
(solve s)                                  ;=> nil
(solve-with-nogoods s 10)                  ;=> nil
(search-outcome)                           ;=> none
(defproc order-values (b c) (if (pair? c) (list (first (candidates b c))) (reverse (candidates b c))))
(value (minimize s x) x)                   ;=> 0

;;;; each way to search checks what a program returns
; found: 2026-11-27, a fresh reader: solutions and minimize had checks of their own
(require 'constraints)
(setq s (make-store))
(setq x (variable s 0 9))
(defproc order-values (b c) 5)
(solve (board 4))                          ;!! wrong-type what order-values returns must be a list, got 5
((solutions (board 4)))                    ;!! wrong-type what order-values returns must be a list, got 5
(minimize s x)                             ;!! wrong-type what order-values returns must be a list, got 5
(solve-with-nogoods s 10)                  ;!! wrong-type what order-values returns must be a list, got 5
(defproc order-values (b c) (candidates b c))
(defproc choose-cell (b) 5)
(solve (board 4))                          ;!! wrong-type what choose-cell returns must be a place
((solutions (board 4)))                    ;!! wrong-type what choose-cell returns must be a place
(minimize s x)                             ;!! wrong-type what choose-cell returns must be a place
(solve-with-nogoods s 10)                  ;!! wrong-type what choose-cell returns must be a place

;;;; a limit of no solutions is a limit
; found: 2026-11-27, a fresh reader: (count-solutions (board 4) 0) was 1
(require 'search)
(count-solutions (board 4) 0)              ;=> 0
(search-outcome)                           ;=> unknown
(count-solutions (board 4))                ;=> 288
(find-solutions (board 4) 0)               ;=> nil
(search-outcome)                           ;=> unknown
(unique? (board 4))                        ;=> nil
(find-with-restarts (board 4) 0 10)        ;=> nil
(search-outcome)                           ;=> unknown

;;;; a number in a constraint may be one of two
; found: 2026-11-27, a fresh reader: (+ x (if (> x 3) 5 0)) was no number
(require 'constraints)
(defproc values-with (condition) (let ((s (make-store))) (let ((x (variable s 0 9))) (post-condition! s (condition x)) (map-with (lambda (found) (value found x)) (find-solutions s 10)))))
(values-with (lambda (x) `(= (+ ,x (if (> ,x 3) 5 0)) 6)))                   ;=> nil
(values-with (lambda (x) `(= (+ ,x (if (> ,x 3) 5 0)) 9)))                   ;=> (4)
(values-with (lambda (x) `(< 7 (if (= (modulo ,x 2) 0) (* 2 ,x) (- 9 ,x)))))  ;=> (1 4 6 8)
(values-with (lambda (x) `(> (if (= ,x 0) 5 (quotient 6 ,x)) 2)))            ;=> (0 1 2)
(let ((s (make-store))) (let ((x (variable s 0 9))) (let ((y (expression! s (if (> x 3) x 3)))) (value (minimize s y) y))))  ;=> 3
(let ((s (make-store))) (let ((x (variable s 0 9))) (post! s (= x (quotient x)))))          ;!! bad-value quotient takes two operands, got 1
(let ((s (make-store))) (let ((x (variable s 0 9))) (post! s (= 1 (abs x x)))))             ;!! bad-value abs takes one operand, got 2
(let ((s (make-store))) (let ((x (variable s 0 9))) (post! s (= 1 (min)))))                 ;!! bad-value min takes at least one operand, got 0

;;;; local leaves quoted data as it is
; found: 2026-11-27, by reading amb: (all-values (local `(setq n 1))) returned rewritten code
(require 'amb)
(all-values (local `(setq n 1)))                                ;=> ((setq n 1))
(all-values (local '(setq n 1)))                                ;=> ((setq n 1))
(let ((n 0)) (list (all-values (local `(setq ,(inc! n) (unquote (progn (setq n 7) n)))) ) n))   ;=> (((setq 1 7)) 0)
(let ((n 0)) (all-values (local ``(setq ,n ,',(inc! n)))))      ;=> (`(setq ,n ,'1))
(let ((n 0)) (list (all-values (local (#'(lambda () (setq n 5))) n)) n))    ;=> ((5) 0)

;;;; an argument's type is that of the crate that has it
; found: 2026-11-27, by reading: the core knew stores and boards by their names
(board-from-constraints '((0 0)))               ;!! wrong-type board-from-constraints: constraint must be a list ((row column) digit), got (0 0)
(board-from-constraints '((0 9 1)))             ;!! index-out-of-range board-from-constraints: coordinates (0 9) outside
(require 'constraints)
(at-least! (board 1) '(0 0) 3)                  ;!! wrong-type at-least!: store must be a store, got
(defrecord store goods)
(at-least! (make-store 1) 0 3)                  ;!! wrong-type at-least!
(defmethod kind-of ((s store)) t 'record)
(kind-of (make-store 1))                        ;=> record
