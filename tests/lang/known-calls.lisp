;;;; functions that are only called see the variables around them
(defproc below (n)
  (letrec ((count (lambda (i sum) (if (< i n) (count (+ i 1) (+ sum i)) sum))))
    (count 0 0)))
(below 10)                                                 ;=> 45
(defproc scaled (k l)
  (let ((times (lambda (x) (* k x))))
    (map-with (lambda (x) (times x)) l)))
(scaled 3 '(1 2 3))                                        ;=> (3 6 9)
(defproc nested (a)
  (let ((f (lambda (b)
             (let ((g (lambda (c) (list a b c))))
               (append (g 1) (g b))))))
    (append (f 2) (f 3))))
(nested 'a)                                                ;=> (a 2 1 a 2 2 a 3 1 a 3 3)

;;;; functions that are only called call one another
(defproc parity (n)
  (letrec ((even (lambda (k) (if (= k 0) 'even (odd (- k 1)))))
           (odd (lambda (k) (if (= k 0) 'odd (even (- k 1))))))
    (list (even n) (odd n))))
(parity 7)                                                 ;=> (odd even)
(parity 100000)                                            ;=> (even odd)
(defproc through (x y)
  (letrec ((a (lambda (n) (if (= n 0) (list x) (cons n (b (- n 1))))))
           (b (lambda (n) (if (= n 0) (list y) (cons n (c (- n 1))))))
           (c (lambda (n) (if (= n 0) (list x y) (cons n (a (- n 1)))))))
    (list (a 3) (a 4) (a 5))))
(through 'x 'y)                                            ;=> ((3 2 1 x) (4 3 2 1 y) (5 4 3 2 1 x y))

;;;; variables that are shared with a called function change for both
(defproc tally (n)
  (let ((total 0))
    (letrec ((add (lambda (i) (setq total (+ total i)) (if (< i n) (add (+ i 1)) total))))
      (add 1)
      (setq total (* 2 total))
      (add n))))
(tally 4)                                                  ;=> 24
(defproc queue ()
  (let ((front nil) (back nil))
    (let ((push (lambda (x) (setq back (cons x back))))
          (pop (lambda () (when (null? front) (setq front (reverse back)) (setq back nil))
                 (let ((x (first front))) (setq front (rest front)) x))))
      (lambda (message x) (if (= message 'push) (push x) (pop))))))
(setq q (queue))
(q 'push 1)
(q 'push 2)
(list (q 'pop nil) (progn (q 'push 3) (q 'pop nil)) (q 'pop nil))  ;=> (1 2 3)

;;;; a function that is called and given away is one closure
(defproc both (n)
  (letrec ((f (lambda (x) (if (< x n) (f (+ x 1)) (list f x)))))
    (let ((r (f 0))) (= (first r) f))))
(both 3)                                                   ;=> t
(defproc given (n)
  (letrec ((f (lambda (x) (if (= x 0) n (g (- x 1)))))
           (g (lambda (x) (if (= x 0) (- n) (f (- x 1))))))
    (list (map-with g '(0 1 2)) (f 3))))
(given 5)                                                  ;=> ((-5 5 -5) -5)

;;;; arguments of a tail call are those before any of them changes
(defproc turn (a b c n) (if (= n 0) (list a b c) (turn b c a (- n 1))))
(turn 1 2 3 1)                                             ;=> (2 3 1)
(turn 1 2 3 2)                                             ;=> (3 1 2)
(defproc inner-turn (n)
  (letrec ((turn (lambda (a b k) (if (= k 0) (list a b n) (turn b a (- k 1))))))
    (turn 'x 'y n)))
(inner-turn 3)                                             ;=> (y x 3)
(defproc other (a b) (if (> a b) (other b (+ a 0)) (last b a)))
(defproc last (x y) (list x y))
(other 5 2)                                                ;=> (5 2)
(other 2 5)                                                ;=> (5 2)
(defproc steps (i l)
  (if (= i 3) l (steps (+ i 1) (append l (list (let ((j (* i 10))) (+ i j)))))))
(steps 0 nil)                                              ;=> (0 11 22)
(defproc calls (a b)
  (let ((sum (lambda (x) (+ a b x))))
    (if (> a 3) (list a b) (calls (+ a 1) (sum a)))))
(calls 1 1)                                                ;=> (4 13)

;;;; each iteration of a function has variables of its own
(defproc collect (i n fs)
  (if (= i n) (map-with (lambda (f) (f)) fs)
    (collect (+ i 1) n (cons (lambda () (setq i (+ i 1)) i) fs))))
(collect 0 3 nil)                                          ;=> (3 2 1)
(defproc collect-inside (n)
  (letrec ((loop (lambda (i fs)
                   (if (= i n) (map-with (lambda (f) (f)) fs)
                     (loop (+ i 1) (cons (lambda () (setq i (+ i 10)) i) fs))))))
    (loop 0 nil)))
(collect-inside 3)                                         ;=> (12 11 10)
(defproc kept (n)
  (letrec ((loop (lambda (i fs) (if (= i n) (map-with (lambda (f) (f)) fs) (loop (+ i 1) (cons (lambda () i) fs))))))
    (loop 0 nil)))
(kept 3)                                                   ;=> (2 1 0)

;;;; a redefinition counts at once, also in the function that it replaces
(defproc f (n) (if (= n 0) 'old (progn (when (= n 2) (setq f (lambda (n) (list 'new n)))) (f (- n 1)))))
(f 4)                                                      ;=> (new 1)
(defproc g (n) (if (= n 0) 'old (progn (when (= n 2) (setq g first)) (g (list n)))))
(g 2)                                                      ;=> 2
(defproc total (i n sum)
  (if (< i n) (progn (when (= i 3) (setq total list)) (total (+ i 1) n (+ sum i))) sum))
(total 0 6 0)                                              ;=> (4 6 6)
(defproc h (n) (if (= n 0) 'done (h (- n 1))))
(setq old h)
(defproc h (n) (list 'second n))
(old 3)                                                    ;=> (second 2)

;;;; a continuation comes back to arguments that have been computed
(setq saved nil)
(setq visits 0)
(defproc spin (a b n)
  (if (= n 0) (list a b)
    (spin (+ a 1) (call/cc (lambda (k) (unless saved (setq saved k)) b)) (- n 1))))
(defproc visit ()
  (let ((r (spin 0 'b 2)))
    (setq visits (+ visits 1))
    (if (< visits 3) (saved visits) (list r visits))))
(visit)                                                    ;=> ((2 2) 3)
(setq again nil)
(defproc inside (n)
  (let ((rounds 0))
    (letrec ((walk (lambda (i l)
                     (if (= i n) l
                       (walk (+ i 1) (cons (call/cc (lambda (k) (unless again (setq again k)) i)) l))))))
      (let ((r (walk 0 nil)))
        (setq rounds (+ rounds 1))
        (if (< rounds 3) (again (* 10 rounds)) (list r rounds))))))
(inside 2)                                                 ;=> ((1 20) 3)

;;;; a call with another number of arguments is an error at its place
(defproc wrong (n) (letrec ((f (lambda (x) (if (= x 0) (f) x)))) (f n)))
(wrong 1)                                                  ;=> 1
(wrong 0)                                                  ;!! argument-count @133:56
(defproc few (a b) (if (= a 0) b (few a)))
(few 0 1)                                                  ;=> 1
(few 1 1)                                                  ;!! argument-count @136:34

;;;; a loop of a function uses up its ticks
; limits: ticks=20000
(defproc forever (n) (forever (+ n 1)))
(forever 0)                                                ;!! out-of-ticks

;;;; a loop of an inner function uses up its ticks
; limits: ticks=20000
(defproc forever (n) (letrec ((f (lambda (i) (if (< i n) (f i) (f n))))) (f 0)))
(forever 9)                                                ;!! out-of-ticks

;;;; inner functions that call each other use up their ticks
; limits: ticks=20000
(defproc forever (n) (letrec ((f (lambda (i) (g i))) (g (lambda (i) (f n)))) (f 0)))
(forever 9)                                                ;!! out-of-ticks

;;;; many variables around a function are passed on or captured
(defproc wide (a b c d e f g h i j)
  (letrec ((all (lambda (n) (if (= n 0) (list a b c d e f g h i j) (all (- n 1)))))
           (some (lambda (n) (if (= n 0) (list a b c d e f) (cons n (some (- n 1)))))))
    (append (all 2) (some 1))))
(wide 1 2 3 4 5 6 7 8 9 10)                                ;=> (1 2 3 4 5 6 7 8 9 10 1 1 2 3 4 5 6)

;;;; a function that calls itself by its name calls what the name means
(defproc down (n)
  (when (= n 3) (eval '(defproc down (n) (list 'evaluated n))))
  (if (= n 0) 'old (down (- n 1))))
(down 5)                                                   ;=> (evaluated 2)
(setq count (lambda (i n) (if (= i n) (list 'counted i) (count (+ i 1) n))))
(count 0 5)                                                ;=> (counted 5)
(setq before count)
(setq count (lambda (i n) (list 'other i n)))
(before 0 5)                                               ;=> (other 1 5)
(setq count before)
(before 0 5)                                               ;=> (counted 5)
(defproc wrong (n) (when (= n 2) (setq wrong (lambda () 1))) (if (= n 0) 'end (wrong (- n 1))))
(catch 'error (wrong 1))                                   ;=> end
(wrong 3)                                                  ;!! argument-count @174:79
(defproc gone (n) (when (= n 2) (setq gone 5)) (if (= n 0) 'end (gone (- n 1))))
(gone 1)                                                   ;=> end
(gone 3)                                                   ;!! not-a-function @177:65
(defproc native (l) (if (null? (rest l)) (progn (setq native length) (native '(1 2 3))) (native (rest l))))
(native '(1 2))                                            ;=> 3
(defproc met (n) (if (= n 0) 'plain (met (- n 1))))
(defmethod met ((n number)) (= n 2) 'method)
(met 4)                                                    ;=> method
(defproc sum (l acc) (cond ((null? l) acc) ((pair? (first l)) (sum (rest l) (sum (first l) acc))) (t (sum (rest l) (+ acc (first l))))))
(sum '(1 (2 (3 4)) 5) 0)                                   ;=> 15

;;;; a small function that is only called stands in the place of each call
(defproc swapped (v i j)
  (letrec ((swap! (lambda (i j) (let ((x (aref v i))) (aset v i (aref v j)) (aset v j x)))))
    (swap! i j)
    (swap! j i)
    (swap! i 0)
    v))
(swapped (array-tabulate 3 (lambda (i) (nth i '(a b c)))) 1 2)  ;=> #(b a c)
(defproc counted (l)
  (let ((n 0))
    (letrec ((note! (lambda (by) (setq n (+ n by)) n)) (twice (lambda (x) (list (note! x) (note! x)))))
      (list (twice 1) (note! 10) (twice 100) (map-with (lambda (x) (+ x n)) l) n))))
(counted '(1 2))                                           ;=> ((1 2) 12 (112 212) (213 214) 212)
(defproc changed (a)
  (letrec ((f (lambda (x) (setq x (* x 2)) (+ x a))))
    (let loop ((i 0) (a a)) (if (< i 3) (loop (f i) (+ a (f a))) (list i a (f i))))))
(changed 1)                                                ;=> (3 13 7)
(defproc failing (x)
  (letrec ((part (lambda (y) (+ 1 (first y)))))
    (list (part x) (part (rest x)))))
(failing '(1 a))                                           ;!! wrong-type
(defproc nested-calls (r)
  (let ((add (lambda (x l) (let ((y (* 2 x))) (if (< x r) (cons (list x y) l) l)))))
    (add 1 (add (- r 1) (add r (add 2 nil))))))
(nested-calls 5)                                           ;=> ((1 2) (4 8) (2 4))

;;;; a function at the tail of a loop takes over registers that nothing reads later
(defproc runs (n)
  (let ((total 0))
    (letrec ((even (lambda (k) (if (= k 0) 1 (odd (- k 1))))) (odd (lambda (k) (if (= k 0) 0 (even (- k 1))))))
      (dotimes (i n total) (setq total (+ total (even i)))))))
(runs 20)                                                  ;=> 10
(defproc swap (n)
  (letrec ((f (lambda (a b) (if (= a 0) (list a b) (g b a))))
           (g (lambda (x y) (if (< x 0) (list x y) (h (- y 1) x))))
           (h (lambda (p q) (f p (+ p q)))))
    (f n 1)))
(swap 5)                                                   ;=> (0 11)
(defproc kept (n)
  (let ((l nil))
    (letrec ((f (lambda (a) (setq l (cons (lambda () a) l)) (if (= a 0) l (g (- a 1)))))
             (g (lambda (b) (setq l (cons (lambda () (list b)) l)) (if (= b 0) l (f (- b 1))))))
      (map-with (lambda (k) (k)) (f n)))))
(kept 6)                                                   ;=> (0 (1) 2 (3) 4 (5) 6)
(defproc within (n)
  (let loop ((i 0) (l nil))
    (letrec ((next (lambda (x y) (if (< x n) (loop (+ x 1) (cons y l)) (list x y l)))))
      (next i (* i 10)))))
(within 3)                                                 ;=> (3 30 (20 10 0))
(defproc failing-late (n)
  (letrec ((f (lambda (a) (if (= a 0) (first a) (g (- a 1))))) (g (lambda (b) (if (= b 0) (rest b) (f (- b 1))))))
    (list (f n))))
(failing-late 4)                                           ;!! wrong-type
(failing-late 5)                                           ;!! wrong-type

;;;; an error in a copy at the end of a function is at its place
(defproc weigh (tree)
  (if (pair? tree) (+ (weigh (first tree))
                      (weigh (rest tree)))
    (if (null? tree) 0 tree)))
(weigh '(1 (2 3)))                                         ;=> 6
(weigh '(1 (2 x)))                                         ;!! wrong-type @245:20

;;;; a variable that is the result of a loop or a call is the result
(defproc pick (n a b) (if (< n 1) b (list n (pick (- n 1) b (list a n)))))
(pick 3 'a 'b)                                             ;=> (3 (2 (1 ((a 3) 1))))
(defproc choose (n a) (if (null? a) n (list (choose (first a) (rest a)) (choose n (rest a)))))
(choose 1 '(2 3))                                          ;=> ((3 2) (3 1))
(defproc twice (a n b)
  (when (= n 1) (setq twice (lambda (x y z) (list x y z))))
  (if (= n 0) b (list (twice a (- n 1) b) (twice b (- n 1) a))))
(twice 'p 2 'q)                                            ;=> (((p 0 q) (q 0 p)) (q 1 p))
(defproc last-before (l stop)
  (list (block out
          (let loop ((best 'none) (l l))
            (cond ((null? l) best)
                  ((= (first l) stop) (return-from out (or (assoc best '((2 two))) best)))
                  (t (loop (first l) (rest l))))))))
(map-with (lambda (stop) (last-before '(1 2 3) stop)) '(1 2 3 4))  ;=> ((none) (1) ((2 two)) (3))
(defproc swapped (a b)
  (let ((c (let loop ((x a) (y b) (n 0)) (if (= n 3) x (loop y (list x) (+ n 1))))))
    (setq a (if (pair? a) a (let ((d a)) (list c d))))
    (list a b c)))
(swapped 'p 'q)                                            ;=> (((q) p) q (q))

;;;; a variable that a loop leaves as it is has the value outside
(defproc grid (n)
  (let rows ((i 0) (all nil))
    (if (= i n) (reverse all)
      (let columns ((row i) (j 0) (cells nil))
        (if (= j n) (rows (+ i 1) (cons (list row (reverse cells)) all))
          (columns row (+ j 1) (cons (+ (* row 10) j) cells)))))))
(grid 2)                                                   ;=> ((0 (0 1)) (1 (10 11)))
(defproc stepping (n)
  (let outer ((i 0) (k 5))
    (let inner ((a k) (j 0))
      (cond ((> i n) (list i k a j))
            ((= j 2) (outer (+ i a) (+ a j)))
            (t (inner a (+ j 1)))))))
(stepping 10)                                              ;=> (12 9 9 0)

;;;; a label of a branch that both calls of a function in place lead to ends that branch
(defproc chosen ()
  (letrec ((outer (lambda (k j)
             (let ((m (lambda (a) (or (not a) (let ((n (lambda (b) k))) (if j (n a) (n 2)))))))
               (if j (m 1) (m k)))))
           (around (lambda (k) (list (outer k 1) k))))
    (around 3)))
(chosen)                                                   ;=> (3 3)

;;;; a function in copies of itself computes with all numbers
(defproc fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(list (fib 10) (fib 5.5) (fib 7/2))                        ;=> (55 9.0 7/2)
(defproc steps (n) (if (= n 0) 0 (+ 1 (steps (- n 1)))))
(list (steps 9) (steps 9.0))                               ;=> (9 9)
(defproc up (a b) (if (= a b) nil (cons a (up (+ a 1) b))))
(list (up 0 5) (up 0.5 3.5))                               ;=> ((0 1 2 3 4) (0.5 1.5 2.5))
(defproc twos (n) (if (> n 0) (+ 2 (twos (- n 1))) n))
(list (twos 7) (twos 2.5))                                 ;=> (14 5.5)
(defproc halves (n) (if (<= n 1) n (halves (halves (- n 2)))))
(list (halves 9) (halves 4.5))                             ;=> (1 0.5)
(fib (quote a))                                            ;!! wrong-type
(steps 'a)                                                 ;!! wrong-type @301:46
(defproc odd-one (l) (if (null? l) 0 (+ (first (first l)) (odd-one (rest l)))))
(odd-one '((1) (2) (3) (4) (5)))                           ;=> 15
(odd-one '((1) (2) 3 (4) (5)))                             ;!! wrong-type

;;;; a function in copies of itself walks lists and pairs
(defproc mapped (f l) (if (null? l) nil (cons (f (first l)) (mapped f (rest l)))))
(mapped (lambda (x) (* x x)) '(1 2 3 4 5 6 7 8 9))         ;=> (1 4 9 16 25 36 49 64 81)
(mapped (lambda (x) x) (digits 1 4 7))                     ;=> (1 4 7)
(defproc leaves (x) (if (pair? x) (+ (leaves (first x)) (leaves (rest x))) 1))
(leaves '((1 (2 3)) (4 5)))                                ;=> 9
(defproc merged (a b less)
  (cond ((null? a) b)
        ((null? b) a)
        ((less (first b) (first a)) (cons (first b) (merged a (rest b) less)))
        (t (cons (first a) (merged (rest a) b less)))))
(merged '(1 3 5 7 9) '(2 4 4 8) <)                         ;=> (1 2 3 4 4 5 7 8 9)
(merged '(1 3) '(2 4) (lambda (a b) (error "no")))         ;!! user-error
(defproc same-shape? (a b) (if (pair? a) (and (pair? b) (same-shape? (first a) (first b)) (same-shape? (rest a) (rest b))) (not (pair? b))))
(list (same-shape? '((1) 2) '((3) 4)) (same-shape? '((1) 2) '(3 4))) ;=> (t nil)

;;;; a redefinition counts at once in all copies within copies
(defproc until (n at) (when (= n at) (eval '(defproc until (n at) (list 'other n)))) (if (= n 0) nil (cons n (until (- n 1) at))))
(map-with (lambda (at)
            (eval '(defproc until (n at)
                     (when (= n at) (eval '(defproc until (n at) (list 'other n))))
                     (if (= n 0) nil (cons n (until (- n 1) at)))))
            (until 6 at))
          '(6 5 4 3 2 1))                                  ;=> ((6 other 5) (6 5 other 4) (6 5 4 other 3) (6 5 4 3 other 2) (6 5 4 3 2 other 1) (6 5 4 3 2 1 other 0))
