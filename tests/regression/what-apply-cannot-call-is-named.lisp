; found: 2026-11-26, mistakes of newcomers: the error said `apply is +, a symbol, and cannot be called`
(apply '+ '(1 2))                          ;!! not-a-function + is a symbol and cannot be called
(defproc f (g) (apply g '(1)))
(f 'h)                                     ;!! not-a-function h is a symbol and cannot be called
(map-with 'car '((1)))                     ;!! not-a-function
(setq k 5)
(k 1)                                      ;!! not-a-function k is 5, an integer, and cannot be called
(let ((l 'm)) (l 1))                       ;!! not-a-function l is m, a symbol, and cannot be called
(require 'common-lisp)
(funcall 5 1)                              ;!! not-a-function 5 is an integer and cannot be called
(dolist x '(1 2) x)                        ;!! wrong-type dolist: spec must be a list, got x
(dotimes i 5)                              ;!! wrong-type dotimes: spec must be a list, got i
