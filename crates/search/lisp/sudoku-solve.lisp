; The search of the documented sudoku solver, a part of both `sudoku-reference` and `sudoku`: the procedures that it
; calls are those of the module.

(defmethod solve (cells constraints)
  t
  "The first solution from a board that the constraints have led to, or nil.

(solve nil nil)  ;=> nil"
  (cond
    ((null? cells) nil)
    ((is-solution? cells) cells)
    (t
      (try-choices
        (sort-choices cells constraints
          (find-choices cells constraints))))))

(defmethod solve (constraints)
  t
  "The solved board for a list of constraints, or nil.

(solve '(((0 0) 1) ((0 1) 1)))  ;=> nil
(board->line (solve (line->constraints \"53467891267219534819834256785976142342685379171392485696153728428741963534528617.\")))  ;=> \"534678912672195348198342567859761423426853791713924856961537284287419635345286179\""
  (solve
    (propagate-constraints (initialize-cells) constraints)
    constraints))
