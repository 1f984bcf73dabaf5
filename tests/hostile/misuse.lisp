; limits: time=0.5 memory=48M

; Natives of lists with everything that is none.
(setq pool (list nil t 0 -1 1.5 1/2 (expt 10 30) "x" "" 'a :k #\a '(1 2) '(1 . 2) (vector 1 2) (vector) (make-table) car (lambda (x) x) (call/cc (lambda (k) k)) (open-input-string "x") (board 4) (eof-object) (gensym) (make-array '(2 2)) (- (/ 1.0 0.0) (/ 1.0 0.0))))
(dolist (f (list car cdr length reverse append last nth first rest flatten list-copy member assoc union zip iota take drop)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y))))) ;=>

; Natives of numbers with everything that is none.
(setq pool (list nil t 0 -1 1.5 1/2 (expt 10 30) "x" 'a #\a '(1 2) (vector 1 2) (make-table) car (- (/ 1.0 0.0) (/ 1.0 0.0)) (/ 1.0 0.0)))
(dolist (f (list + - * / < = max min abs floor round quotient modulo gcd lcm sqrt exp log sin atan number->string exact inexact bit-and even? isqrt)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y)))))             ;=>

; Natives of strings with everything that is none.
(setq pool (list nil t 0 -1 1.5 (expt 10 30) "x" "" "äöü" 'a #\a '(1 2) '("a" "b") (vector 1 2) (make-table) car))
(dolist (f (list string-length string-append substring string-ref string-index string-split string-join string-replace string-trim string-upcase string->list list->string string->number string->symbol string-pad-left string-search string-count string-prefix?)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y)) (catch 'error (f x y 1))))) ;=>

; Natives of arrays with everything that is none.
(setq pool (list nil t 0 -1 1.5 (expt 10 30) "x" '(1 2) '(1 . 2) '(-1 2) (vector 1 2) (vector) (make-array '(2 2)) (make-array 0) (make-array '(2 2) :of 'byte) (make-table) car (board 4)))
(dolist (f (list make-array aref aset get-array-element array-dimensions array-length array-rank subarray row-major-aref fill-array! duplicate array->list list->array array-map)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y)) (catch 'error (f x y 1))))) ;=>

; Natives of tables with everything that is none.
(setq pool (list nil t 0 1.5 (expt 10 30) "x" '(1 2) (vector 1 2) (make-table) (list->table '((a 1))) car (- (/ 1.0 0.0) (/ 1.0 0.0))))
(dolist (f (list make-table table-ref table-set! table-remove! table-has? table-count table-keys table-values table->list list->table table-update! table-map table-for-each table-clear!)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y)) (catch 'error (f x y 1))))) ;=>

; Natives of boards with everything that is none.
(setq pool (list nil t 0 1 1.5 "x" '(0 0) '(1 . 2) '((0 0) 1) (vector 1 2) (make-array '(4 4) '(1 2 3 4)) (board 4) 'locked car))
(dolist (f (list board candidates assign assign! eliminate propagate! children units peers places settled? solved? contradiction? count-candidates most-constrained weight increment-weight! degree board->line write-puzzle draw-puzzle is-solution? propagate-constraint)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y)) (catch 'error (f x y 1)) (catch 'error (f x 0 y 1)))))  ;=>

; Natives of ports with everything that is none.
(setq pool (list nil t 0 1.5 "x" '(0 0) (open-input-string "abc") (open-output-string) car (eof-object)))
(dolist (f (list read-char peek-char read-line read-string read-all get-output-string close-port write-char write-string newline fresh-line flush-output port-open? input-port?)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y))))) ;=>

; Functions that take functions with everything that is none.
(setq pool (list nil t 0 "x" '(1 2) '(1 . 2) (vector 1 2) (make-table) car + (lambda () 1) (lambda (x) x) (lambda (x y) x) 'a))
(dolist (f (list map-with for-each filter remove-if find-if fold-left fold-right sort sort-by apply funcall compose complement partial memoize every? some? count-if group-by partition take-while array-map string-map table-map)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y)) (catch 'error (f x y '(1 2))))))         ;=>

; Functions of the language about itself with everything.
(setq pool (list nil t 0 "x" '(1 2) '(1 . 2) (vector 1 2) (make-table) car (lambda (x) x) 'a 'if 'when 'car))
(dolist (f (list eval expand-macro expand-macro-once doc defined? parameters function-source generic-function-methods condition-message condition-code type-of procedure? macro? special-operator? symbol->string provide)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y))))) ;=>

; Everything is called that is no function.
(dolist (f (list nil t 0 1.5 (expt 10 30) "x" 'a :k #\a '(1 2) (vector 1 2) (make-table) (board 4) (open-input-string "") (eof-object))) (catch 'error (f)) (catch 'error (f 1)) (catch 'error (apply f '(1 2)))) ;=>

; Everything is thrown and caught.
(dolist (x (list nil t 0 1.5 (expt 10 30) "x" 'a :k #\a '(1 2) (vector 1 2) (make-table) car (board 4) (eof-object))) (catch x (throw x x))) ;=>

; Everything is compared with everything.
(setq pool (list nil t 0 -1 1.5 1/2 (expt 10 30) "x" 'a :k #\a '(1 2) '(1 . 2) (vector 1 2) (make-table) car (board 4) (eof-object) (make-array '(2 2)) (- (/ 1.0 0.0) (/ 1.0 0.0))))
(dolist (x pool) (dolist (y pool) (list (= x y) (equal? x y) (catch 'error (< x y)))))   ;=>

; Everything is a key.
(setq h (make-table)) (dolist (x (list nil t 0 -1 1.5 1/2 (expt 10 30) "x" 'a :k #\a '(1 2) '(1 . 2) (vector 1 2) h car (board 4) (eof-object) (- (/ 1.0 0.0) (/ 1.0 0.0)))) (catch 'error (table-set! h x x)) (catch 'error (table-ref h x))) (> (table-count h) 10) ;=> t

; Everything is an option.
(dolist (x (list nil t 0 "x" 'a :k :of :initial)) (catch 'error (make-array '(2) x 1)) (catch 'error (make-array '(2) :of x)) (catch 'error (assign (board 4) 0 0 1 x 'locked))) ;=>

; Everything is written in every way.
(dolist (x (list nil t 0 -1 1.5 1/2 (expt 10 30) "x" 'a :k #\a '(1 2) '(1 . 2) (vector 1 2) (make-table) car (lambda (x) x) (board 4) (eof-object) (call/cc (lambda (k) k)) (open-input-string "x") (gensym) '|odd name| (string->symbol ""))) (dolist (d '("~a" "~s" "~d" "~x" "~f" "~e" "~r" "~c" "~{~a~}" "~5a" "~:d" "~$" "~p")) (catch 'error (format nil d x)))) ;=>

; Everything is written and read back.
(dolist (x (list nil t 0 -1 1.5 1/2 (expt 10 30) "x\"\\" 'a :k #\a #\space '(1 2) '(1 . 2) '|odd name| (string->symbol "") ''a '`(a ,b ,@c))) (unless (= x (read (format nil "~s" x))) (error "it changes" x))) ;=>

; Things of the system with nonsense.
(setq pool (list nil t 0 -1 1.5 (expt 10 30) "" "." "/" "no/such/file" 'a '(1 2) car)) (dolist (f (list read-file read-lines write-file append-file delete-file file-exists? getenv load require open-input-file open-output-file)) (dolist (x pool) (catch 'error (f x)) (dolist (y pool) (catch 'error (f x y))))) ;=>

; Exit with nonsense.
(dolist (x (list nil "x" 'a 1.5 -1 (expt 10 30))) (catch 'error (unwind-protect (catch 'never (exit x)) 1))) ;??

; Seeds that make no sense.
(dolist (x (list nil "x" 'a 1.5 -1 (expt 10 30) 1/2)) (catch 'error (random-seed! x))) ;=>

; Digits that make no sense.
(dolist (x (list nil "x" 'a 1.5 -1 0 64 56 55 (expt 10 30) '(1 2) '(1 1) '(56) '(-1) '(a))) (catch 'error (list->digits x)) (catch 'error (digits x)) (catch 'error (digit-range x 5)) (catch 'error (digit-range 1 x))) ;=>

; A text with every character that there is, as code.
(dotimes (i 2000) (catch 'error (read (string (integer->char (+ i 1)))))) ;=>

; Two characters of everything, as code.
(setq all (string->list "()[]{}'`,@#|;\"\\. :a1-+e/&~%$!?<>=*^_")) (dolist (a all) (dolist (b all) (catch 'error (read (string a b))))) ;=>

; Hashes with every character.
(setq all (string->list "()[]{}'`,@#|;\"\\. :a1-+e/&~%$!?<>=*^_xbodtfu")) (dolist (a all) (dolist (b all) (catch 'error (read (string #\# a b))))) ;=>
