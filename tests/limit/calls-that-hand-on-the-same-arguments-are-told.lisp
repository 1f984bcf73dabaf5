; limits: depth=1000
; found: 2026-11-23, by newcomers: a search that goes on from the board that it had, instead of the next one, was told
; only that it needs an end.
(require 'search)
(defproc first-found (board)
  (let ((cell (choose-cell board)))
    (if (null? cell)
      board
      (dolist (digit (candidates board cell))
        (let ((next (assign board cell digit)))
          (when next (awhen (first-found board) (return it))))))))
(first-found (board 4))                     ;!! too-deep `first-found` calls itself again and again with the same arguments: 1000 calls
(defproc count-down (n) (+ 1 (count-down (- n 1))))
(count-down 5)                              ;!! too-deep `count-down` calls itself again and again: 1000 calls
(defproc changed (n) (setq n (- n 1)) (+ 1 (changed n)))
(changed 5)                                 ;!! too-deep `changed` calls itself again and again: 1000 calls
(defproc beyond (l) (+ 1 (beyond (rest l))))
(beyond '(1 2 3))                           ;!! too-deep `beyond` calls itself again and again: 1000 calls
(defproc none () (+ 1 (none)))
(none)                                      ;!! too-deep `none` calls itself again and again: 1000 calls
