; Strings, vectors and bytevectors as a whole.
(require 'scheme)
(utf8->string #u8(97 206 187 240 159 152 128))        ;=> "aλ😀"
(string-length (utf8->string (make-bytevector 100000 65)))  ;=> 100000
(utf8->string #u8(65 255))                            ;!! bad-value utf8->string: the bytes from position 1 on are not UTF-8
(utf8->string #u8(65) 2)                              ;!! index-out-of-range
(utf8->string #(65))                                  ;!! wrong-type
(string->utf8 "aλ€" 1)                                ;=> #u8(206 187 226 130 172)
(list (string-foldcase "Maß ΧΑΟΣ") (char-foldcase #\ς) (char-downcase #\İ) (string-foldcase "ı"))  ;=> ("mass χαοσ" #\σ #\i "ı")
(list (digit-value #\x664) (digit-value #\x0E50) (char->digit #\7))  ;=> (4 0 7)
(map (lambda (c) (if (char-numeric? c) 1 0)) (list #\5 #\x664 #\a #\xB2))  ;=> (1 1 0 0)
(list (gcd 32.0 -36) (lcm 32.0 -36) (gcd) (lcm) (gcd 12 18 27) (lcm 0 5))  ;=> (4.0 288.0 0 1 3 0)
(gcd 1.5 2)                                           ;!! wrong-type
(let ((s (string-copy "aλc"))) (string-fill! s #\z 1) s)    ;=> "azz"
(let ((s (string-copy "aλcde"))) (string-copy! s 1 s 0 3) s)  ;=> "aaλce"
(string-copy! (string-copy "abc") 2 "xyz")            ;!! index-out-of-range string-copy!: 3 characters do not fit
(let ((v (vector 1 2 3 4 5))) (vector-copy! v 1 v 0 3) v)  ;=> #(1 1 2 3 5)
(let ((v (vector 1 2 3 4 5))) (vector-copy! v 0 v 2) v)    ;=> #(3 4 5 4 5)
(vector-copy! (vector 1) 0 #u8(1))                    ;!! wrong-type
(vector-copy! (vector 1 2) 1 #(a b c))                ;!! index-out-of-range
(vector-fill! (make-vector 2 0) 1 3)                  ;!! index-out-of-range
(bytevector-fill! (bytevector 1 2) 300)               ;!! wrong-type
(vector-append #(1) '(2))                             ;!! wrong-type
(list (vector-append #(1) #() #(2 3)) (bytevector-append #u8(1) #u8(2)))  ;=> (#(1 2 3) #u8(1 2))
(vector-map + #(1 2) #(10 20 30))                     ;=> #(11 22)
(vector-map + #(1 2) #(10 20 30) #(100 200))          ;=> #(111 222)
(vector-for-each (lambda (a b) (display (list a b))) #(1 2) #(3 4))  ;>> (1 3)(2 4)
(list (string-index "aλb" #\b) (string-index "ab1" char-numeric?) (string-index "abcabc" #\a 1) (string-index-right "abca" #\a 0 3))  ;=> (2 2 3 0)
