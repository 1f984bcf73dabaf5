;;;; keywords are no symbols
:a                                   ;=> :a
(keyword? :a)                        ;=> t
(symbol? :a)                         ;=> nil
(keyword? 'a)                        ;=> nil
(= :a ':a)                           ;=> t
(let ((:a 1)) :a)                    ;!! syntax

;;;; names that nobody has any more are forgotten and no others
; limits: memory=16M
; Between evaluations, of some hundred thousand symbols those stay that something has: a list, an array, a table's key and value, a record, a closure, a constant of code, the name of
; a function, a record type and its field, a variable of a module.
(setq listed (list (gensym "listed")))
(setq in-array (make-array 3 (gensym "array")))
(setq in-table (list->table (list (list (gensym "key") (gensym "value")))))
(setq closed (let ((s (gensym "closed"))) (lambda () s)))
(setq in-code (eval (list 'lambda nil (list 'quote (gensym "constant")))))
(setq variable (gensym "variable"))
(eval (list 'setq variable 42))
(setq type (gensym "type"))
(setq field (gensym "field"))
(eval (list 'defrecord type field))
(setq named (let ((name (gensym "named"))) (eval (list 'defproc name () 1)) (list name)))

(defproc all ()
  (list (first listed) (aref in-array 2) (first (table-keys in-table)) (first (table-values in-table)) (closed) (in-code) variable type field (first named)))
(setq names-before (map-with symbol->string (all)))

(defmacro once (x) (let ((v (gensym "v"))) `(let ((,v ,x)) ,v)))
(dotimes (i 40000) (gensym "gone"))   ;=> nil
(dotimes (i 40000) (gensym "gone"))   ;=> nil
(dotimes (i 40000) (gensym "gone"))   ;=> nil
(dotimes (i 40000) (gensym "gone"))   ;=> nil
(dotimes (i 40000) (gensym "gone"))   ;=> nil
(dotimes (i 40000) (gensym "gone"))   ;=> nil
(dotimes (i 40000) (gensym "gone"))   ;=> nil
(dotimes (i 40000) (gensym "gone"))   ;=> nil
(dotimes (i 3000) (eval '(once 1)))
(setq later (gensym "later"))

(= names-before (map-with symbol->string (all)))   ;=> t
(length (remove-duplicates (cons later (all))))    ;=> 11
(eval variable)                                    ;=> 42
((eval (first named)))                             ;=> 1
(member? later (all))                              ;=> nil

;;;; symbols keep their case and are unique
'Abc                                 ;=> Abc
(= 'abc 'ABC)                        ;=> nil
(= 'abc (string->symbol "abc"))      ;=> t
(symbol->string 'abc)                ;=> "abc"
(string->symbol "with blank")        ;=> |with blank|
'|a b|                               ;=> |a b|
(symbol-append 'a 'b)                ;=> ab
