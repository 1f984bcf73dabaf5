; found: 2026-11-20, a reader of the core's code: registers that were still live were taken for a closure's captures
; not under: stress ticks (a hundred thousand allocations, each with a collection)
(defproc go (x)
  (let ((f nil))
    (let ((z (+ x 1)))
      (let ((y (list x z 3)) (l nil))
        (dotimes (i 100000) (setq f (lambda () z)) (setq l (cons i l)))
        (list (length l) y)))))
(go 1)                                             ;=> (100000 (1 2 3))
