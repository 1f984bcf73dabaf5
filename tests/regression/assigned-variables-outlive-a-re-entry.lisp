; found: 2026-11-20, the corpus of the language, as it was written
(let ((n 0) (k nil))
  (call/cc (lambda (c) (setq k c)))
  (setq n (+ n 1))
  (if (< n 3) (k nil) n))                            ;=> 3
(defproc count-solutions (choices)
  (let ((count 0) (again nil))
    (let ((x (call/cc (lambda (k) (setq again k) (first choices)))))
      (setq count (+ count 1))
      (setq choices (rest choices))
      (if choices (again (first choices)) (list count x)))))
(count-solutions '(a b c))                           ;=> (3 c)
