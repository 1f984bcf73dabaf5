;;;; a comma outside a template is no datum
; found: 2026-11-22, programs that SBCL refuses: the value was a list that nobody had written
(require 'common-lisp)
(list 1 ',x)  ;!! bad-token `,` stands outside of a template
(let ((x 1)) `(,x ,',x))  ;!! bad-token `,` stands outside of a template
(let ((x '(1 2))) `(,@x (,@(list `(3 ,(+ 1 ,(car x)))))))  ;!! bad-token stands outside of a template
(let ((x '(1 2))) `(,@x . ,(mapcar (lambda (y) `(y ,y)) x)))  ;=> (1 2 (y 1) (y 2))
(let ((x 5)) (eval (eval ``(list ,,x ',',x))))  ;=> (5 5)
#+nil (list ,x) 2  ;=> 2
(handler-case (read-from-string "(a ,b)") (error () 'refused))  ;=> refused

;;;; a form read later sees what was evaluated
; found: 2026-11-26, a program from a textbook: `#.` failed in all parts of a progn but the first
(require 'common-lisp)
(progn (list 1) '#.(+ 1 2))                              ;=> 3
(defconstant +k+ 5)
(progn (defvar *z* 9) (list '#.(* 2 +k+) *z*))           ;=> (10 9)
(progn 1 (progn 2 (list #.(1+ +k+) '(a . #.(list +k+))))) ;=> (6 (a 5))
(let ((a #.(vector +k+))) (list (aref a 0) (case 5 (#.+k+ 'five) (t 'other))))  ;=> (5 five)
(defun f (x) (if (= x #.+k+) 'k #.(format nil "~a" +k+)))
(list (f 5) (f 6))                                       ;=> (k "5")
(eval-when (:compile-toplevel :load-toplevel :execute) (defun twice (x) (* 2 x)))
(progn 'first #.(twice 4))                               ;=> 8
(progn 'first #.(no-such-function 4))                    ;!! unbound-variable

;;;; an ellipsis is the identifier of the macro
; found: 2026-11-26, comparison with Guile: an ellipsis that an outer macro handed in was taken for the inner macro's own
; limits: memory=16M ticks=2000000
(require 'scheme)
(let-syntax ((f (syntax-rules () ((f e) (let-syntax ((g (syntax-rules ::: () ((g (x e) (y :::)) '((x) e (y) :::))))) (g (1 2) (3 4))))))) (f :::))  ;=> ((1) 2 (3) (4))
(let-syntax ((f (syntax-rules () ((_ (a ...) (b ...)) '((a b ...) ...))))) (f (1 2) (3 4 5)))  ;=> ((1 3 4 5) (2 3 4 5))
(let-syntax ((f (syntax-rules () ((_ (a ...)) '((a a ...) ...))))) (f (1 2 3)))  ;=> ((1 1 2 3) (2 1 2 3) (3 1 2 3))
(let ((::: 1)) (let-syntax ((f (syntax-rules ::: () ((_ x :::) '(x :::))))) (f 1 2)))  ;=> (1 2)
(let-syntax ((f (syntax-rules () ((_ a ...) '((a (... ...)) ...))))) (f 1 2))  ;=> ((1 ...) (2 ...))
(let-syntax ((f (syntax-rules () ((_ (a ...) (b ...)) '((a b) ...))))) (f (1 2) (3)))  ;!! syntax different numbers of forms
; A pattern or template that contains itself took memory without end, which nobody counted.
(define-syntax p (syntax-rules () ((_ . #0=(x . #0#)) 1)))           ;!! syntax contains itself
(define-syntax q (syntax-rules () ((_ (#0=(x . #0#) ...)) 1)))       ;!! syntax contains itself
(define-syntax r (syntax-rules () ((_ x) (list . #0=(x . #0#)))))    ;!! syntax contains itself
(define-syntax s (syntax-rules () ((_ x) '#0=#(x #0#))))             ;!! syntax contains itself
(define-syntax shared (syntax-rules () ((_ #0=(x) y) '(x y))))
(shared (1) 2)                                                       ;=> (1 2)
(define-syntax t (syntax-rules () ((_ x ...) '(x ...))))
(t . #0=(1 . #0#))                                                   ;!! syntax no rule of the macro matches

;;;; Common Lisp compares strings by parts
; found: 2026-11-26, by measuring beside SBCL: comparisons of strings went through lists of their characters
(require 'common-lisp)
(list (string< "abc" "abd") (string< "abd" "abc") (string< "ab" "abc") (string<= "ab" "ab") (string/= "aé" "aè"))
;=> (2 nil 2 2 1)
(list (string< "xabc" "abd" :start1 1) (string> "b" "abc" :end2 1) (string/= "abc" "abc") (string>= 'b #\A))
;=> (3 0 nil 0)
(list (string-equal "aBc" 'abc) (string-equal "abc" "abd") (string-equal "xAB" "ab" :start1 1))
;=> (t nil t)
(list (string-lessp "aB" "AC") (string-not-lessp "b" "B"))  ;=> (1 1)
(sort (list "b" "a" "ab") #'string<)  ;=> ("a" "ab" "b")
(list (char-equal #\a #\A) (funcall #'char-equal #\a #\A #\b) (find #\B "abc" :test #'char-equal))  ;=> (t nil #\b)
(concatenate 'string "ab" "" "é")  ;=> "abé"
(concatenate 'string "ab" '(#\c) (vector #\d))  ;=> "abcd"
(list (concatenate 'list "ab" "c") (concatenate 'vector "a"))  ;=> ((#\a #\b #\c) #(#\a))
(fill (vector 1 2 3) 0)  ;=> #(0 0 0)
(fill (vector 1 2 3) 0 :start 1 :end 2)  ;=> #(1 0 3)
(list (member 2 '((1 a) (2 b)) :key #'car) (member "B" '((x "a") (y "b")) :key #'second :test #'string-equal))
;=> (((2 b)) ((y "b")))
(list (assoc 2 '(nil (1 . a) (2 . b)) :test #'=) (rassoc 'b '((1 . a) nil (2 . b)) :test-not #'eq))
;=> ((2 . b) (1 . a))
(remove-if (complement #'evenp) '(1 2 3 4))  ;=> (2 4)
(list (funcall (complement #'<) 1 2) (funcall (complement (lambda () nil))))  ;=> (nil t)
(list (remove-if-not #'evenp '((1) (2)) :key #'car) (count-if-not #'evenp '(1 2 3)))  ;=> (((2)) 2)

;;;; Common Lisp says what it refuses
; found: 2026-11-26, by a newcomer's programs and by calls at random
(require 'common-lisp)

; Bounds that no sequence has, and shapes that no array has.
(subseq '(1 2) 1 5)                                            ;!! index-out-of-range
(remove 1 (list 1 2) :start 3)                                 ;!! index-out-of-range
(fill (list 1 2 3) 0 :start 2 :end 1)                          ;!! index-out-of-range
(position 1 (vector 1 2) :end 3)                               ;!! index-out-of-range
(array-row-major-index (make-array '(2 3)) 2 0)                ;!! user-error
(make-array '(2 2) :initial-contents '((1 2) (3)))             ;!! user-error
(array-dimension (make-array 2) 1)                             ;!! index-out-of-range

; Classes whose superclasses contradict one another.
(defclass animal () ())
(defclass dog (animal) ())
(defclass muddle (animal dog) ())                              ;!! user-error

; The reader does not evaluate forms that it reads as data.
(read-from-string "#.(print 1)")                               ;!! bad-token

; Modules that add nothing here.
(require 'asdf)                                                ;=> asdf
(require :asdf)                                                ;=> :asdf
(require "ASDF")                                               ;=> "ASDF"

; An advice names only functions that the program sees.
(+ "a" 1)                                                      ;!! wrong-type
(format nil 5)                                                 ;!! wrong-type

;;;; tables by equalp see the contents of arrays
; found: 2026-11-22, programs written elsewhere: 2,000 boards took two million comparisons
; limits: ticks=3M memory=256M
; A hash that took only the length compared each key with all others: 2,000 boards took two million comparisons of 81 elements.
(require 'common-lisp)
(let ((h (make-hash-table :test 'equalp)))
  (dotimes (i 2000) (let ((board (make-array 81 :initial-element 0))) (setf (aref board (mod i 81)) i) (setf (gethash board h) i)))
  (hash-table-count h))                                                     ;=> 2000
(let ((h (make-hash-table :test 'equal)))
  (dotimes (i 500) (let ((l (append (make-list 80 :initial-element 0) (list i)))) (setf (gethash l h) i)))
  (hash-table-count h))                                                     ;=> 500

;;;; patterns in macros may be dotted
; found: 2026-11-20, the corpus of the language, as it was written
(defmacro m ((a . b) (c (d . e))) `'(,a ,b ,c ,d ,e))
(m (1 2 3) (4 (5)))                                  ;=> (1 (2 3) 4 5 nil)

;;;; a circular pattern of syntax-rules is refused
; found: 2026-11-26, by 150 MB a second that nothing counted
(require 'scheme)
(define-syntax m (syntax-rules () ((_ #0=(a . #0#)) 1)))
(m (1 2 3))                                             ;!! syntax a pattern or template that contains itself

;;;; swapped arguments of list->array are told
; found: 2026-11-26, by "list must be a list, got 2"
(require 'scheme)
(list->array 2 '((1 2)))                                ;!! wrong-type list->array: the list comes first

;;;; arrays of floats are equal if their elements are
; found: 2026-11-27, by reading equal?: an array with NaN differed from its copy, and 0.0 was -0.0
(defproc floats (x) (make-array 2 :of 'float :initial x))
(setq nan (- (expt 1e200 2) (expt 1e200 2)))
(setq arrays (list (floats 0.0) (floats -0.0) (floats nan) (duplicate (floats nan))))
(require 'scheme)
(equal? (first arrays) (second arrays))                                       ;=> #f
(equal? (vector 0.0 0.0) (vector -0.0 0.0))                                   ;=> #f
(equal? (third arrays) (list-ref arrays 3))                                   ;=> t
(equal? (vector 1.0) (vector 1.0))                                            ;=> t
