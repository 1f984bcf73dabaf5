(defproc nop ())            ;=> nop
(progn (defproc nop ()) (nop))  ;=> nil
(progn (defproc nop ()) (nop 1))  ;!! argument-count
