(defproc make-scaler (factor) (defmethod scale ((x number)) t (* factor x)) 'done)
(make-scaler 3)
(scale 5)                                            ;=> 15
(make-scaler 10)
(scale 5)                                            ;=> 50
(let ((seen nil))
  (defmethod remember (x) t (setq seen (cons x seen)) seen)
  (remember 1)
  (remember 2))                                      ;=> (2 1)
