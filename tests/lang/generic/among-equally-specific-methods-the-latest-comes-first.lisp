(defmethod f (x) (> x 0) 'positive)
(defmethod f (x) (> x 10) 'large)
(f 5)                 ;=> positive
(f 50)                ;=> large
(defmethod f (x) (> x 5) 'later)
(f 50)                ;=> later
(f 7)                 ;=> later
(f 3)                 ;=> positive
