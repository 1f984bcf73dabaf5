(aif 1 (progn (setq it 2) it))         ;=> 2
(let ((it 'outer)) (aif it (list it) 'none))  ;=> (outer)
(setq fs (map-with (lambda (x) (awhen x (lambda () it))) '(1 2)))
(map-with (lambda (f) (f)) fs)         ;=> (1 2)
