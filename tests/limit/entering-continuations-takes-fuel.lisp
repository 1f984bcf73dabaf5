; limits: fuel=2000
(let ((k nil)) (call/cc (lambda (c) (setq k c))) (k nil))   ;!! out-of-ticks
(let ((k nil)) (unwind-protect (call/cc (lambda (c) (setq k c))) nil) (k nil))   ;!! out-of-ticks
(call/cc (lambda (k) 1))         ;=> 1
