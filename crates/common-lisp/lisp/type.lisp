; Common Lisp: types.
;
; A type is a name, a class, or a list that begins with a name. `%type-predicates` says of basic names what is of the
; type, `%supertypes` which types hold everything that one holds; classes and structures are in object.lisp and
; structure.lisp.

(setq %type-predicates
  (list->table
    (list
      (list 'number number?) (list 'real number?) (list 'integer exact-integer?) (list 'fixnum %fixnum?)
      (list 'bignum (lambda (x) (and (exact-integer? x) (not (%fixnum? x)))))
      (list 'float float?) (list 'single-float float?) (list 'double-float float?) (list 'short-float float?)
      (list 'long-float float?)
      (list 'ratio ratio?) (list 'complex (lambda (x) nil))
      (list 'rational (lambda (x) (and (number? x) (exact? x))))
      (list 'bit (lambda (x) (and (exact-integer? x) (member? x '(0 1)))))
      (list 'unsigned-byte (lambda (x) (and (exact-integer? x) (>= x 0))))
      (list 'signed-byte exact-integer?)
      (list 'symbol (lambda (x) (symbolp x))) (list 'keyword keyword?) (list 'null null?) (list 'cons pair?)
      (list 'atom atom?) (list 'list list?)
      (list 'string string?) (list 'simple-string string?) (list 'base-string (lambda (x) nil))
      (list 'simple-base-string (lambda (x) nil))
      (list 'character char?) (list 'standard-char (lambda (x) (and (char? x) (standard-char-p x))))
      (list 'base-char (lambda (x) (and (char? x) (< (char->integer x) 128))))
      (list 'extended-char (lambda (x) (and (char? x) (>= (char->integer x) 128))))
      (list 'function procedure?) (list 'compiled-function procedure?)
      (list 'generic-function (lambda (x) (table-has? %generics-by-function x)))
      (list 'standard-generic-function (lambda (x) (table-has? %generics-by-function x)))
      (list 'hash-table table?)
      (list 'array (lambda (x) (or (array? x) (string? x))))
      (list 'simple-array (lambda (x) (or (array? x) (string? x))))
      (list 'vector (lambda (x) (vectorp x)))
      (list 'simple-vector (lambda (x) (and (array? x) (= (array-rank x) 1) (not (%bits? x)))))
      (list 'bit-vector (lambda (x) (bit-vector-p x))) (list 'simple-bit-vector (lambda (x) (bit-vector-p x)))
      (list 'sequence (lambda (x) (or (list? x) (vectorp x)))) (list 'boolean boolean?)
      (list 'condition (lambda (x) (or (condition? x) (%instance-of? x 'condition))))
      (list 'package (lambda (x) (packagep x))) (list 'random-state (lambda (x) (random-state-p x)))
      (list 'pathname (lambda (x) nil)) (list 'logical-pathname (lambda (x) nil)) (list 'readtable (lambda (x) nil))
      (list 'class (lambda (x) (record-of-type? %class-type x)))
      (list 'standard-class (lambda (x) (and (record-of-type? %class-type x) (%instance-class? x))))
      (list 'built-in-class (lambda (x) (and (record-of-type? %class-type x) (not (%instance-class? x)))))
      (list 'structure-object (lambda (x) (and (record? x) (%has-structure-name? (%class-name-of x)))))
      (list 'stream (lambda (x) (streamp x)))
      (list 't (lambda (x) t)))))

(setq %supertypes
  (list->table
    '((number (t)) (real (number)) (rational (real)) (integer (rational)) (ratio (rational)) (float (real))
      (complex (number))
      (fixnum (integer)) (bignum (integer)) (signed-byte (integer)) (unsigned-byte (integer))
      (bit (unsigned-byte fixnum))
      (single-float (float)) (double-float (float)) (short-float (float)) (long-float (float))
      (symbol (atom)) (keyword (symbol)) (boolean (symbol)) (null (list symbol boolean)) (list (sequence)) (cons (list))
      (sequence (t)) (atom (t))
      (array (atom)) (simple-array (array)) (vector (array sequence)) (simple-vector (vector simple-array))
      (string (vector)) (simple-string (string simple-array)) (base-string (string))
      (simple-base-string (base-string simple-string))
      (bit-vector (vector)) (simple-bit-vector (bit-vector simple-array))
      (character (atom)) (base-char (character)) (extended-char (character)) (standard-char (base-char))
      (function (atom)) (compiled-function (function)) (generic-function (function))
      (standard-generic-function (generic-function))
      (hash-table (atom)) (package (atom)) (random-state (atom)) (pathname (atom)) (logical-pathname (pathname))
      (readtable (atom)) (stream (atom))
      (file-stream (stream)) (string-stream (stream)) (broadcast-stream (stream)) (synonym-stream (stream))
      (two-way-stream (stream))
      (concatenated-stream (stream)) (echo-stream (stream))
      (class (standard-object)) (standard-class (class)) (built-in-class (class)) (method (standard-object))
      (standard-method (method))
      (restart (atom)) (structure-object (atom)) (standard-object (atom)) (condition (atom)))))

(setq %type-definitions (make-table))

(defproc %fixnum? (x)
  "Returns whether `x` is an integer of at most 61 bits."
  (and (exact-integer? x) (<= -1152921504606846976 x 1152921504606846975)))

(defproc %has-structure-name? (name)
  "Returns whether `name` is the name of a structure."
  (table-has? %structures name))

(defproc %instance-class? (class)
  "Returns whether programs can make objects of the class."
  (not (= (%class-field class 3) 'built-in)))

(defproc %type-test (value type)
  "A form that tells whether the variable `value` is of a type that is known now."
  (let ((predicate (if (symbol? type) (table-ref %type-predicates type) nil)))
    (if predicate (list predicate value) (list typep value (list quote type)))))

(defproc %whole-type (type)
  "The type, where a name that `deftype` defined is replaced by what it stands for."
  (let* ((name (if (pair? type) (first type) type))
         (definition (if (symbol? name) (table-ref %type-definitions name) nil)))
    (if definition
      (%whole-type (definition (if (pair? type) (rest type) nil)))
      type)))

(defproc typep (object type &optional environment)
  "Returns whether the object is of the type. A type is a name, or `(or type...)`, `(and type...)`, `(not type)`,
`(member value...)`, `(eql value)`, `(satisfies predicate)`, `(integer low high)`, `(vector element-type length)`,
`(cons type type)` and the like.

(typep 5 'integer)                 ;=> t
(typep 5 '(integer 0 3))           ;=> nil
(typep nil '(or null string))      ;=> t
(typep 'b '(member a b))           ;=> t
(typep #*01 '(bit-vector 2))       ;=> t
(typep 5 'no-such-type)            ;!! user-error"
  (if (and (symbol? type) (record? object) (%instance-of? object type)) t (%of-type? object (%whole-type type))))

(defproc %of-type? (object type)
  "Returns whether the object is of the type, which is none that `deftype` defined."
  (cond
    ((= type t) t)
    ((null? type) nil)
    ((symbol? type)
      (let ((predicate (table-ref %type-predicates type)))
        (cond
          (predicate (not (not (predicate object))))
          ((%instance-of? object type) t)
          ((%known-type? type) nil)
          (t (error (format nil "typep: there is no type ~s" type))))))
    ((not (pair? type)) (%of-class? object type))
    (t (%of-compound-type? object (first type) (rest type)))))

(defproc %of-class? (object class)
  "Returns whether the object is of the class."
  (if (record-of-type? %class-type class)
    (typep object (%class-name class))
    (%type-error 'typep class '(or symbol cons class))))

(defproc %known-type? (name)
  "Returns whether `name` is the name of a type."
  (or (table-has? %supertypes name) (%find-class name) (%has-structure-name? name)))

(defproc %of-compound-type? (object name parts)
  "Returns whether the object is of the type that is a list of the name and the parts."
  (case name
    (or (some? (lambda (one) (typep object one)) parts))
    (and (every? (lambda (one) (typep object one)) parts))
    (not (not (typep object (first parts))))
    (member (not (not (%member object parts))))
    (eql (eql object (first parts)))
    (satisfies (not (not (funcall (first parts) object))))
    (values (typep object (first parts)))
    ((integer float number real rational single-float double-float short-float long-float)
      (and (typep object name) (%within? object (first parts) (second parts))))
    (mod (and (exact-integer? object) (>= object 0) (< object (first parts))))
    (unsigned-byte
      (and (exact-integer? object)
        (>= object 0)
        (or (member? (first parts) '(nil *)) (< object (expt 2 (first parts))))))
    (signed-byte
      (and (exact-integer? object)
        (or (member? (first parts) '(nil *))
          (let ((half (expt 2 (- (first parts) 1)))) (and (<= (- half) object) (< object half))))))
    (cons
      (and (pair? object) (%of-part? (car object) (first parts)) (%of-part? (cdr object) (second parts))))
    ((array simple-array)
      (and (typep object name) (%of-element-type? object (first parts)) (%of-dimensions? object (second parts))))
    (vector (and (typep object name) (%of-element-type? object (first parts)) (%of-length? object (second parts))))
    ((simple-vector string simple-string base-string simple-base-string bit-vector simple-bit-vector)
      (and (typep object name) (%of-length? object (first parts))))
    (function (typep object 'function))
    (complex nil)
    (t (if (%known-type? name)
         (typep object name)
         (error (format nil "typep: there is no type ~s" (cons name parts)))))))

(defproc %of-part? (object type)
  "Returns whether the part of a pair is of the type. `*` and nothing stand for any."
  (or (member? type '(nil *)) (typep object type)))

(defproc %of-element-type? (array type)
  "Returns whether the array is one for elements of the type."
  (or (member? type '(nil *)) (= (array-element-type array) (upgraded-array-element-type type))))

(defproc %of-length? (vector size)
  "Returns whether the vector has this number of elements."
  (or (member? size '(nil *)) (= (length vector) size)))

(defproc %of-dimensions? (array dimensions)
  "Returns whether the array has the dimensions. A number is the number of them, `*` any."
  (let ((own (%dimensions array)))
    (cond
      ((= dimensions '*) t)
      ((exact-integer? dimensions) (= (list-length own) dimensions))
      ((null? dimensions) t)
      (t (and (= (list-length own) (list-length dimensions))
           (every? (lambda (pair) (or (= (second pair) '*) (= (first pair) (second pair)))) (zip own dimensions)))))))

(defproc %within? (number low high)
  "Returns whether the number is within the bounds. A bound of nil or `*` is none, one in a list is not included."
  (let ((above (lambda (bound)
                 (cond ((member? bound '(nil *)) t) ((pair? bound) (> number (first bound))) (t (>= number bound)))))
        (below (lambda (bound)
                 (cond ((member? bound '(nil *)) t) ((pair? bound) (< number (first bound))) (t (<= number bound))))))
    (and (above low) (below high))))

(defmacro deftype (name params &body body)
  "Defines a name for a type.

(progn (deftype digit () '(integer 0 9)) (list (typep 5 'digit) (typep 10 'digit)))  ;=> (t nil)"
  (let ((arguments (gensym "arguments")))
    (list progn
      (list table-set! %type-definitions (list quote name)
        (list lambda (list arguments) (list* let* (%destructure params arguments) body)))
      (list quote name))))

(defproc type-of (object)
  "The type of the object: a name, or a list that begins with one.

(type-of 5)      ;=> integer
(type-of 'a)     ;=> symbol
(type-of nil)    ;=> null
(type-of '(1))   ;=> cons
(type-of #*01)   ;=> (simple-bit-vector 2)"
  (let ((name (type-of object)))
    (case name
      (list 'cons)
      (table 'hash-table)
      (float 'double-float)
      (character (if (standard-char-p object) 'standard-char 'character))
      (string (list 'simple-array 'character (list (string-length object))))
      (condition (first (%core-condition-types object)))
      (array
        (cond
          ((not (= (array-rank object) 1)) (list 'simple-array (array-element-type object) (array-dimensions object)))
          ((%bits? object) (list 'simple-bit-vector (length object)))
          (t (list 'simple-vector (length object)))))
      (t
        (cond
          ((and (procedure? object) (table-has? %generics-by-function object)) 'standard-generic-function)
          ((port? object) 'stream)
          (t name))))))

(setq %built-in-classes (make-table))

(defproc %built-in-class (name)
  "The class of a basic type, or nil."
  (or (table-ref %built-in-classes name)
    (if (or (= name t)
          (and (table-has? %supertypes name)
            (not (member? name '(atom boolean bit unsigned-byte signed-byte keyword standard-char base-char
                                 extended-char)))))
      (let ((class (make-record %class-type name nil nil 'built-in nil (make-table) nil nil nil)))
        (table-set! %built-in-classes name class)
        class)
      nil)))

; The subtype relation. The answer is yes, no, or unknown.

(defproc subtypep (a b &optional environment)
  "Returns whether every object of the first type is of the second. The second value says whether that is known.

(progn (defclass a () ()) (defclass b (a) ()) (multiple-value-list (subtypep 'b 'a)))  ;=> (t t)
(multiple-value-list (subtypep 'integer 'string))                                     ;=> (nil t)
(multiple-value-list (subtypep '(satisfies evenp) 'integer))                          ;=> (nil nil)
(multiple-value-list (subtypep '(integer 1 5) '(or (integer 0 9) null)))              ;=> (t t)"
  (case (%subtype a b 0)
    (yes (#'values t t))
    (no (#'values nil t))
    (t (#'values nil nil))))

(defproc %type-name (type)
  "The type with classes replaced by their names, and definitions by what they stand for."
  (let ((type (if (record-of-type? %class-type type) (%class-name type) (%whole-type type))))
    (cond
      ((not (pair? type)) type)
      ((= (first type) 'eql) (cons 'member (rest type)))
      ((= (first type) 'mod) (list 'integer 0 (- (second type) 1)))
      ((and (= (first type) 'unsigned-byte) (exact-integer? (second type)))
       (list 'integer 0 (- (expt 2 (second type)) 1)))
      ((= (first type) 'unsigned-byte) (list 'integer 0))
      ((and (= (first type) 'signed-byte) (exact-integer? (second type)))
        (list 'integer (- (expt 2 (- (second type) 1))) (- (expt 2 (- (second type) 1)) 1)))
      ((every? (lambda (part) (= part '*)) (rest type))
       (if (member? (first type) '(and or not member satisfies)) type (first type)))
      (t type))))

(setq %type-unions
  (list->table
    '((list (cons null)) (number (real complex)) (real (rational float)) (rational (integer ratio))
      (integer (fixnum bignum))
      (character (base-char extended-char)) (boolean ((member t nil))))))

(defproc %subtype (a b depth)
  "Returns whether one type is a subtype of the other: yes, no or unknown."
  (let* ((a (%type-name a)) (b (%type-name b)) (head-a (if (pair? a) (first a) a)) (head-b (if (pair? b) (first b) b))
         (deeper (+ depth 1)))
    (cond
      ((> depth 40) 'unknown)
      ((or (null? a) (= b t) (equal a b)) 'yes)
      ((= head-a 'or) (%all-known (map-with (lambda (x) (%subtype x b deeper)) (rest a))))
      ((= head-a 'member)
        (if (%mentions-satisfies? b) 'unknown (if (every? (lambda (x) (typep x b)) (rest a)) 'yes 'no)))
      ((= head-b 'and) (%all-known (map-with (lambda (x) (%subtype a x deeper)) (rest b))))
      ((= head-b 'or) (%subtype-of-union a (rest b) deeper))
      ((= head-b 'not) (%disjoint a (second b) deeper))
      ((= head-a 'and)
        (if (some? (lambda (x) (= (%subtype x b deeper) 'yes)) (rest a)) 'yes 'unknown))
      ((= head-a 'not) (if (member? head-b '(satisfies)) 'unknown (if (= (%subtype 't b deeper) 'yes) 'yes 'no)))
      ((or (= head-a 'satisfies) (= head-b 'satisfies)) 'unknown)
      ((null? b) 'no)
      ((= head-b 'member) (if (and (= a 'null) (member? nil (rest b)))
                            'yes
                            (if (= a 'boolean) (if (and (member? nil (rest b)) (member? t (rest b))) 'yes 'no) 'no)))
      ((and (= b 'atom) (not (member? head-a '(t sequence list cons)))) 'yes)
      ((not (%known-head? head-a)) 'unknown)
      ((not (%known-head? head-b)) 'unknown)
      ((and (member? head-a %numeric-types) (member? head-b %numeric-types)) (%subrange a b))
      ((= (%named-subtype head-a head-b) 'no)
        (if (and (symbol? a) (member? a '(list boolean)))
          (%all-known (map-with (lambda (x) (%subtype x b deeper)) (table-ref %type-unions a)))
          'no))
      ((not (pair? b)) 'yes)
      (t (%compound-subtype a b deeper)))))

(defproc %mentions-satisfies? (type)
  "Returns whether a predicate is a part of the type."
  (and (pair? type) (or (= (first type) 'satisfies) (some? %mentions-satisfies? (rest type)))))

(defproc %known-head? (name)
  "Returns whether `name` is the name of a type."
  (or (= name t) (null? name) (%known-type? name)))

(defproc %all-known (answers)
  "Yes if all are, no if one is, else unknown."
  (cond ((member? 'no answers) 'no) ((every? (lambda (x) (= x 'yes)) answers) 'yes) (t 'unknown)))

(defproc %subtype-of-union (a parts depth)
  "Returns whether the type is a subtype of the union: yes, no or unknown."
  (let ((answers (map-with (lambda (x) (%subtype a x depth)) parts))
        (union (if (symbol? a) (table-ref %type-unions a) nil)))
    (cond
      ((member? 'yes answers) 'yes)
      (union (%all-known (map-with (lambda (x) (%subtype-of-union (%type-name x) parts depth)) union)))
      ((member? 'unknown answers) 'unknown)
      ((and (pair? a) (member? (first a) %numeric-types))
       (if (some? (lambda (x) (and (pair? (%type-name x)) (member? (first (%type-name x)) %numeric-types))) parts)
         'unknown
         'no))
      (t 'no))))

(defproc %disjoint (a b depth)
  "Returns whether the two types are disjoint: yes, no or unknown."
  (let ((a (%type-name a)) (b (%type-name b)))
    (cond
      ((or (null? a) (null? b)) 'yes)
      ((and (pair? b) (= (first b) 'not)) (%subtype a (second b) depth))
      ((and (pair? b) (member? (first b) '(or member)))
        (if (= (first b) 'or)
          (%all-known (map-with (lambda (x) (%disjoint a x depth)) (rest b)))
          (if (%mentions-satisfies? a) 'unknown (if (some? (lambda (x) (typep x a)) (rest b)) 'no 'yes))))
      ((or (= (%subtype a b depth) 'yes) (= (%subtype b a depth) 'yes)) 'no)
      ((and (symbol? a) (symbol? b) (%basic-type? a) (%basic-type? b))
       (if (some? (lambda (x) (and (= (%named-subtype x a) 'yes) (= (%named-subtype x b) 'yes)))
                  (table-keys %supertypes)) 'no 'yes))
      (t 'unknown))))

(defproc %basic-type? (name)
  "Returns whether `name` is the name of a type that no program has defined."
  (table-has? %supertypes name))

(defproc %named-subtype (a b)
  "Returns whether the type of one name is a subtype of that of the other: yes or no."
  (cond
    ((or (= a b) (= b t)) 'yes)
    ((= a t) 'no)
    ((and (member? a %float-types) (member? b %float-types)) 'yes)
    ((and (= a 'integer) (= b 'signed-byte)) 'yes)
    (t
      (let* ((class (%find-class a))
             (above
               (cond
                 (class (append (rest (%class-field class 3))
                                (if (member? a '(condition standard-object)) nil '(standard-object))))
                 ((%has-structure-name? a) (rest (%structure-precedence a)))
                 (t nil)))
             (above (if (and class (member? 'condition (%class-field class 3))) (remove 'standard-object above) above))
             (above (append above (table-ref %supertypes a nil))))
        (if (some? (lambda (x) (= (%named-subtype x b) 'yes)) (remove a above)) 'yes 'no)))))

(setq %float-types '(float single-float double-float short-float long-float))

(setq %numeric-types
  '(number real rational integer ratio float single-float double-float short-float long-float fixnum bignum bit
    unsigned-byte signed-byte complex))

(defproc %subrange (a b)
  "Returns whether one type of numbers is a subtype of another: yes or no."
  (receive (kind-a low-a high-a) (%range a)
    (receive (kind-b low-b high-b) (%range b)
      (if (and (= (%named-subtype kind-a kind-b) 'yes)
            (%not-below? low-a low-b kind-a)
            (%not-above? high-a high-b kind-a)) 'yes 'no))))

(defproc %range (type)
  "Three values: the kind of numbers, the least and the greatest, `*` for none."
  (case (if (pair? type) (first type) type)
    (bit (values 'integer 0 1))
    (unsigned-byte (values 'integer 0 '*))
    (signed-byte (values 'integer '* '*))
    (fixnum (values 'integer -1152921504606846976 1152921504606846975))
    (t (if (pair? type) (values (first type) (or (second type) '*) (or (third type) '*)) (values type '* '*)))))

(defproc %not-below? (bound other kind)
  "Returns whether a lower bound is not below another one."
  (cond
    ((= other '*) t)
    ((= bound '*) nil)
    ((and (pair? other) (not (pair? bound))) (> bound (first other)))
    ((and (pair? bound) (not (pair? other)) (= kind 'integer)) (>= (+ (first bound) 1) other))
    (t (>= (if (pair? bound) (first bound) bound) (if (pair? other) (first other) other)))))

(defproc %not-above? (bound other kind)
  "Returns whether an upper bound is not above another one."
  (cond
    ((= other '*) t)
    ((= bound '*) nil)
    ((and (pair? other) (not (pair? bound))) (< bound (first other)))
    ((and (pair? bound) (not (pair? other)) (= kind 'integer)) (<= (- (first bound) 1) other))
    (t (<= (if (pair? bound) (first bound) bound) (if (pair? other) (first other) other)))))

(defproc %compound-subtype (a b depth)
  "Returns whether one type is a subtype of another whose name fits: yes, no or unknown."
  (case (first b)
    (cons
      (%all-known
        (list
          (%subtype (%cons-part a second) (%cons-part b second) depth)
          (%subtype (%cons-part a third) (%cons-part b third) depth))))
    ((array simple-array vector simple-vector string simple-string bit-vector simple-bit-vector)
      (receive (element-a dimensions-a) (%array-parts a)
        (receive (element-b dimensions-b) (%array-parts b)
          (if (and (or (= element-b '*) (= element-a element-b))
                   (or (= dimensions-b '*)
                     (and (pair? dimensions-a) (= (list-length dimensions-a) (list-length dimensions-b))
                       (every? (lambda (pair)
                                 (or (= (second pair) '*) (= (first pair) (second pair))))
                         (zip dimensions-a dimensions-b)))))
            'yes
            'no))))
    (t 'unknown)))

(defproc %cons-part (type part)
  "The type of a part of a pair."
  (let ((part (if (pair? type) (part type) nil)))
    (if (member? part '(nil *)) t part)))

(defproc %array-parts (type)
  "Two values: the type of the elements of an array, and a list of the dimensions; `*` for any."
  (let* ((name (if (pair? type) (first type) type)) (parts (if (pair? type) (rest type) nil))
         (one (lambda (x) (if (null? x) '* x)))
         (length (lambda (x) (list (if (null? x) '* x)))))
    (case name
      ((array simple-array)
        (values (let ((e (one (first parts)))) (if (= e '*) '* (upgraded-array-element-type e)))
          (let ((d (if (rest parts) (second parts) '*))) (if (exact-integer? d) (list-tabulate d (lambda (i) '*)) d))))
      (vector (values (let ((e (one (first parts)))) (if (= e '*) '* (upgraded-array-element-type e)))
                      (length (second parts))))
      (simple-vector (values t (length (first parts))))
      ((string simple-string) (values 'character (length (first parts))))
      ((bit-vector simple-bit-vector) (values 'bit (length (first parts))))
      (t (values '* '*)))))

; Expected types, by the words of the core's messages.

(setq %expected-types
  '(("a list" list) ("a proper list" list) ("a number" number) ("an integer" integer) ("a string" string)
    ("a symbol" symbol) ("a character" character)
    ("a pair" cons) ("a vector" vector) ("an array" array) ("a hash table" hash-table) ("a function" function)
    ("a float" float)
    ("a real number" real) ("a keyword" keyword) ("an index" (integer 0))
    ("an integer that is not negative" unsigned-byte)
    ("a list, string, array or hash table" sequence) ("a list, vector or string" sequence)
    ("an array of one dimension" vector)))

(defproc %expected-type (message)
  "The type that an error of the core expected, as its message says; t if it does not."
  (let ((from (string-search " must be " message)) (to (string-search ", got " message)))
    (cond
      ((string-suffix? "cannot be called" message) 'function)
      ((and from to (< (+ from 9) to))
        (or (second (assoc (substring message (+ from 9) to) %expected-types)) t))
      (t t))))

; Coercion

(defproc coerce (object type)
  "The object as one of another type. Partly: there are no complex numbers.

(coerce '(1 2) 'vector)         ;=> #(1 2)
(coerce \"ab\" 'list)             ;=> (#\\a #\\b)
(coerce 1/2 'float)             ;=> 0.5
(coerce '(#\\a #\\b) 'string)     ;=> \"ab\"
(equal (coerce '(1 0) 'bit-vector) #*10)  ;=> t
(coerce 5 'string)              ;!! wrong-type"
  (let* ((type (%whole-type type)) (name (if (pair? type) (first type) type)))
    (case name
      (list (%sequence->list 'coerce object))
      ((vector simple-vector array simple-array)
        (let ((element (if (member? name '(simple-vector)) t (if (pair? type) (second type) '*))))
          (cond
            ((and (not (= element '*)) (= (upgraded-array-element-type element) 'character)) (coerce object 'string))
            ((and (not (= element '*)) (= (upgraded-array-element-type element) 'bit)) (coerce object 'bit-vector))
            ((and (array? object) (not (%bits? object))) object)
            ((and (= element '*) (or (string? object) (array? object)) (not (= name 'simple-vector))) object)
            (t (list->array (%sequence->list 'coerce object))))))
      ((string simple-string base-string simple-base-string)
        (if (string? object)
          object
          (let ((items (%sequence->list 'coerce object)))
            (if (every? char? items)
              (list->string items)
              (%type-error 'coerce (find-if (lambda (x) (not (char? x))) items) 'character)))))
      ((bit-vector simple-bit-vector) (if (%bits? object) object (%list->bits (%sequence->list 'coerce object))))
      ((float single-float double-float short-float long-float)
        (if (number? object) (inexact object) (%type-error 'coerce object 'real)))
      (complex (if (and (number? object) (exact? object)) object (error "coerce: complex numbers are not supported")))
      (character (character object))
      (function
        (cond ((procedure? object) object)
              ((and (pair? object) (= (first object) 'lambda)) (eval object))
              (t (#'symbol-function object))))
      (t (if (typep object type) object (%type-error 'coerce object type))))))

(defproc %list->bits (items)
  "The bit vector of the items, which must be 0 and 1."
  (let ((bits (%make-bits (list-length items) 0)))
    (let loop ((l items) (i 0))
      (if (null? l) bits (progn (row-major-set! bits i (first l)) (loop (rest l) (+ i 1)))))))
