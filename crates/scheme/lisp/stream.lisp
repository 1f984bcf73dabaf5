; Streams as in SICP and MIT Scheme: a pair whose cdr is a promise of the rest. `cons-stream` is among the special
; forms.

(defproc stream-pair? (object)
  "Returns whether `object` is a stream with at least one element.

(stream-pair? (cons-stream 1 '()))  ;=> t"
  (and (pair? object) (promise? (cdr object))))

(defproc stream-car (stream)
  "The first element of a stream.

(stream-car (cons-stream 1 2))  ;=> 1"
  (%check (stream list))
  (car stream))

(defproc stream-cdr (stream)
  "The rest of a stream.

(stream-cdr (cons-stream 1 '()))  ;=> nil"
  (%check (stream list))
  (force (cdr stream)))

(defalias stream-rest stream-cdr)
(defalias stream-first stream-car)
(defalias stream-null? null?)
(defalias empty-stream? null?)
(setq the-empty-stream nil)
(setq stream-nil nil)

(defproc stream (&rest elements)
  "A stream of these elements.

(stream-head (stream 1 2 3) 2)  ;=> (1 2)"
  (if (pair? elements) (cons (car elements) (make-promise (apply stream (cdr elements)))) nil))

(defproc stream-head (stream count)
  "A list of the first elements of a stream.

(stream-head (let loop ((n 1)) (cons-stream n (loop (+ n 1)))) 3)  ;=> (1 2 3)"
  (let loop ((s stream) (n count) (result nil))
    (if (or (= n 0) (null? s))
      (reverse result)
      (loop (stream-cdr s) (- n 1) (cons (car s) result)))))

(defproc stream-tail (stream count)
  "The stream without its first elements.

(stream-car (stream-tail (let loop ((n 1)) (cons-stream n (loop (+ n 1)))) 3))  ;=> 4"
  (if (= count 0) stream (stream-tail (stream-cdr stream) (- count 1))))

(defproc stream-ref (stream index)
  "The element of a stream at this position.

(stream-ref (let loop ((n 1)) (cons-stream n (loop (* 2 n)))) 5)  ;=> 32"
  (car (stream-tail stream index)))

(defproc stream->list (stream &optional count)
  "A list of the elements of a stream, or of the first of them.

(stream->list (stream 1 2 3))  ;=> (1 2 3)"
  (%check (stream list))
  (let loop ((s stream) (n 0) (result nil))
    (if (or (null? s) (and count (= n count)))
      (reverse result)
      (loop (stream-cdr s) (+ n 1) (cons (car s) result)))))

(defproc list->stream (list)
  "A stream of the elements of a list.

(stream-ref (list->stream '(a b c)) 1)  ;=> b"
  (apply stream list))

(defproc %make-stream (first rest)
  "A stream whose rest is what calling `rest` returns."
  (cons first (%make-promise #f (lambda () (make-promise (rest))))))

(defproc stream-map (f stream &rest more)
  "The stream of the results of calling `f` on the elements of the streams, side by side.

(stream-head (stream-map + (stream 1 2 3) (stream 10 20)) 2)  ;=> (11 22)"
  (let loop ((streams (cons stream more)))
    (if (member? nil streams)
      nil
      (%make-stream (apply f (map-with car streams)) (lambda () (loop (map-with stream-cdr streams)))))))

(defproc stream-for-each (f stream)
  "Calls `f` on the elements of a stream.

(stream-for-each display (stream 1 2))  ;>> 12"
  (let loop ((s stream))
    (unless (null? s)
      (f (car s))
      (loop (stream-cdr s)))))

(defproc stream-filter (predicate stream)
  "The stream of the elements for which `predicate` is true.

(stream-head (stream-filter even? (stream 1 2 3 4)) 2)  ;=> (2 4)"
  (let loop ((s stream))
    (cond
      ((null? s) nil)
      ((predicate (car s)) (%make-stream (car s) (lambda () (stream-filter predicate (stream-cdr s)))))
      (t (loop (stream-cdr s))))))

(defproc stream-append (&rest streams)
  "The streams one after the other.

(stream->list (stream-append (stream 1) (stream 2 3)))  ;=> (1 2 3)"
  (cond
    ((null? streams) nil)
    ((null? (car streams)) (apply stream-append (cdr streams)))
    (t (%make-stream (car (car streams))
         (lambda () (apply stream-append (stream-cdr (car streams)) (cdr streams)))))))
