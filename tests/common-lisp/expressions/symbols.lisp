; Symbols and packages: names, values, properties, interning, exporting.

(symbol-name 'abc)
;=> "ABC"
(symbol-name '|abc|)
;=> "abc"
(symbol-name 'a\b)
;=> "Ab"
(symbol-name ':key)
;=> "KEY"
(symbol-name nil)
;=> "NIL"
(symbol-name '|a b|)
;=> "a b"
'|abc|
;=> |abc|
'|ABC|
;=> ABC
'|a b|
;=> |a b|
'a\ b
;=> |A B|
'|A\|B|
;=> |A\|B|
(list '[ 'b ])
;!! unbound-variable
'{x}
;=> {X}
(length '(a [ b ]))
;=> 4
'foo.bar
;=> FOO.BAR
'*x*
;=> *X*
'1+
;=> 1+
'|1|
;=> |1|
'|1/2|
;=> |1/2|
'|1E5|
;=> |1E5|
'||
;=> ||
'|.|
;=> |.|
'a.b
;=> A.B
'a#b
;=> |A#B|
:|abc|
;=> :|abc|
:foo
;=> :FOO
'#:foo
;=> #:FOO
(eq '#:a '#:a)
;=> NIL
(eq 'abc 'ABC)
;=> T
(eq 'abc '|abc|)
;=> NIL
(symbolp 'a)
;=> T
(symbolp nil)
;=> T
(symbolp :a)
;=> T
(symbolp "a")
;=> NIL
(keywordp :a)
;=> T
(keywordp 'a)
;=> NIL
(eq :a ':a)
;=> T
(symbol-package :a)
;=> #<PACKAGE "KEYWORD">
(symbol-package (make-symbol "X"))
;=> NIL
(symbol-package (gensym))
;=> NIL
(package-name (symbol-package 'car))
;=> "COMMON-LISP"
(package-name (symbol-package 'my-own-symbol))
;=> "COMMON-LISP-USER"
(make-symbol "ABC")
;=> #:ABC
(symbol-name (make-symbol "abc"))
;=> "abc"
(eq (make-symbol "A") (make-symbol "A"))
;=> NIL
(symbol-name (copy-symbol 'x))
;=> "X"
(eq (copy-symbol 'x) 'x)
;=> NIL
(let ((s (make-symbol "Q"))) (setf (get s 'p) 1) (get (copy-symbol s t) 'p))
;=> 1
(let ((*gensym-counter* 7)) (symbol-name (gensym)))
;=> "G7"
(let ((*gensym-counter* 7)) (symbol-name (gensym "X")))
;=> "X7"
(symbol-name (gensym 5))
;=> "G5"
(let ((*gensym-counter* 3)) (gensym) *gensym-counter*)
;=> 4
(eq (gensym) (gensym))
;=> NIL
(symbolp (gentemp))
;=> T
(intern "HELLO")
;=> HELLO ; NIL
(nth-value 1 (intern "NEW-NAME-1"))
;=> NIL
(progn (intern "NEW-NAME-2") (nth-value 1 (intern "NEW-NAME-2")))
;=> :INTERNAL
(intern "CAR")
;=> CAR ; :INHERITED
(intern "abc")
;=> |abc| ; :INTERNAL
(intern "FOO" :keyword)
;=> :FOO ; :EXTERNAL
(find-symbol "CAR")
;=> CAR ; :INHERITED
(find-symbol "THERE-IS-NO-SUCH-NAME")
;=> NIL ; NIL
(find-symbol "FIND-SYMBOL" :cl)
;=> FIND-SYMBOL ; :EXTERNAL
(intern 'not-a-string)
;!! type-error
(progn (setf (get 'apple 'color) 'red) (get 'apple 'color))
;=> RED
(get 'apple 'shape)
;=> NIL
(get 'apple 'shape 'round)
;=> ROUND
(symbol-plist 'apple)
;=> (COLOR RED)
(progn (remprop 'apple 'color) (symbol-plist 'apple))
;=> NIL
(remprop 'apple 'nothing)
;=> NIL
(progn (setf (symbol-value 'zz1) 5) (symbol-value 'zz1))
;=> 5
(boundp 'zz1)
;=> T
(boundp 'never-bound)
;=> NIL
(progn (makunbound 'zz1) (boundp 'zz1))
;=> NIL
(symbol-value 'never-bound)
;!! unbound-variable
(set 'zz2 7)
;=> 7
(not (fboundp 'car))
;=> NIL
(fboundp 'never-defined)
;=> NIL
(not (fboundp 'when))
;=> NIL
(functionp (symbol-function 'car))
;=> T
(funcall (symbol-function 'car) '(1 2))
;=> 1
(fdefinition 'never-defined)
;!! undefined-function
(symbol-value :key)
;=> :KEY
(symbol-value nil)
;=> NIL
(string 'abc)
;=> "ABC"
(string :abc)
;=> "ABC"
(string= 'abc "ABC")
;=> T
(defpackage :zoo (:use :cl) (:export #:cat #:dog) (:nicknames :animals))
(package-name (find-package :zoo))
;=> "ZOO"
(package-nicknames :zoo)
;=> ("ANIMALS")
(find-package "NO-SUCH-PACKAGE")
;=> NIL
(packagep (find-package :zoo))
;=> T
(packagep :zoo)
;=> NIL
(package-name *package*)
;=> "COMMON-LISP-USER"
(mapcar #'package-name (package-use-list :zoo))
;=> ("COMMON-LISP")
(package-used-by-list :zoo)
;=> NIL
'zoo:cat
;=> ZOO:CAT
'zoo::elk
;=> ZOO::ELK
(eq 'zoo:cat 'cat)
;=> NIL
(symbol-name 'zoo:cat)
;=> "CAT"
(package-name (symbol-package 'zoo:cat))
;=> "ZOO"
(find-symbol "CAT" :zoo)
;=> ZOO:CAT ; :EXTERNAL
(find-symbol "ELK" :zoo)
;=> ZOO::ELK ; :INTERNAL
(find-symbol "LIST" :zoo)
;=> LIST ; :INHERITED
(find-symbol "GNU" :zoo)
;=> NIL ; NIL
(intern "GNU" :zoo)
;=> ZOO::GNU ; NIL
(nth-value 1 (intern "GNU" :zoo))
;=> :INTERNAL
(eq 'animals:cat 'zoo:cat)
;=> T
(let ((*package* (find-package :zoo))) (prin1-to-string 'zoo:cat))
;=> "CAT"
(let ((*package* (find-package :zoo))) (prin1-to-string 'own-name))
;=> "COMMON-LISP-USER::OWN-NAME"
(let ((*package* (find-package :zoo))) (symbol-name (read-from-string "fresh")))
;=> "FRESH"
(let ((*package* (find-package :zoo))) (eq (read-from-string "car") 'car))
;=> T
(let ((*package* (find-package :keyword))) (read-from-string "x"))
;=> :X ; 1
(read-from-string "zoo:elk")
;!! reader-error
(export 'zoo::elk :zoo)
;=> T
'zoo:elk
;=> ZOO:ELK
(unexport 'zoo::elk :zoo)
;=> T
'zoo::elk
;=> ZOO::ELK
(import 'zoo:dog)
;=> T
'dog
;=> DOG
(eq 'dog 'zoo:dog)
;=> T
(use-package :zoo)
;!! package-error
(use-package :no-such-package)
;!! package-error
(let ((l nil)) (do-external-symbols (s :zoo) (push s l)) (sort (mapcar #'symbol-name l) #'string<))
;=> ("CAT" "DOG")
(let ((n 0)) (do-external-symbols (s :cl) (incf n)) n)
;=> 978
(make-package "FARM" :use '(:cl))
;=> #<PACKAGE "FARM">
(package-name (rename-package :farm :barn))
;=> "BARN"
(find-package :farm)
;=> NIL
(delete-package :barn)
;=> T
(find-package :barn)
;=> NIL
(defpackage :shadows (:use :cl) (:shadow #:list))
(eq 'shadows::list 'list)
;=> NIL
(symbol-name 'shadows::list)
;=> "LIST"
(mapcar #'symbol-name (package-shadowing-symbols :shadows))
;=> ("LIST")
(unintern 'zoo::gnu :zoo)
;=> T
(find-symbol "GNU" :zoo)
;=> NIL ; NIL
(defpackage :importer (:use) (:import-from :cl #:car #:cdr))
(eq 'importer::car 'car)
;=> T
(eq 'importer::cons 'cons)
;=> NIL
(in-package :no-such-package)
;!! package-error
(handler-case (find-symbol "X" :no-such-package) (package-error () 'package-error))
;=> PACKAGE-ERROR
(let ((*print-case* :downcase)) (prin1-to-string 'zoo:cat))
;=> "zoo:cat"
(prin1-to-string '#:foo)
;=> "#:FOO"
(let ((*print-gensym* nil)) (prin1-to-string '#:foo))
;=> "FOO"
(princ-to-string '|a b|)
;=> "a b"
(princ-to-string :key)
;=> "KEY"
(prin1-to-string :key)
;=> ":KEY"
(symbol-function 'never-defined)
;!! undefined-function
(not (macro-function 'when))
;=> NIL
(macro-function 'car)
;=> NIL
(special-operator-p 'if)
;=> T
(special-operator-p 'when)
;=> NIL
(special-operator-p 'car)
;=> NIL
(macroexpand-1 '(car x))
;=> (CAR X) ; NIL
(macroexpand 5)
;=> 5 ; NIL
(defmacro twice (x) `(list ,x ,x))
(macroexpand-1 '(twice a))
;=> (LIST A A) ; T
(macroexpand '(twice a))
;=> (LIST A A) ; T
(macroexpand-1 '(twice a) nil)
;=> (LIST A A) ; T
(funcall (macro-function 'twice) '(twice b) nil)
;=> (LIST B B)
(constantp 5)
;=> T
(constantp 'pi)
;=> T
(constantp :a)
;=> T
(constantp ''x)
;=> T
(constantp 'some-variable)
;=> NIL
