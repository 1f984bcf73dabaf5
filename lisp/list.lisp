; Functions on lists that take functions.

(defproc map-with (f list &rest more)
  "The list of the results of calling `f` on the elements of `list` (and of further lists, side by side).

(map-with (lambda (x) (* x x)) '(1 2 3))  ;=> (1 4 9)
(map-with + '(1 2) '(10 20 30))           ;=> (11 22)"
  (if more
    (let loop ((lists (cons list more)) (result nil))
      (if (find-if null? lists)
        (reverse result)
        (loop (map-with rest lists)
          (cons (apply f (map-with first lists)) result))))
    (let loop ((l list) (result nil))
      (if l
        (loop (rest l) (cons (f (first l)) result))
        (reverse result)))))

(defproc find-if (predicate list)
  "The first element for which `predicate` is true, or nil.

(find-if even? '(1 2 3 4))  ;=> 2
(find-if even? '(1 3))      ;=> nil"
  (dolist (x list)
    (when (predicate x) (return x))))
