; limits: time=0.15 memory=48M

; A board without digits.
(board 0) ;!! bad-value wrong-type

; A board of a negative size.
(board -4) ;!! bad-value wrong-type

; A board that is too large.
(board 1000000) ;!! bad-value wrong-type

; A board of a size beyond words.
(board (expt 10 30)) ;!! bad-value wrong-type

; The largest boards, many of them.
(let ((l nil)) (while t (setq l (cons (board 25) l)))) ;!! out-of-memory bad-value

; Variants with strange descriptions.
(map-with (lambda (x) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (board-variant x))) (list nil 1 "x" 'x '(1) (vector 1) car (make-table) '((0 0)) '(((0 0) (0 1))))) ;??

; Constraints that make no sense.
(map-with (lambda (x) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (board-from-constraints x))) (list nil 1 "x" 'x '(1) '((0 0)) '((0 0 0)) '((0 0 10)) '((9 9 1)) '((-1 0 1)) '((0.5 0 1)) '((a b c)) '((0 0 1) (0 1 1)))) ;??

; Cells that do not exist.
(map-with (lambda (x) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (candidates (board 4) x))) (list nil 1 "x" '(1) '(4 0) '(0 4) '(-1 0) '(0 1 2) '(0.0 0) (list 0 (expt 10 30)))) ;??

; Digits that do not exist.
(map-with (lambda (x) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (assign (board 4) 0 0 x))) (list nil 0 5 -1 64 "1" #\1 1.0 1/2 (expt 10 30))) ;??

; Levels that do not exist.
(map-with (lambda (x) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (assign (board 4) 0 0 1 :level x))) (list nil 0 'x :locked "locked" '(locked))) ;??

; A puzzle of enormous length.
(read-puzzle (make-string 1000000 #\.)) ;!! bad-value

; Very many puzzles in a text.
(length (read-puzzles (string-repeat "1...............\n" 200))) ;=> 200

; Puzzles without an end.
(while t (read-puzzles (string-repeat "1...............\n" 200))) ;!! out-of-time

; Brackets of a puzzle nested deeply.
(read-puzzle (string-repeat "(" 100000)) ;!! bad-value

; A puzzle as JSON, nested deeply.
(read-puzzle (string-append "{\"puzzle\":" (string-repeat "[" 100000))) ;!! bad-value

; A puzzle that is no text.
(map-with (lambda (x) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (read-puzzle x))) (list nil 1 'x '(1) (vector 1) car "" "x" "....")) ;??

; An empty board is searched for all solutions.
(require 'search) (count-solutions (board)) ;??

; An empty board of the largest size is solved.
(require 'search) (solve (board 16)) ;??

; A search whose observer fails.
(require 'search) (setq on-search-event (lambda more (car 1))) (solve (board 4))  ;??

; A search whose choice loops.
(require 'search) (setq choose-cell (lambda more (while t))) (solve (board 4)) ;??

; A search whose choice chooses nonsense.
(require 'search) (setq choose-cell (lambda more '(100 100))) (solve (board 4)) ;??

; A search whose choice always chooses the same cell.
(require 'search) (setq choose-cell (lambda more '(0 0))) (solve (board 4)) ;??

; A search whose values are nonsense.
(require 'search) (setq order-values (lambda more '(7 a nil))) (solve (board 4)) ;??

; A search whose values are a circle.
(require 'search) (setq order-values (lambda more (let ((l (list 1 2))) (set-cdr! (cdr l) l) l))) (solve (board-from-constraints '((0 0 1) (0 1 2) (1 2 3)) (board 4))) ;??

; A search at a level that does not exist.
(require 'search) (setq propagation-level (lambda () 'no-such-level)) (solve (board 4))  ;??

; A search below a budget of nothing.
(with-budget (:nodes 0) (assign (board 4) 0 0 1)) ;??

; A search below a negative budget.
(with-budget (:nodes -1) (assign (board 4) 0 0 1)) ;??

; Budgets inside one another.
(defproc f (n) (if (= n 0) (let loop () (assign (board 4) 0 0 1) (loop)) (with-budget (:nodes n) (f (- n 1))))) (f 100) ;??

; A budget in a budget that catches everything.
(with-budget (:nodes 10) (catch nil (while t (assign (board 4) 0 0 1)))) ;??

; A budget whose cleanup searches on.
(with-budget (:nodes 10) (unwind-protect (while t (assign (board 4) 0 0 1)) (assign (board 4) 0 0 1))) ;??

; A budget that is left by a continuation and entered again.
(setq n 0) (with-budget (:nodes 10) (call/cc (lambda (c) (setq k c)))) (setq n (+ n 1)) (if (< n 100) (k 1) n) ;??

; A budget of time that has passed.
(with-budget (:ms 0) (while t (assign (board 4) 0 0 1))) ;??

; A budget around a loop that does not search.
(with-budget (:nodes 10) (while t)) ;!! out-of-time

; Restarts for ever.
(require 'search) (solve-with-restarts (board 4) (lambda (b) (while t))) ;??

; The Luby sequence far away.
(require 'search) (luby (expt 10 30)) ;??

; Weights of what is no board.
(map-with (lambda (x) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (weight x '(0 0)))) (list nil 1 "x" (make-array '(4 4)) (vector 1))) ;??

; Weights beyond everything.
(let ((b (board 4))) (dotimes (i 1000) (increment-weight! b '(0 0))) (> (weight b '(0 0)) 0))  ;??

; A picture of an enormous array.
(draw-puzzle (make-array '(1000 1000) '(1 2 3))) ;??

; A picture of nonsense.
(map-with (lambda (x) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (puzzle->svg x))) (list nil 1 "x" (make-array '(4 4)) (vector 1) (board 4))) ;??

; amb without alternatives.
(require 'amb) (amb) ;??

; amb whose alternatives never end.
(require 'amb) (let ((x (an-integer-above 1))) (require-that (< x 0))) ;!! out-of-time

; All values of something without an end.
(require 'amb) (all-values (an-integer-above 1)) ;!! out-of-time out-of-memory

; Alternatives in alternatives.
(require 'amb) (length (all-values (list (a-boolean) (a-boolean) (a-boolean) (a-boolean) (a-boolean) (a-boolean)))) ;=> 64

; A thousand alternatives deep.
(require 'amb) (defproc f (n) (if (= n 0) 'end (progn (amb 1 2) (f (- n 1))))) (one-value (f 1000)) ;=> end

; Alternatives that loop when they fail.
(require 'amb) (trail (lambda () (trail (lambda () (while t))) (fail))) (fail) ;!! out-of-time

; A failure inside of a failure.
(require 'amb) (defproc f () (trail f) (fail)) (f) ;!! out-of-time out-of-memory too-deep

; An alternative that throws.
(require 'amb) (catch 'x (all-values (if (= (amb 1 2 3) 2) (throw 'x 'out) 1))) ;=> out

; A search in a search in a search.
(require 'amb) (defproc f (n) (if (= n 0) '(0) (all-values (car (f (- n 1)))))) (f 100) ;=> (0)

; Streams of solutions, left half-way.
(require 'amb) (dotimes (i 100) (stream-first (solutions (an-integer-above i)))) ;=>

; A stream of solutions that is followed from inside.
(require 'amb) (setq s (solutions (let ((x (an-integer-above 1))) (if (> x 3) (stream-rest s) x)))) (stream->list s) ;??

; The first of the best of nothing.
(require 'amb) (best-value (fail) 1) ;??

; The failures of an endless loop are counted.
(require 'amb) (count-failures (while t)) ;!! out-of-time

; A sudoku without a solution.
(require 'sudoku) (solve (read-puzzle "55..............")) ;??

; The documented solver on nonsense.
(require 'sudoku-reference) (map-with (lambda (x) (catch-and-apply 'error (lambda (tag c) (condition-code c)) (solve x))) (list nil 1 "x" '(1) (vector 1) (make-array '(3 3)) (make-array '(9 9)))) ;??

; A module that does not exist.
(require 'no-such-module) ;!! file
