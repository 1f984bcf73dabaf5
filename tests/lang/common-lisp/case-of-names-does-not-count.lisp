(require 'common-lisp)
(DEFUN Square (X) (* x X))
(square 5)                         ;=> 25
(eq 'Foo 'FOO)                     ;=> t
(list NIL T :Key)                  ;=> (nil t :key)
(symbol-name 'foo)                 ;=> "FOO"
(symbol-name '|foo|)               ;=> "foo"
(eq (intern "BAR") 'bar)           ;=> t
(eq (intern "bar") 'bar)           ;=> nil
(prin1 (list 'foo '|Foo| "x" #\a #\Space 1.5 1e10 2/4 #'car))  ;>> (FOO |Foo| "x" #\a #\Space 1.5 1.0e10 1/2 #<FUNCTION CAR>)
(format t "~a ~s ~(~a~)" 'foo :bar 'baz)  ;>> FOO :BAR baz
(list #xFF #b101 1. -2.5d0 1/2)    ;=> (255 5 1 -2.5 1/2)
"a\"b\\c"                          ;=> "a\"b\\c"
(list 'a #| skipped #| nested |# |# 'b #+sbcl 'c #-sbcl 'd)  ;=> (a b d)
(cl:car '(1))                      ;=> 1
