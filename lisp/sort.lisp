; Sorting: a stable merge sort that makes new lists and changes none, so that `before?` may do what it likes.

(defproc sort (list before?)
  "The elements in the order that `before?` defines: it gets two elements and tells whether the first must come before
the second. Elements of which neither must come first keep their order. The argument does not change. Given a vector,
the result is a vector.

(sort '(3 1 2) <)                                                   ;=> (1 2 3)
(sort '((b 1) (a 0) (c 1)) (lambda (x y) (> (second x) (second y))))  ;=> ((b 1) (c 1) (a 0))
(sort (vector 3 1 2) >)                                             ;=> #(3 2 1)
(sort '(1 a) <)                                                     ;!! wrong-type"
  (%check (list sequence) (before? function))
  (if (array? list)
    (list->array (sort (array->list list) before?))
    ; Not in tail position: an error inside is that of `sort`.
    (let ((sorted (%sort-ascending list (list-length list) before?))) sorted)))

; A list can only be built from its end. So merging two ascending lists makes a descending one, and the other way round:
; each half is sorted the other way, and nothing is ever reversed. The depth is the logarithm of the length.

(defproc %sort-ascending (items n before?)
  "The first `n` items in order."
  (cond
    ((> n 2)
      (let ((half (quotient n 2)))
        (%merge-descending
          (%sort-descending items half before?)
          (%sort-descending (drop half items) (- n half) before?)
          before?)))
    ((= n 2)
      (let ((a (first items)) (b (second items)))
        (if (before? b a) (list b a) (list a b))))
    ((= n 1) (list (first items)))
    (t nil)))

(defproc %sort-descending (items n before?)
  "The first `n` items in reverse order."
  (cond
    ((> n 2)
      (let ((half (quotient n 2)))
        (%merge-ascending
          (%sort-ascending items half before?)
          (%sort-ascending (drop half items) (- n half) before?)
          before?)))
    ((= n 2)
      (let ((a (first items)) (b (second items)))
        (if (before? b a) (list a b) (list b a))))
    ((= n 1) (list (first items)))
    (t nil)))

(defproc %merge-ascending (a b before?)
  "One descending list of the elements of two ascending ones. Of elements in no order those of `b` come first, which is
later."
  (let loop ((a a) (b b) (result nil))
    (cond
      ((null? a) (append-reverse b result))
      ((null? b) (append-reverse a result))
      ((before? (first b) (first a)) (loop a (rest b) (cons (first b) result)))
      (t (loop (rest a) b (cons (first a) result))))))

(defproc %merge-descending (a b before?)
  "One ascending list of the elements of two descending ones. Of elements in no order those of `a` come first."
  (let loop ((a a) (b b) (result nil))
    (cond
      ((null? a) (append-reverse b result))
      ((null? b) (append-reverse a result))
      ((before? (first b) (first a)) (loop (rest a) b (cons (first a) result)))
      (t (loop a (rest b) (cons (first b) result))))))

(defproc sort-by (key list &optional (before? <))
  "The elements in the order of what the function `key` gives for them, which is called once for each: ascending, or in
the order of `before?`.

(sort-by abs '(-3 2 -1))                       ;=> (-1 2 -3)
(sort-by first '((\"b\" 1) (\"a\" 2)) string<?)    ;=> ((\"a\" 2) (\"b\" 1))"
  (%check (key function) (list list) (before? function))
  ; A predicate in the place of the key is the usual mistake: nobody looks for it inside of `<`.
  (let* ((numbers? (and (= before? <) (rest list)))
         (keyed
           (map-with
             (lambda (x)
               (let ((value (key x)))
                 (when numbers? (%check (value number "without before?, what key returns")))
                 (cons value x)))
             list)))
    (map-with cdr (sort keyed (lambda (a b) (before? (car a) (car b)))))))

(defproc merge-sorted (a b before?)
  "One list in order of the elements of two lists in order. Of elements in no order those of `a` come first.

(merge-sorted '(1 4 5) '(2 3 6) <)  ;=> (1 2 3 4 5 6)"
  (%check (a list) (b list) (before? function))
  (reverse (%merge-ascending a b before?)))

(defproc sorted? (list before?)
  "Returns whether the list is in the order that `before?` defines.

(sorted? '(1 2 2 3) <)  ;=> t
(sorted? '(1 3 2) <)    ;=> nil"
  (%check (list list) (before? function))
  (let loop ((l list))
    (cond
      ((null? (rest l)) t)
      ((before? (second l) (first l)) #f)
      (t (loop (rest l))))))
