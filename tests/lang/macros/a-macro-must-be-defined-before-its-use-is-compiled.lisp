(defproc f (x) (later x))
(defmacro later (x) `(list 'macro ',x))
(f 1)                                    ;!! not-a-function
(defproc f (x) (later x))
(f 1)                                    ;=> (macro x)
