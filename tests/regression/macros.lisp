;;;; nested patterns have markers and fixed lengths
; found: 2026-11-27, by reading the compiler: (m (1 2)) was (1 nil), because &optional was a variable
(defmacro m ((a &optional b)) `'(,a ,b))
(m (1 2))                                             ;=> (1 2)
(m (1))                                               ;=> (1 nil)
(m (1 2 3))                                           ;!! argument-count m: expected 1 to 2 arguments (a &optional b), got 3
(defmacro m ((a &optional (b 5 b?) &rest c)) `'(,a ,b ,b? ,c))
(m (1))                                               ;=> (1 5 nil nil)
(m (1 2 3 4))                                         ;=> (1 2 t (3 4))
(defmacro m (x (a &key (b (+ 1 x)) c) . more) `'(,x ,a ,b ,c ,more))
(m 1 (2 :c 3) 4)                                      ;=> (1 2 2 3 (4))
(m 1 (2 :d 3))                                        ;!! argument-count unknown keyword :d
(defmacro m ((a b)) `'(,a ,b))
(m (1))                                               ;!! argument-count m: expected 2 arguments (a b), got 1
(m (1 2 3))                                           ;!! argument-count got 3
(defmacro m (x (a . b) (c &rest (d e)) (f (g &optional (h x))) . z) `'(,x ,a ,b ,c ,d ,e ,f ,g ,h ,z))
(m 1 (2 . 3) (4 5 6) (7 (8)) 9 10)                    ;=> (1 2 3 4 5 6 7 8 1 (9 10))
(defmacro m ((a &rest b c)) a)                        ;!! syntax only one parameter can follow &rest
(defmacro m ((a &optional)) a)                        ;=> m
(defmacro m ((a &rest)) a)                            ;!! syntax &rest needs a parameter
(defmacro m ((a &rest b &optional c)) a)              ;!! syntax &optional is out of place
(defmacro m ((a b a)) a)                              ;!! syntax parameter a occurs twice
(defmacro m ((a 5)) a)                                ;!! syntax expected a parameter, found 5
(defmacro leave ((a b)) (return-from leave `'(,b ,a)) nil)
(leave (1 2))                                         ;=> (2 1)

;;;; patterns of Common Lisp end after &rest
; found: 2026-11-27, by reading the compiler: ((a &rest b c)) was accepted
(require 'common-lisp)
(defmacro m ((a &rest b c)) a)                        ;!! user-error only one parameter can follow &rest, found c
(defmacro m ((a &optional (b 5) &key c)) `'(,a ,b ,c))
(m (1 2 :c 3))                                        ;=> (1 2 3)
(m (1))                                               ;=> (1 5 nil)

;;;; patterns in Scheme's macros have markers
; found: 2026-11-27, by reading the compiler: a marker was a variable
(require 'scheme)
(defmacro m ((a &optional (b 5) &rest c)) `'(,a ,b ,c))
(m (1))                                               ;=> (1 5 nil)
(m (1 2 3))                                           ;=> (1 2 (3))

;;;; of two mistakes in a template the first is reported
; found: 2026-11-27, random programs on two evaluators: parts of templates were expanded from the back
`(,(lambda) ,(if))                  ;!! syntax lambda: expected
`(1 ,@(lambda) 2 . ,(if))           ;!! syntax lambda: expected
(setq order nil)
(defmacro noted (n) (setq order (cons n order)) n)
`(,(noted 1) (2 ,@(list (noted 3))) . ,(noted 4))  ;=> (1 (2 3) . 4)
order                               ;=> (4 3 1)
