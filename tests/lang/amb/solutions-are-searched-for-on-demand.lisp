(require 'amb)
(setq s (solutions (let ((x (an-integer-above 1))) (display x) (* x x))))
;>> 1
(stream-first s)                                   ;=> 1
(stream-first (stream-rest s))                     ;=> 4
;>> 2
(stream-first (stream-rest s))                     ;=> 4
(stream->list s 4)                                 ;=> (1 4 9 16)
;>> 34
(stream->list (solutions (amb 1 2 3)))             ;=> (1 2 3)
(stream->list (solutions (amb 1 2 3) :limit 2))    ;=> (1 2)
(solutions (amb 1 2 3) :limit 0)                   ;=> nil
(solutions (fail))                                 ;=> nil
(stream->list nil)                                 ;=> nil
(stream->list (solutions (amb 1 2)) 0)             ;=> nil
; Streams take turns, also inside of a search.
(let ((a (solutions (amb 1 2 3))) (b (solutions (amb 'x 'y 'z))))
  (let loop ((a a) (b b) (l nil))
    (if (or (null? a) (null? b)) (reverse l)
      (loop (stream-rest a) (stream-rest b) (cons (list (stream-first a) (stream-first b)) l)))))   ;=> ((1 x) (2 y) (3 z))
(all-values (let* ((s (solutions (amb 1 2))) (x (amb 'a 'b))) (list x (stream->list s))))   ;=> ((a (1 2)) (b (1 2)))
(let ((s (solutions (amb 1 2 3)))) (all-values (let ((x (amb 'a 'b))) (setq s (stream-rest s)) (list x (stream-first s)))))   ;=> ((a 2) (b 3))
(let ((sum 0)) (do-stream (x (solutions (amb 1 2 3)) sum) (inc! sum x)))        ;=> 6
(do-stream (x (solutions (an-integer-above 1))) (when (> (* x x) 200) (return x)))   ;=> 15
(let ((l nil)) (do-stream (x (solutions (list (amb 1 2) (amb 1 2)))) (push! x l)) l)   ;=> ((2 2) (2 1) (1 2) (1 1))
