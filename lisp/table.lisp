; Functions and macros on hash tables that take functions or evaluate a body. All of them see the entries that are there
; at the beginning: the table may change meanwhile.

(defproc table-update! (table key f &optional default)
  "Gives `key` the result of calling `f` on its present value, or on `default` (nil if left out) if it has none. Returns
the new value.

(let ((votes (make-table))) (table-update! votes 'a 1+ 0) (table-update! votes 'a 1+ 0))  ;=> 2"
  (%check (table table) (f function))
  (let ((value (f (table-ref table key default))))
    (table-set! table key value)
    value))

(defproc table-map (f table)
  "A table of the same keys, whose values are the results of calling `f` on key and value.

(table->list (table-map list (list->table '((a 1) (b 2)))))  ;=> ((a (a 1)) (b (b 2)))"
  (%check (f function) (table table))
  (let ((result (make-table)))
    (dotable (key value table result)
      (table-set! result key (f key value)))))

(defproc table-for-each (f table)
  "Calls `f` on the key and value of each entry, for its effect. Returns nil.

(table-for-each (lambda (key value) (display key value)) (list->table '((a 1) (b 2))))  ;>> a1b2"
  (%check (f function) (table table))
  (dotable (key value table)
    (f key value)))

(defmacro dotable ((key value table . result) &body body)
  "Evaluates the body for the key and value of each entry of a table, in the order in which the keys came. Then the
result form is evaluated, nil if left out. `(return value)` leaves the loop.

(let ((sum 0)) (dotable (key value (list->table '((a 1) (b 2))) sum) (setq sum (+ sum value))))  ;=> 3
(dotable (key value (list->table '((a 1) (b 2)))) (when (= value 2) (return key)))              ;=> b"
  (with-names (entry)
    `(dolist (,entry (,table->list ,table) ,@result)
       (let ((,key (,first ,entry)) (,value (,second ,entry)))
         ,@body))))
