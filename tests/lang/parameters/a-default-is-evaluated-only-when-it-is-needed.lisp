(setq count 0)
(defproc next () (setq count (+ count 1)))
(defproc f (&optional (id (next))) id)
(f)         ;=> 1
(f 'given)  ;=> given
(f)         ;=> 2
count       ;=> 2
