; Looks ahead: tries both ways of every choice between two, in cells and in the places of digits. A way that fails is as good as a conclusion. If none
; fails, it branches on the choice whose ways leave the fewest candidates. Nodes cost hundreds of times as much as without; on hard boards with 25 digits
; there are thousands of times fewer (Freeman, 1995; Li and Anbulagan, 1997). A search that has chosen badly at the top is given up and begun again with
; slightly other choices. For `klammer solve --heuristic` and `klammer compare`.

(require 'search)

(defproc boards-of (board choice)
  "The boards on which the ways of a choice have been gone, without contradictions."
  (remove nil
    (map-with
      (lambda (way) (assign board (first (first way)) (second (first way)) (second way) :level (propagation-level)))
      choice)))

(defproc done? (board choice)
  "Has the choice been made in the meantime?"
  (find-if (lambda (way) (settled? board (first way))) choice))

(defproc gain (total boards)
  "How good it is to have to choose between these boards: the product of how many candidates each has fewer, up to a tenth less by chance."
  (fold-left (lambda (product board) (* product (- total (count-digits board)))) (+ 90 (random 11)) boards))

(defproc look-ahead (board)
  "The boards to go on with: those of the best choice; one, if a choice had only one way left; none after a contradiction."
  (let ((start board) (best nil) (highest -1))
    (dolist (choice (alternatives board))
      (unless (done? board choice)
        (let ((boards (boards-of board choice)))
          (cond
            ((null? boards) (setq best nil) (setq board nil) (return nil))
            ((single? boards) (setq board (first boards)))
            (t
              (let ((this (gain (count-digits board) boards)))
                (when (> this highest)
                  (setq highest this)
                  (setq best boards))))))))
    (cond
      ((null? board) nil)
      ((= board start) best)
      (t (list board)))))

(defproc search-below (board found)
  "Calls `found` with the solutions that the board leads to until it returns true; returns that."
  (if (solved? board)
    (found board)
    (dolist (next (look-ahead board))
      (awhen (search-below next found) (return it)))))

(defproc find-solutions (board limit)
  "At most `limit` solutions, by runs that grow until one comes to its end. The shortest run goes down from top to bottom a few times on a board with 25 digits."
  (find-with-restarts board limit 500000))
