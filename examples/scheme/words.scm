; Counting words: characters, association lists, strings, sorting.
(define text
  "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness")

(define (split-words string)
  (let loop ((chars (string->list string)) (word '()) (words '()))
    (define (flush) (if (null? word) words (cons (list->string (reverse word)) words)))
    (cond ((null? chars) (reverse (flush)))
          ((char-alphabetic? (car chars)) (loop (cdr chars) (cons (char-downcase (car chars)) word) words))
          (else (loop (cdr chars) '() (flush))))))

(define (count-words words)
  (let loop ((words words) (counts '()))
    (if (null? words)
        counts
        (let ((entry (assoc (car words) counts)))
          (if entry
              (begin (set-cdr! entry (+ (cdr entry) 1)) (loop (cdr words) counts))
              (loop (cdr words) (cons (cons (car words) 1) counts)))))))

(define (insertion-sort list before?)
  (define (insert x sorted)
    (cond ((null? sorted) (cons x '()))
          ((before? x (car sorted)) (cons x sorted))
          (else (cons (car sorted) (insert x (cdr sorted))))))
  (let loop ((l list) (sorted '()))
    (if (null? l) sorted (loop (cdr l) (insert (car l) sorted)))))

(define (more-frequent? a b)
  (or (> (cdr a) (cdr b))
      (and (= (cdr a) (cdr b)) (string<? (car a) (car b)))))

(for-each
  (lambda (entry) (display (cdr entry)) (display " ") (display (car entry)) (newline))
  (insertion-sort (count-words (split-words text)) more-frequent?))

(define (caesar string shift)
  (list->string
    (map (lambda (c)
           (if (char-alphabetic? c)
               (let ((base (char->integer (if (char-upper-case? c) #\A #\a))))
                 (integer->char (+ base (modulo (+ shift (- (char->integer c) base)) 26))))
               c))
         (string->list string))))

(define secret (caesar "Attack at dawn!" 3))
(display secret)
(newline)
(display (caesar secret -3))
(newline)

(define (palindrome? string)
  (let loop ((i 0) (j (- (string-length string) 1)))
    (or (>= i j)
        (and (char=? (string-ref string i) (string-ref string j))
             (loop (+ i 1) (- j 1))))))
(display (map palindrome? '("" "anna" "racecar" "scheme")))
(newline)

(define buffer (make-string 5 #\-))
(string-set! buffer 2 #\+)
(string-set! buffer 4 #\!)
(write buffer)
(newline)
(write (string-append "tab\tquote\"" (substring "abcdef" 2 4) (number->string 255 16)))
(newline)
(do ((i 0 (+ i 1))) ((= i 2000)) (count-words (split-words text)))

;>> 4 it
;>> 4 of
;>> 4 the
;>> 4 was
;>> 2 age
;>> 2 times
;>> 1 best
;>> 1 foolishness
;>> 1 wisdom
;>> 1 worst
;>> Dwwdfn dw gdzq!
;>> Attack at dawn!
;>> (#t #t #t #f)
;>> "--+-!"
;>> "tab\tquote\"cdff"
