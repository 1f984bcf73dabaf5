;;;; a limit is not caught by catch nil
; limits: ticks=2000
(catch nil (while t))                                            ;!! out-of-ticks
(catch 'error (while t))                                         ;!! out-of-ticks
(catch-and-apply nil (lambda (tag value) 'caught) (while t))     ;!! out-of-ticks
(catch-and-apply 'error list (let loop () (loop)))               ;!! out-of-ticks
(block b (catch nil (map-with (lambda (x) (while t)) '(1))))     ;!! out-of-ticks
(+ 1 2)                                                          ;=> 3

;;;; depth is not caught
; limits: depth=100
(defproc f (n) (+ 1 (f n)))
(catch nil (f 1))                                                ;!! too-deep
(catch-and-apply 'error (lambda (tag c) 'caught) (f 1))          ;!! too-deep
(unwind-protect (f 1) (print 'cleanup))                          ;!! too-deep
(defproc g (n) (if (= n 0) 0 (+ 1 (g (- n 1)))))
(g 90)                                                           ;=> 90

;;;; memory is not caught
; limits: memory=4M
(setq log nil)
(catch nil (unwind-protect (let ((l nil)) (while t (setq l (cons 1 l)))) (setq log 'cleaned)))   ;!! out-of-memory
log                                                              ;=> nil
(catch-and-apply nil list (string-repeat "ab" 10000000))         ;!! out-of-memory
(catch nil (make-array 100000000))                               ;!! out-of-memory
(list 1 2)                                                       ;=> (1 2)

;;;; time is not caught
; limits: time=0.05
(catch nil (while t))                                            ;!! out-of-time
(catch-and-apply nil list (let loop () (loop)))                  ;!! out-of-time
(let ((log nil)) (unwind-protect (while t) (setq log 'cleaned) (print log)))   ;!! out-of-time
(+ 1 2)                                                          ;=> 3

;;;; cleanups do not run when a limit trips
; limits: ticks=2000
(setq log nil)
(unwind-protect (while t) (setq log 'cleaned))                   ;!! out-of-ticks
log                                                              ;=> nil
(catch nil (unwind-protect (while t) (print 'cleanup)))          ;!! out-of-ticks
(unwind-protect 1 (while t))                                     ;!! out-of-ticks
(catch 'x (unwind-protect (throw 'x 1) (while t)))               ;!! out-of-ticks

;;;; dynamic variables have their outer values
; limits: ticks=100000
(require 'common-lisp)
(defvar *depth* 0)
(defun depth () *depth*)
(let ((*depth* 1)) (loop))                                                       ;!! out-of-ticks
(list *depth* (depth))                                                           ;=> (0 0)
(defun descend (n) (let ((*depth* n)) (if (= n 20) (loop) (+ 1 (descend (+ n 1))))))
(descend 1)                                                                      ;!! out-of-ticks
(list *depth* (depth))                                                           ;=> (0 0)

; No code of the program runs on the way.
(let ((*depth* 1)) (unwind-protect (loop) (setq *depth* 2) (print 'cleanup)))    ;!! out-of-ticks
*depth*                                                                          ;=> 0
(setq *depth* 3)                                                                 ;=> 3
(let ((*depth* 4)) (loop))                                                       ;!! out-of-ticks
*depth*                                                                          ;=> 3

;;;; each evaluation has ticks of its own
; limits: ticks=2000
(defproc work () (let ((n 0)) (while (< n 1000) (setq n (+ n 1)))))
(work)                           ;=> nil
(work)                           ;=> nil
(progn (work) (work))            ;!! out-of-ticks
(work)                           ;=> nil

;;;; the message names the limit
; limits: ticks=1000
(while t)                                                        ;!! out-of-ticks @72:1
(defproc f ()
  (while t (list 1)))
(f)                                                              ;!! out-of-ticks the program used up its ticks (1000)

;;;; the message names a limit of one
; limits: depth=1
; found: 2026-11-27, a reader of the source: it said "1 calls are"
(progn (defproc f (n) (+ 1 (f n))) (f 1))                        ;!! too-deep 1 call is under way (the depth limit)
