; Twelve problems for benches/constraints.py: the models that the other systems get, with the same order of choices: the variables as they stand in the
; list, the least value first, then without it, as Gecode branches. With `own`, five of them in an order of their own instead (see below).
;
;   klammer run benches/constraints/models.lisp PROBLEM [own]
;
; Prints how many solutions there are (or the best cost) and how many nodes the search had, the first included.

(require 'constraints)

(setq *nodes* 0)

(defproc walk (s order found)
  "Calls `found` with each solution below the store, which is used up."
  (inc! *nodes*)
  (when (propagate-fixpoint s)
    (let loop ((order order))
      (cond
        ((null? order) (found s))
        ((value s (first order)) (loop (rest order)))
        (t
          (let* ((x (first order)) (v (lower s x)) (other (duplicate s)))
            (assign! s x v)
            (walk s order found)
            (eliminate! other x v)
            (walk other order found)))))))

; A heuristic arranges the variables once, and tells the one to branch on, or nil, and which of its values comes first.
(setq *arrange* nil)
(setq *choose* nil)
(setq *first-value* lower)

(defproc walk-by (s xs found)
  "The same search in the order of `*choose*` and `*first-value*`."
  (inc! *nodes*)
  (when (propagate-fixpoint s)
    (let ((x (*choose* s xs)))
      (if x
        (let ((v (*first-value* s x)) (other (duplicate s)))
          (assign! s x v)
          (walk-by s xs found)
          (eliminate! other x v)
          (walk-by other xs found))
        (found s)))))

(defproc all (s order)
  (let ((count 0))
    (if *choose*
      (walk-by (duplicate s) (*arrange* order) (lambda (s) (inc! count)))
      (walk (duplicate s) order (lambda (s) (inc! count))))
    count))

(defproc least (s order cost)
  "Each store is bounded by the best cost when its turn comes."
  (let ((best nil))
    (let walk ((s (duplicate s)) (order order))
      (inc! *nodes*)
      (when (and (or (null? best) (at-most! s cost (- best 1))) (propagate-fixpoint s))
        (let loop ((order order))
          (cond
            ((null? order) (setq best (lower s cost)))
            ((value s (first order)) (loop (rest order)))
            (t
              (let* ((x (first order)) (v (lower s x)) (other (duplicate s)))
                (assign! s x v)
                (walk s order)
                (eliminate! other x v)
                (walk other order)))))))
    best))

(defproc queens (n)
  (let* ((s (make-store)) (q (variables s n 0 (- n 1))))
    (all-different! s q 'value)
    (all-different! s (map-with (lambda (x i) (expression! s (+ x i))) q (iota n)) 'value)
    (all-different! s (map-with (lambda (x i) (expression! s (- x i))) q (iota n)) 'value)
    (all s q)))

(defproc golomb (n)
  (let* ((s (make-store)) (marks (variables s n 0 (* n n))) (distances nil))
    (post! s (= (first marks) 0) (apply < marks))
    (do ((l marks (rest l))) ((null? l))
      (dolist (b (rest l))
        (let ((distance (expression! s (- b (first l)))))
          (at-least! s distance 0)
          (push! distance distances))))
    (all-different! s (reverse distances) 'bounds)
    (post! s (< (- (second marks) (first marks)) (- (last marks) (nth (- n 2) marks))))
    (least s marks (last marks))))

(defproc all-interval (n)
  (let* ((s (make-store)) (xs (variables s n 0 (- n 1))) (steps (variables s (- n 1) 1 (- n 1))))
    (for-each (lambda (a b d) (post! s (= d (abs (- a b))))) xs (rest xs) steps)
    (all-different! s xs)
    (all-different! s steps)
    (post! s (< (first xs) (last xs)))
    (all s xs)))

(defproc magic-square (n)
  (let* ((s (make-store)) (cells (variables s (* n n) 1 (* n n))) (sum (quotient (* n (+ 1 (* n n))) 2)))
    (let ((line! (lambda (start step)
                   (let ((line (map-with (lambda (i) (nth (+ start (* i step)) cells)) (iota n))))
                     (post! s (= (apply + line) sum)))))
          (corner (lambda (i) (nth i cells))))
      (all-different! s cells)
      (dotimes (i n) (line! (* i n) 1))
      (dotimes (i n) (line! i n))
      (line! 0 (+ n 1))
      (line! (- n 1) (- n 1))
      (let ((a (corner 0)) (b (corner (- n 1))) (c (corner (* n (- n 1)))) (d (corner (- (* n n) 1))))
        (post! s (< a b) (< a d) (< b c))))
    (all s cells)))

(defproc costas (n)
  (let* ((s (make-store)) (xs (variables s n 1 n)))
    (all-different! s xs)
    (dolist (distance (iota (- n 2) 1))
      (all-different! s (map-with (lambda (a b) (expression! s (- b a))) xs (drop distance xs)) 'value))
    (all s xs)))

(defproc langford (n)
  (let* ((s (make-store)) (firsts (variables s n 0 (- (* 2 n) 1))))
    (let ((seconds (map-with (lambda (x k) (expression! s (+ x k 1))) firsts (iota n 1))))
      (dolist (x seconds) (post! s (< x (* 2 n))))
      (all-different! s (append firsts seconds))
      (post! s (<= (* 2 (first firsts)) (- (* 2 n) 3))))
    (all s firsts)))

(defproc coins (amount)
  (let* ((s (make-store)) (coins '(50 20 10 5 2 1))
         (xs (map-with (lambda (c) (variable s 0 (quotient amount c))) coins)))
    (post! s (= (dot coins xs) amount))
    (all s xs)))

(defproc latin-square (n)
  (let* ((s (make-store)) (rows (map-with (lambda (i) (variables s n 0 (- n 1))) (iota n))))
    (dolist (row rows) (all-different! s row))
    (for-each (lambda (column) (all-different! s column)) (apply map-with list rows))
    (for-each (lambda (x i) (post! s (= x i))) (first rows) (iota n))
    (for-each (lambda (row i) (post! s (= (first row) i))) rows (iota n))
    (all s (apply append rows))))

(defproc mycielski (edges nodes)
  "The edges and nodes of the next graph without triangles that needs a colour more."
  (list
    (append edges
      (apply append
        (map-with (lambda (e) (list (list (+ (first e) nodes) (second e)) (list (first e) (+ (second e) nodes))))
          edges))
      (map-with (lambda (i) (list (+ i nodes) (* 2 nodes))) (iota nodes)))
    (+ (* 2 nodes) 1)))

(defproc colours (times colours)
  (let ((graph '(((0 1)) 2)))
    (dotimes (i times) (setq graph (mycielski (first graph) (second graph))))
    (let* ((s (make-store)) (xs (variables s (second graph) 1 colours)))
      (dolist (edge (first graph))
        (post! s (/= (nth (first edge) xs) (nth (second edge) xs))))
      (all s xs))))

(defproc schur (n boxes)
  "Numbers in boxes, none of which has two and their sum."
  (let* ((s (make-store)) (xs (variables s n 1 boxes)))
    (dolist (i (iota n 1))
      (dolist (j (iota (max 0 (- n i i -1)) i))
        (let ((a (nth (- i 1) xs)) (b (nth (- j 1) xs)) (c (nth (+ i j -1) xs)))
          (if (= i j) (post! s (/= a c)) (post! s (or (/= a b) (/= b c)))))))
    (all s xs)))

(defproc partition (n)
  "The numbers up to 2 n in two sets with the same sum and the same sum of squares."
  (let* ((s (make-store)) (all-numbers (iota (* 2 n) 1)) (xs (variables s n 1 (* 2 n))) (ys (variables s n 1 (* 2 n))))
    (all-different! s (append xs ys))
    (apply-less! s xs)
    (apply-less! s ys)
    (let ((squares (lambda (l) (map-with (lambda (x) (expression! s (* x x))) l))) (sum (apply + all-numbers)))
      (post! s (= (apply + xs) (quotient sum 2)) (= (apply + ys) (quotient sum 2)))
      (let ((half (quotient (apply + (map-with (lambda (i) (* i i)) all-numbers)) 2)) (a (squares xs)) (b (squares ys)))
        (post! s (= (apply + a) half) (= (apply + b) half))))
    (post! s (= (first xs) 1))
    (all s (append xs ys))))

(defproc apply-less! (s xs)
  (for-each (lambda (a b) (post! s (< a b))) xs (rest xs)))

(defproc block-design (v k)
  "A matrix of 0 and 1, square, k ones in each row and column, each two rows share one; rows and columns in lexicographic order."
  (let* ((s (make-store)) (rows (map-with (lambda (i) (variables s v 0 1)) (iota v)))
         (columns (apply map-with list rows)))
    (dolist (row rows) (post! s (= (apply + row) k)))
    (dolist (column columns) (post! s (= (apply + column) k)))
    (do ((l rows (rest l))) ((null? l))
      (dolist (other (rest l))
        (let ((both (map-with (lambda (a b) (expression! s (* a b))) (first l) other)))
          (post! s (= (apply + both) 1)))))
    (for-each (lambda (a b) (lex-less-equal! s b a)) rows (rest rows))
    (for-each (lambda (a b) (lex-less-equal! s b a)) columns (rest columns))
    (all s (apply append rows))))

(setq *problems*
  (list
    (list "queens" (lambda () (queens 9)))
    (list "golomb" (lambda () (golomb 9)))
    (list "all-interval" (lambda () (all-interval 10)))
    (list "magic-square" (lambda () (magic-square 4)))
    (list "costas" (lambda () (costas 9)))
    (list "langford" (lambda () (langford 8)))
    (list "coins" (lambda () (coins 150)))
    (list "latin-square" (lambda () (latin-square 6)))
    (list "colours" (lambda () (colours 3 4)))
    (list "schur" (lambda () (schur 13 3)))
    (list "partition" (lambda () (partition 10)))
    (list "block-design" (lambda () (block-design 13 4)))))

; Orders of their own

(defproc least-by (key s xs)
  "The open variable with the least key; the first of several."
  (let ((open (filter (lambda (x) (null? (value s x))) xs)))
    (and open (min-by key open))))

(defproc from-the-middle (xs)
  (let ((middle (quotient (length xs) 2)))
    (map-with second (sort-by first (map-with (lambda (x i) (list (abs (- i middle)) x)) xs (iota (length xs)))))))

; The variables as they are looked at, which one comes next, which of its values first.
(setq *heuristics*
  (list
    ; Fewest rows first, of these the one nearest to the middle: it sees most of the board.
    (list "queens" from-the-middle (lambda (s xs) (least-by (lambda (x) (count-candidates s x)) s xs)) lower)
    ; From the middle, where most differences meet.
    (list "costas" from-the-middle (lambda (s xs) (find-if (lambda (x) (null? (value s x))) xs)) lower)
    ; The first place that is still free is somebody's: who can begin there and has fewest others.
    (list "langford" identity
      (lambda (s xs) (least-by (lambda (x) (+ (* 100 (lower s x)) (count-candidates s x))) s xs)) lower)
    ; By what contradictions have taught, greatest values first: they leave least to the rest of a sum.
    (list "magic-square" identity (lambda (s xs) (min-dom/wdeg-cell s)) upper)
    ; Fewest values first, of these the one that can be greatest, as great as possible: squares are decided from above.
    (list "partition" identity
      (lambda (s xs) (least-by (lambda (x) (- (* 100 (count-candidates s x)) (upper s x))) s xs)) upper)))

(let ((problem (assoc (second (command-line)) *problems*)) (heuristic (assoc (second (command-line)) *heuristics*)))
  (when (and heuristic (= (third (command-line)) "own"))
    (setq *arrange* (second heuristic))
    (setq *choose* (third heuristic))
    (setq *first-value* (fourth heuristic)))
  (when problem
    (let ((result ((second problem))))
      (print (list result *nodes*)))))
