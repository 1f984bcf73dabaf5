; limits: memory=4M
; not under: stress: too slow
(defproc turn (n) (if (= n 0) 'done (call/cc (lambda (k) (setq kept k) (turn (- n 1))))))
(turn 100000)                                      ;=> done
(defproc hand-on (n k) (if (= n 0) (k 'done) (call/cc (lambda (k) (setq kept k) (hand-on (- n 1) k)))))
(hand-on 100000 identity)                          ;=> done
(let loop ((n 100000)) (if (> n 0) (progn (call/cc (lambda (k) (setq kept k) k)) (loop (- n 1))) 'done))   ;=> done
; warns: undefined-assignment
