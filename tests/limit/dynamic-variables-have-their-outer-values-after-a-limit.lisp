; limits: fuel=100000
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
