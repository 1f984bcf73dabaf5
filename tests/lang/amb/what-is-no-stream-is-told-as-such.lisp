(require 'amb)
(stream-first 3)                ;!! wrong-type stream-first: stream must be a stream of solutions or nil, got 3
(stream-rest '(1))              ;!! wrong-type stream-rest: stream must be a stream of solutions or nil, got (1)
(stream->list 7)                ;!! wrong-type stream->list: stream must be a stream of solutions or nil, got 7
(stream->list nil -1)           ;!! wrong-type stream->list: limit must be
(do-stream (x 'a) x)            ;!! wrong-type stream must be a stream of solutions or nil, got a
; A record of the program's own is none either.
(progn (defrecord answer value) (stream-first (make-answer 1)))  ;!! wrong-type must be a stream of solutions or nil
(stream->list (solutions (amb 1 2)) 1)                           ;=> (1)
