; The eight queens: a search that puts one queen into each row and takes back what leads nowhere.
;
; Shows lists as stacks, local functions, and a search that collects all solutions without changing anything.

(defproc attacks? (column distance other)
  "Does a queen in `column` attack one in column `other`, `distance` rows away?"
  (or (= column other) (= (abs (- column other)) distance)))

(defproc safe? (column queens)
  "Can a queen stand in `column` of the next row? `queens` are the columns of those that stand already, the last row first."
  (let loop ((distance 1) (others queens))
    (cond
      ((null? others) t)
      ((attacks? column distance (first others)) nil)
      (t (loop (+ distance 1) (rest others))))))

(defproc queens (size)
  "All ways to place `size` queens, each a list of columns."
  (let place ((row 0) (queens nil))
    (if (= row size)
      (list queens)
      (append-map
        (lambda (column) (place (+ row 1) (cons column queens)))
        (filter (lambda (column) (safe? column queens)) (iota size))))))

(defproc show-queens (queens)
  "Draws one solution."
  (dolist (queen queens)
    (dotimes (column (length queens))
      (display (if (= column queen) " Q" " .")))
    (newline)))

(setq solutions (queens 8))
(format t "~d solutions, the first of them:~%" (length solutions))
(show-queens (first solutions))
;>> 92 solutions, the first of them:
;>>  . . . Q . . . .
;>>  . Q . . . . . .
;>>  . . . . . . Q .
;>>  . . Q . . . . .
;>>  . . . . . Q . .
;>>  . . . . . . . Q
;>>  . . . . Q . . .
;>>  Q . . . . . . .
