;;;; calls in continuations count as depth
; limits: depth=100
(defproc deep (n) (if (= n 0) 0 (+ 1 (call/cc (lambda (k) (setq kept k) (deep (- n 1)))))))
(deep 40)                        ;=> 40
(deep 1000)                      ;!! too-deep
(deep 40)                        ;=> 40
(catch nil (deep 1000))          ;!! too-deep
(setq k nil)
(defproc plain (n) (if (= n 0) (call/cc (lambda (c) (setq k c) 0)) (+ 1 (plain (- n 1)))))
(plain 90)                       ;=> 90
(defproc again (n) (if (= n 0) (plain 50) (+ 1 (again (- n 1)))))
(again 60)                       ;!! too-deep
(again 40)                       ;=> 90
(let ((n 0)) (plain 80) (setq n (+ n 1)) (if (< n 50) (k 0) n))   ;=> 50
(defproc down (n) (if (= n 0) 0 (+ 1 (down (- n 1)))))
(defproc hold (n) (if (= n 0) (down (call/cc (lambda (c) (setq k c) 0))) (+ 1 (hold (- n 1)))))
(let ((v (hold 50))) (if (= v 50) (k 30) v))                      ;=> 80
(let ((v (hold 50))) (if (= v 50) (k 60) v))                      ;!! too-deep

;;;; calls with the same arguments are told
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

;;;; code is nested only so deep
; limits: nesting=50
(defproc nest (k form) (dotimes (i k form) (setq form (list 'identity form))))
(eval (nest 30 1))                                               ;=> 1
(eval (nest 60 1))                                               ;!! too-complex
(condition-code (catch 'error (eval (nest 60 1))))               ;=> too-complex
(defproc deep-list (k) (let ((l nil)) (dotimes (i k l) (setq l (list l)))))
(= (deep-list 500) (deep-list 500))                              ;=> t

;;;; functions of long lists take no depth
; limits: depth=60
(setq numbers (iota 200000))
(length (map-with 1+ numbers))                               ;=> 200000
(length (map-with + numbers numbers))                        ;=> 200000
(length (append-map list numbers))                           ;=> 200000
(length (zip numbers numbers))                               ;=> 200000
(fold-right + 0 numbers)                                     ;=> 19999900000
(length (filter even? numbers))                              ;=> 100000
(length (take-while (lambda (n) (< n 150000)) numbers))      ;=> 150000
(length (group-by identity numbers))                         ;=> 200000
(first (sort numbers >))                                     ;=> 199999
