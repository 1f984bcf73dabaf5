; Eleven small workloads that other languages have too. `klammer run benches/workloads.lisp fib` prints one checksum.
; `benches/peers.py` runs them beside every peer that it finds.

(defproc fib (n)
  (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))

(defproc tak (x y z)
  (if (not (< y x))
    z
    (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y))))

(defproc remove-item (x l)
  (cond
    ((null? l) nil)
    ((= x (first l)) (remove-item x (rest l)))
    (t (cons (first l) (remove-item x (rest l))))))

(defproc removals ()
  (let ((l (iota 1000)) (s 0))
    (dotimes (i 6000 s)
      (setq s (+ s (length (remove-item (modulo i 1000) l)))))))

(defproc safe? (row distance placed)
  (or (null? placed)
    (and (not (= (first placed) (+ row distance)))
      (not (= (first placed) (- row distance)))
      (safe? row (+ distance 1) (rest placed)))))

(defproc queens (x y z)
  (if (null? x)
    (if (null? y) 1 0)
    (+ (if (safe? (first x) 1 z) (queens (append (rest x) y) nil (cons (first x) z)) 0)
      (queens (rest x) (cons (first x) y) z))))

(defproc sieve (n)
  (let ((prime (make-array (+ n 1) t)) (count 0))
    (do ((i 2 (+ i 1))) ((> i n) count)
      (when (aref prime i)
        (setq count (+ count 1))
        (do ((j (* i i) (+ j i))) ((> j n))
          (aset prime j nil))))))

(defproc sum-loop (n)
  (let ((s 0))
    (dotimes (i n s)
      (setq s (+ s (* i (modulo i 7)))))))

(defproc make-counter ()
  (let ((n 0))
    (lambda (d) (setq n (+ n d)) n)))

(defproc count-with-closure (n)
  (let ((c (make-counter)))
    (dotimes (i n) (c i))
    (c 0)))

(defproc deriv (a)
  (cond
    ((not (pair? a)) (if (= a 'x) 1 0))
    ((= (first a) '+) (cons '+ (map-with deriv (rest a))))
    ((= (first a) '-) (cons '- (map-with deriv (rest a))))
    ((= (first a) '*)
      (list '* a (cons '+ (map-with (lambda (b) (list '/ (deriv b) b)) (rest a)))))
    (t 0)))

(defproc derivatives (n)
  (let ((result nil))
    (dotimes (i n (length result))
      (setq result (deriv '(+ (* 3 x x) (* a x x) (* b x) 5))))))

(defproc float-loop (n)
  (let ((x 0.0))
    (dotimes (i n x)
      (setq x (+ (* x 0.999) 1.5)))))

(defproc tree (depth)
  (if (= depth 0)
    (cons nil nil)
    (cons (tree (- depth 1)) (tree (- depth 1)))))

(defproc nodes (tree)
  (if (null? (first tree))
    1
    (+ 1 (nodes (first tree)) (nodes (rest tree)))))

(defproc trees (n)
  (let ((s 0))
    (dotimes (i n s)
      (setq s (+ s (nodes (tree 14)))))))

(defproc catches (n)
  (let ((s 0))
    (dotimes (i n s)
      (setq s (+ s (catch 'k (if (even? i) (throw 'k 1) 2)))))))

(defproc run (workload)
  (case workload
    (none 0)
    (fib (fib 35))
    (tak (let ((r nil)) (dotimes (i 400 r) (setq r (tak 18 12 6)))))
    (remove (removals))
    (queens (queens '(1 2 3 4 5 6 7 8 9 10 11) nil nil))
    (sieve (sieve 10000000))
    (loop (sum-loop 50000000))
    (closure (count-with-closure 25000000))
    (deriv (derivatives 300000))
    (float (float-loop 50000000))
    (trees (trees 100))
    (catch (catches 4000000))
    (t (error "unknown workload" workload))))

(print (run (string->symbol (first *arguments*))))
