; Five girls in an examination: each made one true statement and one that is not (Phillips, 1934).
(require 'amb)
(defproc one-of? (a b) (not (= a b)))
(defproc distinct? (l) (or (null? l) (and (not (member? (first l) (rest l))) (distinct? (rest l)))))
(one-value
  (let ((betty (amb 1 2 3 4 5)) (ethel (amb 1 2 3 4 5)) (joan (amb 1 2 3 4 5)) (kitty (amb 1 2 3 4 5)) (mary (amb 1 2 3 4 5)))
    (require-that
      (one-of? (= kitty 2) (= betty 3))
      (one-of? (= ethel 1) (= joan 2))
      (one-of? (= joan 3) (= ethel 5))
      (one-of? (= kitty 2) (= mary 4))
      (one-of? (= mary 4) (= betty 1))
      (distinct? (list betty ethel joan kitty mary)))
    (list betty ethel joan kitty mary)))           ;=> (3 5 2 1 4)
