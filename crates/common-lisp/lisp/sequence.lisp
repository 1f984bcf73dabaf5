; Common Lisp: sequences, that is lists, vectors and strings. They are worked on as lists.

(defproc elt (sequence index)
  "The element at an index.

(elt '(a b c) 1)  ;=> b
(elt \"abc\" 1)     ;=> #\\b"
  (cond
    ((pair? sequence) (list-ref sequence index))
    ((string? sequence) (string-ref sequence index))
    (t (aref sequence index))))

(defproc subseq (sequence start &optional end)
  "The part of a sequence from one position to before another.

(subseq '(a b c d) 1 3)  ;=> (b c)
(subseq \"abcd\" 2)        ;=> \"cd\"
(subseq (vector 1 2) 1)  ;=> #(2)"
  (cond
    ((string? sequence) (if end (substring sequence start end) (substring sequence start)))
    ((array? sequence) (if end (subarray sequence start end) (subarray sequence start)))
    (t (if end (sublist sequence start end) (sublist sequence start)))))

(defproc copy-seq (sequence)
  "A copy of a sequence.

(copy-seq (vector 1 2))  ;=> #(1 2)"
  (if (string? sequence) (substring sequence 0) (duplicate sequence)))

(defproc reverse (sequence)
  "The elements in reverse order.

(reverse '(1 2 3))  ;=> (3 2 1)
(reverse \"abc\")     ;=> \"cba\""
  (if (list? sequence)
    (reverse sequence)
    (%list->sequence sequence (reverse (%sequence->list 'reverse sequence)))))

(defproc nreverse (sequence)
  "The elements in reverse order.

(nreverse (list 1 2 3))  ;=> (3 2 1)"
  (if (list? sequence)
    (reverse sequence)
    (replace sequence (#'reverse sequence))))

(defproc concatenate (type &rest sequences)
  "One sequence of a type with the elements of all sequences.

(concatenate 'string \"ab\" '(#\\c))    ;=> \"abc\"
(concatenate 'list '(1) (vector 2))  ;=> (1 2)"
  (if (and (eq type 'string) (every? string? sequences))
    (apply string-append sequences)
    (coerce (append-map (lambda (s) (%sequence->list 'concatenate s)) sequences) type)))

(defproc map (type f sequence &rest more)
  "A sequence of a type with the results of calling `f` on elements side by side; nil if the type is nil.

(map 'vector #'1+ '(1 2))                   ;=> #(2 3)
(map 'string #'char-upcase \"abc\")           ;=> \"ABC\"
(let ((n 0)) (map nil (lambda (x) (incf n x)) '(1 2)) n)  ;=> 3"
  (let ((results (apply mapcar f (%sequence->list 'map sequence)
                        (map-with (lambda (s) (%sequence->list 'map s)) more))))
    (if type (coerce results type) nil)))

(defproc map-into (target f &rest sequences)
  "Puts the results of calling `f` on elements side by side into the target, which it returns.

(map-into (vector 0 0) #'+ '(1 2) '(10 20))  ;=> #(11 22)"
  (replace target
    (if sequences
      (apply mapcar f (map-with (lambda (s) (%sequence->list 'map-into s)) sequences))
      (list-tabulate (length target) (lambda (i) (funcall f))))))

(defproc fill (sequence item &key (start 0) end)
  "Puts the item everywhere into a list or vector, which it returns.

(fill (vector 1 2 3) 0 :start 1)  ;=> #(1 0 0)"
  (let ((end (%end-of-part 'fill (length sequence) start end)))
    (cond
      ((string? sequence) (%set-characters sequence start (make-string (- end start) item)))
      ((list? sequence)
        (let loop ((p (drop start sequence)) (n (- end start)))
          (if (> n 0) (progn (set-car! p item) (loop (rest p) (- n 1))) sequence)))
      ((and (= start 0) (= end (length sequence)))
        (fill-array! sequence item)
        sequence)
      (t
        (do ((i start (+ i 1)))
            ((>= i end) sequence)
          (aset sequence i item))))))

(defproc replace (target source &key (start1 0) end1 (start2 0) end2)
  "Puts elements of the source into the target, which it returns.

(replace (vector 1 2 3) '(a b) :start1 1)  ;=> #(1 a b)"
  (let* ((room (- (%end-of-part 'replace (length target) start1 end1) start1))
         (new (%section 'replace source start2 end2))
         (new (take (min room (list-length new)) new)))
    (cond
      ((string? target) (%set-characters target start1 (list->string new)))
      ((array? target)
        (let loop ((i start1) (l new))
          (if l (progn (aset target i (first l)) (loop (+ i 1) (rest l))) target)))
      (t
        (let loop ((p (drop start1 target)) (l new))
          (if l (progn (set-car! p (first l)) (loop (rest p) (rest l))) target))))))

(defproc make-sequence (type size &key initial-element)
  "A sequence of a type with `size` times the same element.

(make-sequence 'list 2 :initial-element 'x)  ;=> (x x)
(make-sequence 'string 2 :initial-element #\\a)  ;=> \"aa\""
  (if (member? type '(string simple-string))
    (make-string size (or initial-element #\space))
    (coerce (list-tabulate size (lambda (i) initial-element)) type)))

; Folding and testing

(defproc reduce (f sequence &key (initial-value nil given) from-end key (start 0) end)
  "Combines the elements to one value.

(reduce #'+ '(1 2 3))                                   ;=> 6
(reduce #'list '(1 2 3) :from-end t)                    ;=> (1 (2 3))
(reduce #'max '((1) (5) (3)) :key #'car)                ;=> 5
(reduce #'+ nil)                                        ;=> 0
(reduce #'cons '(1 2) :initial-value nil :from-end t)   ;=> (1 2)"
  (let* ((items (%section 'reduce sequence start end))
         (items (if key (%mapcar-1 key items) items))
         (items (if from-end (reverse items) items)))
    (cond
      (given (%fold f initial-value items from-end))
      ((null? items) (funcall f))
      (t (%fold f (first items) (rest items) from-end)))))

(defproc %fold (f initial items from-end)
  "Combines a value with one element after the other, which comes first if the fold is from the end."
  (let loop ((l items) (result initial))
    (cond
      ((null? l) result)
      (from-end (loop (rest l) (f (first l) result)))
      (t (loop (rest l) (f result (first l)))))))

(defproc %side-by-side (function sequences)
  "The lists of elements that the sequences have at the same positions."
  (apply zip (map-with (lambda (s) (%sequence->list function s)) sequences)))

(defproc every (predicate sequence &rest more)
  "Returns whether the predicate is true of every element, or of all elements side by side.

(every #'evenp '(2 4))       ;=> t
(every #'< '(1 2) '(2 3))    ;=> t"
  (cond
    ((null? more) (every? predicate (%sequence->list 'every sequence)))
    ((null? (rest more))
      (let loop ((a (%sequence->list 'every sequence)) (b (%sequence->list 'every (first more))))
        (if (and a b) (and (predicate (first a) (first b)) (loop (rest a) (rest b))) t)))
    (t (every? (lambda (items) (apply predicate items)) (%side-by-side 'every (cons sequence more))))))

(defproc some (predicate sequence &rest more)
  "The first value of the predicate that is not nil.

(some #'evenp '(1 2))                             ;=> t
(some (lambda (x) (and (evenp x) x)) '(1 2 4))    ;=> 2"
  (cond
    ((null? more)
      (dolist (x (%sequence->list 'some sequence))
        (let ((value (predicate x))) (when value (return value)))))
    ((null? (rest more))
      (let loop ((a (%sequence->list 'some sequence)) (b (%sequence->list 'some (first more))))
        (if (and a b) (or (predicate (first a) (first b)) (loop (rest a) (rest b))) nil)))
    (t
      (dolist (items (%side-by-side 'some (cons sequence more)))
        (let ((value (apply predicate items))) (when value (return value)))))))

(defproc notany (predicate sequence &rest more)
  "Returns whether the predicate is true of no element.

(notany #'evenp '(1 3))  ;=> t"
  (not (apply some predicate sequence more)))

(defproc notevery (predicate sequence &rest more)
  "Returns whether there is an element that the predicate is not true of.

(notevery #'evenp '(2 3))  ;=> t"
  (not (apply every predicate sequence more)))

; Searching

(defproc %search-items (function sequence start end from-end)
  "The elements to be looked at, in the order in which they are, as a list."
  (let ((items (%section function sequence start end)))
    (if from-end (reverse items) items)))

(defproc find (item sequence &key (test eql) test-not key (start 0) end from-end)
  "The first element that is the item, or nil.

(find 2 '((1 a) (2 b)) :key #'first)   ;=> (2 b)
(find #\\b \"abc\")                       ;=> #\\b"
  (let ((items (%search-items 'find sequence start end from-end)) (number (%test-number test test-not key)))
    (if number (%find item items number) (find-if (%matcher item test test-not key) items))))

(definline (find item sequence) (%find item sequence))
(definline (find item sequence :test test) (%find-by item sequence test nil))
(definline (find item sequence :key key) (%find-by item sequence #'eql key))
(definline (find item sequence :key key :test test) (%find-by item sequence test key))
(definline (find item sequence :test test :key key) (%find-by item sequence test key))

(defproc %find-by (item sequence test key)
  "`find` with a test and a key, which may be nil."
  (let ((number (%test-number test nil key)))
    (cond
      (number (%find item sequence number))
      (key (find-if (%matcher item test nil key) (%sequence->list 'find sequence)))
      (t
        (dolist (x (%sequence->list 'find sequence))
          (when (test item x) (return x)))))))

(defproc find-if (predicate sequence &key key (start 0) end from-end)
  "The first element that the predicate is true of, or nil.

(find-if #'evenp '(1 2 3 4))              ;=> 2
(find-if #'evenp '(1 2 3 4) :from-end t)  ;=> 4"
  (find-if (%keyed predicate key) (%search-items 'find-if sequence start end from-end)))

(defproc find-if-not (predicate sequence &key key (start 0) end from-end)
  "The first element that the predicate is not true of, or nil.

(find-if-not #'evenp '(2 3))  ;=> 3"
  (%check (predicate function))
  (#'find-if (complement predicate) sequence :key key :start start :end end :from-end from-end))

(defproc position (item sequence &key (test eql) test-not key (start 0) end from-end)
  "The index of the first element that is the item, or nil.

(position 'c '(a b c))              ;=> 2
(position #\\b \"abcb\" :from-end t)   ;=> 3"
  (let* ((items (%search-items 'position sequence start end from-end))
         (number (%test-number test test-not key))
         (found (if number (%position item items number) (find-index (%matcher item test test-not key) items))))
    (%position-of found items start from-end)))

(definline (position item sequence) (%position item sequence))

(defproc %position-of (found items start from-end)
  "The position in the sequence of the element with the index `found` among the items that were looked at, or nil."
  (cond
    ((null? found) nil)
    (from-end (- (+ start (list-length items)) found 1))
    (t (+ start found))))

(defproc position-if (predicate sequence &key key (start 0) end from-end)
  "The index of the first element that the predicate is true of, or nil.

(position-if #'evenp '(1 2 3))  ;=> 1"
  (let ((items (%search-items 'position-if sequence start end from-end)))
    (%position-of (find-index (%keyed predicate key) items) items start from-end)))

(defproc position-if-not (predicate sequence &key key (start 0) end from-end)
  "The index of the first element that the predicate is not true of, or nil.

(position-if-not #'evenp '(2 3))  ;=> 1"
  (%check (predicate function))
  (position-if (complement predicate) sequence :key key :start start :end end :from-end from-end))

(defproc count (item sequence &key (test eql) test-not key (start 0) end from-end)
  "The number of elements that are the item.

(count 'a '(a b a))   ;=> 2
(count #\\l \"hello\")   ;=> 2"
  (count-if (%matcher item test test-not key) (%search-items 'count sequence start end nil)))

(defproc count-if (predicate sequence &key key (start 0) end from-end)
  "The number of elements that the predicate is true of.

(count-if #'evenp '(1 2 4))  ;=> 2"
  (count-if (%keyed predicate key) (%search-items 'count-if sequence start end nil)))

(defproc count-if-not (predicate sequence &key key (start 0) end from-end)
  "The number of elements that the predicate is not true of.

(count-if-not #'evenp '(1 2 4))  ;=> 1"
  (%check (predicate function))
  (count-if (%keyed-not predicate key) (%search-items 'count-if-not sequence start end nil)))

(defproc search (pattern sequence &key (test eql) test-not key (start1 0) end1 (start2 0) end2 from-end)
  "The position where the pattern occurs in the sequence, or nil.

(search \"lo\" \"hello\")        ;=> 3
(search '(2 3) '(1 2 3 4))   ;=> 1"
  (let ((fits (%comparer test test-not key))
        (pattern (%section 'search pattern start1 end1))
        (items (%section 'search sequence start2 end2)))
    (let loop ((l items) (i start2) (found nil))
      (let ((here (%begins-with? fits pattern l)))
        (cond
          ((and here (not from-end)) i)
          ((null? l) (if here i found))
          (t (loop (rest l) (+ i 1) (if here i found))))))))

(defproc %begins-with? (fits pattern list)
  "Returns whether the elements of the list fit those of the pattern from the beginning on."
  (let loop ((p pattern) (l list))
    (cond ((null? p) t) ((null? l) nil) ((fits (first p) (first l)) (loop (rest p) (rest l))) (t nil))))

(defproc mismatch (a b &key (test eql) test-not key (start1 0) end1 (start2 0) end2 from-end)
  "The position in the first sequence where the two begin to differ, or nil if they are the same. From the end, it is
that after the last difference.

(mismatch \"abc\" \"abd\")              ;=> 2
(mismatch '(1 2) '(1 2))            ;=> nil
(mismatch \"abc\" \"xbc\" :from-end t)  ;=> 1"
  (let* ((fits (%comparer test test-not key))
         (x (%section 'mismatch a start1 end1))
         (y (%section 'mismatch b start2 end2))
         (step (if from-end -1 1)))
    (let loop ((x (if from-end (reverse x) x)) (y (if from-end (reverse y) y))
               (i (if from-end (+ start1 (list-length x)) start1)))
      (cond
        ((and (null? x) (null? y)) nil)
        ((or (null? x) (null? y)) i)
        ((fits (first x) (first y)) (loop (rest x) (rest y) (+ i step)))
        (t i)))))

; Removing and replacing

(defproc %change-some (function sequence fits start end count from-end new)
  "The sequence in which the elements that fit, as many as `count` says, are left out, or replaced by the only element of
the list `new`."
  (let* ((items (%sequence->list function sequence))
         (n (list-length items))
         (end (%end-of-part function n start end)))
    (if count
      (%change-first sequence fits (if from-end (- n end) start) (if from-end (- n start) end) count from-end new)
      (let loop ((l (sublist items start end)) (result (reverse (take start items))))
        (cond
          ((null? l) (%list->sequence sequence (append-reverse result (drop end items))))
          ((fits (first l)) (loop (rest l) (if new (cons (first new) result) result)))
          (t (loop (rest l) (cons (first l) result))))))))

(defproc %change-first (sequence fits start end count from-end new)
  "The sequence in which the first `count` elements that fit are changed; `from-end`, positions count from there, too."
  (let ((items (%sequence->list 'remove sequence)))
    (let loop ((l (if from-end (reverse items) items)) (i 0) (left count) (result nil))
      (cond
        ((null? l) (%list->sequence sequence (if from-end result (reverse result))))
        ((and (>= i start) (< i end) (> left 0) (fits (first l)))
          (loop (rest l) (+ i 1) (- left 1) (if new (cons (first new) result) result)))
        (t (loop (rest l) (+ i 1) left (cons (first l) result)))))))

(defproc remove (item sequence &key (test eql) test-not key (start 0) end count from-end)
  "The sequence without the elements that are the item.

(remove 2 '(1 2 3 2))            ;=> (1 3)
(remove 2 '(1 2 3 2) :count 1)   ;=> (1 3 2)
(remove #\\l \"hello\")             ;=> \"heo\""
  (let ((number (if (or end count (not (= start 0))) nil (%test-number test test-not key))))
    (if number
      (%remove item sequence number)
      (%remove-all (%matcher item test test-not key) sequence start end count from-end))))

(definline (remove item sequence) (%remove item sequence))

(defproc %remove-all (fits sequence start end count from-end)
  "The sequence without elements that fit."
  (if (and (list? sequence) (= start 0) (null? end) (null? count))
    (remove-if fits sequence)
    (%change-some 'remove sequence fits start end count from-end nil)))

(defproc remove-if (predicate sequence &key key (start 0) end count from-end)
  "The sequence without the elements that the predicate is true of.

(remove-if #'evenp '(1 2 3 4))  ;=> (1 3)
(remove-if #'alpha-char-p \"a1\")  ;=> \"1\""
  (%remove-all (%keyed predicate key) sequence start end count from-end))

(defproc remove-if-not (predicate sequence &key key (start 0) end count from-end)
  "The sequence of the elements that the predicate is true of.

(remove-if-not #'evenp '(1 2 3 4))  ;=> (2 4)"
  (%check (predicate function))
  (%remove-all (%keyed-not predicate key) sequence start end count from-end))

(defproc delete (item sequence &key (test eql) test-not key (start 0) end count from-end)
  "The sequence without the elements that are the item.

(delete 2 (list 1 2 3))  ;=> (1 3)"
  (#'remove item sequence :test test :test-not test-not :key key :start start :end end :count count
            :from-end from-end))

(definline (delete item sequence) (%delete item sequence))

(defproc delete-if (predicate sequence &key key (start 0) end count from-end)
  "The sequence without the elements that the predicate is true of.

(delete-if #'evenp (list 1 2 3))  ;=> (1 3)"
  (%remove-all (%keyed predicate key) sequence start end count from-end))

(defproc delete-if-not (predicate sequence &key key (start 0) end count from-end)
  "The sequence of the elements that the predicate is true of.

(delete-if-not #'evenp (list 1 2 3))  ;=> (2)"
  (%check (predicate function))
  (%remove-all (%keyed-not predicate key) sequence start end count from-end))

(defproc substitute (new old sequence &key (test eql) test-not key (start 0) end count from-end)
  "The sequence with `new` in place of the elements that are `old`.

(substitute 'x 'a '(a b a))       ;=> (x b x)
(substitute #\\- #\\space \"a b c\")  ;=> \"a-b-c\""
  (%change-some 'substitute sequence (%matcher old test test-not key) start end count from-end (list new)))

(defproc nsubstitute (new old sequence &key (test eql) test-not key (start 0) end count from-end)
  "The sequence with `new` in place of the elements that are `old`.

(let ((l (list 'a 'b))) (nsubstitute 'x 'a l) l)  ;=> (x b)"
  (replace sequence
    (%change-some 'nsubstitute sequence (%matcher old test test-not key) start end count from-end
                  (list new))))

(defproc substitute-if (new predicate sequence &key key (start 0) end count from-end)
  "The sequence with `new` in place of the elements that the predicate is true of.

(substitute-if 0 #'evenp '(1 2 3))  ;=> (1 0 3)"
  (%change-some 'substitute-if sequence (%keyed predicate key) start end count from-end (list new)))

(defproc nsubstitute-if (new predicate sequence &key key (start 0) end count from-end)
  "The sequence with `new` in place of the elements that the predicate is true of.

(nsubstitute-if 0 #'evenp (list 1 2 3))  ;=> (1 0 3)"
  (replace sequence (substitute-if new predicate sequence :key key :start start :end end :count count
                                   :from-end from-end)))

(defproc substitute-if-not (new predicate sequence &key key (start 0) end count from-end)
  "The sequence with `new` in place of the elements that the predicate is not true of.

(substitute-if-not 0 #'evenp '(1 2 3))  ;=> (0 2 0)"
  (%check (predicate function))
  (%change-some 'substitute-if-not sequence (%keyed-not predicate key) start end count from-end
                (list new)))

(defproc nsubstitute-if-not (new predicate sequence &key key (start 0) end count from-end)
  "The sequence with `new` in place of the elements that the predicate is not true of.

(nsubstitute-if-not 0 #'evenp (list 1 2 3))  ;=> (0 2 0)"
  (replace sequence (substitute-if-not new predicate sequence :key key :start start :end end :count count
                                       :from-end from-end)))

(defproc remove-duplicates (sequence &key (test eql) test-not key (start 0) end from-end)
  "The sequence without elements that come again later, or with `from-end`, that came before.

(remove-duplicates '(1 2 1 3))              ;=> (2 1 3)
(remove-duplicates '(1 2 1 3) :from-end t)  ;=> (1 2 3)
(remove-duplicates '(\"a\" \"a\") :test #'equal)  ;=> (\"a\")"
  (let ((distinct (%distinct (%section 'remove-duplicates sequence start end) test test-not key from-end)))
    (if (and (= start 0) (null? end))
      (%list->sequence sequence distinct)
      (let ((all (%sequence->list 'remove-duplicates sequence)))
        (%list->sequence sequence
          (append (take start all) distinct (if end (drop end all) nil)))))))

(definline (remove-duplicates sequence :test test) (%distinct-by sequence test nil))
(definline (remove-duplicates sequence :test test :key key) (%distinct-by sequence test key))
(definline (remove-duplicates sequence :key key :test test) (%distinct-by sequence test key))

(defproc %distinct-by (sequence test key)
  "`remove-duplicates` with a test and a key, which may be nil."
  (%list->sequence sequence (%distinct (%sequence->list 'remove-duplicates sequence) test nil key nil)))

(defproc %distinct (items test test-not key from-end)
  "The items without those that come again later, or with `from-end`, that came before."
  (let* ((keys (if key (%mapcar-1 key items) items)) (number (%test-of-keys test test-not keys nil)))
    (cond
      (number
        (if from-end
          (reverse (%first-ones items keys number))
          (%first-ones (reverse items) (reverse keys) number)))
      (from-end
        (let loop ((l items) (k keys) (seen nil) (result nil))
          (cond
            ((null? l) (reverse result))
            ((%fits-one? (first k) seen test test-not) (loop (rest l) (rest k) seen result))
            (t (loop (rest l) (rest k) (cons (first k) seen) (cons (first l) result))))))
      (t
        (let loop ((l items) (k keys) (result nil))
          (cond
            ((null? l) (reverse result))
            ((%fits-one? (first k) (rest k) test test-not) (loop (rest l) (rest k) result))
            (t (loop (rest l) (rest k) (cons (first l) result)))))))))

(defproc %fits-one? (key keys test test-not)
  "Returns whether the key fits one of the others."
  (let loop ((l keys))
    (cond
      ((null? l) nil)
      ((if test-not (not (test-not key (first l))) (test key (first l))) t)
      (t (loop (rest l))))))

(defproc delete-duplicates (sequence &key (test eql) test-not key (start 0) end from-end)
  "The sequence without elements that come again later.

(delete-duplicates (list 1 2 1))  ;=> (2 1)"
  (#'remove-duplicates sequence :test test :test-not test-not :key key :start start :end end :from-end from-end))

; Sorting

(defproc sort (sequence predicate &key key)
  "The elements in the order of the predicate, which tells whether the first of two must come before the second. A
vector is changed.

(sort (list 3 1 2) #'<)                             ;=> (1 2 3)
(sort (vector \"b\" \"a\") #'string<)                   ;=> #(\"a\" \"b\")
(sort (list '(2 b) '(1 a)) #'< :key #'first)        ;=> ((1 a) (2 b))"
  (let* ((items (%sequence->list 'sort sequence))
         (sorted
           (cond
             (key
               ; The key of each element is asked for once.
               (%mapcar-1 cdr
                 (sort (mapcar cons (%mapcar-1 key items) items) (lambda (a b) (predicate (car a) (car b))))))
             ((symbol? predicate) (sort items (lambda (a b) (predicate a b))))
             (t (sort items predicate)))))
    (cond
      ((list? sequence) sorted)
      (t (replace sequence sorted)))))

(defproc stable-sort (sequence predicate &key key)
  "Like `sort`; elements of which neither must come first keep their order.

(stable-sort (list '(1 b) '(0 x) '(1 a)) #'< :key #'first)  ;=> ((0 x) (1 b) (1 a))"
  (#'sort sequence predicate :key key))

(defproc merge (type a b predicate &key key)
  "One sequence of a type, in order, of the elements of two that are in order.

(merge 'list (list 1 4) (list 2 3) #'<)  ;=> (1 2 3 4)"
  (let ((a (%sequence->list 'merge a)) (b (%sequence->list 'merge b)))
    (coerce
      (if key (%merge-by a b (%mapcar-1 key a) (%mapcar-1 key b) predicate) (merge-sorted a b predicate))
      type)))

(defproc %merge-by (a b keys-of-a keys-of-b before?)
  "One list of the elements of two, in the order of their keys."
  (let loop ((a a) (b b) (x keys-of-a) (y keys-of-b) (result nil))
    (cond
      ((null? a) (append-reverse result b))
      ((null? b) (append-reverse result a))
      ((before? (first y) (first x)) (loop a (rest b) x (rest y) (cons (first b) result)))
      (t (loop (rest a) b (rest x) y (cons (first a) result))))))

; Vectors and arrays

(defproc make-array (dimensions &key initial-element (initial-contents nil given) (element-type t) fill-pointer
                                adjustable displaced-to (displaced-index-offset 0))
  "An array. A vector with a fill pointer grows by `vector-push`. Partly: `:displaced-to` is not supported.

(make-array 3 :initial-element 0)                          ;=> #(0 0 0)
(make-array '(2 2) :initial-contents '((1 2) (3 4)))       ;=> #2A((1 2) (3 4))
(let ((v (make-array 5 :fill-pointer 0))) (vector-push 'a v) v)  ;=> #(a)"
  (when displaced-to (error "make-array: :displaced-to is not supported"))
  (let* ((size (cond ((not (pair? dimensions)) dimensions) ((null? (rest dimensions)) (first dimensions)) (t nil)))
         (array
           (cond
             ((and size (%character-type? element-type))
               (if given
                 (list->string (%contents initial-contents (list size)))
                 (make-string (or size 0) (or initial-element #\space))))
             ((and (= (upgraded-array-element-type element-type) 'bit) (not fill-pointer) (not adjustable))
               (let ((array (%make-bits dimensions (or initial-element 0))))
                 (if given (%set-contents array initial-contents) array)))
             (given (%set-contents (make-array dimensions) initial-contents))
             (t (make-array dimensions (or initial-element (%first-element element-type)))))))
    (if (and fill-pointer (not (= fill-pointer t))) (%resize array fill-pointer) array)))

(defproc %character-type? (type)
  "Returns whether `type` is a type of characters."
  (member? type '(character base-char standard-char extended-char)))

(defproc %first-element (type)
  "Returns the initial element of an array of a type: zero for numbers."
  (let ((name (if (pair? type) (first type) type)))
    (cond
      ((member? name '(bit fixnum integer unsigned-byte signed-byte mod number real rational)) 0)
      ((member? name '(float single-float double-float short-float long-float)) 0.0)
      (t nil))))

(defproc %resize (vector size)
  "Gives a vector or string another number of elements. Returns it."
  (if (string? vector) (%resize-string vector size) (%resize-vector vector size)))

(defproc %set-contents (array contents)
  "Puts the elements of nested sequences into an array, which it returns."
  (let loop ((i 0) (l (%contents contents (array-dimensions array))))
    (if l (progn (row-major-set! array i (first l)) (loop (+ i 1) (rest l))) array)))

(defproc %contents (contents sizes)
  "The elements of nested sequences, row after row, which must have the sizes."
  (if (null? sizes)
    (list contents)
    (let ((parts (%sequence->list 'make-array contents)))
      (unless (= (list-length parts) (first sizes))
        (error (format nil "make-array: :initial-contents has ~s elements where the array has ~s"
                       (list-length parts) (first sizes))))
      (if (null? (rest sizes)) parts (append-map (lambda (row) (%contents row (rest sizes))) parts)))))

(defproc adjust-array (array dimensions &key initial-element element-type fill-pointer)
  "A vector with another number of elements: the same one, changed. Other arrays are copied into a new one.

(adjust-array (make-array 2 :initial-element 1) 3 :initial-element 0)  ;=> #(1 1 0)
(adjust-array (make-array '(1 2) :initial-contents '((a b))) '(2 1))   ;=> #2A((a) (nil))"
  (if (and (pair? dimensions) (rest dimensions))
    (let ((new (make-array dimensions initial-element)))
      (for-each
        (lambda (c) (when (apply array-in-bounds-p array c) (apply aset new (append c (list (apply aref array c))))))
        (%all-coordinates dimensions))
      new)
    (let ((old (length array)) (size (if (pair? dimensions) (first dimensions) dimensions)))
      (%resize array size)
      (when (> size old) (fill array (or initial-element (if (string? array) #\space nil)) :start old))
      (if (exact-integer? fill-pointer) (%resize array fill-pointer) array))))

(defproc %all-coordinates (dimensions)
  "The coordinates of all elements of an array."
  (if (null? dimensions)
    (list nil)
    (let ((others (%all-coordinates (rest dimensions))))
      (append-map (lambda (i) (map-with (lambda (c) (cons i c)) others)) (list-tabulate (first dimensions) identity)))))

(defproc vector-push (item vector)
  "Adds an element at the end of a vector. Returns its index, or nil if the vector is full. Partly: a vector
that was made without a fill pointer is full, which is no error.

(let ((v (make-array 5 :fill-pointer 0))) (list (vector-push 'a v) (length v)))              ;=> (0 1)
(let ((v (make-array 1 :fill-pointer 0))) (list (vector-push 'a v) (vector-push 'b v) v))    ;=> (0 nil #(a))"
  (if (string? vector) (%string-push vector item) (%vector-push vector item)))

(defproc vector-push-extend (item vector &optional extension)
  "Adds an element at the end of a vector or string, which grows. Returns its index.

(let ((v (make-array 0 :adjustable t :fill-pointer t))) (vector-push-extend 'a v) v)                                      ;=> #(a)
(let ((s (make-array 0 :element-type 'character :adjustable t :fill-pointer 0))) (vector-push-extend #\\a s) s)            ;=> \"a\""
  (if (string? vector) (%string-push vector item) (%vector-push vector item t)))

(defproc vector-pop (vector)
  "Takes the last element off a vector. Returns it.

(let ((v (vector 1 2))) (list (vector-pop v) v))  ;=> (2 #(1))"
  (let* ((n (- (length vector) 1)) (item (elt vector n)))
    (%resize vector n)
    item))

(defproc fill-pointer (vector)
  "The number of elements of a vector. Partly: elements after the fill pointer are forgotten when it is moved.

(fill-pointer (make-array 3 :fill-pointer 1))  ;=> 1"
  (length vector))

(defproc array-has-fill-pointer-p (array)
  "Returns whether the array has a fill pointer. Every vector has. Partly: every vector has one.

(array-has-fill-pointer-p (make-array 3 :fill-pointer 1))  ;=> t"
  (vectorp array))

(defproc %set-fill-pointer (vector n)
  "Gives a vector another number of elements."
  (%resize vector n)
  n)

(defproc %dimensions (array)
  "The sizes of an array, which may be a string, in its dimensions."
  (if (string? array) (list (string-length array)) (array-dimensions array)))

(defproc array-dimension (array axis)
  "The size of an array in one dimension.

(array-dimension (make-array '(2 3)) 1)  ;=> 3
(array-dimension (make-array '(2 3)) 2)  ;!! index-out-of-range"
  (list-ref (%dimensions array) axis))

(defproc array-in-bounds-p (array &rest coordinates)
  "Returns whether there is an element at the coordinates.

(array-in-bounds-p (make-array '(2 3)) 1 3)  ;=> nil"
  (let ((sizes (%dimensions array)))
    (unless (= (list-length coordinates) (list-length sizes))
      (error "array-in-bounds-p: the array has another number of dimensions:" (list-length sizes)))
    (every? (lambda (pair) (and (exact-integer? (first pair)) (>= (first pair) 0) (< (first pair) (second pair))))
            (zip coordinates sizes))))

(defproc array-row-major-index (array &rest coordinates)
  "The position of an element of an array, row after row.

(array-row-major-index (make-array '(2 3)) 1 2)  ;=> 5
(array-row-major-index (make-array '(2 3)) 1 3)  ;!! user-error"
  (unless (apply array-in-bounds-p array coordinates)
    (error "array-row-major-index: there is no element at the coordinates" coordinates))
  (fold-left (lambda (sum pair) (+ (* sum (second pair)) (first pair))) 0 (zip coordinates (%dimensions array))))

(defproc arrayp (object)
  "Returns whether the object is an array. Strings are.

(arrayp (vector 1))  ;=> t"
  (or (array? object) (string? object)))

(defproc vectorp (object)
  "Returns whether the object is a vector. Strings are.

(vectorp \"a\")  ;=> t"
  (or (string? object) (and (array? object) (= (array-rank object) 1))))

(defproc simple-vector-p (object)
  "Returns whether the object is a vector of any values.

(simple-vector-p (vector 1))  ;=> t"
  (and (array? object) (= (array-rank object) 1)))

(defproc adjustable-array-p (object)
  "Returns whether the array can grow. Vectors can. Partly: every vector is adjustable.

(adjustable-array-p (vector 1))  ;=> t"
  (simple-vector-p object))

; Hash tables

(defproc make-hash-table (&key (test 'eql) size rehash-size rehash-threshold)
  "A hash table without entries. Keys are compared by `eql`, or by the test: `eq`, `equal`, `equalp`.

(let ((h (make-hash-table :test #'equal))) (setf (gethash (list 1) h) 'a) (gethash (list 1) h))  ;=> a
(let ((h (make-hash-table))) (setf (gethash \"a\" h) 1) (gethash \"a\" h))                       ;=> nil
(let ((h (make-hash-table :test 'equalp))) (setf (gethash \"a\" h) 1) (gethash \"A\" h))         ;=> 1"
  (%make-hash-table test))

(defproc maphash (f table)
  "Calls `f` on key and value of each entry. Returns nil.

(let ((h (make-hash-table)) (s 0)) (setf (gethash 'a h) 5) (maphash (lambda (k v) (incf s v)) h) s)  ;=> 5"
  (dolist (entry (table->list table))
    (f (first entry) (second entry))))

(defproc remhash (key table)
  "Removes a key from a hash table. Returns whether it was there.

(let ((h (make-hash-table))) (setf (gethash 'a h) 1) (list (remhash 'a h) (remhash 'a h)))  ;=> (t nil)"
  (table-remove! table key))

(defproc clrhash (table)
  "Removes all entries. Returns the table.

(hash-table-count (clrhash (make-hash-table)))  ;=> 0"
  (table-clear! table)
  table)

(defproc hash-table-test (table)
  "The name of the comparison of keys.

(hash-table-test (make-hash-table))               ;=> eql
(hash-table-test (make-hash-table :test #'equal)) ;=> equal"
  (%hash-table-test table))

(defproc hash-table-size (table)
  "The number of entries that a hash table has room for: it grows.

(hash-table-size (make-hash-table :size 100))  ;=> 0"
  (table-count table))

(defmacro with-hash-table-iterator (spec &body body)
  "Evaluates the body with a local macro that gives the entries one after the other: each time whether there is one, its
key and its value.

(let ((h (make-hash-table))) (setf (gethash 'a h) 1) (with-hash-table-iterator (next h) (multiple-value-list (next))))  ;=> (t a 1)"
  (let ((entries (gensym "entries")))
    (list let (list (list entries (list table->list (second spec))))
      (list* %macrolet
        (list
          (list (first spec)
            (list %make-macro
              (list lambda '(arguments)
                (list quote
                  (list if entries
                    (list let (list (list 'entry (list car entries)))
                      (list setq entries (list cdr entries))
                      (list #'values t (list first 'entry) (list second 'entry)))
                    nil)))
              (list quote (first spec)))))
        body))))
