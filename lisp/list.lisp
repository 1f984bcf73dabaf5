; Functions on lists that take functions.
;
; The compiler replaces calls of a `definline` by its body. A `lambda` or builtin that is an argument of the call is
; compiled where the body calls it: therefore a body calls its function at one place.
;
; They are compiled a second time for dialects with a distinct false, and so are the other files of the
; core. Therefore a list is asked by `null?` or `pair?` whether it has an end, never by its truth; `#f` is what is not
; there, `nil` the empty list.
;
; They walk lists with `dolist` or a named `let`, so the length of a list is never depth of a stack. What they collect
; is in the variables of a named `let`, not assigned: a function that they call may capture a continuation, and each
; return from there then goes on with its own collection.
;
; Those whose calls become loops do not check their function: the loop does not, either, and an empty list needs none.

(definline (%map f list)
  "The list of the results of calling `f` on the elements of `list`."
  (%check (list list))
  (let loop ((l list) (result nil))
    (if (null? l)
      (reverse result)
      (loop (rest l) (cons (f (first l)) result)))))

(defproc map-with (f list &rest more)
  "The list of the results of calling `f` on the elements of `list`; with further lists, on their elements side by side,
as far as the shortest reaches.

(map-with (lambda (x) (* x x)) '(1 2 3))  ;=> (1 4 9)
(map-with + '(1 2) '(10 20 30))           ;=> (11 22)"
  (if (pair? more)
    (let loop ((lists (cons list more)) (result nil))
      (if (member? nil lists)
        (reverse result)
        (loop (map-with rest lists) (cons (apply f (map-with first lists)) result))))
    (progn (%check (list list)) (%map f list))))

(definline (map-with f list) (%map f list))

(definline (map-with f a b)
  (let loop ((i a) (j b) (result nil))
    (if (or (null? i) (null? j))
      (reverse result)
      (loop (rest i) (rest j) (cons (f (first i) (first j)) result)))))

(definline (map-with f a b c)
  (let loop ((i a) (j b) (k c) (result nil))
    (if (or (null? i) (null? j) (null? k))
      (reverse result)
      (loop (rest i) (rest j) (rest k) (cons (f (first i) (first j) (first k)) result)))))

(definline (map-with f a b c d)
  (let loop ((i a) (j b) (k c) (l d) (result nil))
    (if (or (null? i) (null? j) (null? k) (null? l))
      (reverse result)
      (loop (rest i) (rest j) (rest k) (rest l) (cons (f (first i) (first j) (first k) (first l)) result)))))

(defproc for-each (f list &rest more)
  "Calls `f` on the elements of `list` in turn, for its effect; with further lists, on their elements side by side.
Returns nil.

(for-each print '(1 2))                     ;=> nil
(for-each display '(1 2 3))                 ;>> 123
(for-each (lambda (x y) (display x y)) '(a b) '(1 2))  ;>> a1b2"
  (if (pair? more)
    (let loop ((lists (cons list more)))
      (unless (member? nil lists)
        (apply f (map-with first lists))
        (loop (map-with rest lists))))
    (progn (%check (list list)) (dolist (x list) (f x)))))

(definline (for-each f list)
  (%check (list list))
  (dolist (x list) (f x)))

(definline (for-each f a b)
  (let loop ((i a) (j b))
    (unless (or (null? i) (null? j))
      (f (first i) (first j))
      (loop (rest i) (rest j)))))

(definline (for-each f a b c)
  (let loop ((i a) (j b) (k c))
    (unless (or (null? i) (null? j) (null? k))
      (f (first i) (first j) (first k))
      (loop (rest i) (rest j) (rest k)))))

(definline (for-each f a b c d)
  (let loop ((i a) (j b) (k c) (l d))
    (unless (or (null? i) (null? j) (null? k) (null? l))
      (f (first i) (first j) (first k) (first l))
      (loop (rest i) (rest j) (rest k) (rest l)))))

(defproc append-map (f list)
  "One list of the elements of all lists that `f` returns for the elements of `list`.

(append-map (lambda (x) (iota x)) '(1 2 3))  ;=> (0 0 1 0 1 2)"
  (%check (f function) (list list))
  (let loop ((l list) (result nil))
    (if (null? l)
      (reverse result)
      (loop (rest l) (append-reverse (f (first l)) result)))))

(defproc append-reverse (list tail)
  "The elements of `list` in reverse order, followed by those of `tail`.

(append-reverse '(3 2 1) '(4 5))  ;=> (1 2 3 4 5)"
  (%check (list list))
  (let loop ((l list) (result tail))
    (if (null? l)
      result
      (loop (rest l) (cons (first l) result)))))

(defproc map-indexed (f list)
  "The list of the results of calling `f` on the index, counted from 0, and the element, for each element of `list`.

(map-indexed (lambda (i x) (* i x)) '(5 6 7))  ;=> (0 6 14)"
  (%check (f function) (list list))
  (let loop ((l list) (i 0) (result nil))
    (if (null? l)
      (reverse result)
      (loop (rest l) (+ i 1) (cons (f i (first l)) result)))))

(defproc list-tabulate (count f)
  "The list of the results of calling `f` on the numbers from 0 below `count`.

(list-tabulate 4 square)  ;=> (0 1 4 9)"
  (%check (count count) (f function))
  (let loop ((i 0) (result nil))
    (if (< i count)
      (loop (+ i 1) (cons (f i) result))
      (reverse result))))

(defproc zip (list &rest more)
  "The elements of the lists side by side: a list of their first elements, one of their second ones, and so on, as far
as the shortest reaches.

(zip '(1 2 3) '(a b c))  ;=> ((1 a) (2 b) (3 c))
(zip '(1 2) '(a))        ;=> ((1 a))"
  (%check (list list))
  (let loop ((lists (cons list more)) (result nil))
    (if (member? nil lists)
      (reverse result)
      (loop (map-with rest lists) (cons (map-with first lists) result)))))

; Searching

(definline (find-if predicate list)
  "The first element for which `predicate` is true, or nil.

(find-if even? '(1 2 3 4))  ;=> 2
(find-if even? '(1 3))      ;=> nil"
  (%check (list list))
  (dolist (x list #f)
    (when (predicate x) (return x))))

(defproc find-index (predicate list)
  "The index, counted from 0, of the first element for which `predicate` is true, or nil.

(find-index even? '(1 3 4))  ;=> 2
(find-index even? '(1 3))    ;=> nil"
  (%check (predicate function) (list list))
  (let loop ((l list) (i 0))
    (cond
      ((null? l) #f)
      ((predicate (first l)) i)
      (t (loop (rest l) (+ i 1))))))

(defproc assoc-if (predicate alist)
  "The first list in `alist` for whose first element `predicate` is true, or nil.

(assoc-if even? '((1 a) (2 b)))  ;=> (2 b)"
  (%check (predicate function) (alist list))
  (dolist (entry alist #f)
    (when (predicate (first entry)) (return entry))))

(definline (count-if predicate list)
  "The number of elements for which `predicate` is true.

(count-if even? '(1 2 3 4))  ;=> 2"
  (%check (list list))
  (let loop ((l list) (count 0))
    (if (null? l)
      count
      (loop (rest l) (if (predicate (first l)) (+ count 1) count)))))

(definline (every? predicate list)
  "Returns whether `predicate` is true of every element.

(every? even? '(2 4))  ;=> t
(every? even? '(2 3))  ;=> nil
(every? even? nil)     ;=> t"
  (%check (list list))
  (dolist (x list t)
    (unless (predicate x) (return #f))))

(definline (some? predicate list)
  "Returns whether `predicate` is true of some element. (For the element itself, see `find-if`.)

(some? even? '(1 2))  ;=> t
(some? even? '(1 3))  ;=> nil"
  (%check (list list))
  (dolist (x list #f)
    (when (predicate x) (return t))))

(defproc max-by (key list)
  "The element for which the function `key` gives the greatest number, the first of them if there are several; nil of
the empty list.

(max-by length '(\"a\" \"ccc\" \"bbb\"))  ;=> \"ccc\"
(max-by - nil)                      ;=> nil"
  (%check (key function) (list list))
  ; Not in tail position: an error inside is that of `max-by`.
  (let ((best (%best key > list))) best))

(defproc min-by (key list)
  "The element for which the function `key` gives the smallest number, the first of them if there are several; nil of
the empty list.

(min-by abs '(-3 2 -2))  ;=> 2"
  (%check (key function) (list list))
  (let ((best (%best key < list))) best))

(defproc %best (key better? list)
  "The first element whose key is better than those of all others."
  (if (null? list)
    #f
    (let loop ((l (rest list)) (best (first list)) (best-key (key (first list))))
      (if (null? l)
        best
        (let* ((x (first l)) (k (key x)))
          (if (better? k best-key)
            (loop (rest l) x k)
            (loop (rest l) best best-key)))))))

; Selecting

(definline (filter predicate list)
  "The list of the elements for which `predicate` is true.

(filter even? '(1 2 3 4))  ;=> (2 4)"
  (%check (list list))
  (let loop ((l list) (result nil))
    (if (null? l)
      (reverse result)
      (let ((x (first l)))
        (loop (rest l) (if (predicate x) (cons x result) result))))))

(definline (remove-if predicate list)
  "The list of the elements for which `predicate` is not true.

(remove-if even? '(1 2 3 4))  ;=> (1 3)"
  (%check (list list))
  (let loop ((l list) (result nil))
    (if (null? l)
      (reverse result)
      (let ((x (first l)))
        (loop (rest l) (if (predicate x) result (cons x result)))))))

(defproc partition (predicate list)
  "Two values: the list of the elements for which `predicate` is true, and the list of the others.

(receive (even odd) (partition even? '(1 2 3 4)) (list even odd))  ;=> ((2 4) (1 3))"
  (%check (predicate function) (list list))
  (let loop ((l list) (in nil) (out nil))
    (cond
      ((null? l) (values (reverse in) (reverse out)))
      ((predicate (first l)) (loop (rest l) (cons (first l) in) out))
      (t (loop (rest l) in (cons (first l) out))))))

(defproc take-while (predicate list)
  "The list of the elements before the first one for which `predicate` is not true.

(take-while even? '(2 4 5 6))  ;=> (2 4)"
  (%check (predicate function) (list list))
  (let loop ((l list) (result nil))
    (if (and (not (null? l)) (predicate (first l)))
      (loop (rest l) (cons (first l) result))
      (reverse result))))

(defproc drop-while (predicate list)
  "The part of the list that begins with the first element for which `predicate` is not true.

(drop-while even? '(2 4 5 6))  ;=> (5 6)"
  (%check (predicate function) (list list))
  (let loop ((l list))
    (if (and (not (null? l)) (predicate (first l)))
      (loop (rest l))
      l)))

(defproc group-by (key list)
  "A list with one list for each value of the function `key`: the value, then the elements that have it. Values and
elements keep the order in which they came.

(group-by even? '(1 2 3 4))  ;=> ((nil 1 3) (t 2 4))
(group-by length '(\"a\" \"bb\" \"c\"))  ;=> ((1 \"a\" \"c\") (2 \"bb\"))"
  (%check (key function) (list list))
  (let ((groups (make-table)))
    (dolist (x list)
      (let ((k (key x)))
        (table-set! groups k (cons x (table-ref groups k nil)))))
    (map-with
      (lambda (group) (cons (first group) (reverse (second group))))
      (table->list groups))))

; Folding

(definline (fold-left f initial list)
  "Combines the elements to one value, from the left: calls `f` on the value so far, which is `initial` at first, and
the next element.

(fold-left + 0 '(1 2 3))        ;=> 6
(fold-left - 10 '(1 2 3))       ;=> 4
(fold-left list 'start '(1 2))  ;=> ((start 1) 2)
(fold-left max 0 nil)           ;=> 0"
  (%check (list list))
  (let loop ((l list) (result initial))
    (if (null? l)
      result
      (loop (rest l) (f result (first l))))))

(definline (fold-right f initial list)
  "Combines the elements to one value, from the right: calls `f` on an element and the value of all that follow it,
which is `initial` for the last.

(fold-right cons nil '(1 2 3))   ;=> (1 2 3)
(fold-right list 'end '(1 2))    ;=> (1 (2 end))"
  (%check (list list))
  (let loop ((l (reverse list)) (result initial))
    (if (null? l)
      result
      (loop (rest l) (f (first l) result)))))
