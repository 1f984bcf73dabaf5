; Hash tables under the names of SRFI 69, R6RS and several implementations.

(defproc make-hash-table (&optional (test %equal?) &rest ignored)
  "A hash table whose keys are compared by `equal?`, or by `eq?`, `eqv?`, `string=?` or `=` if that is given.

(let ((h (make-hash-table))) (hash-table-set! h '(1) 'one) (hash-table-ref h '(1)))             ;=> one
(let ((h (make-hash-table eq?))) (hash-table-set! h (list 1) 'one) (hash-table-ref/default h (list 1) 'none))  ;=> none"
  (%make-table (if (procedure? test) test (%test-named test))))

(defproc %test-named (name)
  "The comparison that Gauche names by a symbol, or a size."
  (if (%memq name '(eq? eqv?)) %eqv? %equal?))

(defproc make-equal-hash-table (&rest size)
  "A hash table whose keys are compared by `equal?`.

(hash-table? (make-equal-hash-table))  ;=> t"
  (%make-table %equal?))

(defalias make-string-hash-table make-equal-hash-table)

(defproc make-eqv-hash-table (&rest size)
  "A hash table whose keys are compared by `eqv?`.

(hash-table? (make-eqv-hash-table))  ;=> t"
  (%make-table %eqv?))

(defalias make-eq-hash-table make-eqv-hash-table)
(defalias make-strong-eqv-hash-table make-eqv-hash-table)
(defalias make-strong-eq-hash-table make-eqv-hash-table)
(defalias make-eq-hashtable make-eqv-hash-table)
(defalias make-eqv-hashtable make-eqv-hash-table)

(defproc make-hashtable (hash test &rest size)
  "A hash table as in R6RS; the hash function is not needed.

(hashtable? (make-hashtable equal-hash equal?))  ;=> t"
  (make-hash-table test))

(defproc equal-hash (object &optional bound)
  "A number that is the same for objects that are `equal?`; below a bound, if one is given.

(= (equal-hash '(1 2)) (equal-hash (list 1 2)))  ;=> t"
  (let loop ((text (string->list (%text object t))) (h 17))
    (cond
      ((pair? text) (loop (cdr text) (modulo (+ (* h 31) (char->integer (car text))) 1000000007)))
      (bound (modulo h bound))
      (t h))))

(defalias string-hash equal-hash)
(defalias symbol-hash equal-hash)
(defalias hash equal-hash)
(defalias hash-by-identity equal-hash)
(defalias eq-hash equal-hash)
(defalias eqv-hash equal-hash)

(setq %none (list 'none))

(defproc hash-table-ref (table key &optional failure success)
  "The value of a key. If it has none, `failure` is called, or an error raised; `success` is called with the value if it
is given.

(let ((h (make-hash-table))) (hash-table-ref h 'a (lambda () 'none)))  ;=> none
(let ((h (make-hash-table))) (hash-table-ref h 'a))                    ;!! user-error"
  (%check (table table))
  (let ((value (table-ref table key %none)))
    (cond
      ((%eq? value %none)
        (cond
          ((procedure? failure) (failure))
          (failure failure)
          (t (error "hash-table-ref: the table has no key" key))))
      (success (success value))
      (t value))))

(defproc hash-table-get (table key &optional (default %none))
  "The value of a key, or a default.

(hash-table-get (make-hash-table) 'a 0)  ;=> 0"
  (let ((value (table-ref table key default)))
    (if (%eq? value %none) (error "hash-table-get: the table has no key" key) value)))

(defproc hash-table-delete! (table key)
  "Removes a key.

(let ((h (make-hash-table))) (hash-table-set! h 'a 1) (hash-table-delete! h 'a) (hash-table-count h))  ;=> 0"
  (table-remove! table key)
  (void))

(defalias hash-table/remove! hash-table-delete!)
(defalias hash-table-remove! hash-table-delete!)
(defalias hashtable-delete! hash-table-delete!)
(defalias hash-remove! hash-table-delete!)
(defalias hashq-remove! hash-table-delete!)

(defproc hash-table-count (table &optional predicate)
  "The number of keys; or of those entries for which a predicate is true.

(hash-table-count (make-hash-table))  ;=> 0"
  (%check (table table))
  (cond
    ((not predicate) (table-count table))
    ((table? predicate) (%count-entries table predicate))
    (t (%count-entries predicate table))))

(defproc %count-entries (predicate table)
  "The number of entries for which the predicate is true."
  (count-if (lambda (entry) (predicate (first entry) (second entry))) (table->list table)))

(defproc hash-table-update! (table key f &optional failure)
  "Gives a key the result of calling `f` on its present value; on that of `failure` if it has none.

(let ((h (make-hash-table))) (hash-table-update! h 'a 1+ (lambda () 0)) (hash-table-ref h 'a))  ;=> 1"
  (%check (table table))
  (table-set! table key (f (hash-table-ref table key failure))))

(defproc hash-table-update!/default (table key f default)
  "Gives a key the result of calling `f` on its present value, or on a default.

(let ((h (make-hash-table))) (hash-table-update!/default h 'a 1+ 5) (hash-table-ref h 'a))  ;=> 6"
  (table-set! table key (f (table-ref table key default))))

(defproc hashtable-update! (table key f default)
  "Gives a key the result of calling `f` on its present value, or on a default.

(let ((h (make-eqv-hashtable))) (hashtable-update! h 'a 1+ 5) (hashtable-ref h 'a 0))  ;=> 6"
  (table-set! table key (f (table-ref table key default))))

(defproc hash-table->alist (table)
  "A list of the pairs of key and value.

(let ((h (make-hash-table))) (hash-table-set! h 'a 1) (hash-table->alist h))  ;=> ((a . 1))"
  (map-with (lambda (entry) (cons (first entry) (second entry))) (table->list table)))

(defproc alist->hash-table (alist &optional (test %equal?) &rest ignored)
  "A hash table of the pairs of key and value; the first of a key counts.

(hash-table-ref (alist->hash-table '((a . 1) (a . 2))) 'a)  ;=> 1"
  (let ((table (make-hash-table test)))
    (dolist (entry (reverse alist) table)
      (table-set! table (car entry) (cdr entry)))))

(defproc hash-table-walk (table f)
  "Calls `f` on each key and value.

(hash-table-walk (alist->hash-table '((a . 1))) (lambda (k v) (display k) (display v)))  ;>> a1"
  (dolist (entry (table->list table))
    (f (first entry) (second entry))))

(defproc hash-table-for-each (a b)
  "Calls a function on each key and value; it may come before the table or after it.

(hash-table-for-each (alist->hash-table '((a . 1))) (lambda (k v) (display k)))  ;>> a"
  (if (table? a) (hash-table-walk a b) (hash-table-walk b a)))

(defalias hash-for-each hash-table-for-each)

(defproc hash-table-map (table f)
  "The list of the results of calling `f` on each key and value.

(hash-table-map (alist->hash-table '((a . 1))) list)  ;=> ((a 1))"
  (map-with (lambda (entry) (f (first entry) (second entry))) (table->list (if (table? table) table f))))

(defproc hash-map->list (f table)
  "The list of the results of calling `f` on each key and value.

(hash-map->list cons (alist->hash-table '((a . 1))))  ;=> ((a . 1))"
  (map-with (lambda (entry) (f (first entry) (second entry))) (table->list table)))

(defproc hash-table-fold (table f init)
  "Calls `f` on each key, value and the result so far.

(hash-table-fold (alist->hash-table '((a . 1) (b . 2))) (lambda (k v n) (+ v n)) 0)  ;=> 3"
  (fold-left (lambda (result entry) (f (first entry) (second entry) result)) init (table->list table)))

(defproc hash-fold (f init table)
  "Calls `f` on each key, value and the result so far.

(hash-fold (lambda (k v n) (+ v n)) 0 (alist->hash-table '((a . 1))))  ;=> 1"
  (hash-table-fold table f init))

(defproc hashtable-keys (table)
  "A vector of the keys.

(hashtable-keys (make-eqv-hashtable))  ;=> #()"
  (%check (table table))
  (list->array (table-keys table)))

(defproc hashtable-entries (table)
  "Two values: vectors of the keys and of the values.

(call-with-values (lambda () (hashtable-entries (make-eqv-hashtable))) list)  ;=> (#() #())"
  (values (list->array (table-keys table)) (list->array (table-values table))))

(defproc hash-table-intern! (table key f)
  "The value of a key; if it has none, it gets that of calling `f`.

(let ((h (make-hash-table))) (hash-table-intern! h 'a (lambda () 1)) (hash-table-ref h 'a))  ;=> 1"
  (let ((value (table-ref table key %none)))
    (if (%eq? value %none)
      (let ((new (f)))
        (table-set! table key new)
        new)
      value)))

(defproc hash-table-empty? (table)
  "Returns whether the table has no keys.

(hash-table-empty? (make-hash-table))  ;=> t"
  (= (table-count table) 0))

; Property lists

(setq %properties (make-table))

(defproc putprop (symbol key value)
  "Gives a symbol a property.

(begin (putprop 'apple 'colour 'red) (getprop 'apple 'colour))  ;=> red"
  (table-set! %properties (list symbol key) value))

(defproc getprop (symbol key &optional default)
  "A property of a symbol, or false.

(getprop 'pear 'colour)  ;=> #f"
  (table-ref %properties (list symbol key) default))

; More of SRFI 69 and R6RS

(defproc hash-table-equivalence-function (table)
  "The function by which the keys of a table are compared: `eqv?` or `equal?`.

((hash-table-equivalence-function (make-hash-table)) '(1) (list 1))  ;=> t"
  (%check (table table))
  (let ((probe (%table-copy table)) (key (list nil)))
    (table-clear! probe)
    (table-set! probe key 0)
    (if (table-has? probe (list nil)) %equal? %eqv?)))

(defproc hash-table-hash-function (table)
  "A function that gives the same number for keys that are the same.

(= ((hash-table-hash-function (make-hash-table)) \"a\") (hash \"a\"))  ;=> t"
  equal-hash)

(defproc hashtable-values (table)
  "A vector of the values.

(let ((h (make-eqv-hashtable))) (hashtable-set! h 1 'a) (hashtable-values h))  ;=> #(a)"
  (%check (table table))
  (list->array (table-values table)))

(defproc hashtable-copy (table &optional mutable)
  "A new table of the same entries.

(hashtable-size (hashtable-copy (make-eqv-hashtable)))  ;=> 0"
  (%check (table table))
  (%table-copy table))

(defproc hash-table-merge! (table other)
  "Adds the entries of another table.

(let ((h (make-hash-table)) (g (alist->hash-table '((a . 1))))) (hash-table-merge! h g) (hash-table-ref h 'a))  ;=> 1"
  (dolist (entry (table->list other) table)
    (unless (table-has? table (first entry)) (table-set! table (first entry) (second entry)))))

(defalias hash-table-union! hash-table-merge!)
