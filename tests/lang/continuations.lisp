;;;; a cleanup runs for the turn that is left
; The continuation of the first turn lies outside of the body that the second turn is in.
(setq log nil)
(let ((k nil) (turns 0))
  (dolist (x '(a b))
    (unwind-protect
      (progn
        (call/cc (lambda (c) (unless k (setq k c))))
        (setq turns (+ turns 1))
        (when (and (= x 'b) (< turns 3)) (k nil)))
      (setq log (cons x log))))
  (reverse log))                                   ;=> (a b a b)
; Going back inside the same body leaves nothing.
(setq log nil)
(let ((k nil) (n 0))
  (unwind-protect
    (progn
      (list (call/cc (lambda (c) (setq k c))))
      (setq n (+ n 1))
      (when (< n 5) (k nil)))
    (setq log (cons n log)))
  log)                                             ;=> (5)
; A generator inside of a cleanup, its consumer as well: changing between them leaves neither.
(setq log nil)
(let ((resume nil) (return nil) (got nil))
  (unwind-protect
    (let ((producer (lambda ()
            (unwind-protect
              (dolist (x '(1 2 3) (return 'end))
                (call/cc (lambda (k) (setq resume k) (return x))))
              (setq log (cons 'producer log))))))
      (dotimes (i 3)
        (setq got (cons (call/cc (lambda (r) (setq return r) (if resume (resume nil) (producer)))) got))))
    (setq log (cons 'consumer log)))
  (list got log))                                  ;=> ((3 2 1) (consumer producer producer producer))

;;;; a continuation can be entered again
(let ((n 0) (k nil))
  (call/cc (lambda (c) (setq k c)))
  (setq n (+ n 1))
  (if (< n 3) (k nil) n))                          ;=> 3
(let ((k nil) (l nil))
  (let ((x (call/cc (lambda (c) (setq k c) 0))))
    (setq l (cons x l))
    (if (< x 3) (k (+ x 1)) (reverse l))))         ;=> (0 1 2 3)

;;;; a continuation can be entered from a later form
(setq k nil)
(+ 1 (call/cc (lambda (c) (setq k c) 1)))          ;=> 2
(k 5)                                              ;=> 6
(list (k 7))                                       ;=> 8
(catch 'error (k 8))                               ;=> 9

;;;; a continuation captured at every level of a recursion
(setq ks nil)
(defproc deep (n)
  (if (= n 0) 0 (+ 1 (call/cc (lambda (k) (setq ks (cons k ks)) (deep (- n 1)))))))
(deep 300)                                         ;=> 300
(length ks)                                        ;=> 300
((first ks) 0)                                     ;=> 300
((nth 99 ks) 0)                                    ;=> 201
((last ks) 0)                              ;=> 1
(list ((first ks) 5))                              ;=> 305

;;;; a continuation has the forms behind it
(setq k nil turns 0)
(setq n (+ 1 (call/cc (lambda (c) (setq k c) 1))))
(inc! turns)
(if (< n 10) (k (* n 2)))
(list n turns)                                     ;=> (11 3)
(progn
  (setq n (call/cc (lambda (c) (setq k c) 1)))
  (setq log nil))
(setq log (cons n log))
(when (< n 3) (k (+ n 1)))
log                                                ;=> (3)

;;;; a continuation in a loop
(let ((k nil) (log nil) (again t))
  (dotimes (i 3)
    (call/cc (lambda (c) (when (= i 1) (setq k c))))
    (setq log (cons i log)))
  (when again (setq again nil) (k nil))
  (reverse log))                                   ;=> (0 1 2 1 2)

;;;; a continuation is a function
(procedure? (call/cc (lambda (k) k)))              ;=> t
(call/cc 5)                                        ;!! not-a-function
(call/cc)                                          ;!! argument-count
(call/cc car)                                      ;!! wrong-type
(call/cc (lambda (k) (map-with k '(1 2))))         ;=> 1
(call/cc (lambda (k) (apply k '(7))))              ;=> 7
(+ 1 (call/cc (lambda (k) (eval (list k 41)))))    ;=> 42

;;;; a continuation of an expansion that has ended is refused
(setq k nil)
(defmacro one () (call/cc (lambda (c) (setq k c) 1)))
(one)                                              ;=> 1
(k 5)                                              ;!! bad-continuation
(condition-code (catch 'error (k 5)))              ;=> bad-continuation

;;;; a continuation restores the handlers
(let ((k nil) (n 0))
  (list
    (catch 'x
      (call/cc (lambda (c) (setq k c)))
      (setq n (+ n 1))
      (throw 'x n))
    (if (< n 3) (k nil) 'end)))                    ;=> (3 end)
(catch 'outer
  (let ((k (catch 'x (call/cc (lambda (c) c)))))
    (if (procedure? k) (k 5) (list 'got k))))      ;=> (got 5)

;;;; a continuation takes several values
(receive (a b) (call/cc (lambda (k) (k 1 2))) (list a b))  ;=> (1 2)
(receive all (call/cc (lambda (k) (k))) all)               ;=> nil
(receive (a . more) (call/cc (lambda (k) (apply k '(1 2 3)))) (list a more))  ;=> (1 (2 3))

;;;; a deep stack is entered again and again
(setq k nil)
(defproc sum (n) (if (= n 0) (call/cc (lambda (c) (setq k c) 0)) (+ n (sum (- n 1)))))
(let ((turns 0))
  (let ((r (sum 300)))
    (setq turns (+ turns 1))
    (if (< turns 10) (k turns) (list turns r))))   ;=> (10 45159)
(k 0)                                              ;=> (11 45150)

;;;; a generator of tree leaves
(defproc make-generator (tree)
  (let ((return nil) (resume nil))
    (letrec ((walk (lambda (n)
                     (cond ((null? n) nil)
                           ((pair? n) (walk (first n)) (walk (rest n)))
                           (t (call/cc (lambda (k) (setq resume k) (return n))))))))
      (lambda ()
        (call/cc (lambda (k)
          (setq return k)
          (if resume
            (resume nil)
            (progn (walk tree) (setq resume (lambda (x) (return 'end))) (return 'end)))))))))
(let ((g (make-generator '(1 (2 (3)) 4))))
  (let* ((a (g)) (b (g)) (c (g)) (d (g)) (e (g)) (f (g)))
    (list a b c d e f)))                           ;=> (1 2 3 4 end end)

;;;; a loop of tail captures takes no memory
; limits: memory=4M
; not under: stress: too slow
(defproc turn (n) (if (= n 0) 'done (call/cc (lambda (k) (setq kept k) (turn (- n 1))))))
(turn 100000)                                      ;=> done
(defproc hand-on (n k) (if (= n 0) (k 'done) (call/cc (lambda (k) (setq kept k) (hand-on (- n 1) k)))))
(hand-on 100000 identity)                          ;=> done
(let loop ((n 100000)) (if (> n 0) (progn (call/cc (lambda (k) (setq kept k) k)) (loop (- n 1))) 'done))   ;=> done
; warns: undefined-assignment

;;;; a re entered frame has the variables it had
(let ((k nil) (seen nil))
  (let ((a 1))
    (let ((x (call/cc (lambda (c) (setq k c) 0))))
      (let ((b (+ a x)))
        (setq seen (cons b seen))
        (if (< x 2) (k (+ x 1)) seen)))))          ;=> (3 2 1)

;;;; an error below a capture shows the calls
(defproc inner (x) (call/cc (lambda (k) (setq kept k) (car x))))
(defproc outer (x) (list (inner x)))
(outer 5)                                          ;!! wrong-type @164:55
(call/cc car)                                      ;!! wrong-type @167:1
(list (call/cc 7))                                 ;!! not-a-function @168:7
(list (call/cc (lambda () 1)))                     ;!! argument-count @169:7
(+ 1 (funcall call/cc (lambda (k) (k 2))))         ;=> 3
(+ 1 (apply call/cc (list (lambda (k) (+ 5 (k 2))))))   ;=> 3
(let ((k (call/cc call/cc))) (if (procedure? k) (k 5) k))  ;=> 5
(+ 1 (call/cc (call/cc (lambda (k) (lambda (x) 5)))))   ;=> 6
; warns: undefined-assignment

;;;; an escape runs no cleanup twice
(setq log nil)
(call/cc (lambda (k) (unwind-protect (setq log (cons 'body log)) (setq log (cons 'cleanup log)))))
log                                                ;=> (cleanup body)

;;;; an exit that is only called is a block
; Nothing is captured where the continuation is only called, in the function that it was made in. What is seen is the same.
(call/cc (lambda (k) (+ 1 (k 5))))                 ;=> 5
(list 1 (let/cc k (list 2 (if t (k 3) 4))) 5)      ;=> (1 3 5)
(let/cc k (dolist (x '(1 2 3) 'none) (when (= x 2) (k x))))   ;=> 2
(let/cc k (let loop ((i 0)) (if (> i 9) (k i) (loop (+ i 1)))))   ;=> 10
(let/cc k (let loop ((i 0)) (if (> i 9) (k i) (+ 1 (loop (+ i 1))))))   ;=> 10
(let/cc a (+ 1 (let/cc b (+ 2 (a 10) (b 20)))))    ;=> 10
(let/cc a (+ 1 (let/cc b (+ 2 (b 20) (a 10)))))    ;=> 21
(let/cc a (a (let/cc b (a (b 7)))))                ;=> 7
(let ((n 0)) (let/cc k (setq n 1) (k nil) (setq n 2)) n)      ;=> 1
(let ((n 0)) (while t (let/cc next (inc! n) (when (< n 5) (next nil)) (return n))))   ;=> 5
(setq log nil)
(let/cc k (unwind-protect (k 1) (setq log (cons 'cleanup log))))   ;=> 1
log                                                ;=> (cleanup)
(let/cc k (catch 'a (k 1)) 2)                      ;=> 1
(catch 'a (let/cc k (catch 'b (k 1))) (throw 'a 3))   ;=> 3
(let/cc k (catch-and-apply 'error (lambda (tag c) (k 'handled)) (car 1)) 2)   ;=> handled
(let/cc k)                                         ;=> nil
(receive all (let/cc k (k 1 2)) all)               ;=> (1 2)
(let/cc k (setq k 5) k)                            ;=> 5
((let/cc k (lambda (x) (list x))) 1)               ;=> (1)
; A form that is entered again from inside sees all assignments.
(let ((again nil) (n 0))
  (let/cc out
    (call/cc (lambda (k) (setq again k)))
    (setq n (+ n 1))
    (when (= n 3) (out n))
    (again nil)))                                  ;=> 3
(defproc loop-tail (n) (let/cc k (if (= n 0) (k 'end) (loop-tail (- n 1)))))
(loop-tail 100000)                                 ;=> end

;;;; assigned variables are shared by all entries
(let ((k nil) (count 0))
  (let ((v 100))
    (call/cc (lambda (c) (setq k c)))
    (setq v (+ v 1))
    (setq count (+ count 1))
    (if (< count 3) (k nil) (list v count))))      ;=> (103 3)

;;;; backtracking with choice points
(setq choices nil)
(defproc fail-back () (if (null? choices) 'no-more (let ((k (first choices))) (setq choices (rest choices)) (k nil))))
(defproc choose (l)
  (call/cc (lambda (return)
    (dolist (x l) (call/cc (lambda (next) (setq choices (cons next choices)) (return x))))
    (fail-back))))
(progn (setq choices nil)
  (let* ((a (choose '(1 2 3 4 5 6 7))) (b (choose '(1 2 3 4 5 6 7))))
    (if (and (= (+ a b) 10) (< b a) (even? a)) (list a b) (fail-back))))   ;=> (6 4)

;;;; call cc escapes
(+ 1 (call/cc (lambda (k) (+ 10 (k 1)))))          ;=> 2
(call/cc (lambda (k) 5))                           ;=> 5
(defproc find-negative (l) (call/cc (lambda (return) (dolist (x l nil) (when (< x 0) (return x))))))
(find-negative '(1 -2 3))                          ;=> -2
(find-negative '(1 2))                             ;=> nil
(let/cc k (+ 1 (k 5)))                             ;=> 5
(map-with (lambda (x) (let/cc k (when (= x 2) (k 'two)) x)) '(1 2 3))  ;=> (1 two 3)

;;;; deep stacks are captured
(defproc deep (n) (if (= n 0) (call/cc (lambda (k) (setq saved k) 0)) (+ 1 (deep (- n 1)))))
(let ((times 0))
  (let ((r (deep 1000)))
    (setq times (+ times 1))
    (if (< times 3) (saved (* times 10)) (list times r))))   ;=> (3 1020)
; warns: undefined-assignment

;;;; escaping past handlers drops them
(catch 'x
  (call/cc (lambda (k) (catch 'x (k nil))))
  (throw 'x 'outer)
  'not-reached)                                    ;=> outer
(let ((n 0))
  (dotimes (i 1000) (call/cc (lambda (k) (catch 'y (catch-and-apply 'z list (k (setq n (+ n 1))))))))
  n)                                               ;=> 1000

;;;; generic guards may capture
(setq k nil)
(defmethod size (n) (call/cc (lambda (c) (setq k c) (< n 10))) 'small)
(defmethod size (n) t 'large)
(list (size 3) (size 30))                          ;=> (small large)
(let ((turns 0))
  (let ((s (size 3)))
    (setq turns (+ turns 1))
    (if (= turns 1) (k nil) s)))                   ;=> large

;;;; handlers come back with their frames
(defproc f (n)
  (catch 'up
    (let ((x (call/cc (lambda (k) (setq again k) n))))
      (when (odd? x) (throw 'up (list 'thrown x)))
      (list 'returned x))))
(f 2)                                              ;=> (returned 2)
(again 3)                                          ;=> (thrown 3)
(again 4)                                          ;=> (returned 4)
(defproc nested (n)
  (catch 'a (list (catch 'b (list (catch 'c (call/cc (lambda (k) (setq again k))) (throw n n)))))))
(catch 'a (nested 'a))                             ;=> a
(again nil)                                        ;=> a
(nested 'b)                                        ;=> (b)
(again nil)                                        ;=> (b)
(nested 'c)                                        ;=> ((c))
(again nil)                                        ;=> ((c))
(throw 'c 1)                                       ;!! uncaught-throw
; warns: undefined-assignment

;;;; handlers wait in frames below a capture
(defproc id (x) (call/cc (lambda (k) (setq kept k) x)))
(catch 'a (+ 1 (id (throw 'a 5))))                 ;=> 5
(catch 'a (+ 1 (call/cc (lambda (k) (setq kept k) (throw 'a 7)))))   ;=> 7
(catch 'a (catch 'b (call/cc (lambda (k) (setq kept k) (call/cc (lambda (l) (setq kept l) (throw 'a 8)))))) 'no)   ;=> 8
(let ((x 1))
  (list x (catch 'a (let ((y 2)) (call/cc (lambda (k) (setq kept k) (throw 'a (list x y)))))) x))    ;=> (1 (1 2) 1)
(catch-and-apply 'error (lambda (tag c) (list tag (condition-code c))) (call/cc (lambda (k) (setq kept k) (car 5))))   ;=> (error wrong-type)
(block out (dolist (x '(1 2 3)) (call/cc (lambda (k) (setq kept k) (when (= x 2) (return-from out x))))))   ;=> 2
(setq log nil)
(catch 'a
  (unwind-protect
    (unwind-protect (call/cc (lambda (k) (setq kept k) (throw 'a 1))) (setq log (cons 'inner log)))
    (setq log (cons 'outer log))))                 ;=> 1
log                                                ;=> (outer inner)
(catch 'a
  (catch 'a (call/cc (lambda (k) (setq kept k) (throw 'a 1))))
  (call/cc (lambda (k) (setq kept k) (throw 'a 2)))
  3)                                               ;=> 2
(call/cc (lambda (k) (setq kept k) (throw 'nobody 1)))           ;!! uncaught-throw @307:36
(catch nil (call/cc (lambda (k) (setq kept k) (throw 'anybody 1))))   ;=> 1
; warns: undefined-assignment

;;;; re entering a finished function
(defproc f (note) (let ((x (call/cc (lambda (k) (setq saved k) 1)))) (setq note (list x note)) note))
(let ((turns 0))
  (let ((result (f 'start)))
    (setq turns (+ turns 1))
    (if (< turns 3) (saved (* turns 10)) (list turns result))))   ;=> (3 (20 (10 (1 start))))
; warns: undefined-assignment

;;;; two generators of a tree have the same fringe
(defproc generator (tree)
  (let ((return nil) (resume nil))
    (letrec ((walk (lambda (n)
               (if (pair? n)
                 (progn (walk (first n)) (walk (rest n)))
                 (unless (null? n) (call/cc (lambda (k) (setq resume k) (return n))))))))
      (lambda ()
        (call/cc (lambda (k)
          (setq return k)
          (if resume (resume nil) (progn (walk tree) (return 'end)))))))))
(defproc same-fringe? (a b)
  (let ((g (generator a)) (h (generator b)))
    (let loop ()
      (let ((x (g)) (y (h)))
        (cond ((not (= x y)) nil) ((= x 'end) t) (t (loop)))))))
(same-fringe? '(1 (2 (3 4)) 5) '((1 2) ((3) (4 5))))   ;=> t
(same-fringe? '(1 (2 (3 4)) 5) '((1 2) ((4) (3 5))))   ;=> nil

;;;; two generators take turns
(defproc gen (l)
  (let ((resume nil) (return nil))
    (lambda ()
      (call/cc (lambda (k)
        (setq return k)
        (if resume
          (resume nil)
          (progn
            (dolist (x l) (call/cc (lambda (next) (setq resume next) (return x))))
            (return 'done))))))))
(let ((a (gen '(1 2 3))) (b (gen '(x y))))
  (let* ((p (a)) (q (b)) (r (a)) (s (b)) (u (a)) (v (b)))
    (list p q r s u v)))                           ;=> (1 x 2 y 3 done)
