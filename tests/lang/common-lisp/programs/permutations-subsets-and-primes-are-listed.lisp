; not under: stress: thousands of calls take long with a collection at each
; Permutations, combinations, subsets, primes, change for an amount.
(require 'common-lisp)
(defun permutations (bag)
  (if (null bag)
      '(())
      (mapcan #'(lambda (e)
                  (mapcar #'(lambda (p) (cons e p))
                          (permutations (remove e bag :count 1 :test #'eq))))
              bag)))

(defun combinations (k items)
  (cond ((= k 0) (list nil))
        ((endp items) nil)
        (t (nconc (mapcar #'(lambda (c) (cons (first items) c)) (combinations (1- k) (rest items)))
                  (combinations k (rest items))))))

(defun subsets (set)
  (reduce #'(lambda (x acc) (append acc (mapcar #'(lambda (s) (cons x s)) acc)))
          set :from-end t :initial-value '(())))

(defun primep (n)
  (when (> n 1)
    (loop for i from 2 to (isqrt n) never (zerop (mod n i)))))

(defmacro do-primes ((var start end) &body body)
  (let ((last (gensym)))
    `(do ((,var (next-prime ,start) (next-prime (1+ ,var))) (,last ,end))
         ((> ,var ,last))
       ,@body)))

(defun next-prime (n) (loop for k from n when (primep k) return k))

(defun change (amount coins)
  (cond ((zerop amount) 1)
        ((or (minusp amount) (null coins)) 0)
        (t (+ (change amount (rest coins)) (change (- amount (first coins)) coins)))))

(print (permutations '(1 2 3)))
(print (combinations 2 '(a b c d)))
(print (subsets '(1 2 3)))
(print (loop for n below 30 when (primep n) collect n))
(let ((found '())) (do-primes (p 40 60) (push p found)) (print (nreverse found)))
(print (change 100 '(50 25 10 5 1)))
(print (loop for i from 1 to 10 for f = 1 then (* f i) finally (return f)))
(print (loop for a = 0 then b and b = 1 then (+ a b) repeat 12 collect a))
;>>
;>> ((1 2 3) (1 3 2) (2 1 3) (2 3 1) (3 1 2) (3 2 1)) 
;>> ((A B) (A C) (A D) (B C) (B D) (C D)) 
;>> (NIL (3) (2) (2 3) (1) (1 3) (1 2) (1 2 3)) 
;>> (2 3 5 7 11 13 17 19 23 29) 
;>> (41 43 47 53 59) 
;>> 292 
;>> 3628800 
;>> (0 1 1 2 3 5 8 13 21 34 55 89) 
