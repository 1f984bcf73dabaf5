; Loops: a call in tail position takes no room, so a procedure that calls itself last is a loop, however often it does.
;
; Shows the same sum five times: by two procedures that call each other, a named `let`, `do`, `dotimes` and `fold-left`.

(defproc add-even (n sum)
  (if (= n 0)
    sum
    (add-odd (- n 1) (+ sum n))))

(defproc add-odd (n sum)
  (add-even (- n 1) (+ sum n)))

(print (add-even 100000 0))

(print
  (let loop ((n 100000) (sum 0))
    (if (= n 0) sum (loop (- n 1) (+ sum n)))))

(print
  (do ((n 0 (+ n 1))
       (sum 0 (+ sum n)))
    ((> n 100000) sum)))

(print
  (let ((sum 0))
    (dotimes (n 100001 sum)
      (setq sum (+ sum n)))))

(print (fold-left + 0 (iota 100001)))
;>> 5000050000
;>> 5000050000
;>> 5000050000
;>> 5000050000
;>> 5000050000
