(defproc init () (setq fresh 5))
fresh           ;!! unbound-variable
(init)          ;=> 5
fresh           ;=> 5
(let ((a 1)) (setq from-let a))
from-let        ;=> 1
; warns: undefined-assignment
