(defproc f (note) (let ((x (call/cc (lambda (k) (setq saved k) 1)))) (setq note (list x note)) note))
(let ((turns 0))
  (let ((result (f 'start)))
    (setq turns (+ turns 1))
    (if (< turns 3) (saved (* turns 10)) (list turns result))))   ;=> (3 (20 (10 (1 start))))
; warns: undefined-assignment
