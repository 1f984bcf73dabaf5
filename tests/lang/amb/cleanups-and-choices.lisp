; A choice made inside of a protected body and gone back to from inside leaves nothing. Going back to a choice before it leaves the body.
(require 'amb)
(setq log nil)
(all-values (unwind-protect (let ((x (amb 1 2 3))) (require-that (odd? x)) (push! x log) x) (push! 'cleanup log)))   ;=> (1 3)
(reverse log)                                      ;=> (1 cleanup 3 cleanup)
(setq log nil)
(all-values (let ((x (amb 1 2))) (unwind-protect (progn (push! x log) (fail)) (push! 'cleanup log))))   ;=> nil
(reverse log)                                      ;=> (1 cleanup 2 cleanup)
(setq log nil)
(unwind-protect (one-value (let ((x (amb 1 2 3))) (require-that (= x 3)) x)) (push! 'cleanup log))   ;=> 3
log                                                ;=> (cleanup)
(setq log nil)
(stream->list (solutions (unwind-protect (amb 1 2) (push! 'cleanup log))))   ;=> (1 2)
log                                                ;=> (cleanup cleanup)
; A stream is not left when it hands out a value, and neither is the form that requests it.
(setq log nil)
(setq s (solutions (amb (unwind-protect (amb 1 2) (push! 'producer log)) (unwind-protect (amb (fail) (fail)) (push! 'failed log)) 3)))
(let ((l nil)) (unwind-protect (do-stream (x s (reverse l)) (push! x l)) (push! 'consumer log)))   ;=> (1 2 3)
log                                                ;=> (consumer failed producer producer)
(catch 'x (all-values (let ((x (amb 1 2 3))) (when (= x 2) (throw 'x (list 'thrown x))) x)))   ;=> (thrown 2)
(all-values (catch 'x (let ((x (amb 1 2 3))) (when (= x 2) (throw 'x 'thrown)) x)))   ;=> (1 thrown 3)
(all-values (catch-and-apply 'error (lambda (tag c) 'error) (let ((x (amb 1 0 2))) (/ 2 x))))   ;=> (2 error 1)
(all-values (block b (let ((x (amb 1 2 3))) (when (= x 2) (return-from b 'two)) x)))   ;=> (1 two 3)
