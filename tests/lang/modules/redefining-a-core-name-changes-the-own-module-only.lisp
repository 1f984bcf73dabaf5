;; file: library.lisp
(defproc last-of (l) (first (reverse l)))
;; main
(require 'library)
(defproc reverse (l) 'mine)
(reverse '(1 2))                       ;=> mine
(last-of '(1 2 3))                     ;=> 3
(defproc length (l) 'mine)
(length '(1 2))                        ;=> mine
(map-with identity '(1 2))             ;=> (1 2)
