(defmethod f (x) t 1)                     ;=> f
(if nil (defmethod g (x) t 1) 'skipped)   ;=> skipped
(g 1)                                     ;!! unbound-variable
(defproc install () (defmethod g (x) t 'installed))
(install)                                 ;=> g
(g 1)                                     ;=> installed
