; found: 2026-11-26, by measuring what a caught error costs
; An error keeps its frames, and its place is worked out when a program asks, whatever has become of the functions.

(defproc second-of (l) (list (car (rest l))))
(defproc sorted (l) (list (sort l <)))
(setq c (catch nil (second-of 5)))
(setq s (catch nil (sorted '(1 a 2))))
(defproc second-of (l) nil)
(defproc sorted (l) nil)
(dotimes (i 20) (eval '(lambda (x) (list x))))
(progn (collect-garbage) (rest (condition-place c)))   ;=> (4 35)
(condition-message c)                           ;=> "rest: list must be a list, got 5"
(condition-code c)                              ;=> wrong-type
(rest (condition-place s))                      ;=> (5 27)
(condition-message s)                           ;=> "sort: <: argument 2 must be a number, got a"
(error c)                                       ;!! wrong-type @4:35 rest: list must be a list, got 5
; A macro of the program has made the call.
(defmacro more (x) `(list (+ ,x 1)))
(setq u (catch nil (more 'a)))
(condition-message u)                           ;=> "+: argument 1 must be a number, got a"
(rest (condition-place u))                      ;=> (19 20)
; A recursion keeps its frames, too, and errors in errors.
(defproc down (n) (if (= n 0) (aref (make-array 2) 7) (+ 1 (down (- n 1)))))
(setq d (catch nil (down 3000)))
(condition-code d)                              ;=> index-out-of-range
(rest (condition-place d))                      ;=> (23 31)
(condition-message (catch nil (error "outer" d)))  ;=> "outer #<condition index-out-of-range: aref: index 7 outside a vector of 2>"
