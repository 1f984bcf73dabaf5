;; file: library.lisp
(defmethod describe (x) t (list 'something x))
(defproc describe-all (l) (map-with describe l))
;; main
(require 'library)
(describe-all '(1 a))                  ;=> ((something 1) (something a))
(defmethod describe ((x symbol)) t (list 'symbol x))
(describe-all '(1 a))                  ;=> ((something 1) (symbol a))
