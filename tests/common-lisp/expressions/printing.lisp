; Printing: prin1, princ, write and the variables that say how.

(prin1-to-string 'abc)
;=> "ABC"
(prin1-to-string "a\"b")
;=> "\"a\\\"b\""
(princ-to-string "a\"b")
;=> "a\"b"
(prin1-to-string #\a)
;=> "#\\a"
(princ-to-string #\a)
;=> "a"
(prin1-to-string '(1 "a" #\b c))
;=> "(1 \"a\" #\\b C)"
(princ-to-string '(1 "a" #\b c))
;=> "(1 a b C)"
(prin1-to-string '(a . b))
;=> "(A . B)"
(prin1-to-string '(a b . c))
;=> "(A B . C)"
(prin1-to-string ''a)
;=> "'A"
(prin1-to-string '#'car)
;=> "#'CAR"
(prin1-to-string '(quote a b))
;=> "(QUOTE A B)"
(prin1-to-string '(quote))
;=> "(QUOTE)"
(prin1-to-string nil)
;=> "NIL"
(prin1-to-string '(nil t))
;=> "(NIL T)"
(prin1-to-string 1/2)
;=> "1/2"
(prin1-to-string 1.0)
;=> "1.0"
(prin1-to-string -0.5)
;=> "-0.5"
(prin1-to-string 100.0)
;=> "100.0"
(prin1-to-string 1000000.0)
;=> "1000000.0"
(prin1-to-string 12345678.9)
;=> "1.23456789e7"
(prin1-to-string 0.001)
;=> "0.001"
(prin1-to-string 0.0001)
;=> "1.0e-4"
(prin1-to-string 1e10)
;=> "1.0e10"
(prin1-to-string 1.5e-7)
;=> "1.5e-7"
(prin1-to-string 123456789012345678901234567890)
;=> "123456789012345678901234567890"
(prin1-to-string #(1 2))
;=> "#(1 2)"
(prin1-to-string #2A((1 2) (3 4)))
;=> "#2A((1 2) (3 4))"
(prin1-to-string #*101)
;=> "#*101"
(prin1-to-string #())
;=> "#()"
(prin1-to-string (make-array '(0 2)))
;=> "#2A()"
(prin1-to-string :key)
;=> ":KEY"
(prin1-to-string '|a b|)
;=> "|a b|"
(princ-to-string '|a b|)
;=> "a b"
(prin1-to-string '(|Abc| abc))
;=> "(|Abc| ABC)"
(prin1-to-string '#:g)
;=> "#:G"
(write-to-string 255 :base 16)
;=> "FF"
(write-to-string 255 :base 2 :radix t)
;=> "#b11111111"
(write-to-string 255 :base 16 :radix t)
;=> "#xFF"
(write-to-string 255 :base 8 :radix t)
;=> "#o377"
(write-to-string 255 :base 3 :radix t)
;=> "#3r100110"
(write-to-string 255 :radix t)
;=> "255."
(write-to-string 1/3 :radix t)
;=> "#10r1/3"
(write-to-string 1/255 :base 16)
;=> "1/FF"
(write-to-string 'abc :case :downcase)
;=> "abc"
(write-to-string 'abc-def :case :capitalize)
;=> "Abc-Def"
(write-to-string "a" :escape nil)
;=> "a"
(write-to-string '(1 (2 (3 (4)))) :level 2)
;=> "(1 (2 #))"
(write-to-string '(1 2 3 4 5) :length 3)
;=> "(1 2 3 ...)"
(write-to-string #(1 2 3 4) :length 2)
;=> "#(1 2 ...)"
(write-to-string '((1 2 3) (4 5 6)) :length 2)
;=> "((1 2 ...) (4 5 ...))"
(let ((*print-base* 2)) (prin1-to-string 10))
;=> "1010"
(let ((*print-base* 2)) (prin1-to-string 1.5))
;=> "1.5"
(let ((*print-base* 16)) (prin1-to-string '(10 a 255)))
;=> "(A |A| FF)"
(let ((*print-radix* t)) (prin1-to-string 10))
;=> "10."
(let ((*print-radix* t) (*print-base* 2)) (prin1-to-string 5))
;=> "#b101"
(let ((*print-case* :downcase)) (prin1-to-string '(a nil t :b)))
;=> "(a nil t :b)"
(let ((*print-case* :capitalize)) (prin1-to-string '(foo-bar nil)))
;=> "(Foo-Bar Nil)"
(let ((*print-case* :downcase)) (princ-to-string nil))
;=> "nil"
(let ((*print-case* :downcase)) (prin1-to-string '|abc|))
;=> "|abc|"
(let ((*print-length* 2)) (prin1-to-string '(1 2 3)))
;=> "(1 2 ...)"
(let ((*print-level* 1)) (prin1-to-string '(1 (2))))
;=> "(1 #)"
(let ((*print-escape* nil)) (write-to-string "a"))
;=> "a"
(let ((*print-circle* t)) (prin1-to-string (let ((x (list 1))) (list x x))))
;=> "(#1=(1) #1#)"
(let ((*print-circle* t)) (prin1-to-string (let ((x (list 1 2))) (setf (cddr x) x) x)))
;=> "#1=(1 2 . #1#)"
(let ((*print-circle* t)) (prin1-to-string '(1 2 3)))
;=> "(1 2 3)"
(let ((*print-gensym* nil)) (prin1-to-string '(#:a)))
;=> "(A)"
(with-output-to-string (*standard-output*) (prin1 'a))
;=> "A"
(with-output-to-string (s) (prin1 "x" s) (princ "x" s))
;=> "\"x\"x"
(with-output-to-string (s) (print 'a s))
;=> "\nA "
(with-output-to-string (s) (terpri s))
;=> "\n"
(with-output-to-string (s) (write-string "abc" s :start 1))
;=> "bc"
(with-output-to-string (s) (write-line "abc" s))
;=> "abc\n"
(with-output-to-string (s) (write-char #\a s))
;=> "a"
(with-output-to-string (s) (fresh-line s) (princ "a" s) (fresh-line s) (fresh-line s))
;=> "a\n"
(with-output-to-string (s) (write '(1 "a") :stream s :escape nil))
;=> "(1 a)"
(with-output-to-string (s) (pprint '(a b) s))
;=> "\n(A B)"
(with-output-to-string (s) (print-unreadable-object ('x s) (princ "thing" s)))
;=> "#<thing>"
(with-output-to-string (s) (print-unreadable-object (5 s :type t) (princ "thing" s)))
;=> "#<(INTEGER 0 4611686018427387903) thing>"
;-> "#<INTEGER thing>"
(prin1 'a (make-broadcast-stream))
;=> A
(princ "abc" (make-broadcast-stream))
;=> "abc"
(print 5 (make-broadcast-stream))
;=> 5
(terpri (make-broadcast-stream))
;=> NIL
(write-string "abc" (make-broadcast-stream))
;=> "abc"
(defstruct point x y)
(prin1-to-string (make-point :x 1 :y 2))
;=> "#S(POINT :X 1 :Y 2)"
(princ-to-string (make-point :x "a" :y #\b))
;=> "#S(POINT :X a :Y b)"
(defstruct (named (:print-function (lambda (o s d) (declare (ignore o d)) (write-string "<named>" s)))) a)
(prin1-to-string (make-named))
;=> "<named>"
(prin1-to-string (list (make-named)))
;=> "(<named>)"
(defclass animal () ((name :initarg :name :reader name-of)))
(defmethod print-object ((a animal) s) (format s "[~a]" (name-of a)))
(prin1-to-string (make-instance 'animal :name "rex"))
;=> "[rex]"
(prin1-to-string (list (make-instance 'animal :name 'x)))
;=> "([X])"
(prin1-to-string *package*)
;=> "#<PACKAGE \"COMMON-LISP-USER\">"
(prin1-to-string '(a (b (c (d)))))
;=> "(A (B (C (D))))"
(prin1-to-string (list 'quote 'a))
;=> "'A"
(prin1-to-string (string #\Newline))
;=> "\"\n\""
(princ-to-string 'Hello)
;=> "HELLO"
(princ-to-string :hello)
;=> "HELLO"
(princ-to-string '(a "b" (c . "d")))
;=> "(A b (C . d))"
(prin1-to-string '|hello world|)
;=> "|hello world|"
(prin1-to-string '\()
;=> "|(|"
(prin1-to-string 'a\;b)
;=> "|A;B|"
(prin1-to-string '|1+|)
;=> "1+"
(prin1-to-string '|+1|)
;=> "|+1|"
(prin1-to-string '+)
;=> "+"
(prin1-to-string '|...|)
;=> "|...|"
(prin1-to-string (intern "lower"))
;=> "|lower|"
(prin1-to-string '&rest)
;=> "&REST"
(prin1-to-string most-positive-fixnum)
;=> "4611686018427387903"
;-> "1152921504606846975"
(length (prin1-to-string (expt 2 100)))
;=> 31
(with-standard-io-syntax (prin1-to-string '(a 1 "x")))
;=> "(A 1 \"x\")"
(let ((*print-base* 16)) (with-standard-io-syntax (prin1-to-string 255)))
;=> "255"
(let ((*print-pretty* t)) (prin1-to-string '(a b c)))
;=> "(A B C)"
(let ((*print-array* t)) (prin1-to-string #(1 2)))
;=> "#(1 2)"
(let ((*print-array* nil)) (stringp (prin1-to-string #(1 2))))
;=> T
(let ((*print-readably* t)) (prin1-to-string '(1 "a")))
;=> "(1 \"a\")"
(write 5 :stream (make-broadcast-stream))
;=> 5
(write-to-string '(a . (b . nil)))
;=> "(A B)"
(write-to-string 'zz :case :upcase)
;=> "ZZ"
(format nil "~s" 'a\b)
;=> "|Ab|"
