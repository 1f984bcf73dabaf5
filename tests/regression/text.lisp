;;;; strings of any width are read and changed as lists of characters
; found: 2026-11-27, by a comparison of strings with lists of their characters
(require 'scheme)
(define seed 1)
(define (random-below n) (set! seed (modulo (+ (* seed 1103515245) 12345) 2147483648)) (modulo (quotient seed 64) n))
(define (a-character) (vector-ref #(#\a #\b #\é #\中 #\x1F0A1) (random-below 5)))
(define (changed l i c) (if (= i 0) (cons c (cdr l)) (cons (car l) (changed (cdr l) (- i 1) c))))
(define (agree? s l)
  (and (= (string-length s) (length l))
       (equal? (string->list s) l)
       (let loop ((i 0) (l l)) (or (null? l) (and (char=? (string-ref s i) (car l)) (loop (+ i 1) (cdr l)))))))
(define (try size steps)
  (let loop ((s (make-string size #\a)) (l (vector->list (make-vector size #\a))) (k 0))
    (if (= k steps)
        (agree? s l)
        (let ((i (random-below size)) (c (a-character)))
          (string-set! s i c)
          (loop s (changed l i c) (+ k 1))))))
(try 5 40)  ;=> t
(try 128 200)  ;=> t
(try 300 400)  ;=> t

;;;; the end of a match at the end of a text counts its characters
; found: 2026-11-27, by random texts: the end of one of 128 bytes was at position 0
(string-search-all "中" (string-append (make-string 125 #\a) "中"))  ;=> (125)
(string-length (string-append (make-string 125 #\a) "中"))          ;=> 126
(string-ref (string-append (make-string 125 #\a) "中") 125)         ;=> #\中
(string-search "" (string-append (make-string 125 #\a) "中") 126)   ;=> 126

;;;; what a character is compared with must be one
; found: 2026-11-27, when the comparison became an instruction
(char=? #\a #\a)                   ;=> t
(char=? #\a #\b)                   ;=> nil
(let ((c #\a)) (char=? c #\a))     ;=> t
(let ((c 'a)) (char=? c #\a))      ;!! wrong-type char=?: char must be a character, got a
(let ((c #\a)) (char=? c 5))       ;!! wrong-type char=?
(let ((c #\a)) (if (char=? #\b c) 1 2))  ;=> 2
(let ((s "abc") (i 3)) (string-ref s i))   ;!! index-out-of-range string-ref: index 3 is outside a string of 3 characters
(let ((s '(1)) (i 0)) (string-ref s i))    ;!! wrong-type string-ref: string must be a string, got (1)
(let ((s "abc") (i -1)) (string-ref s i))  ;!! wrong-type string-ref: index must be an integer that is not negative, got -1

;;;; a closed port takes no character
; found: 2026-11-27, when short texts went to a port's memory at once
(let ((p (open-output-string))) (write-string "abc" p) (close-port p) (write-char #\a p))    ;!! bad-value has been closed
(let ((p (open-output-string))) (write-string "abc" p) (close-port p) (write-string "a" p))  ;!! bad-value has been closed
(let ((p (open-input-string "abc"))) (read-char p) (close-port p) (read-char p))             ;!! bad-value has been closed
(let ((p (open-input-string "abc"))) (read-char p) (close-port p) (peek-char p))             ;!! bad-value has been closed

;;;; numerals of a few digits are read and written as all others
; found: 2026-11-27, by a rule for floats of a few digits
(map-with string->number '("12" "-12" "+1.5" ".5" "5." "1e3" "1e" "." "1/2" "1/" "/2" "1.5/2" "e5" "-" "+inf.0"))  ;=> (12 -12 1.5 0.5 5.0 1000.0 nil nil 1/2 nil nil nil nil nil +inf.0)
(map-with number->string '(0.0 -0.0 1.0 -0.5 123.45 0.001 1e-7 123456789.125 999999999.99999 1e21))  ;=> ("0.0" "-0.0" "1.0" "-0.5" "123.45" "0.001" "1e-7" "123456789.125" "999999999.99999" "1e21")
