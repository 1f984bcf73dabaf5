; Lists, as in R7RS and SRFI 1. Where a function takes several lists it goes as far as the shortest.

(definline (caaar list)
  "The part of a list to which the letters lead, from the last to the first.

(caaar '(((1))))  ;=> 1"
  (car (caar list)))

(definline (caadr list)
  "The part of a list to which the letters lead, from the last to the first.

(caadr '(0 (1)))  ;=> 1"
  (car (cadr list)))

(definline (cadar list)
  "The part of a list to which the letters lead, from the last to the first.

(cadar '((0 1)))  ;=> 1"
  (cadr (car list)))

(definline (cdaar list)
  "The part of a list to which the letters lead, from the last to the first.

(cdaar '(((0 . 1))))  ;=> 1"
  (cdr (caar list)))

(definline (cdadr list)
  "The part of a list to which the letters lead, from the last to the first.

(cdadr '(0 (0 . 1)))  ;=> 1"
  (cdr (cadr list)))

(definline (cddar list)
  "The part of a list to which the letters lead, from the last to the first.

(cddar '((0 0 . 1)))  ;=> 1"
  (cddr (car list)))

(definline (caaaar list)
  "The part of a list to which the letters lead, from the last to the first.

(caaaar '((((1)))))  ;=> 1"
  (caar (caar list)))

(definline (caaadr list)
  "The part of a list to which the letters lead, from the last to the first.

(caaadr '(0 ((1))))  ;=> 1"
  (caar (cadr list)))

(definline (caadar list)
  "The part of a list to which the letters lead, from the last to the first.

(caadar '((0 (1))))  ;=> 1"
  (car (cadr (car list))))

(definline (caaddr list)
  "The part of a list to which the letters lead, from the last to the first.

(caaddr '(0 0 (1)))  ;=> 1"
  (caar (cddr list)))

(definline (cadaar list)
  "The part of a list to which the letters lead, from the last to the first.

(cadaar '(((0 1))))  ;=> 1"
  (cadr (caar list)))

(definline (cadadr list)
  "The part of a list to which the letters lead, from the last to the first.

(cadadr '(0 (0 1)))  ;=> 1"
  (cadr (cadr list)))

(definline (caddar list)
  "The part of a list to which the letters lead, from the last to the first.

(caddar '((0 0 1)))  ;=> 1"
  (car (cddr (car list))))

(definline (cdaaar list)
  "The part of a list to which the letters lead, from the last to the first.

(cdaaar '((((0 . 1)))))  ;=> 1"
  (cdr (car (caar list))))

(definline (cdaadr list)
  "The part of a list to which the letters lead, from the last to the first.

(cdaadr '(0 ((0 . 1))))  ;=> 1"
  (cdr (car (cadr list))))

(definline (cdadar list)
  "The part of a list to which the letters lead, from the last to the first.

(cdadar '((0 (0 . 1))))  ;=> 1"
  (cdr (cadr (car list))))

(definline (cdaddr list)
  "The part of a list to which the letters lead, from the last to the first.

(cdaddr '(0 0 (0 . 1)))  ;=> 1"
  (cdr (car (cddr list))))

(definline (cddaar list)
  "The part of a list to which the letters lead, from the last to the first.

(cddaar '(((0 0 . 1))))  ;=> 1"
  (cddr (caar list)))

(definline (cddadr list)
  "The part of a list to which the letters lead, from the last to the first.

(cddadr '(0 (0 0 . 1)))  ;=> 1"
  (cddr (cadr list)))

(definline (cdddar list)
  "The part of a list to which the letters lead, from the last to the first.

(cdddar '((0 0 0 . 1)))  ;=> 1"
  (cdr (cddr (car list))))

(definline (cddddr list)
  "The part of a list to which the letters lead, from the last to the first.

(cddddr '(0 0 0 0 . 1))  ;=> 1"
  (cddr (cddr list)))

(defproc %firsts (lists)
  "The first elements of all lists."
  (map-with car lists))

(defproc %rests (lists)
  "The rests of all lists."
  (map-with cdr lists))

(defproc %ended? (lists)
  "Returns whether one of the lists is at its end."
  (member? nil lists))

(definline (%fold f init list)
  "The result of calling `f` on each element and the result so far."
  (let loop ((l list) (result init))
    (if (null? l)
      result
      (loop (cdr l) (f (car l) result)))))

(defproc fold (f init list &rest more)
  "Calls `f` on each element and the result so far, from the first element on; the result of the last call.

(fold cons '() '(1 2 3))        ;=> (3 2 1)
(fold + 0 '(1 2) '(10 20))      ;=> 33"
  (if (pair? more)
    (let loop ((lists (cons list more)) (result init))
      (if (%ended? lists)
        result
        (loop (%rests lists) (apply f (append (%firsts lists) (cons result nil))))))
    (%fold f init list)))

(definline (fold f init list) (%fold f init list))

(definline (%fold-left f init list)
  "The result of calling `f` on the result so far and each element."
  (let loop ((l list) (result init))
    (if (null? l)
      result
      (loop (cdr l) (f result (car l))))))

(defproc fold-left (f init list &rest more)
  "Calls `f` on the result so far and each element, from the first element on.

(fold-left list '() '(1 2 3))  ;=> (((nil 1) 2) 3)"
  (if (pair? more)
    (let loop ((lists (cons list more)) (result init))
      (if (%ended? lists)
        result
        (loop (%rests lists) (apply f result (%firsts lists)))))
    (%fold-left f init list)))

(definline (fold-left f init list) (%fold-left f init list))

(defproc fold-right (f init list &rest more)
  "Calls `f` on each element and the result so far, from the last element on.

(fold-right cons '() '(1 2 3))       ;=> (1 2 3)
(fold-right + 0 '(1 2) '(10 20))     ;=> 33"
  (if (pair? more)
    (let loop ((tuples (reverse (apply zip list more))) (result init))
      (if (null? tuples)
        result
        (loop (cdr tuples) (apply f (append (car tuples) (cons result nil))))))
    (%fold f init (reverse list))))

(definline (fold-right f init list) (%fold f init (reverse list)))

(defproc pair-fold (f init list &rest more)
  "Like `fold`, on the lists and their rests instead of the elements.

(pair-fold cons '() '(a b))              ;=> ((b) (a b))
(pair-fold list 'e '(1 2) '(a b))        ;=> ((2) (b) ((1 2) (a b) e))"
  (let loop ((lists (cons list more)) (result init))
    (if (every? pair? lists)
      (let ((next (%rests lists)))
        (loop next (apply f (append lists (cons result nil)))))
      result)))

(definline (reduce f default list)
  "Combines the elements by `f`, from the first on; `default` if there are none.

(reduce + 0 '(1 2 3))     ;=> 6
(reduce max 0 '())        ;=> 0
(reduce - 0 '(1 2 3 4))   ;=> 2"
  (if (null? list) default (%fold f (car list) (cdr list))))

(defproc reduce-left (f default list)
  "Combines the elements by `f`, each result being the first argument of the next call.

(reduce-left - 0 '(1 2 3 4))  ;=> -8"
  (if (null? list) default (fold-left f (car list) (cdr list))))

(defproc reduce-right (f default list)
  "Combines the elements by `f`, from the last on.

(reduce-right - 0 '(1 2 3 4))  ;=> -2"
  (if (null? list)
    default
    (let ((reversed (reverse list)))
      (fold f (car reversed) (cdr reversed)))))

(defproc append-map (f list &rest more)
  "One list of the elements of all lists that `f` returns.

(append-map (lambda (x) (list x x)) '(1 2))  ;=> (1 1 2 2)
(append-map list '(1 2) '(a b))              ;=> (1 a 2 b)"
  (%check (f function) (list list))
  (apply append (apply map-with f list more)))

(defalias append-map! append-map)

(defproc filter-map (f list &rest more)
  "The results of calling `f` on the elements, without those that are false.

(filter-map (lambda (x) (and (even? x) (* x x))) '(1 2 3 4))  ;=> (4 16)"
  (remove-if not (apply map-with f list more)))

(definline (filter-map f list)
  (let loop ((l list) (result nil))
    (if (null? l)
      (reverse result)
      (let ((value (f (first l))))
        (loop (rest l) (if value (cons value result) result))))))

(defproc map-in-order (f list &rest more)
  "The same as `map`, which goes from the first element to the last.

(map-in-order - '(1 2))  ;=> (-1 -2)"
  (apply map-with f list more))

(definline (map-in-order f list) (map-with f list))
(definline (map-in-order f a b) (map-with f a b))
(definline (map-in-order f a b c) (map-with f a b c))
(definline (map-in-order f a b c d) (map-with f a b c d))

(defproc delete (x list &optional (same %equal?))
  "The elements that are not equal to `x`.

(delete 2 '(1 2 3 2))   ;=> (1 3)
(delete 2 '(1 2 3) <)   ;=> (1 2)"
  (%check (list list))
  (remove-if (lambda (y) (same x y)) list))

(defalias delete! delete)

(defproc delq (x list)
  "The elements that are not `x` itself.

(delq 'a '(a b a))  ;=> (b)"
  (%check (list list))
  (remove-if (lambda (y) (%eq? x y)) list))

(defalias delq! delq)
(defalias delv delete)

(defproc delete-duplicates (list &optional (same %equal?))
  "The elements without those that equal an earlier one.

(delete-duplicates '(1 2 1 3 2))  ;=> (1 2 3)"
  (let loop ((l list) (result nil))
    (cond
      ((null? l) (reverse result))
      ((some? (lambda (y) (same y (car l))) result) (loop (cdr l) result))
      (t (loop (cdr l) (cons (car l) result))))))

(defproc any (predicate list &rest more)
  "The first true value of `predicate` on the elements.

(any (lambda (x) (and (even? x) (* x x))) '(1 2 3))  ;=> 4
(any < '(1 5) '(0 9))                                ;=> t"
  (if (pair? more)
    (let loop ((lists (cons list more)))
      (if (%ended? lists)
        #f
        (or (apply predicate (%firsts lists)) (loop (%rests lists)))))
    (let loop ((l list))
      (cond
        ((null? l) #f)
        ((null? (cdr l)) (predicate (car l)))
        (t (or (predicate (car l)) (loop (cdr l))))))))

(definline (any predicate list) :not-last
  (dolist (x list #f)
    (let ((value (predicate x)))
      (when value (return value)))))

(defproc every (predicate list &rest more)
  "The value of `predicate` on the last element, if it is true of all.

(every even? '(2 4))     ;=> t
(every < '(1 2) '(2 9))  ;=> t
(every even? '())        ;=> t"
  (if (pair? more)
    (let loop ((lists (cons list more)) (value t))
      (if (%ended? lists)
        value
        (let ((value (apply predicate (%firsts lists))))
          (and value (loop (%rests lists) value)))))
    (let loop ((l list))
      (cond
        ((null? l) t)
        ((null? (cdr l)) (predicate (car l)))
        (t (and (predicate (car l)) (loop (cdr l))))))))

(definline (every predicate list) :not-last
  (let loop ((l list) (value t))
    (if (null? l)
      value
      (let ((value (predicate (car l))))
        (if value (loop (cdr l) value) #f)))))

(defalias exists any)
(defalias for-all every)

(defproc find-tail (predicate list)
  "The part of the list that begins with the first element for which `predicate` is true.

(find-tail even? '(1 2 3))  ;=> (2 3)"
  (let loop ((l list))
    (cond
      ((null? l) #f)
      ((predicate (car l)) l)
      (t (loop (cdr l))))))

(defproc list-index (predicate list &rest more)
  "The index of the first element for which `predicate` is true, or false.

(list-index even? '(1 3 4))    ;=> 2
(list-index = '(1 2) '(3 2))   ;=> 1"
  (let loop ((lists (cons list more)) (i 0))
    (cond
      ((%ended? lists) #f)
      ((apply predicate (%firsts lists)) i)
      (t (loop (%rests lists) (+ i 1))))))

(defproc count (predicate list &rest more)
  "The number of elements for which `predicate` is true.

(count even? '(1 2 4))      ;=> 2
(count < '(1 5) '(2 3))     ;=> 1"
  (let loop ((lists (cons list more)) (n 0))
    (if (%ended? lists)
      n
      (loop (%rests lists) (if (apply predicate (%firsts lists)) (+ n 1) n)))))

(defproc %check-length (function list k)
  "Raises an error if the list has fewer than `k` elements."
  (when (or (< k 0) (and (> k 0) (null? (%drop (- k 1) list))))
    (error (string-append function ": the list has fewer elements than") k list)))

(defproc list-tail (list k)
  "The part of a list after its first `k` elements, which must exist. It shares the pairs of the list.

(list-tail '(1 2 3) 1)  ;=> (2 3)
(list-tail '(1) 2)      ;!! user-error"
  (%check (list list) (k number))
  (%check-length "list-tail" list k)
  (%drop k list))

(defproc list-head (list k)
  "A list of the first `k` elements, which must exist.

(list-head '(1 2 3) 2)  ;=> (1 2)
(list-head '(1) 2)      ;!! user-error"
  (%check (list list) (k number))
  (%check-length "list-head" list k)
  (%take k list))

(defproc take (list k)
  "The first `k` elements.

(take '(1 2 3) 2)  ;=> (1 2)
(take '(1) 2)      ;!! user-error"
  (%check (list list) (k number))
  (%check-length "take" list k)
  (%take k list))

(defalias take! take)

(defproc drop (list k)
  "The list without its first `k` elements.

(drop '(1 2 3) 2)  ;=> (3)"
  (%check (list list) (k number))
  (%check-length "drop" list k)
  (%drop k list))

(defproc take-right (list k)
  "The last `k` elements; what a list ends with instead of the empty list belongs to them.

(take-right '(1 2 3) 2)      ;=> (2 3)
(take-right '(1 2 3 . d) 2)  ;=> (2 3 . d)
(take-right '(1) 2)          ;!! user-error"
  (%check (list list) (k number))
  (%check-length "take-right" list k)
  (let loop ((ahead (%drop k list)) (result list))
    (if (pair? ahead) (loop (cdr ahead) (cdr result)) result)))

(defproc drop-right (list k)
  "The list without its last `k` elements, and without what it ends with instead of the empty list.

(drop-right '(1 2 3) 2)      ;=> (1)
(drop-right '(1 2 3 . d) 2)  ;=> (1)"
  (%check (list list) (k number))
  (%check-length "drop-right" list k)
  (let loop ((ahead (%drop k list)) (rest list) (result nil))
    (if (pair? ahead)
      (loop (cdr ahead) (cdr rest) (cons (car rest) result))
      (reverse result))))

(defalias drop-right! drop-right)

(defproc split-at (list k)
  "Two values: the first `k` elements, and the rest.

(call-with-values (lambda () (split-at '(1 2 3) 1)) list)  ;=> ((1) (2 3))"
  (%check (list list) (k number))
  (values (take list k) (drop list k)))

(defalias split-at! split-at)

(defproc span (predicate list)
  "Two values: the elements before the first one for which `predicate` is not true, and the rest.

(call-with-values (lambda () (span even? '(2 4 5 6))) list)  ;=> ((2 4) (5 6))"
  (let loop ((l list) (before nil))
    (if (and (pair? l) (predicate (car l)))
      (loop (cdr l) (cons (car l) before))
      (values (reverse before) l))))

(defproc break (&optional predicate (list nil listed?))
  "Two values: the elements before the first one for which `predicate` is true, and the rest. Without a list it pauses
the program for the debugger that it runs under, which shows the string in place of the predicate.

(call-with-values (lambda () (break even? '(1 3 4 5))) list)  ;=> ((1 3) (4 5))"
  (cond (listed? (span (lambda (x) (not (predicate x))) list))
        ((or (not predicate) (string? predicate)) (%break predicate))
        (t (error "break: expected a predicate and a list, or a message" predicate))))

(defproc except-last-pair (list)
  "The list without its last element.

(except-last-pair '(1 2 3))  ;=> (1 2)"
  (drop-right list 1))

(defalias except-last-pair! except-last-pair)

(defproc concatenate (lists)
  "One list of the elements of all lists.

(concatenate '((1) (2 3)))  ;=> (1 2 3)"
  (apply append lists))

(defproc unfold (stop? value next seed &optional tail)
  "The list of `value` of the seed, of the seed after that, and so on until `stop?` is true of one.

(unfold (lambda (n) (> n 3)) square 1+ 1)  ;=> (1 4 9)"
  (let loop ((seed seed) (result nil))
    (if (stop? seed)
      (append-reverse result (if tail (tail seed) nil))
      (loop (next seed) (cons (value seed) result)))))

(defproc unfold-right (stop? value next seed &optional (tail nil))
  "Like `unfold`, from the end of the list to its beginning.

(unfold-right zero? square 1- 3)  ;=> (1 4 9)"
  (let loop ((seed seed) (result tail))
    (if (stop? seed)
      result
      (loop (next seed) (cons (value seed) result)))))

(defproc make-list (count &optional fill)
  "A list of `count` times the same value.

(make-list 3 'x)  ;=> (x x x)"
  (%check (count number))
  (let loop ((n count) (result nil))
    (if (> n 0) (loop (- n 1) (cons fill result)) result)))

(defproc make-initialized-list (count f)
  "The results of `f` on the numbers below `count`.

(make-initialized-list 3 square)  ;=> (0 1 4)"
  (list-tabulate count f))

(defproc xcons (a b)
  "The pair of `b` and `a`.

(xcons 1 2)  ;=> (2 . 1)"
  (cons b a))

(defproc list-set! (list k value)
  "Changes element number `k` of a list.

(let ((l (list 1 2 3))) (list-set! l 1 'x) l)  ;=> (1 x 3)"
  (%check (list list) (k number))
  (%check-length "list-set!" list (+ k 1))
  (set-car! (%drop k list) value))

(defproc unzip1 (lists)
  "The first elements of all lists.

(unzip1 '((1 2) (3 4)))  ;=> (1 3)"
  (%check (lists list))
  (map-with car lists))

(defproc unzip2 (lists)
  "Two values: the first elements of all lists, and the second ones.

(call-with-values (lambda () (unzip2 '((1 2) (3 4)))) list)  ;=> ((1 3) (2 4))"
  (%check (lists list))
  (values (map-with car lists) (map-with cadr lists)))

(defproc proper-list? (object)
  "Returns whether `object` is a list that ends with the empty list.

(proper-list? '(1 2))    ;=> t
(proper-list? '(1 . 2))  ;=> #f"
  (%list? object))

(defproc dotted-list? (object)
  "Returns whether `object` ends with something else than the empty list.

(dotted-list? '(1 . 2))  ;=> t"
  (not (%list? object)))

(defproc not-pair? (object)
  "Returns whether `object` is no pair.

(not-pair? '())  ;=> t"
  (not (pair? object)))

(defproc null-list? (list)
  "Returns whether the list is empty.

(null-list? '())  ;=> t"
  (null? list))

(defproc length+ (list)
  "The length of a list, false if it is not proper.

(length+ '(1 2))    ;=> 2
(length+ '(1 . 2))  ;=> #f"
  (if (%list? list) (length list) #f))

(defproc list= (same &rest lists)
  "Returns whether all lists have the same elements in the same order, compared by `same`.

(if (list= eq? '(a b) '(a b) '(a b)) 'same 'other)  ;=> same"
  (%each-next? (lambda (a b) (%list= same a b)) lists))

(defproc %list= (same a b)
  "Returns whether two lists have the same elements in the same order."
  (cond
    ((or (null? a) (null? b)) (and (null? a) (null? b)))
    ((same (car a) (car b)) (%list= same (cdr a) (cdr b)))
    (t #f)))

(defproc %each-next? (related? list)
  "Returns whether each element is related to the next."
  (cond
    ((or (null? list) (null? (cdr list))) t)
    ((related? (car list) (cadr list)) (%each-next? related? (cdr list)))
    (t #f)))

; Sets

(defproc lset-adjoin (same list &rest elements)
  "The list with the elements that it has not yet.

(lset-adjoin eq? '(a b) 'b 'c)  ;=> (c a b)"
  (fold (lambda (x set) (if (some? (lambda (y) (same y x)) set) set (cons x set))) list elements))

(defproc lset-union (same &rest lists)
  "The elements of all lists, each once.

(lset-union eq? '(a b) '(b c))  ;=> (c a b)"
  (cond
    ((null? lists) nil)
    (t (fold (lambda (list set) (apply lset-adjoin same set list)) (car lists) (cdr lists)))))

(defproc lset-intersection (same list &rest others)
  "The elements of the first list that are in all others.

(lset-intersection eq? '(a b c) '(c b))  ;=> (b c)"
  (%check (list list))
  (filter
    (lambda (x) (every? (lambda (other) (some? (lambda (y) (same x y)) other)) others))
    list))

(defproc lset-difference (same list &rest others)
  "The elements of the first list that are in none of the others.

(lset-difference eq? '(a b c) '(b) '(c d))  ;=> (a)
(lset-difference = '(1 2 3) '(2))           ;=> (1 3)"
  (%check (list list))
  (remove-if
    (lambda (x) (some? (lambda (other) (some? (lambda (y) (same x y)) other)) others))
    list))

(defproc lset-xor (same &rest lists)
  "The elements that are in an odd number of the lists.

(lset-xor eq? '(a b) '(b c))          ;=> (c a)
(lset-xor eq? '(a b) '(b c) '(c d))   ;=> (d a)"
  (reduce
    (lambda (b a)
      (append
        (remove-if (lambda (x) (some? (lambda (y) (same y x)) a)) b)
        (remove-if (lambda (x) (some? (lambda (y) (same x y)) b)) a)))
    nil lists))

(defproc lset<= (same &rest lists)
  "Returns whether all elements of each list are in the next.

(if (lset<= eq? '(a) '(b a) '(a b c)) 'yes 'no)  ;=> yes"
  (%each-next? (lambda (a b) (%lset<= same a b)) lists))

(defproc %lset<= (same a b)
  "Returns whether all elements of the first list are in the second."
  (every? (lambda (x) (some? (lambda (y) (same x y)) b)) a))

(defproc lset= (same &rest lists)
  "Returns whether all lists have the same elements, in whatever order.

(if (lset= eq? '(a b) '(b a) '(a b a)) 'same 'other)  ;=> same"
  (%each-next?
    (lambda (a b) (and (%lset<= same a b) (%lset<= (lambda (y x) (same x y)) b a)))
    lists))

(defproc %member-by (x list same)
  "The part of the list that begins with the first element that is the same as `x`."
  (find-tail (lambda (y) (same x y)) list))

(defproc %assoc-by (key alist same)
  "The first pair of the association list whose key is the same."
  (dolist (entry alist #f)
    (when (same key (car entry)) (return entry))))

; Association lists

(defproc assq-ref (alist key &optional default)
  "The value of a key in an association list.

(assq-ref '((a . 1)) 'a)    ;=> 1
(assq-ref '((a . 1)) 'b 0)  ;=> 0"
  (%check (alist list))
  (let ((entry (%assq key alist))) (if entry (cdr entry) default)))

(defproc assv-ref (alist key &optional default)
  "The value of a key in an association list, compared by `eqv?`.

(assv-ref '((1 . a)) 1)  ;=> a"
  (%check (alist list))
  (let ((entry (%assv key alist))) (if entry (cdr entry) default)))

(defproc assoc-ref (alist key &optional default)
  "The value of a key in an association list, compared by `equal?`.

(assoc-ref '((\"a\" . 1)) \"a\")  ;=> 1"
  (%check (alist list))
  (let ((entry (%assoc key alist))) (if entry (cdr entry) default)))

(defproc alist-copy (alist)
  "An association list with copies of the pairs.

(alist-copy '((a . 1)))  ;=> ((a . 1))"
  (%check (alist list))
  (map-with (lambda (entry) (if (pair? entry) (cons (car entry) (cdr entry)) entry)) alist))

(defproc alist-cons (key value alist)
  "The association list with one more pair.

(alist-cons 'a 1 '())  ;=> ((a . 1))"
  (cons (cons key value) alist))

(defproc alist-delete (key alist &optional (same %equal?))
  "The association list without the pairs of that key.

(alist-delete 'a '((a . 1) (b . 2)))  ;=> ((b . 2))"
  (%check (alist list))
  (remove-if (lambda (entry) (same key (car entry))) alist))

(defalias alist-delete! alist-delete)

(defproc del-assq (key alist)
  "The association list without the pairs of that key.

(del-assq 'a '((a . 1) (b . 2)))  ;=> ((b . 2))"
  (%check (alist list))
  (alist-delete key alist %eq?))

(defalias del-assv del-assq)

(defproc del-assoc (key alist)
  "The association list without the pairs of that key, compared by `equal?`.

(del-assoc \"a\" '((\"a\" . 1)))  ;=> nil"
  (%check (alist list))
  (alist-delete key alist))

(defproc slices (list k)
  "The elements in lists of `k`; the last one may be shorter.

(slices '(1 2 3 4 5) 2)  ;=> ((1 2) (3 4) (5))"
  (let loop ((l list) (result nil))
    (cond
      ((null? l) (reverse result))
      ((null? (%drop k l)) (reverse (cons l result)))
      (t (loop (%drop k l) (cons (%take k l) result))))))

; Sorting

(defproc sort (sequence &optional (before? <) key)
  "The elements of a list or vector in order, by what `key` returns for them if it is given; the first two arguments may
come in either order.

(sort '(3 1 2) <)                 ;=> (1 2 3)
(sort < '(3 1 2))                 ;=> (1 2 3)
(sort (vector 3 1 2) >)           ;=> #(3 2 1)
(sort '((2 a) (1 b)) < car)       ;=> ((1 b) (2 a))"
  (let ((before? (if (procedure? sequence) sequence before?))
        (sequence (if (procedure? sequence) before? sequence)))
    (%core-sort sequence (%by-key before? key))))

(defproc %by-key (before? key)
  "The order of things by what `key` returns for them."
  (if key (lambda (a b) (before? (key a) (key b))) before?))

(defalias stable-sort sort)
(defalias list-sort sort)
(defalias vector-sort sort)
(defalias merge-sort sort)

(defproc sort! (sequence &optional (before? <) key)
  "Sorts a vector in place; of a list, returns the sorted one.

(let ((v (vector 3 1 2))) (sort! v <) v)          ;=> #(1 2 3)
(let ((v (vector -3 1 2))) (sort! v < abs) v)     ;=> #(1 2 -3)"
  (%check (sequence sequence))
  (if (procedure? sequence)
    (sort! before? sequence key)
    (let ((sorted (sort sequence before? key)))
      (if (array? sequence)
        (progn (%vector-copy! sequence 0 sorted) sequence)
        sorted))))

(defalias vector-sort! sort!)
(defalias stable-sort! sort!)

(defproc sorted? (sequence &optional (before? <) key)
  "Returns whether a list or vector is in order.

(if (sorted? '(1 2 2) <) 'yes 'no)         ;=> yes
(if (sorted? '(-1 2 -3) < abs) 'yes 'no)   ;=> yes"
  (let ((before? (%by-key before? key)))
    (%each-next? (lambda (a b) (not (before? b a))) (if (array? sequence) (array->list sequence) sequence))))

(defproc merge (a b before? &optional key)
  "One list in order of two lists in order.

(merge '(1 3) '(2 4) <)           ;=> (1 2 3 4)
(merge '((1) (3)) '((2)) < car)   ;=> ((1) (2) (3))"
  (merge-sorted a b (%by-key before? key)))

(defalias merge! merge)

; More of SRFI 1

(defproc list-copy (object)
  "A new list of the same elements; an object that is no pair is returned as it is.

(list-copy '(1 2))    ;=> (1 2)
(list-copy '(1 . 2))  ;=> (1 . 2)
(list-copy 5)         ;=> 5"
  (let loop ((rest object) (result nil))
    (if (pair? rest)
      (loop (cdr rest) (cons (car rest) result))
      (append-reverse result rest))))

(defproc circular-list? (object)
  "Returns whether `object` is a list without an end.

(circular-list? '(1 2))  ;=> #f
(let ((l (list 1 2))) (set-cdr! (cdr l) l) (circular-list? l))  ;=> t"
  (let loop ((slow object) (fast object))
    (if (and (pair? fast) (pair? (cdr fast)))
      (let ((slow (cdr slow)) (fast (cddr fast)))
        (if (%eq? slow fast) (pair? slow) (loop slow fast)))
      #f)))

(defproc circular-list (&rest elements)
  "A list of these elements without an end.

(take (circular-list 1 2) 5)  ;=> (1 2 1 2 1)"
  (let ((result (list-copy elements)))
    (when (pair? result) (set-cdr! (last-pair result) result))
    result))

(defproc car+cdr (pair)
  "Two values: the car and the cdr.

(call-with-values (lambda () (car+cdr '(1 . 2))) list)  ;=> (1 2)"
  (%check (pair list))
  (values (car pair) (cdr pair)))

(defproc pair-for-each (f list &rest more)
  "Calls `f` on the lists and their rests.

(pair-for-each display '(1 2))                                    ;>> (1 2)(2)
(pair-for-each (lambda (a b) (display (car b))) '(1 2) '(a b))    ;>> ab"
  (let loop ((lists (cons list more)))
    (when (every? pair? lists)
      (let ((next (%rests lists)))
        (apply f lists)
        (loop next)))))

(defproc pair-fold-right (f init list &rest more)
  "Like `fold-right`, on the lists and their rests instead of the elements.

(pair-fold-right cons '() '(a b))          ;=> ((a b) (b))
(pair-fold-right list 'e '(1 2) '(a b))    ;=> ((1 2) (a b) ((2) (b) e))"
  (let collect ((lists (cons list more)) (tuples nil))
    (if (every? pair? lists)
      (collect (%rests lists) (cons lists tuples))
      (let loop ((tuples tuples) (result init))
        (if (null? tuples)
          result
          (loop (cdr tuples) (apply f (append (car tuples) (cons result nil)))))))))

(defproc lset-diff+intersection (same list &rest others)
  "Two values: the elements of the first list that are in none of the others, and those that are in one.

(call-with-values (lambda () (lset-diff+intersection eq? '(a b c) '(b))) list)  ;=> ((a c) (b))"
  (partition (lambda (x) (not (some? (lambda (other) (%member-by x other same)) others))) list))

(defproc unzip3 (lists)
  "Three values: the first elements of all lists, the second and the third ones.

(call-with-values (lambda () (unzip3 '((1 2 3) (4 5 6)))) list)  ;=> ((1 4) (2 5) (3 6))"
  (%check (lists list))
  (values (map-with car lists) (map-with cadr lists) (map-with caddr lists)))

(defproc unzip4 (lists)
  "Four values: the first elements of all lists, and so on.

(call-with-values (lambda () (unzip4 '((1 2 3 4)))) list)  ;=> ((1) (2) (3) (4))"
  (%check (lists list))
  (values (map-with car lists) (map-with cadr lists) (map-with caddr lists) (map-with cadddr lists)))

(defproc unzip5 (lists)
  "Five values: the first elements of all lists, and so on.

(call-with-values (lambda () (unzip5 '((1 2 3 4 5)))) list)  ;=> ((1) (2) (3) (4) (5))"
  (%check (lists list))
  (values (map-with car lists) (map-with cadr lists) (map-with caddr lists) (map-with cadddr lists)
    (map-with (lambda (l) (car (cddddr l))) lists)))

; R6RS

(defproc remp (predicate list)
  "The elements for which `predicate` is not true.

(remp even? '(1 2 3))  ;=> (1 3)"
  (%check (predicate function) (list list))
  (remove-if predicate list))

(defproc remq (x list)
  "The elements that are not `x` itself.

(remq 'a '(a b a))  ;=> (b)"
  (%check (list list))
  (remove-if (lambda (y) (%eq? x y)) list))

(defproc remv (x list)
  "The elements that are not `eqv?` to `x`.

(remv 1.5 '(1.5 2))  ;=> (2)"
  (%check (list list))
  (remove-if (lambda (y) (%eqv? x y)) list))

(defproc memp (predicate list)
  "The part of the list that begins with the first element for which `predicate` is true, or false.

(memp even? '(1 2 3))  ;=> (2 3)"
  (find-tail predicate list))

(defproc assp (predicate alist)
  "The first pair of an association list for whose key `predicate` is true, or false.

(assp even? '((1 . a) (2 . b)))  ;=> (2 . b)"
  (%check (predicate function) (alist list))
  (find (lambda (entry) (predicate (car entry))) alist))

(defalias map! map-with)
(defalias lset-diff+intersection! lset-diff+intersection)
(defalias span! span)
(defalias break! break)
(defalias concatenate! concatenate)
(defalias delete-duplicates! delete-duplicates)
(defalias lset-union! lset-union)
(defalias lset-intersection! lset-intersection)
(defalias lset-difference! lset-difference)
(defalias lset-xor! lset-xor)
