; Choosing the place where a search branches.

(defproc best-cell (state key)
  "The place for which `key`, a function of state and place, gives the greatest number, of those that `best-cells`
returns: with the fewest candidates. The first of several; nil if there is none.

(best-cell (board 4) (lambda (b cell) (+ (first cell) (second cell))))  ;=> (3 3)"
  (%check (state state) (key function))
  (max-by (lambda (place) (key state place)) (best-cells state)))
