; Programs as data: reading from strings and writing to them.
(import (scheme base) (scheme read) (scheme write))

(define source "(define (square x) (* x x)) ; a comment
  #(1 2 #\\a) \"text\\n\" 'quoted `(quasi ,(+ 1 2)) #t 3.5 (a . b)")

(define (read-all port)
  (let loop ((data '()))
    (let ((datum (read port)))
      (if (eof-object? datum)
          (reverse data)
          (loop (cons datum data))))))

(define data (read-all (open-input-string source)))
(write (length data))
(newline)
(write (car data))
(newline)
(write (cadr data))
(write (caddr data))
(write (list-ref data 3))
(write (list-ref data 6))
(newline)

(define (to-string writer datum)
  (let ((port (open-output-string)))
    (writer datum port)
    (get-output-string port)))
(write (to-string write '("a" #\b c)))
(write (to-string display '("a" #\b c)))
(newline)

(define lines (open-input-string "first line\nsecond\n\nlast"))
(let loop ((line (read-line lines)) (n 0))
  (if (eof-object? line)
      (begin (display n) (newline))
      (begin (write line) (loop (read-line lines) (+ n 1)))))

(define chars (open-input-string "ab c"))
(write (peek-char chars))
(write (let loop ((c (read-char chars)) (l '())) (if (eof-object? c) (reverse l) (loop (read-char chars) (cons c l)))))
(newline)
(write (equal? data (read-all (open-input-string (to-string write (list 'x))))))
(newline)
(write (string->number "1e3")) (write-string " ")
(write (string->number "ff" 16)) (write-char #\space)
(write (number->string 3.25))
(newline)

;>> 8
;>> (define (square x) (* x x))
;>> #(1 2 #\a)"text\n"(quote quoted)3.5
;>> "(\"a\" #\\b c)""(a b c)"
;>> "first line""second""""last"4
;>> #\a(#\a #\b #\space #\c)
;>> #f
;>> 1000.0 255 "3.25"
