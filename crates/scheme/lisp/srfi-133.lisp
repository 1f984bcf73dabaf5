; SRFI 133: more functions of vectors. SRFI 43 has some of the same names for functions that are given the position,
; too: who imports it gets those.

(defproc %unfold-into! (f vector positions seeds)
  "Fills these positions in turn with the first value of `f`, which gets the position and the seeds; its other values
are the next seeds."
  (let loop ((p positions) (seeds seeds))
    (if (pair? p)
      (let ((values (%values->list (apply f (car p) seeds))))
        (aset vector (car p) (car values))
        (loop (cdr p) (cdr values)))
      vector)))

(defproc vector-unfold (f size &rest seeds)
  "A vector of what `f` returns for the numbers below `size`. It is given seeds as well, and returns the next ones as
further values.

(vector-unfold square 3)                              ;=> #(0 1 4)
(vector-unfold (lambda (i x) (values x (* 2 x))) 4 1)  ;=> #(1 2 4 8)"
  (%unfold-into! f (make-array size) (iota size) seeds))

(defproc vector-unfold-right (f size &rest seeds)
  "Likewise, from the last position on.

(vector-unfold-right (lambda (i x) (values x (* 2 x))) 4 1)  ;=> #(8 4 2 1)"
  (%unfold-into! f (make-array size) (reverse (iota size)) seeds))

(defproc vector-unfold! (f vector start end &rest seeds)
  "Fills a part of a vector likewise.

(let ((v (vector 1 1 1))) (vector-unfold! square v 1 3) v)  ;=> #(1 1 4)"
  (%check (f function) (vector array) (start number) (end number))
  (%unfold-into! f vector (iota (- end start) start) seeds))

(defproc vector-unfold-right! (f vector start end &rest seeds)
  "Likewise, from the last position on.

(let ((v (vector 1 1 1))) (vector-unfold-right! (lambda (i x) (values x (+ x 1))) v 1 3 5) v)  ;=> #(1 6 5)"
  (%check (f function) (vector array) (start number) (end number))
  (%unfold-into! f vector (reverse (iota (- end start) start)) seeds))

(defproc vector-reverse-copy (vector &optional (start 0) end)
  "A new vector of the elements, or of a part of them, the last first.

(vector-reverse-copy (vector 1 2 3) 1)  ;=> #(3 2)"
  (let ((copy (vector-copy vector start (%end end vector))))
    (vector-reverse! copy)
    copy))

(defproc vector-reverse-copy! (to at from &optional (start 0) end)
  "Puts the elements of a part of `from`, the last first, into `to` from position `at` on.

(let ((v (vector 0 0 0))) (vector-reverse-copy! v 1 (vector 1 2)) v)  ;=> #(0 2 1)"
  (%vector-copy! to at (vector-reverse-copy from start (%end end from))))

(defproc vector-append-subvectors (&rest parts)
  "The vector of parts of vectors: each is a vector, where the part begins and where it ends.

(vector-append-subvectors (vector 1 2 3) 0 2 (vector 4 5) 1 2)  ;=> #(1 2 5)"
  (let loop ((p parts) (vectors nil))
    (if (pair? p)
      (loop (cdr (cddr p)) (cons (vector-copy (first p) (second p) (third p)) vectors))
      (vector-concatenate (reverse vectors)))))

(defproc vector-cumulate (f init vector)
  "The vector of the results of calling `f` on the result so far and each element.

(vector-cumulate + 0 (vector 1 2 3))  ;=> #(1 3 6)"
  (let ((result init))
    (vector-map (lambda (x) (setq result (f result x)) result) vector)))

(defproc vector-index-right (predicate vector)
  "The position of the last element for which `predicate` is true, or false.

(vector-index-right even? (vector 2 4 5))  ;=> 1"
  (let loop ((i (- (array-length vector) 1)))
    (cond
      ((< i 0) #f)
      ((predicate (aref vector i)) i)
      (t (loop (- i 1))))))

(defproc vector-skip-right (predicate vector)
  "The position of the last element for which `predicate` is false, or false.

(vector-skip-right even? (vector 1 3 4))  ;=> 1"
  (vector-index-right (lambda (x) (not (predicate x))) vector))

(defproc vector-partition (predicate vector)
  "Two values: a vector of the elements for which `predicate` is true and then the others, and how many of the first
kind there are.

(call-with-values (lambda () (vector-partition even? (vector 1 2 3 4))) list)  ;=> (#(2 4 1 3) 2)"
  (let* ((elements (array->list vector))
         (kept (filter predicate elements))
         (others (filter (lambda (x) (not (predicate x))) elements)))
    (values (list->vector (append kept others)) (length kept))))

(defproc vector= (same? &rest vectors)
  "Returns whether the vectors have the same elements.

(vector= = (vector 1 2) (vector 1 2))  ;=> t
(vector= = (vector 1) (vector 1 2))    ;=> #f
(vector= =)                            ;=> t"
  (let loop ((v vectors))
    (cond
      ((or (null? v) (null? (cdr v))) t)
      ((and (zero? (- (array-length (first v)) (array-length (second v))))
            (every same? (array->list (first v)) (array->list (second v))))
        (loop (cdr v)))
      (t #f))))

; SRFI 43

(defproc %elements-at (i vectors)
  "The elements at a position."
  (map-with (lambda (v) (aref v i)) vectors))

(defproc %shortest-length (vectors)
  "The number of positions that all the vectors have."
  (apply min (map-with array-length vectors)))

(defproc %indexed-vector-map (f &rest vectors)
  "The vector of what `f` returns for each position and the elements there."
  (%indexed-vector-map-into (make-array (%shortest-length vectors)) f vectors))

(defproc %indexed-vector-map! (f &rest vectors)
  "The same, into the first vector."
  (%indexed-vector-map-into (first vectors) f vectors))

(defproc %indexed-vector-map-into (to f vectors)
  "The same, into a given vector."
  (dotimes (i (%shortest-length vectors) to)
    (aset to i (apply f i (%elements-at i vectors)))))

(defproc %indexed-vector-for-each (f &rest vectors)
  "Calls `f` on each position and the elements there."
  (dotimes (i (%shortest-length vectors))
    (apply f i (%elements-at i vectors))))

(defproc %indexed-vector-fold (f init &rest vectors)
  "Calls `f` on each position, the result so far, and the elements there."
  (let ((result init))
    (dotimes (i (%shortest-length vectors) result)
      (setq result (apply f i result (%elements-at i vectors))))))

(defproc %indexed-vector-fold-right (f init &rest vectors)
  "Likewise, from the last position on."
  (let loop ((i (- (%shortest-length vectors) 1)) (result init))
    (if (< i 0) result (loop (- i 1) (apply f i result (%elements-at i vectors))))))

(defproc %indexed-vector-count (predicate &rest vectors)
  "The number of positions for which, with the elements there, `predicate` is true."
  (let ((n 0))
    (dotimes (i (%shortest-length vectors) n)
      (when (apply predicate i (%elements-at i vectors)) (setq n (+ n 1))))))

(setq %names-of-srfi-43
  '(vector-map vector-map! vector-for-each vector-fold vector-fold-right vector-count
    make-vector vector vector-unfold vector-unfold-right vector-copy vector-reverse-copy vector-append
    vector-concatenate vector? vector-empty?
    vector= vector-ref vector-length vector-index vector-index-right vector-skip vector-skip-right vector-binary-search
    vector-any vector-every
    vector-set! vector-swap! vector-fill! vector-reverse! vector-copy! vector-reverse-copy! vector->list
    reverse-vector->list list->vector
    reverse-list->vector))

(defproc %srfi-43 ()
  "Returns the exports of SRFI 43 as an import set."
  (map-with
    (lambda (name)
      (list name nil
        (if (%memq name '(vector-map vector-map! vector-for-each vector-fold vector-fold-right vector-count))
          (symbol-append '%indexed- name)
          name)))
    %names-of-srfi-43))
