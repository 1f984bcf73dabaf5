; Types: typep, subtypep, type-of, coerce, deftype, classes of basic types.

(typep 5 'integer)
;=> T
(typep 5 'fixnum)
;=> T
(typep (expt 10 30) 'bignum)
;=> T
(typep 1/2 'ratio)
;=> T
(typep 1.5 'float)
;=> T
(typep 'a 'symbol)
;=> T
(typep nil 'symbol)
;=> T
(typep nil 'null)
;=> T
(typep nil 'list)
;=> T
(typep nil 'boolean)
;=> T
(typep t 'boolean)
;=> T
(typep :a 'keyword)
;=> T
(typep '(1) 'cons)
;=> T
(typep #'car 'function)
;=> T
(typep "a" 'string)
;=> T
(typep "a" 'vector)
;=> T
(typep "a" 'sequence)
;=> T
(typep #(1) 'array)
;=> T
(typep #(1) 'simple-vector)
;=> T
(typep 5 'atom)
;=> T
(typep '(1) 'atom)
;=> NIL
(typep 5 t)
;=> T
(typep 5 nil)
;=> NIL
(typep 5 '(integer 0 *))
;=> T
(typep -1 '(integer 0 *))
;=> NIL
(typep 5 '(integer (5) 10))
;=> NIL
(typep 5.5 '(float 0.0 10.0))
;=> T
(typep 5 '(or string integer))
;=> T
(typep 5 '(and integer (satisfies evenp)))
;=> NIL
(typep 4 '(and integer (satisfies evenp)))
;=> T
(typep 5 '(not integer))
;=> NIL
(typep 'a '(member a b))
;=> T
(typep 5 '(eql 5))
;=> T
(typep '(1 . "a") '(cons integer string))
;=> T
(typep '(1 2) '(cons integer))
;=> T
(typep 255 '(unsigned-byte 8))
;=> T
(typep 256 '(unsigned-byte 8))
;=> NIL
(typep -128 '(signed-byte 8))
;=> T
(typep -129 '(signed-byte 8))
;=> NIL
(typep 1 'bit)
;=> T
(typep 2 'bit)
;=> NIL
(typep #\a 'base-char)
;=> T
(typep (find-package :cl) 'package)
;=> T
(typep *random-state* 'random-state)
;=> T
(typep *standard-output* 'stream)
;=> T
(typep (make-condition 'simple-error) 'error)
;=> T
(typep 5 'no-such-type)
;!! simple-error
(deftype small () '(integer 0 9))
(typep 5 'small)
;=> T
(typep 10 'small)
;=> NIL
(deftype list-of (n) `(cons integer ,n))
(typep '(1) '(list-of null))
;=> T
(deftype text-or-nothing () '(or null string))
(typep nil 'text-or-nothing)
;=> T
(subtypep 'integer 'number)
;=> T ; T
(subtypep 'number 'integer)
;=> NIL ; T
(subtypep 'fixnum 'integer)
;=> T ; T
(subtypep 'bit 'integer)
;=> T ; T
(subtypep 'null 'list)
;=> T ; T
(subtypep 'null 'symbol)
;=> T ; T
(subtypep 'cons 'list)
;=> T ; T
(subtypep 'list 'sequence)
;=> T ; T
(subtypep 'string 'vector)
;=> T ; T
(subtypep 'vector 'sequence)
;=> T ; T
(subtypep 'keyword 'symbol)
;=> T ; T
(subtypep 'integer 'string)
;=> NIL ; T
(subtypep nil 'integer)
;=> T ; T
(subtypep 'integer t)
;=> T ; T
(subtypep 'integer nil)
;=> NIL ; T
(subtypep '(integer 0 5) '(integer 0 10))
;=> T ; T
(subtypep '(integer 0 10) '(integer 0 5))
;=> NIL ; T
(subtypep '(integer 0 5) 'integer)
;=> T ; T
(subtypep '(integer 1 5) '(or (integer 0 9) string))
;=> T ; T
(subtypep '(member 1 2) 'integer)
;=> T ; T
(subtypep '(member 1 a) 'integer)
;=> NIL ; T
(subtypep '(or fixnum bignum) 'integer)
;=> T ; T
(subtypep 'list '(or cons null))
;=> T ; T
(subtypep '(and integer (satisfies evenp)) 'integer)
;=> T ; T
(subtypep '(satisfies evenp) 'integer)
;=> NIL ; NIL
(subtypep 'integer '(satisfies evenp))
;=> NIL ; NIL
(subtypep '(eql 5) '(integer 0 9))
;=> T ; T
(subtypep 'small 'integer)
;=> T ; T
(subtypep '(unsigned-byte 8) '(integer 0 255))
;=> T ; T
(subtypep '(integer 0 255) '(unsigned-byte 8))
;=> T ; T
(subtypep '(mod 10) 'small)
;=> T ; T
(subtypep 'simple-error 'error)
;=> T ; T
(subtypep 'error 'condition)
;=> T ; T
(subtypep 'division-by-zero 'arithmetic-error)
;=> T ; T
(subtypep 'type-error 'arithmetic-error)
;=> NIL ; T
(subtypep 'simple-vector 'vector)
;=> T ; T
(subtypep 'bit-vector 'vector)
;=> T ; T
(subtypep '(vector t 3) 'vector)
;=> T ; T
(subtypep '(string 3) 'string)
;=> T ; T
(subtypep 'string '(string 3))
;=> NIL ; T
(subtypep 'character 'atom)
;=> T ; T
(subtypep '(cons integer) 'cons)
;=> T ; T
(subtypep '(cons integer) '(cons number))
;=> T ; T
(subtypep 'integer '(not string))
;=> T ; T
(subtypep 'integer '(not number))
;=> NIL ; T
(subtypep 'ratio 'rational)
;=> T ; T
(subtypep 'rational 'real)
;=> T ; T
(subtypep 'float 'rational)
;=> NIL ; T
(subtypep 'hash-table 'atom)
;=> T ; T
(subtypep '(or integer string) '(or string integer symbol))
;=> T ; T
(subtypep 'boolean 'symbol)
;=> T ; T
(type-of 'a)
;=> SYMBOL
(type-of nil)
;=> NULL
(type-of :a)
;=> KEYWORD
(type-of t)
;=> BOOLEAN
(type-of '(1))
;=> CONS
(type-of 1/2)
;=> RATIO
(type-of 1.5)
;=> DOUBLE-FLOAT
(type-of #\a)
;=> STANDARD-CHAR
(type-of (make-hash-table))
;=> HASH-TABLE
(type-of #(1 2))
;=> (SIMPLE-VECTOR 2)
(type-of "abc")
;=> (SIMPLE-ARRAY CHARACTER (3))
(type-of #2A((1 2)))
;=> (SIMPLE-ARRAY T (1 2))
(type-of #*101)
;=> (SIMPLE-BIT-VECTOR 3)
(type-of *package*)
;=> PACKAGE
(handler-case (car 5) (error (e) (type-of e)))
;=> SIMPLE-TYPE-ERROR
;-> TYPE-ERROR
(handler-case (/ 1 0) (error (e) (type-of e)))
;=> DIVISION-BY-ZERO
(handler-case (error "x") (error (e) (type-of e)))
;=> SIMPLE-ERROR
(handler-case unbound-thing (error (e) (type-of e)))
;=> UNBOUND-VARIABLE
(handler-case (undefined-thing) (error (e) (type-of e)))
;=> UNDEFINED-FUNCTION
(handler-case (car 5) (type-error (e) (list (type-error-datum e) (type-error-expected-type e))))
;=> (5 LIST)
(handler-case (+ 'a 1) (type-error (e) (list (type-error-datum e) (type-error-expected-type e))))
;=> (A NUMBER)
(handler-case (symbol-name 5) (type-error (e) (list (type-error-datum e) (type-error-expected-type e))))
;=> (5 SYMBOL)
(handler-case (char-code "a") (type-error (e) (list (type-error-datum e) (type-error-expected-type e))))
;=> ("a" CHARACTER)
(handler-case (length 5) (type-error (e) (list (type-error-datum e) (type-error-expected-type e))))
;=> (5 SEQUENCE)
(class-name (find-class 'integer))
;=> INTEGER
(class-name (find-class 'string))
;=> STRING
(class-name (find-class 't))
;=> T
(class-name (class-of 'a))
;=> SYMBOL
(class-name (class-of '(1)))
;=> CONS
(class-name (class-of nil))
;=> NULL
(class-name (class-of #'car))
;=> FUNCTION
(class-name (class-of 1.5))
;=> DOUBLE-FLOAT
(class-name (class-of #\a))
;=> CHARACTER
(find-class 'no-such-class nil)
;=> NIL
(find-class 'no-such-class)
;!! cell-error
;-! simple-error
(typep 5 (find-class 'integer))
;=> T
(typep "a" (find-class 'integer))
;=> NIL
(subtypep (find-class 'integer) (find-class 'number))
;=> T ; T
(coerce 5 'integer)
;=> 5
(coerce '(1 2) 'list)
;=> (1 2)
(coerce #(1 2) 'list)
;=> (1 2)
(coerce '(#\a) 'string)
;=> "a"
(coerce "ab" 'simple-vector)
;=> #(#\a #\b)
(coerce 1 'double-float)
;=> 1.0
(coerce "a" 'character)
;=> #\a
(funcall (coerce 'car 'function) '(1))
;=> 1
(coerce 5 'string)
;!! simple-type-error
(coerce 'a 'integer)
;!! simple-type-error
(coerce '(1 0) '(vector bit))
;=> #*10
(let ((x "a")) (check-type x integer))
;!! simple-type-error
(the integer 5)
;=> 5
(typecase 5 (string 'text) (integer 'number) (t 'other))
;=> NUMBER
(typecase '(1) (null 'empty) (cons 'pair))
;=> PAIR
(typecase 5.5 (integer 'i) (otherwise 'other))
;=> OTHER
(etypecase 5 (string 'text))
;!! type-error
(etypecase "a" (string 'text))
;=> TEXT
(typecase 5 ((integer 0 3) 'small) ((integer 4 9) 'large))
;=> LARGE
(typecase #\a ((member #\a #\b) 'ab))
;=> AB
(mapcar #'type-of '(a :b nil))
;=> (SYMBOL KEYWORD NULL)
(mapcar (lambda (x) (typecase x (number 'n) (symbol 's) (list 'l))) '(1 a (1)))
;=> (N S L)
