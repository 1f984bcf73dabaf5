; found: 2026-11-22, random programs on two evaluators: (< 2 1 'x) was nil
; The instructions of a comparison stop where it fails; what comes after must be a number all the same.
(< 2 1 'x)            ;!! wrong-type
(apply < '(2 1 x))    ;!! wrong-type
(>= 1 2 'x)           ;!! wrong-type
(< 3 2 1 'x)          ;!! wrong-type
(< 1 2 3)             ;=> t
(< 1 3 2)             ;=> nil
(< 2 1 3)             ;=> nil
(< 1 2 3 4)           ;=> t
(< 1 2 4 3)           ;=> nil
(= 1 2 'x)            ;=> nil
(apply = '(1 2 x))    ;=> nil
(let ((n 0)) (while (<= 0 n 4) (setq n (+ n 1))) n)  ;=> 5
(if (<= 0 7 8) 'inside 'outside)  ;=> inside
(if (<= 0 9 8) 'inside 'outside)  ;=> outside
