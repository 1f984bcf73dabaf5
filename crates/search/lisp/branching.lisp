; Branching of searches, for the modules `search` and `constraints`.

; A cell that is settled stays as it is: choosing it again and again leads nowhere. Only one digit is tried there.
(defproc %complain-settled (cell digits)
  (%wrong-return 'choose-cell
    (format nil "choose-cell must return what is still open, as those of best-cells are, or nil: ~s is settled, as ~s"
      cell (first digits))))

; A value that is left out loses solutions, and one that comes twice counts them twice.
(defproc %check-incomplete (cell value incomplete?)
  (unless (incomplete?)
    (error (format nil "order-values must return all candidates, but ~s of ~s is left out, and with it solutions: ~
a program that means this defines (defproc incomplete-search? () t)" value cell))))

; Nil says that the board is solved. Of a store, variables may be left open that nothing depends on.
(defproc %check-done (board)
  (when (and (array? board) (not (solved? board)))
    (%wrong-return 'choose-cell "choose-cell must return nil only if nothing is open; it returned nil, and this is:"
      (most-constrained board))))

; A step of a search, with the hooks of the program that searches: evaluates the body with the cell that `choose-cell`
; returns and the digits of `order-values`, or `solved` if nothing is open. What the hooks return is checked.
(defmacro %with-choice ((cell digits board) solved &body body)
  `(let ((,cell (or (choose-cell ,board) nil)))
     (%check (,cell place "what choose-cell returns"))
     (if (null? ,cell)
       (progn
         (%check-done ,board)
         ,solved)
       (let ((,digits (order-values ,board ,cell)))
         (%check (,digits list "what order-values returns"))
         (awhen (%left-out 'order-values ,board ,cell ,digits) (%check-incomplete ,cell it incomplete-search?))
         (when (and ,digits (null? (rest ,digits)) (settled? ,board ,cell))
           (%complain-settled ,cell ,digits))
         ,@body))))
