(defmethod f ((a integer) b) t 'first)
(defmethod f (a (b integer)) t 'second)
(f 1 1)            ;=> first
(f 'x 1)           ;=> second
(f 1 'x)           ;=> first
(defmethod f ((a integer) (b integer)) t 'both)
(f 1 1)            ;=> both
