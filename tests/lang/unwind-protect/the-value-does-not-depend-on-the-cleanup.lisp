(let ((n 1)) (list (unwind-protect n (setq n 2)) n))                  ;=> (1 2)
(let ((l nil)) (unwind-protect (list 1 2 3) (dotimes (i 100) (setq l (list i l)))))  ;=> (1 2 3)
(block b (unwind-protect 'body (return-from b 'cleanup)))             ;=> cleanup
(dotimes (i 3 'end) (unwind-protect i (when (= i 1) (return 'returned))))  ;=> returned
