; Records with named fields.

(defmacro defrecord (name &rest fields)
  "Defines a type of records. A field is a symbol, or a list of symbol and default value; fields after one with a
default have the default nil. For `(defrecord point x y)` it defines the functions `make-point`, which takes the values
of the fields in order, `point?`, and for each field `point-x` and `set-point-x!`, which returns the new value. Methods
can be defined for `(p point)`. Returns the name.

(progn (defrecord point x y) (make-point 1 2))                            ;=> #<point :x 1 :y 2>
(progn (defrecord point x y) (point-y (make-point 1 2)))                  ;=> 2
(progn (defrecord point x y) (let ((p (make-point 1 2))) (set-point-x! p 7) p))  ;=> #<point :x 7 :y 2>
(progn (defrecord node state (depth 0)) (make-node 'start))               ;=> #<node :state start :depth 0>
(progn (defrecord point x y) (list (point? (make-point 1 2)) (point? 3))) ;=> (t nil)
(progn (defrecord point x y) (point-x 3))                                 ;!! wrong-type"
  (let* ((names (map-with (lambda (field) (if (pair? field) (first field) field)) fields))
         (type (make-record-type name names)))
    `(progn
       (defproc ,(symbol-append 'make- name) ,(%constructor-parameters fields)
         ,(format nil "A new record of type ~a." name)
         (,make-record ,type ,@names))
       (defproc ,(symbol-append name '?) (object)
         ,(format nil "Is `object` a record of type ~a?" name)
         (,record-of-type? ,type object))
       ,@(apply append
           (map-indexed (lambda (index field) (%field-definitions name type field index)) names))
       ',name)))

(defproc %constructor-parameters (fields)
  "The parameter list that lets values be left out from the first field with a default on."
  (receive (required optional) (%split-before pair? fields)
    (if (pair? optional)
      (append required (cons '&optional optional))
      required)))

(defproc %split-before (predicate list)
  "Two values: the elements before the first one for which `predicate` is true, and the rest."
  (let ((before (take-while (complement predicate) list)))
    (values before (drop (length before) list))))

(defproc %field-definitions (type-name type field index)
  "The definitions of the functions that read and change a field."
  `((defproc ,(symbol-append type-name '- field) (record)
      ,(format nil "The field ~a of a record of type ~a." field type-name)
      (,record-ref ,type record ,index))
    (defproc ,(symbol-append 'set- type-name '- field '!) (record value)
      ,(format nil "Gives the field ~a of a record of type ~a a value and returns it." field type-name)
      (,record-set! ,type record ,index value))))
