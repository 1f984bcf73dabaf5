; Common Lisp: lists.

; Comparison in functions that take :test, :test-not and :key.

(defproc %test-number (test test-not key)
  "The number of a test that natives know: 0 for `eql`, 1 for `equal`, 2 for `equalp`; nil for another one, and if there
is a key."
  (cond
    ((or test-not key) nil)
    ((or (eq test #'eql) (eq test #'eq) (eq test 'eql) (eq test 'eq)) 0)
    ((or (eq test #'equal) (eq test 'equal)) 1)
    ((or (eq test #'equalp) (eq test 'equalp)) 2)
    (t nil)))

(defproc %test-of-keys (test test-not keys others)
  "The number of a test that natives know and that holds of the same keys as this one, or nil."
  (if (or test-not (%test-number test nil nil))
    (%test-number test test-not nil)
    (let ((type
            (cond
              ((or (eq test #'=) (eq test '=)) (lambda (x) (and (number? x) (= x x))))
              ((member? test (list #'char= 'char= #'char-equal 'char-equal)) char?)
              ((member? test (list #'string= 'string= #'string-equal 'string-equal)) string?)
              (t nil))))
      (cond
        ((not (and type (every? type keys) (every? type others))) nil)
        ((member? test (list #'char= 'char= #'string= 'string=)) 1)
        (t 2)))))

(defproc %symmetric? (test)
  "Returns whether the test is one that the order of its arguments is nothing to."
  (or (%test-number test nil nil)
    (member? test
      (list nil #'= '= #'char= 'char= #'string= 'string= #'char-equal 'char-equal #'string-equal 'string-equal))))

(defproc %matcher (item test test-not key)
  "The predicate that is true of elements that fit the item."
  (cond
    (test-not (if key (lambda (x) (not (test-not item (key x)))) (lambda (x) (not (test-not item x)))))
    ((null? key) (lambda (x) (test item x)))
    ((eq test #'eql) (lambda (x) (#'eql item (key x))))
    ((eq test #'equal) (lambda (x) (#'equal item (key x))))
    (t (lambda (x) (test item (key x))))))

(defproc %keyed (predicate key)
  "The predicate that is true of elements whose key it is true of."
  (if key (lambda (x) (predicate (key x))) predicate))

(defproc %keyed-not (predicate key)
  "The predicate that is true of elements whose key it is not true of."
  (if key (lambda (x) (not (predicate (key x)))) (lambda (x) (not (predicate x)))))

(defproc %comparer (test test-not key)
  "The function that tells whether two elements fit each other."
  (cond
    (test-not (if key (lambda (a b) (not (test-not (key a) (key b)))) (lambda (a b) (not (test-not a b)))))
    (key (lambda (a b) (test (key a) (key b))))
    (t test)))

; Parts of lists

(defproc caaar (l) "The part of a list that the name says.

(caaar '(((1))))  ;=> 1" (car (caar l)))

(defproc caadr (l) "The part of a list that the name says.

(caadr '(1 (2)))  ;=> 2" (car (cadr l)))

(defproc cadar (l) "The part of a list that the name says.

(cadar '((1 2)))  ;=> 2" (cadr (car l)))

(defproc cdaar (l) "The part of a list that the name says.

(cdaar '(((1 2))))  ;=> (2)" (cdr (caar l)))

(defproc cdadr (l) "The part of a list that the name says.

(cdadr '(1 (2 3)))  ;=> (3)" (cdr (cadr l)))

(defproc cddar (l) "The part of a list that the name says.

(cddar '((1 2 3)))  ;=> (3)" (cddr (car l)))

(defproc caddar (l) "The part of a list that the name says.

(caddar '((1 2 3)))  ;=> 3" (caddr (car l)))

(defproc cadadr (l) "The part of a list that the name says.

(cadadr '(1 (2 3)))  ;=> 3" (cadr (cadr l)))

(defproc caaddr (l) "The part of a list that the name says.

(caaddr '(1 2 (3)))  ;=> 3" (car (caddr l)))

(defproc cdaddr (l) "The part of a list that the name says.

(cdaddr '(1 2 (3 4)))  ;=> (4)" (cdr (caddr l)))

(defproc cddddr (l) "The part of a list that the name says.

(cddddr '(1 2 3 4 5))  ;=> (5)" (cdr (cdddr l)))

(defproc caaaar (l) "The part of a list that the name says.

(caaaar '((((a)))))  ;=> a" (car (car (car (car l)))))

(defproc caaadr (l) "The part of a list that the name says.

(caaadr '(x . (((a)))))  ;=> a" (car (car (car (cdr l)))))

(defproc caadar (l) "The part of a list that the name says.

(caadar '((x . ((a)))))  ;=> a" (car (car (cdr (car l)))))

(defproc cadaar (l) "The part of a list that the name says.

(cadaar '(((x . (a)))))  ;=> a" (car (cdr (car (car l)))))

(defproc cdaaar (l) "The part of a list that the name says.

(cdaaar '((((x . a)))))  ;=> a" (cdr (car (car (car l)))))

(defproc cdaadr (l) "The part of a list that the name says.

(cdaadr '(x . (((x . a)))))  ;=> a" (cdr (car (car (cdr l)))))

(defproc cdadar (l) "The part of a list that the name says.

(cdadar '((x . ((x . a)))))  ;=> a" (cdr (car (cdr (car l)))))

(defproc cddaar (l) "The part of a list that the name says.

(cddaar '(((x . (x . a)))))  ;=> a" (cdr (cdr (car (car l)))))

(defproc cddadr (l) "The part of a list that the name says.

(cddadr '(x . ((x . (x . a)))))  ;=> a" (cdr (cdr (car (cdr l)))))

(defproc cdddar (l) "The part of a list that the name says.

(cdddar '((x . (x . (x . a)))))  ;=> a" (cdr (cdr (cdr (car l)))))

(defproc %pairs (list)
  "The number of pairs of a list, which may be dotted."
  (let loop ((l list) (n 0)) (if (pair? l) (loop (rest l) (+ n 1)) n)))

(defproc list-length (list)
  "The number of elements of a list, nil for a circular one.

(list-length '(1 2 3))                                 ;=> 3
(let ((l (list 1 2))) (setf (cddr l) l) (list-length l))  ;=> nil"
  (%check (list list))
  (let loop ((fast list) (slow list) (n 0))
    (cond
      ((#'endp fast) n)
      ((#'endp (rest fast)) (+ n 1))
      ((and (eq fast slow) (> n 0)) nil)
      (t (loop (cddr fast) (rest slow) (+ n 2))))))

(defproc last (list &optional (n 1))
  "The last n pairs of a list.

(last '(1 2 3))        ;=> (3)
(last '(1 2 3) 2)      ;=> (2 3)
(last '(1 2 . 3) 0)    ;=> 3"
  (cond
    ((= n 1) (last-pair list))
    ((< n 0) (%type-error 'last n 'unsigned-byte))
    (t (drop (max 0 (- (%pairs list) n)) list))))

(definline (last list) (last-pair list))

(defproc butlast (list &optional (n 1))
  "The list without its last n elements.

(butlast '(1 2 3))      ;=> (1 2)
(butlast '(1 2 . 3))    ;=> (1)
(butlast '(1 2 3) 5)    ;=> nil"
  (take (max 0 (- (%pairs list) n)) list))

(defproc nbutlast (list &optional (n 1))
  "The list without its last n elements.

(nbutlast (list 1 2 3))  ;=> (1 2)"
  (let ((kept (- (%pairs list) n)))
    (when (> kept 0)
      (set-cdr! (drop (- kept 1) list) nil)
      list)))

(defproc ldiff (list tail)
  "The elements of a list before one of its tails.

(let ((l (list 1 2 3))) (ldiff l (cddr l)))  ;=> (1 2)
(ldiff '(1 2 . 3) 4)                         ;=> (1 2 . 3)"
  (let loop ((l list) (result nil))
    (cond
      ((#'eql l tail) (reverse result))
      ((pair? l) (loop (rest l) (cons (first l) result)))
      (t (append-reverse result l)))))

(defproc tailp (tail list)
  "Returns whether the first argument is a tail of the list.

(let ((l (list 1 2 3))) (tailp (cdr l) l))  ;=> t"
  (let loop ((l list))
    (cond ((#'eql l tail) t) ((pair? l) (loop (rest l))) (t nil))))

(defproc make-list (n &key initial-element)
  "A list of n times the same element.

(make-list 3 :initial-element 0)  ;=> (0 0 0)"
  (list-tabulate n (lambda (i) initial-element)))

(defproc copy-list (list)
  "A list of new pairs with the same elements.

(copy-list '(1 2 . 3))  ;=> (1 2 . 3)"
  (let loop ((l list) (result nil))
    (if (pair? l) (loop (rest l) (cons (first l) result)) (append-reverse result l))))

(defproc copy-alist (alist)
  "A copy of an association list: list and entries are new.

(copy-alist '((a . 1)))  ;=> ((a . 1))"
  (%check (alist list))
  (map-with (lambda (entry) (if (pair? entry) (cons (car entry) (cdr entry)) entry)) alist))

(defproc copy-tree (tree)
  "A copy of a list and of all lists in it.

(copy-tree '(1 (2 3)))  ;=> (1 (2 3))"
  (if (pair? tree) (cons (copy-tree (car tree)) (copy-tree (cdr tree))) tree))

; Changing lists

(defproc rplaca (pair value)
  "Changes the car of a pair. Returns the pair.

(rplaca (list 1 2) 'a)  ;=> (a 2)"
  (set-car! pair value)
  pair)

(defproc rplacd (pair value)
  "Changes the cdr of a pair. Returns the pair.

(rplacd (list 1 2) '(b))  ;=> (1 b)"
  (set-cdr! pair value)
  pair)

(defproc nconc (&rest lists)
  "One list of the elements of all lists, which are changed to be its parts.

(let ((a (list 1))) (nconc a (list 2)) a)  ;=> (1 2)"
  (let loop ((l (remove nil lists)) (result nil))
    (cond
      ((null? l) (if result (first result) nil))
      ((null? (rest l)) (if result (first result) (first l)))
      (t
        (set-cdr! (last-pair (first l)) (second l))
        (loop (rest l) (or result (list (first l))))))))

(defproc revappend (list tail)
  "The elements of the list in reverse order, followed by the tail.

(revappend '(2 1) '(3))  ;=> (1 2 3)"
  (append-reverse list tail))

(defproc nreconc (list tail)
  "The elements of the list in reverse order, followed by the tail.

(nreconc (list 2 1) '(3))  ;=> (1 2 3)"
  (append-reverse list tail))

; Mapping

(defproc %mapcar-1 (f list)
  "The results of calling `f` on the elements of one list."
  (let loop ((l list) (result nil))
    (if l
      (loop (rest l) (cons (f (first l)) result))
      (reverse result))))

(defproc %mapcar-2 (f a b)
  "The results of calling `f` on the elements of two lists side by side."
  (let loop ((a a) (b b) (result nil))
    (if (and a b)
      (loop (rest a) (rest b) (cons (f (first a) (first b)) result))
      (reverse result))))

(defproc %mapc-1 (f list)
  "Calls `f` on the elements of one list, which it returns."
  (dolist (x list) (f x))
  list)

(defproc %map-lists (f lists next)
  "The results, in reverse order, of calling `f` on what `next` takes of the lists in each iteration, as far as the
shortest reaches."
  (let loop ((lists lists) (results nil))
    (if (member? nil lists)
      results
      (loop (%mapcar-1 rest lists) (cons (apply f (next lists)) results)))))

(defproc mapcar (f list &rest more)
  "The list of the results of calling `f` on the elements of lists side by side.

(mapcar #'+ '(1 2) '(10 20 30))  ;=> (11 22)
(mapcar '1+ '(1 2))              ;=> (2 3)"
  (cond
    ((null? more) (%mapcar-1 f list))
    ((null? (rest more)) (%mapcar-2 f list (first more)))
    (t (reverse (%map-lists f (cons list more) (lambda (lists) (%mapcar-1 first lists)))))))

(definline (mapcar f list) (%mapcar-1 f list))
(definline (mapcar f a b) (%mapcar-2 f a b))

(defproc mapc (f list &rest more)
  "Calls `f` on the elements of lists side by side. Returns the first list.

(let ((s 0)) (mapc (lambda (x) (incf s x)) '(1 2 3)) s)  ;=> 6"
  (%check (f function) (list list))
  (if more (%map-lists f (cons list more) (lambda (lists) (%mapcar-1 first lists))) (dolist (x list) (f x)))
  list)

(definline (mapc f list) (%mapc-1 f list))

(defproc mapcan (f list &rest more)
  "One list of the elements of all lists that `f` returns for elements side by side.

(mapcan (lambda (x) (if (oddp x) (list x x) nil)) '(1 2 3))  ;=> (1 1 3 3)"
  (apply nconc (apply mapcar f list more)))

(defproc maplist (f list &rest more)
  "The list of the results of calling `f` on the lists and all their rests.

(maplist #'identity '(1 2))  ;=> ((1 2) (2))"
  (reverse (%map-lists f (cons list more) identity)))

(defproc mapl (f list &rest more)
  "Calls `f` on the lists and all their rests. Returns the first list.

(let ((n 0)) (mapl (lambda (l) (incf n (length l))) '(1 2)) n)  ;=> 3"
  (%map-lists f (cons list more) identity)
  list)

(defproc mapcon (f list &rest more)
  "One list of the elements of all lists that `f` returns for the lists and all their rests.

(mapcon (lambda (l) (list (length l))) '(a b))  ;=> (2 1)"
  (apply nconc (apply maplist f list more)))

; Lists as sets and tables

(defproc member (item list &key (test eql) test-not key)
  "The rest of the list from the first element on that is the item.

(member 2 '(1 2 3))                          ;=> (2 3)
(member '(2) '((1) (2)))                     ;=> nil
(member '(2) '((1) (2)) :test #'equal)       ;=> ((2))
(member 2 '((1 a) (2 b)) :key #'first)       ;=> ((2 b))"
  (if test-not
    (member-if (%matcher item test test-not key) list)
    (%member-by item list test key)))

(definline (member item list) (%member item list))
(definline (member item list :test test) (%member-by item list test nil))
(definline (member item list :key key) (%member-by item list #'eql key))
(definline (member item list :key key :test test) (%member-by item list test key))
(definline (member item list :test test :key key) (%member-by item list test key))

(defproc %member-by (item list test key)
  "`member` with a test and a key, which may be nil."
  (let ((number (%test-number test nil key)))
    (if number
      (%member item list number)
      (let ((fits (if key (%matcher item test nil key) nil)))
        (let loop ((l list))
          (cond ((null? l) nil) ((if fits (fits (first l)) (test item (first l))) l) (t (loop (rest l)))))))))

(defproc member-if (predicate list &key key)
  "The rest of the list from the first element on that the predicate is true of.

(member-if #'evenp '(1 2 3))  ;=> (2 3)"
  (let loop ((l list))
    (cond ((null? l) nil) ((predicate (if key (key (first l)) (first l))) l) (t (loop (rest l))))))

(defproc member-if-not (predicate list &key key)
  "The rest of the list from the first element on that the predicate is not true of.

(member-if-not #'evenp '(2 3))  ;=> (3)"
  (%check (predicate function) (list list))
  (member-if (complement predicate) list :key key))

(defproc assoc (item alist &key (test eql) test-not key)
  "The first pair in the list whose car is the item.

(assoc 'b '((a . 1) (b . 2)))                         ;=> (b . 2)
(assoc \"b\" '((\"a\" 1) (\"b\" 2)) :test #'string=)        ;=> (\"b\" 2)"
  (if (or test-not key)
    (%find-entry car (%matcher item test test-not key) alist)
    (%assoc-by item alist test)))

(definline (assoc item alist) (%assoc item alist))
(definline (assoc item alist :test test) (%assoc-by item alist test))

(defproc %assoc-by (item alist test)
  "`assoc` with a test."
  (let ((number (%test-number test nil nil)))
    (if number (%assoc item alist number) (%find-entry car (lambda (x) (test item x)) alist))))

(defproc %find-entry (part predicate alist)
  "The first pair of which the predicate is true of a part."
  (dolist (entry alist)
    (when (and entry (predicate (part entry))) (return entry))))

(definline (%find-entry part predicate alist)
  (let loop ((l alist))
    (cond
      ((null? l) nil)
      ((and (first l) (predicate (part (first l)))) (first l))
      (t (loop (rest l))))))

(defproc assoc-if (predicate alist &key key)
  "The first pair in the list of whose car the predicate is true.

(assoc-if #'evenp '((1 . a) (2 . b)))  ;=> (2 . b)"
  (%check (predicate function) (alist list))
  (%find-entry car (%keyed predicate key) alist))

(defproc assoc-if-not (predicate alist &key key)
  "The first pair in the list of whose car the predicate is not true.

(assoc-if-not #'evenp '((2 . a) (1 . b)))  ;=> (1 . b)"
  (%check (predicate function) (alist list))
  (#'assoc-if (complement predicate) alist :key key))

(defproc rassoc (item alist &key (test eql) test-not key)
  "The first pair in the list whose cdr is the item.

(rassoc 2 '((a . 1) (b . 2)))  ;=> (b . 2)"
  (%check (alist list))
  (let ((number (%test-number test test-not key)))
    (if number (%rassoc item alist number) (%find-entry cdr (%matcher item test test-not key) alist))))

(defproc rassoc-if (predicate alist &key key)
  "The first pair in the list of whose cdr the predicate is true.

(rassoc-if #'evenp '((a . 1) (b . 2)))  ;=> (b . 2)"
  (%check (predicate function) (alist list))
  (%find-entry cdr (%keyed predicate key) alist))

(defproc rassoc-if-not (predicate alist &key key)
  "The first pair in the list of whose cdr the predicate is not true.

(rassoc-if-not #'evenp '((a . 2) (b . 1)))  ;=> (b . 1)"
  (%check (predicate function) (alist list))
  (rassoc-if (complement predicate) alist :key key))

(defproc pairlis (keys values &optional alist)
  "An association list of keys and values, in front of another.

(pairlis '(a b) '(1 2))  ;=> ((a . 1) (b . 2))"
  (%check (keys list))
  (append (map-with cons keys values) alist))

(defproc adjoin (item list &key (test eql) test-not key)
  "The list with the item in front, unless it is in it.

(adjoin 1 '(2 1))  ;=> (2 1)
(adjoin 3 '(2 1))  ;=> (3 2 1)"
  (let ((number (%test-number test test-not key)))
    (cond
      (number (%adjoin item list number))
      ((member-if (%matcher (if key (key item) item) test test-not key) list) list)
      (t (cons item list)))))

(definline (adjoin item list) (%adjoin item list))

(defproc %in-both? (keep a b test test-not key)
  "The elements of `a` that fit one of `b`, if `keep` is true, else the others."
  (let* ((x (if key (%mapcar-1 key a) a))
         (y (if key (%mapcar-1 key b) b))
         (number (%test-of-keys test test-not x y)))
    (if number
      (%chosen keep a x y number)
      (let loop ((l a) (k x) (result nil))
        (cond
          ((null? l) (reverse result))
          ((if (%fits-one? (first k) y test test-not) keep (not keep))
            (loop (rest l) (rest k) (cons (first l) result)))
          (t (loop (rest l) (rest k) result)))))))

(defproc union (a b &key (test eql) test-not key)
  "The elements that are in one of two lists.

(union '(1 2) '(2 3))  ;=> (1 2 3)"
  (%check (a list) (b list))
  (append (%in-both? nil a b test test-not key) b))

(defproc nunion (a b &key (test eql) test-not key)
  "The elements that are in one of two lists.

(nunion (list 1 2) (list 2 3))  ;=> (1 2 3)"
  (%check (a list) (b list))
  (append (%in-both? nil a b test test-not key) b))

(defproc intersection (a b &key (test eql) test-not key)
  "The elements that are in both lists.

(intersection '(1 2 3) '(2 3 4))  ;=> (2 3)"
  (%check (a list) (b list))
  (%in-both? t a b test test-not key))

(defproc nintersection (a b &key (test eql) test-not key)
  "The elements that are in both lists.

(nintersection (list 1 2) (list 2))  ;=> (2)"
  (%check (a list) (b list))
  (%in-both? t a b test test-not key))

(defproc set-difference (a b &key (test eql) test-not key)
  "The elements of the first list that are not in the second.

(set-difference '(1 2 3) '(2))  ;=> (1 3)"
  (%check (a list) (b list))
  (%in-both? nil a b test test-not key))

(defproc nset-difference (a b &key (test eql) test-not key)
  "The elements of the first list that are not in the second.

(nset-difference (list 1 2) (list 2))  ;=> (1)"
  (%check (a list) (b list))
  (%in-both? nil a b test test-not key))

(defproc set-exclusive-or (a b &key (test eql) test-not key)
  "The elements that are in one of two lists but not in both. The test gets an element of the first list first.

(set-exclusive-or '(1 2) '(2 3))                                             ;=> (1 3)
(set-exclusive-or '(1 2 3 4) '(3 4 5 6) :test (lambda (x y) (= x (1- y))))   ;=> (1 6)"
  (%check (a list) (b list))
  (let* ((turned (lambda (f) (if (%symmetric? f) f (lambda (x y) (f y x))))))
    (append
      (%in-both? nil a b test test-not key)
      (%in-both? nil b a (turned test) (turned test-not) key))))

(defproc nset-exclusive-or (a b &key (test eql) test-not key)
  "The elements that are in one of two lists but not in both.

(nset-exclusive-or (list 1 2) (list 2 3))  ;=> (1 3)"
  (set-exclusive-or a b :test test :test-not test-not :key key))

(defproc subsetp (a b &key (test eql) test-not key)
  "Returns whether every element of the first list is in the second.

(subsetp '(1 2) '(2 3 1))  ;=> t"
  (%check (a list) (b list))
  (null? (%in-both? nil a b test test-not key)))

; Trees

(defproc tree-equal (a b &key (test eql) test-not)
  "Returns whether two trees have the same shape, with leaves that fit each other.

(tree-equal '(1 (2)) '(1 (2)))  ;=> t"
  (letrec ((same?
             (lambda (a b)
               (cond
                 ((pair? a) (and (pair? b) (same? (car a) (car b)) (same? (cdr a) (cdr b))))
                 ((pair? b) nil)
                 (test-not (not (test-not a b)))
                 (t (not (not (test a b))))))))
    (same? a b)))

(defproc subst (new old tree &key (test eql) test-not key)
  "The tree with `new` in place of every part that is `old`.

(subst 'x 'a '(a (b a)))  ;=> (x (b x))"
  (let ((number (%test-number test test-not key)))
    (if number (%subst new old tree number) (subst-if new (%matcher old test test-not key) tree))))

(defproc nsubst (new old tree &key (test eql) test-not key)
  "The tree with `new` in place of every part that is `old`.

(nsubst 'x 'a (list 'a 'b))  ;=> (x b)"
  (#'subst new old tree :test test :test-not test-not :key key))

(defproc subst-if (new predicate tree &key key)
  "The tree with `new` in place of every part that the predicate is true of.

(subst-if 0 #'numberp '(1 (b 2)))  ;=> (0 (b 0))"
  (let ((fits (%keyed predicate key)))
    (letrec ((walk
               (lambda (part)
                 (cond
                   ((fits part) new)
                   ((pair? part)
                     (let ((a (walk (car part))) (d (walk (cdr part))))
                       (if (and (eq a (car part)) (eq d (cdr part))) part (cons a d))))
                   (t part)))))
      (walk tree))))

(defproc nsubst-if (new predicate tree &key key)
  "The tree with `new` in place of every part that the predicate is true of.

(nsubst-if 0 #'numberp (list 1 'b))  ;=> (0 b)"
  (subst-if new predicate tree :key key))

(defproc subst-if-not (new predicate tree &key key)
  "The tree with `new` in place of every part that the predicate is not true of.

(subst-if-not 0 #'listp '(1 (b)))  ;=> (0 (0))"
  (%check (predicate function))
  (subst-if new (complement predicate) tree :key key))

(defproc nsubst-if-not (new predicate tree &key key)
  "The tree with `new` in place of every part that the predicate is not true of.

(nsubst-if-not 0 #'listp (list 1 'b))  ;=> (0 0)"
  (%check (predicate function))
  (subst-if new (complement predicate) tree :key key))

(defproc sublis (alist tree &key (test eql) test-not key)
  "The tree in which parts that are keys of the association list are replaced by their values.

(sublis '((x . 1) (y . 2)) '(+ x (* y x)))  ;=> (+ 1 (* 2 1))"
  (%check (alist list))
  (letrec ((walk
             (lambda (part)
               (let ((entry (%find-entry car (lambda (k)
                                               (if test-not
                                                 (not (test-not (if key (key part) part) k))
                                                 (test (if key (key part) part) k))) alist)))
                 (cond
                   (entry (cdr entry))
                   ((pair? part) (cons (walk (car part)) (walk (cdr part))))
                   (t part))))))
    (walk tree)))

(defproc nsublis (alist tree &key (test eql) test-not key)
  "The tree in which parts that are keys of the association list are replaced by their values.

(nsublis '((x . 1)) (list 'x 'y))  ;=> (1 y)"
  (%check (alist list))
  (sublis alist tree :test test :test-not test-not :key key))

(defproc endp (list)
  "Returns whether the list is empty. Other things than lists are an error.

(endp nil)  ;=> t
(endp 5)    ;!! user-error"
  (cond ((null? list) t) ((pair? list) nil) (t (%type-error 'endp list 'list))))
