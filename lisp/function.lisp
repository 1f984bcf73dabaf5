; Functions that make functions.

(defproc compose (&rest functions)
  "The function that calls the last of `functions` on its arguments, the one before on the result, and so on.

((compose abs -) 5)           ;=> 5
((compose - abs) 5)           ;=> -5
(map-with (compose first rest) '((1 2) (3 4)))  ;=> (2 4)"
  (dolist (function functions) (%check (function function)))
  (if (null? functions)
    identity
    (let* ((inner-first (reverse functions)) (inner (first inner-first)) (outer (rest inner-first)))
      (lambda (&rest arguments)
        (fold-left (lambda (value f) (f value)) (apply inner arguments) outer)))))

(defproc complement (predicate)
  "The function that is true where `predicate` is not.

(filter (complement even?) '(1 2 3))   ;=> (1 3)"
  (%check (predicate function))
  (lambda (&rest arguments)
    ; One argument is the usual case.
    (if (and (pair? arguments) (null? (rest arguments)))
      (not (predicate (first arguments)))
      (not (apply predicate arguments)))))

(defproc constantly (value)
  "The function that returns `value`, whatever its arguments.

(map-with (constantly 0) '(a b c))  ;=> (0 0 0)"
  (lambda (&rest arguments) value))

(defproc partial (f &rest arguments)
  "The function that calls `f` on `arguments` followed by its own.

(map-with (partial * 10) '(1 2 3))  ;=> (10 20 30)"
  (%check (f function))
  (lambda (&rest more) (apply f (append arguments more))))

(defproc flip (f)
  "The function of two arguments that calls `f` on them in the other order.

((flip -) 1 10)                     ;=> 9
(fold-left (flip cons) nil '(1 2 3))  ;=> (3 2 1)"
  (%check (f function))
  (lambda (a b) (f b a)))

(defproc memoize (f)
  "The function that calls `f` only once for equal arguments, and keeps the results.

(let ((slow-square (memoize (lambda (x) (display \"once\") (* x x))))) (slow-square 4) (slow-square 4))  ;=> 16
(let ((slow-square (memoize (lambda (x) (display \"once\") (* x x))))) (slow-square 4) (slow-square 4))  ;>> once
(progn (defproc fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (setq fib (memoize fib)) (fib 90))  ;=> 2880067194370816120"
  (%check (f function))
  (let ((results (make-table)))
    (lambda (&rest arguments)
      (if (table-has? results arguments)
        (table-ref results arguments)
        (let ((result (apply f arguments)))
          (table-set! results arguments result)
          result)))))

; Operators with methods for two arguments, called with more: the machine calls these.

(defproc %fold-operator (operator a b &rest more)
  "Applies the operator to the first two arguments, to the result and the third, and so on."
  (let loop ((value (operator a b)) (more more))
    (if (null? more)
      value
      (loop (operator value (first more)) (rest more)))))

(defproc %chain-operator (operator a b &rest more)
  "Returns whether the operator holds for each argument and the next."
  (let loop ((a a) (b b) (more more))
    (and (operator a b)
      (or (null? more) (loop b (first more) (rest more))))))

(defproc %differ-operator (operator &rest arguments)
  "Returns whether the operator holds for each two arguments."
  (let loop ((arguments arguments))
    (or (null? (rest arguments))
      (and (every? (lambda (b) (operator (first arguments) b)) (rest arguments))
        (loop (rest arguments))))))
