; Characters: names, codes, cases, classes, comparisons.

#\a
;=> #\a
#\A
;=> #\A
#\Newline
;=> #\Newline
#\Tab
;=> #\Tab
#\Return
;=> #\Return
#\Page
;=> #\Page
#\Backspace
;=> #\Backspace
#\Rubout
;=> #\Rubout
#\(
;=> #\(
#\\
;=> #\\
#\"
;=> #\"
#\;
;=> #\;
(char-code #\A)
;=> 65
(char-code #\Newline)
;=> 10
(code-char 97)
;=> #\a
(code-char 10)
;=> #\Newline
(char-int #\a)
;=> 97
(char-name #\Space)
;=> "Space"
(char-name #\Newline)
;=> "Newline"
(char-name #\Tab)
;=> "Tab"
(char-name (code-char 0))
;=> "Nul"
(char-name (code-char 27))
;=> "Esc"
(name-char "Newline")
;=> #\Newline
(char-code (name-char "space"))
;=> 32
(name-char "nosuchname")
;=> NIL
(char-upcase #\a)
;=> #\A
(char-upcase #\1)
;=> #\1
(char-downcase #\A)
;=> #\a
(upper-case-p #\A)
;=> T
(upper-case-p #\a)
;=> NIL
(lower-case-p #\a)
;=> T
(lower-case-p #\1)
;=> NIL
(both-case-p #\a)
;=> T
(both-case-p #\1)
;=> NIL
(alpha-char-p #\a)
;=> T
(alpha-char-p #\1)
;=> NIL
(alphanumericp #\1)
;=> T
(alphanumericp #\-)
;=> NIL
(digit-char-p #\7)
;=> 7
(digit-char-p #\a)
;=> NIL
(digit-char-p #\a 16)
;=> 10
(digit-char-p #\F 16)
;=> 15
(digit-char-p #\8 8)
;=> NIL
(digit-char 7)
;=> #\7
(digit-char 11)
;=> NIL
(digit-char 11 16)
;=> #\B
(digit-char 40 36)
;=> NIL
(graphic-char-p #\a)
;=> T
(graphic-char-p #\Newline)
;=> NIL
(graphic-char-p #\Space)
;=> T
(standard-char-p #\a)
;=> T
(standard-char-p #\Tab)
;=> NIL
(standard-char-p #\Newline)
;=> T
(characterp #\a)
;=> T
(characterp "a")
;=> NIL
(characterp 97)
;=> NIL
(char= #\a #\a)
;=> T
(char= #\a #\A)
;=> NIL
(char= #\a #\a #\b)
;=> NIL
(char/= #\a #\b)
;=> T
(char/= #\a #\b #\c)
;=> T
(char/= #\a #\b #\a)
;=> NIL
(char/= #\a)
;=> T
(char< #\a #\b #\c)
;=> T
(char< #\a #\c #\b)
;=> NIL
(char> #\c #\b #\a)
;=> T
(char<= #\a #\a #\b)
;=> T
(char>= #\b #\b #\a)
;=> T
(char-equal #\a #\A)
;=> T
(char-equal #\a #\A #\a)
;=> T
(char-not-equal #\a #\A)
;=> NIL
(char-not-equal #\a #\b #\A)
;=> NIL
(char-lessp #\a #\B #\c)
;=> T
(char-greaterp #\C #\b #\A)
;=> T
(char-not-greaterp #\a #\A #\b)
;=> T
(char-not-lessp #\b #\B #\a)
;=> T
(character "a")
;=> #\a
(character 'a)
;=> #\A
(character "abc")
;!! simple-type-error
(character #\x)
;=> #\x
(char-code "a")
;!! type-error
(char= "a" #\a)
;!! type-error
(char-upcase 5)
;!! type-error
(typep #\a 'character)
;=> T
(typep #\a 'standard-char)
;=> T
(eql #\a #\a)
;=> T
(eq 'a #\a)
;=> NIL
(equalp #\a #\A)
;=> T
(char< #\A #\a)
;=> T
(char< #\0 #\9)
;=> T
(< char-code-limit 1000)
;=> NIL
(sort (list #\c #\a #\b) #'char<)
;=> (#\a #\b #\c)
(coerce "a" 'character)
;=> #\a
(coerce 'a 'character)
;=> #\A
(string #\a)
;=> "a"
(list #\a #\b)
;=> (#\a #\b)
(prin1-to-string #\a)
;=> "#\\a"
(princ-to-string #\a)
;=> "a"
(format nil "~c" #\a)
;=> "a"
(format nil "~:c" #\Space)
;=> "Space"
(format nil "~@c" #\a)
;=> "#\\a"
(format nil "~a ~s" #\a #\a)
;=> "a #\\a"
(map 'list #'char-code "AZaz09")
;=> (65 90 97 122 48 57)
(mapcar #'code-char '(72 105))
;=> (#\H #\i)
(loop for c from (char-code #\a) to (char-code #\e) collect (code-char c))
;=> (#\a #\b #\c #\d #\e)
(position #\b (list #\a #\b))
;=> 1
(member #\b '(#\a #\b #\c))
;=> (#\b #\c)
(char-upcase (char "hello" 0))
;=> #\H
