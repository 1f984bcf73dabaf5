;;;; a failure without a choice is an error
(require 'amb)
(fail)                                             ;!! user-error fail: no choice has an alternative left
(progn (amb) 1)                                    ;!! user-error
(require-that (= 1 2))                             ;!! user-error
(require-that (= 1 1) 5)                           ;=> 5
(one-value (fail))                                 ;!! user-error
(one-value (fail) 'none)                           ;=> none
(ith-value 3 (amb 1 2))                            ;!! user-error
(best-value (fail) identity)                       ;!! user-error
(catch-and-apply 'error (lambda (tag c) 'caught) (fail))   ;=> caught

;;;; a function may be called when the program goes back
(require 'amb)
(setq log nil)
(all-values (let ((x (amb 1 2))) (trail (lambda () (push! (list 'back x) log))) (push! x log) x))   ;=> (1 2)
(reverse log)                                      ;=> (1 (back 1) 2 (back 2))
(setq log nil)
(one-value (progn (trail (lambda () (push! 'inner log))) (trail (lambda () (push! 'outer log))) (amb 1 2)))   ;=> 1
(reverse log)                                      ;=> (outer inner)
(trail 5)                                          ;!! wrong-type trail: undo must be a function, got 5

;;;; a search takes fuel and can be stopped
; limits: ticks=20000
; not under: ticks: it is about a limit of its own
(require 'amb)
(one-value (let ((x (an-integer-above 1))) (require-that (< x 0)) x))   ;!! out-of-ticks
(all-values (amb 1 2))                             ;=> (1 2)
(catch nil (one-value (let ((x (an-integer-above 1))) (require-that (< x 0)) x)))   ;!! out-of-ticks
(all-values (amb 3 4))                             ;=> (3 4)

;;;; an alternative is evaluated only when it is tried
(require 'amb)
(one-value (amb (progn (display 'a) 1) (progn (display 'b) 2)))   ;=> 1
;>> a
(all-values (amb (progn (display 'a) 1) (progn (display 'b) 2)))  ;=> (1 2)
;>> ab
(let ((x 1)) (all-values (let ((y (amb x x x))) (setq x (* x 10)) y)))   ;=> (1 10 100)
(all-values (let ((f (amb + *))) (f 3 4)))         ;=> (7 12)

;;;; an error in a solution belongs to the demand
(require 'amb)
(setq s (solutions (/ 6 (amb 3 2 0 1))))
(stream-first s)                                   ;=> 2
(setq s (stream-rest s))
(stream-first s)                                   ;=> 3
(catch-and-apply 'error (lambda (tag c) (list 'caught (condition-code c))) (stream-rest s))   ;=> (caught division-by-zero)
(stream-rest s)                                    ;!! division-by-zero
(catch 'out (stream-rest (solutions (let ((x (amb 1 2))) (when (= x 2) (throw 'out 'thrown)) x))))   ;=> thrown
; The choices of the stream are gone.
(fail)                                             ;!! user-error fail: no choice
(all-values (let ((x (amb 1 2))) (ignore-errors (stream-rest s)) x))   ;=> (1 2)

;;;; choices in functions and macros
(require 'amb)
(all-values (map-with (lambda (x) (amb x (- x))) '(1 2)))   ;=> ((1 2) (1 -2) (-1 2) (-1 -2))
(all-values (fold-left + 0 (map-with (lambda (x) (amb 0 x)) '(1 2 4))))   ;=> (0 4 2 6 1 5 3 7)
(defmacro coin () '(amb 'heads 'tails))
(all-values (list (coin) (coin)))                  ;=> ((heads heads) (heads tails) (tails heads) (tails tails))
(defmethod flip ((x number)) t (amb x (- x)))
(defmethod flip ((x symbol)) t (list x))
(all-values (flip (amb 1 'a)))                     ;=> (1 -1 (a))
(let ((fail 5) (values list)) (all-values (+ fail (amb 1 2))))   ;=> (6 7)
(all-values (eval '(amb 1 2)))                     ;=> (1 2)
(all-values (let loop ((n 3)) (if (= n 0) nil (cons (amb n 'x) (loop (- n 1))))))   ;=> ((3 2 1) (3 2 x) (3 x 1) (3 x x) (x 2 1) (x 2 x) (x x 1) (x x x))
(all-values (dotimes (i 3 'end) (when (a-boolean) (return i))))   ;=> (0 1 2 end)

;;;; choices of a program outlive its forms
; As at a prompt: `(fail)` asks the form before for its next value.
(require 'amb)
(setq x (amb 1 2 3))
x                                                  ;=> 1
(list 'again (progn (fail) 'not-here))             ;=> 2
x                                                  ;=> 2
(fail)                                             ;=> 3
(fail)                                             ;!! user-error fail: no choice
(setq y (amb 1 2))                                 ;=> 1
(reset-choices)                                    ;=> nil
(fail)                                             ;!! user-error fail: no choice

;;;; cleanups and choices
; A choice made inside of a protected body and gone back to from inside leaves nothing. Going back to a choice before it leaves the body.
(require 'amb)
(setq log nil)
(all-values (unwind-protect (let ((x (amb 1 2 3))) (require-that (odd? x)) (push! x log) x) (push! 'cleanup log)))   ;=> (1 3)
(reverse log)                                      ;=> (1 cleanup 3 cleanup)
(setq log nil)
(all-values (let ((x (amb 1 2))) (unwind-protect (progn (push! x log) (fail)) (push! 'cleanup log))))   ;=> nil
(reverse log)                                      ;=> (1 cleanup 2 cleanup)
(setq log nil)
(unwind-protect (one-value (let ((x (amb 1 2 3))) (require-that (= x 3)) x)) (push! 'cleanup log))   ;=> 3
log                                                ;=> (cleanup)
(setq log nil)
(stream->list (solutions (unwind-protect (amb 1 2) (push! 'cleanup log))))   ;=> (1 2)
log                                                ;=> (cleanup cleanup)
; A stream is not left when it hands out a value, and neither is the form that requests it.
(setq log nil)
(setq s (solutions (amb (unwind-protect (amb 1 2) (push! 'producer log)) (unwind-protect (amb (fail) (fail)) (push! 'failed log)) 3)))
(let ((l nil)) (unwind-protect (do-stream (x s (reverse l)) (push! x l)) (push! 'consumer log)))   ;=> (1 2 3)
log                                                ;=> (consumer failed producer producer)
(catch 'x (all-values (let ((x (amb 1 2 3))) (when (= x 2) (throw 'x (list 'thrown x))) x)))   ;=> (thrown 2)
(all-values (catch 'x (let ((x (amb 1 2 3))) (when (= x 2) (throw 'x 'thrown)) x)))   ;=> (1 thrown 3)
(all-values (catch-and-apply 'error (lambda (tag c) 'error) (let ((x (amb 1 0 2))) (/ 2 x))))   ;=> (2 error 1)
(all-values (block b (let ((x (amb 1 2 3))) (when (= x 2) (return-from b 'two)) x)))   ;=> (1 two 3)

;;;; liars
; Five girls in an examination: each made one true statement and one that is not (Phillips, 1934).
(require 'amb)
(defproc one-of? (a b) (not (= a b)))
(defproc distinct? (l) (or (null? l) (and (not (member? (first l) (rest l))) (distinct? (rest l)))))
(one-value
  (let ((betty (amb 1 2 3 4 5)) (ethel (amb 1 2 3 4 5)) (joan (amb 1 2 3 4 5)) (kitty (amb 1 2 3 4 5)) (mary (amb 1 2 3 4 5)))
    (require-that
      (one-of? (= kitty 2) (= betty 3))
      (one-of? (= ethel 1) (= joan 2))
      (one-of? (= joan 3) (= ethel 5))
      (one-of? (= kitty 2) (= mary 4))
      (one-of? (= mary 4) (= betty 1))
      (distinct? (list betty ethel joan kitty mary)))
    (list betty ethel joan kitty mary)))           ;=> (3 5 2 1 4)

;;;; local assignments are undone when a search is left
(require 'amb)
(setq n 0)
(one-value (local (setq n 5)))                     ;=> 5
n                                                  ;=> 0
(catch 'out (all-values (local (setq n (amb 1 2))) (throw 'out n)))   ;=> 1
n                                                  ;=> 0
(all-values (local (setq n 7)) (car n))            ;!! wrong-type
n                                                  ;=> 0
(block b (for-effects (local (setq n 8)) (return-from b n)))   ;=> 8
n                                                  ;=> 0
; Outside of all searches they are undone by failures only.
(local (setq n 9))                                 ;=> 9
n                                                  ;=> 9
(fail)                                             ;!! user-error
n                                                  ;=> 0

;;;; local assignments are undone
(require 'amb)
(let ((n 0)) (list (all-values (amb 1 2 3) (local (setq n (+ n 1))) n) n))       ;=> ((1 1 1) 0)
(let ((n 0)) (list (all-values (amb 1 2 3) (setq n (+ n 1)) n) n))               ;=> ((1 2 3) 3)
(let ((a 0) (b 0)) (list (all-values (local (amb 1 2) (inc! a) (global (inc! b)) (list a b))) a b))   ;=> (((1 1) (1 2)) 0 2)
(setq total 10)
(all-values (local (setq total (+ total (amb 1 2))) total))                     ;=> (11 12)
total                                                                           ;=> 10
(let ((v (vector 1 2 3))) (list (all-values (local (aset v (amb 0 1) 'x)) (array->list v)) (array->list v)))   ;=> (((x 2 3) (1 x 3)) (1 2 3))
(let ((m (make-array '(2 2) 0))) (list (all-values (local (aset m (amb 0 1) 1 7)) (aref m 0 1)) (aref m 1 1)))   ;=> ((7 0) 0)
(let ((m (make-array '(2 2) 0))) (list (all-values (local (set-array-element m (list (amb 0 1) 1) 7)) (aref m 0 1)) (aref m 1 1)))   ;=> ((7 0) 0)
(let ((t1 (list->table '((a 1))))) (list (all-values (local (table-set! t1 (amb 'a 'b) 5)) (table->list t1)) (table->list t1)))   ;=> ((((a 5)) ((a 1) (b 5))) ((a 1)))
(let ((p (list 1 2))) (list (all-values (local (set-car! p (amb 3 4)) (set-cdr! p nil)) (list-copy p)) p))   ;=> (((3) (4)) (1 2))
(let ((stack nil)) (list (all-values (local (push! (amb 1 2) stack) (push! 'x stack)) stack) stack))   ;=> (((x 1) (x 2)) nil)
(let ((stack '(1 2 3))) (all-values (let ((x (amb 1 2))) (list (local (pop! stack)) stack))))   ;=> ((1 (2 3)) (1 (2 3)))
(let ((n 0)) (all-values (amb 1 2) (local (dotimes (i 3) (setq n (+ n i)))) n))   ;=> (3 3)
(let ((n 0)) (all-values (amb 1 2) (local (let loop ((i 0)) (when (< i 4) (inc! n) (loop (+ i 1))))) n))   ;=> (4 4)
(let ((n 0)) (all-values (amb 1 2) (local (cond ((> n 5) 1) (t (let ((m 2)) (setq m 3 n m))))) n))   ;=> (3 3)
(let ((n 0)) (all-values (amb 1 2) (local (case n ((setq) 1) (t (funcall (lambda (m) (setq n m)) 8)))) n))   ;=> (8 8)
(let ((n 0)) (all-values (amb 1 2) (local '(setq n 5)) n))                      ;=> (0 0)
; The value is that of the assignment.
(let ((n 0)) (one-value (local (setq n 5))))                                    ;=> 5

;;;; map colouring
(require 'amb)
(setq neighbours '((wa nt sa) (nt wa sa q) (sa wa nt q nsw v) (q nt sa nsw) (nsw q sa v) (v sa nsw) (t)))
(defproc colour (states coloured)
  (if (null? states)
    (reverse coloured)
    (let* ((state (first states)) (c (amb 'red 'green 'blue)))
      (dolist (n (rest (assoc state neighbours)))
        (require-that (not (= (second (assoc n coloured)) c))))
      (colour (rest states) (cons (list state c) coloured)))))
(one-value (colour '(wa nt sa q nsw v t) nil))     ;=> ((wa red) (nt green) (sa blue) (q red) (nsw green) (v red) (t red))
(length (all-values (colour '(wa nt sa q nsw v t) nil)))   ;=> 18

;;;; multiple dwelling
; Baker, Cooper, Fletcher, Miller and Smith live on different floors of a house with five (Dinesman, 1968).
(require 'amb)
(defproc distinct? (l) (or (null? l) (and (not (member? (first l) (rest l))) (distinct? (rest l)))))
(defproc dwellings ()
  (let ((baker (amb 1 2 3 4 5)) (cooper (amb 1 2 3 4 5)) (fletcher (amb 1 2 3 4 5)) (miller (amb 1 2 3 4 5)) (smith (amb 1 2 3 4 5)))
    (require-that (distinct? (list baker cooper fletcher miller smith)))
    (require-that (not (= baker 5)) (not (= cooper 1)) (not (= fletcher 5)) (not (= fletcher 1)))
    (require-that (> miller cooper))
    (require-that (not (= 1 (abs (- smith fletcher)))) (not (= 1 (abs (- fletcher cooper)))))
    (list baker cooper fletcher miller smith)))
(one-value (dwellings))                            ;=> (3 2 4 5 1)

;;;; n queens
(require 'amb)
(defproc safe? (row queens distance)
  (or (null? queens)
      (and (not (= row (first queens)))
           (not (= distance (abs (- row (first queens)))))
           (safe? row (rest queens) (+ distance 1)))))
(defproc place (n queens)
  (if (= (length queens) n)
    queens
    (let ((row (an-integer-between 1 n)))
      (require-that (safe? row queens 1))
      (place n (cons row queens)))))
(one-value (place 6 nil))                          ;=> (5 3 1 6 4 2)
(length (all-values (place 6 nil)))                ;=> 4
(possibly? (place 3 nil))                          ;=> nil

;;;; parsing sentences
; A sentence with two readings (after Abelson and Sussman, 1996): what is left of the words is `local`.
(require 'amb)
(setq unparsed nil)
(defproc word (kind)
  (let ((words (second (assoc kind '((noun (professor student cat class)) (verb (studies lectures eats sleeps)) (article (the a)) (preposition (for to in by with)))))))
    (require-that unparsed (member? (first unparsed) words))
    (let ((found (first unparsed)))
      (local (setq unparsed (rest unparsed)))
      (list kind found))))
(defproc simple-noun-phrase () (list 'np (word 'article) (word 'noun)))
(defproc with-phrases (phrase kind)
  (amb phrase (with-phrases (list kind phrase (list 'pp (word 'preposition) (noun-phrase))) kind)))
(defproc noun-phrase () (with-phrases (simple-noun-phrase) 'np))
(defproc verb-phrase () (with-phrases (word 'verb) 'vp))
(defproc parse (words)
  (local (setq unparsed words))
  (let ((sentence (list 's (noun-phrase) (verb-phrase))))
    (require-that (null? unparsed))
    sentence))
(one-value (parse '(the cat eats)))                ;=> (s (np (article the) (noun cat)) (verb eats))
(length (all-values (parse '(the professor lectures to the student with the cat))))   ;=> 2
(length (all-values (parse '(the professor lectures to the student in the class with the cat))))   ;=> 5
(all-values (parse '(the cat the)))                ;=> nil
unparsed                                           ;=> nil

;;;; pythagorean triples
(require 'amb)
(defproc a-triple-between (low high)
  (let* ((a (an-integer-between low high)) (b (an-integer-between a high)) (c (an-integer-between b high)))
    (require-that (= (* c c) (+ (* a a) (* b b))))
    (list a b c)))
(all-values (a-triple-between 1 13))               ;=> ((3 4 5) (5 12 13) (6 8 10))
; Depth-first, an endless choice must be the first.
(defproc a-triple ()
  (let* ((c (an-integer-above 1)) (a (an-integer-between 1 c)) (b (an-integer-between a c)))
    (require-that (= (* c c) (+ (* a a) (* b b))))
    (list a b c)))
(stream->list (solutions (a-triple)) 3)            ;=> ((3 4 5) (6 8 10) (5 12 13))

;;;; questions about all values
(require 'amb)
(possibly? (= 4 (amb 1 2 3 4)))                    ;=> t
(possibly? (= 5 (amb 1 2 3 4)))                    ;=> nil
(possibly? (fail))                                 ;=> nil
(necessarily? (< (amb 1 2 3) 4))                   ;=> t
(necessarily? (< (amb 1 2 3) 3))                   ;=> nil
(necessarily? (fail))                              ;=> t
(ith-value 0 (amb 'a 'b))                          ;=> a
(ith-value 1 (amb 'a 'b))                          ;=> b
(ith-value 2 (amb 'a 'b) 'fewer)                   ;=> fewer
(best-value (amb 3 1 4 1 5 9 2 6) (lambda (x) (- x)))   ;=> 1
(best-value (amb 'a 'bb 'cc) (lambda (s) (string-length (symbol->string s))))   ;=> bb
(receive (value failures) (count-failures (all-values (amb 1 2 3))) (list value failures))   ;=> ((1 2 3) 3)
(print-values (an-integer-above 1) :limit 3)       ;=> 3
;>> 1
;>> 2
;>> 3
(print-values (amb 'a 'b 'c) :ask (lambda (value) (= value 'a)))     ;=> 2
;>> a
;>> b
(print-values (fail))                              ;=> 0
(print-values (amb 1 2) :limit 0)                  ;=> 0

;;;; searches inside of searches
(require 'amb)
(all-values (list (amb 1 2) (all-values (amb 'a 'b))))                ;=> ((1 (a b)) (2 (a b)))
(all-values (all-values (amb 1 2)))                                   ;=> ((1 2))
(all-values (let ((x (amb 1 2 3))) (one-value (let ((y (amb 1 2 3))) (require-that (= (+ x y) 4)) (list x y)))))   ;=> ((1 3) (2 2) (3 1))
(all-values (let ((x (amb 1 2 3))) (one-value (let ((y (amb 1 2))) (require-that (= (+ x y) 4)) (list x y)))))     ;=> ((2 2) (3 1))
(all-values (let ((n (an-integer-between 2 20))) (require-that (not (possibly? (= 0 (modulo n (an-integer-between 2 (- n 1))))))) n))   ;=> (2 3 5 7 11 13 17 19)
(let ((count 0)) (for-effects (amb 1 2) (for-effects (amb 1 2 3) (inc! count))) count)   ;=> 6
(all-values (ith-value (amb 0 2 5) (amb 'a 'b 'c)))                   ;=> (a c)
(all-values (let ((l (amb '(1 -3 2) '(5 4)))) (best-value (a-member-of l) abs)))   ;=> (-3 5)
(all-values (best-value (a-member-of (amb '(1 -3 2) '(5 4))) abs))    ;=> (5)
; The choices of an inner search are gone when it is left, and those outside are none of its business.
(all-values (let ((x (amb 1 2))) (one-value (amb 'a 'b)) x))          ;=> (1 2)
(all-values (let ((x (amb 1 2))) (list x (one-value (fail) 'none))))  ;=> ((1 none) (2 none))
(all-values (let ((x (amb 1 2 3))) (when (= x 2) (reset-choices)) x))  ;=> (1 2)

;;;; send more money
; not under: stress: thousands of failures take long with a collection at each
(require 'amb)
(setq free '(0 1 2 3 4 5 6 7 8 9))
(defproc a-digit ()
  (let ((d (a-member-of free)))
    (local (setq free (remove d free)))
    d))
; Column by column from the right, so that a wrong digit is noticed early.
(defproc send-more ()
  (let* ((d (a-digit)) (e (a-digit)) (y (a-digit)) (sum (+ d e)))
    (require-that (= y (modulo sum 10)))
    (let* ((carry (quotient sum 10)) (n (a-digit)) (r (a-digit)) (sum (+ carry n r)))
      (require-that (= e (modulo sum 10)))
      (let* ((carry (quotient sum 10)) (o (a-digit)) (sum (+ carry e o)))
        (require-that (= n (modulo sum 10)))
        (let* ((carry (quotient sum 10)) (s (a-digit)) (m (a-digit)) (sum (+ carry s m)))
          (require-that (> s 0) (= m 1) (= o (modulo sum 10)) (= m (quotient sum 10)))
          (list s e n d m o r y))))))
(all-values (send-more))                           ;=> ((9 5 6 7 1 0 8 2))
free                                               ;=> (0 1 2 3 4 5 6 7 8 9)

;;;; solutions are searched for on demand
(require 'amb)
(setq s (solutions (let ((x (an-integer-above 1))) (display x) (* x x))))
;>> 1
(stream-first s)                                   ;=> 1
(stream-first (stream-rest s))                     ;=> 4
;>> 2
(stream-first (stream-rest s))                     ;=> 4
(stream->list s 4)                                 ;=> (1 4 9 16)
;>> 34
(stream->list (solutions (amb 1 2 3)))             ;=> (1 2 3)
(stream->list (solutions (amb 1 2 3) :limit 2))    ;=> (1 2)
(solutions (amb 1 2 3) :limit 0)                   ;=> nil
(solutions (fail))                                 ;=> nil
(stream->list nil)                                 ;=> nil
(stream->list (solutions (amb 1 2)) 0)             ;=> nil
; Streams take turns, also inside of a search.
(let ((a (solutions (amb 1 2 3))) (b (solutions (amb 'x 'y 'z))))
  (let loop ((a a) (b b) (l nil))
    (if (or (null? a) (null? b)) (reverse l)
      (loop (stream-rest a) (stream-rest b) (cons (list (stream-first a) (stream-first b)) l)))))   ;=> ((1 x) (2 y) (3 z))
(all-values (let* ((s (solutions (amb 1 2))) (x (amb 'a 'b))) (list x (stream->list s))))   ;=> ((a (1 2)) (b (1 2)))
(let ((s (solutions (amb 1 2 3)))) (all-values (let ((x (amb 'a 'b))) (setq s (stream-rest s)) (list x (stream-first s)))))   ;=> ((a 2) (b 3))
(let ((sum 0)) (do-stream (x (solutions (amb 1 2 3)) sum) (inc! sum x)))        ;=> 6
(do-stream (x (solutions (an-integer-above 1))) (when (> (* x x) 200) (return x)))   ;=> 15
(let ((l nil)) (do-stream (x (solutions (list (amb 1 2) (amb 1 2)))) (push! x l)) l)   ;=> ((2 2) (2 1) (1 2) (1 1))

;;;; the operators have their values in order
(require 'amb)
(all-values (amb 1 2 3))                           ;=> (1 2 3)
(all-values (amb 1 (amb 2 3) 4))                   ;=> (1 2 3 4)
(all-values (amb))                                 ;=> nil
(all-values (list (amb 1 2) (amb 'a 'b)))          ;=> ((1 a) (1 b) (2 a) (2 b))
(all-values (a-member-of '(a b)))                  ;=> (a b)
(all-values (a-member-of (vector 1 2)))            ;=> (1 2)
(all-values (a-member-of nil))                     ;=> nil
(all-values (an-integer-between 3 5))              ;=> (3 4 5)
(all-values (an-integer-between 5 5))              ;=> (5)
(all-values (an-integer-between 5 4))              ;=> nil
(all-values (if (a-boolean) 'yes 'no))             ;=> (yes no)
(one-value (let ((n (an-integer-above 5))) (require-that (= 0 (modulo n 4))) n))   ;=> 8
(let ((l nil)) (all-values (setq l (append l (list (amb 1 2 3))))) l)   ;=> (3)
(let ((l nil)) (all-values (let ((x (amb 1 2 3))) (setq l (cons x l)))) l)   ;=> (3 2 1)

;;;; what is no stream is told as such
(require 'amb)
(stream-first 3)                ;!! wrong-type stream-first: stream must be a solution-stream or nil, got 3
(stream-rest '(1))              ;!! wrong-type stream-rest: stream must be a solution-stream or nil, got (1)
(stream->list 7)                ;!! wrong-type stream->list: stream must be a solution-stream or nil, got 7
(stream->list nil -1)           ;!! wrong-type stream->list: limit must be
(do-stream (x 'a) x)            ;!! wrong-type stream must be a solution-stream or nil, got a
; A record of the program's own is none either.
(progn (defrecord answer value) (stream-first (make-answer 1)))  ;!! wrong-type must be a solution-stream or nil
(stream->list (solutions (amb 1 2)) 1)                           ;=> (1)
