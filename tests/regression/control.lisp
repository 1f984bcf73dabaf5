;;;; a continuation leaves through cleanups
; found: 2026-11-20, a reader of the core's code: cleanups on the way out were skipped
(call/cc (lambda (k) (unwind-protect (k 1) (print 'cleanup))))   ;=> 1
;>> cleanup
(let ((log nil))
  (let/cc k
    (unwind-protect
      (unwind-protect (k 1) (setq log (cons 'inner log)))
      (setq log (cons 'outer log))))
  log)                                             ;=> (outer inner)
(let ((k nil) (n 0) (log nil))
  (unwind-protect
    (progn (call/cc (lambda (c) (setq k c))) (setq n (+ n 1)) (when (< n 3) (k nil)))
    (setq log (cons n log)))
  log)                                             ;=> (3)

;;;; a guard is entered again
; found: 2026-11-22, by programs of which the same was asked in Guile
(require 'scheme)
(define k #f)
(define n 0)
(define (next) (guard (e (#t (list 'caught e))) (call/cc (lambda (c) (set! k c))) (set! n (+ n 1)) (raise n)))
(let ((r (next))) (if (< n 3) (k #f) r))                ;=> (caught 3)

; It may end otherwise the second time.
(set! n 0)
(define (once) (guard (e (#t (list 'caught e))) (call/cc (lambda (c) (set! k c))) (set! n (+ n 1)) (if (< n 3) (raise n) (list 'fine n))))
(let ((r (once))) (if (< n 3) (k #f) r))                ;=> (fine 3)

; A generator that raises between its values.
(define trail '())
(define (note x) (set! trail (cons x trail)))
(define (walk)
  (guard (e ((symbol? e) (note e)))
    (dynamic-wind (lambda () (note 'in)) (lambda () (call/cc (lambda (c) (set! k c))) (raise 'out)) (lambda () (note 'left)))))
(set! n 0)
(walk)
(set! n (+ n 1))
(if (< n 3) (k #f))
(reverse trail)                                         ;=> (in left out in left out in left out)

; A condition that no clause takes goes to the guard outside, each time.
(set! n 0)
(define (inner) (guard (e ((string? e) e)) (call/cc (lambda (c) (set! k c))) (set! n (+ n 1)) (raise (if (= n 2) "text" n))))
(define (outer) (guard (e ((number? e) (list 'number e))) (inner)))
(let ((r (outer))) (if (< n 3) (k #f) (list r n)))      ;=> ((number 3) 3)

;;;; a continuation of an earlier text leaves the present form
; found: 2026-11-27, at the prompt
(setq again nil)
(setq count 0)
(progn (let/cc k (setq again k)) (setq count 1))  ;=> 1
(progn (again 5) (setq count 2))                  ;=> 5
count                                             ;=> 1

;;;; several values after a capture
; found: 2026-11-27, a reader of the core's code: frames and handlers on the heap were not asked
(require 'common-lisp)
(require 'amb)
(defun f () (let ((x (amb 1 2))) (values x 10)))
(+ 1 (f))                                               ;=> 2
(list (f) (multiple-value-list (f)))                    ;=> (1 (1 10))
(defun found () (gethash 1 (progn (amb 1 2) (make-hash-table))))
(if (found) 'true 'false)                               ;=> false
(defun halves () (floor (amb 7 8) 2))
(list (halves))                                         ;=> (3)
(multiple-value-list (halves))                          ;=> (3 1)
(defun outer () (f))
(defun outermost () (outer))
(list (outermost) (multiple-value-list (outermost)))    ;=> (1 (1 10))

; A throw to a handler among frames on the heap.
(defun h () (block b (mapcar (lambda (x) (amb 1 2) (return-from b (values x 2))) '(1))))
(list (h) (multiple-value-list (h)))                    ;=> (1 (1 2))
(defun g () (catch 'tag (amb 1 2) (mapcar (lambda (x) (throw 'tag (values x 3))) '(1))))
(list (g) (multiple-value-list (g)))                    ;=> (1 (1 3))
(defun i () (catch (list 'a) (amb 1 2) (throw (list 'a) (values 4 5))))
(list (i) (multiple-value-list (catch 'tag (throw 'tag (i)))))  ;=> (4 (4 5))
(defun j () (catch 'a (throw 'a (catch 'a (throw 'a (values 1 2))))))
(list (j) (multiple-value-list (j)))                    ;=> (1 (1 2))
(defun k () (catch 'a (+ 0 (catch 'b (amb 1 2) (throw 'a (values 6 7))))))
(list (k) (multiple-value-list (k)))                    ;=> (6 (6 7))

;;;; an escape in an argument of an inlined function leaves its own form
; found: 2026-11-26, random programs beside the second evaluator: the throw had no catcher
(defproc f (x) (map-with cons x (let/cc k (k '(2)))))
(f '(1))                                                    ;=> ((1 . 2))
(f 5)                                                       ;!! wrong-type @86:16
(map-with cons progn (let/cc k (k 2)))                      ;!! wrong-type
(map-with list (car '((1))) (let/cc k (+ 1 (k '(2)))))      ;=> ((1 2))
(for-each list (car '((1))) (call/cc (lambda (k) (k '(2)))))  ;=> nil
