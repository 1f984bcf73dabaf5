; The natives of boards, defined in the language: the specification that `tests/language/natives.rs` compares them with.
;
; A board here is a record: an array of lists, the digits that are still possible in each cell; an array that says which cells are settled; and what
; does not change, the groups of cells that have different digits. A cell is a list of row and column. Everything is done one cell at a time, in the
; plainest way that can be run a hundred thousand times.

(defrecord plain cells settled layout)

; The constants of a board: `all` the digits, `groups` the lists of cells, `units` those with a cell for each digit, `places` all cells, `peers` and `visits`
; arrays of the cells that each cell sees, `overlaps` (see `locked`).
(defrecord layout all groups units places peers visits overlaps)

(defproc layout-of (board digits lines?)
  "The layout of a native board. With `lines?`, the first groups are rows and columns."
  (let* ((size (array-dimensions board))
         (places (append-map (lambda (r) (map-with (lambda (c) (list r c)) (iota (second size)))) (iota (first size))))
         (groups (units board))
         (units (filter (lambda (g) (= (length g) digits)) groups))
         (visits (make-array size))
         (peers (make-array size)))
    (dolist (cell places)
      (let ((order (remove cell (visiting-order cell (filter (lambda (g) (member? cell g)) groups) lines?))))
        (set-array-element visits cell order)
        (set-array-element peers cell (remove-duplicates order))))
    (make-layout (iota digits 1) groups units places peers visits
      (append-map (lambda (unit) (overlaps-of unit groups)) units))))

(defproc visiting-order (cell groups lines?)
  "The order in which the documented solver visits the cells of the groups of a cell: along row and column in turn, then the other groups."
  (if lines?
    (append
      (append-map (lambda (i) (list (nth i (first groups)) (nth i (second groups)))) (iota (length (first groups))))
      (apply append (cddr groups)))
    (apply append groups)))

(defproc overlaps-of (unit groups)
  "For each other group that has two cells or more in common with the unit: the cells of the unit outside of it, and its cells outside of the unit."
  (append-map
    (lambda (group)
      (let ((outside (set-difference unit group)) (others (set-difference group unit)))
        (if (and others (>= (- (length unit) (length outside)) 2))
          (list (list outside others)))))
    (remove unit groups)))

(defproc plain-of (board layout)
  "The native board as a record."
  (let* ((size (array-dimensions board)) (cells (make-array size)) (settled (make-array size)))
    (dolist (cell (layout-places layout))
      (set-array-element cells cell (list-copy (candidates board cell)))
      (set-array-element settled cell (settled? board cell)))
    (make-plain cells settled layout)))

(defproc digits-in (p cell)
  "The list of the digits of a cell."
  (get-array-element (plain-cells p) cell))

(defproc settled-in? (p cell)
  "Is the cell settled?"
  (get-array-element (plain-settled p) cell))

(defproc settle! (p cell)
  "Marks a cell as settled."
  (set-array-element (plain-settled p) cell t))

(defproc keep! (p cell digits)
  "The cell has these digits from now on. Tells whether that changes it; none are a contradiction."
  (unless (= digits (digits-in p cell))
    (set-array-element (plain-cells p) cell digits)
    (unless digits (throw 'contradiction nil))
    t))

(defproc take-out! (p cell digits)
  "Takes digits out of a cell. Tells whether one of them was there."
  (keep! p cell (set-difference (digits-in p cell) digits)))

; The levels. Each rule tells whether it has changed anything.

(defproc forward (p)
  "The digits of the cells that have a single one now and are not settled leave the cells that see them."
  (let ((changed nil))
    (dolist (cell (filter (lambda (cell) (and (single? (digits-in p cell)) (not (settled-in? p cell)))) (layout-places (plain-layout p))))
      (dolist (peer (get-array-element (layout-peers (plain-layout p)) cell))
        (take-out! p peer (digits-in p cell)))
      (settle! p cell)
      (setq changed t))
    changed))

(defproc naked (p)
  "Forward, until nothing changes."
  (let ((changed nil))
    (while (forward p) (setq changed t))
    changed))

(defproc places-of (p digit cells)
  "The cells in which a digit is possible."
  (filter (lambda (cell) (member? digit (digits-in p cell))) cells))

(defproc hidden (p)
  "A digit that has one place in a unit goes there; one that has none is a contradiction."
  (let ((changed nil))
    (dolist (unit (layout-units (plain-layout p)))
      (dolist (digit (layout-all (plain-layout p)))
        (let ((places (places-of p digit unit)))
          (cond
            ((null? places) (throw 'contradiction nil))
            ((single? places) (when (keep! p (first places) (list digit)) (setq changed t)))))))
    changed))

(defproc locked (p)
  "A digit whose places in a unit all lie in another group leaves the rest of that group."
  (let ((changed nil))
    (dolist (overlap (layout-overlaps (plain-layout p)))
      (let ((locked (set-difference (layout-all (plain-layout p)) (append-map (lambda (cell) (digits-in p cell)) (first overlap)))))
        (dolist (cell (second overlap))
          (when (take-out! p cell locked) (setq changed t)))))
    changed))

(defproc pairs-of (items)
  "All lists of two of the items."
  (if items
    (append (map-with (lambda (x) (list (first items) x)) (rest items)) (pairs-of (rest items)))))

(defproc naked-pairs (p)
  "Two cells of a group with the same two digits: these leave the other cells of the group."
  (let ((changed nil))
    (dolist (group (layout-groups (plain-layout p)))
      (dolist (two (pairs-of (filter (lambda (cell) (= (length (digits-in p cell)) 2)) group)))
        (let ((digits (digits-in p (first two))))
          (when (and (= (length digits) 2) (= digits (digits-in p (second two))))
            (dolist (cell (set-difference group two))
              (when (take-out! p cell digits) (setq changed t)))))))
    changed))

(defproc hidden-pairs (p)
  "Two digits of a unit with the same two places: these places have no other digits."
  (let ((changed nil))
    (dolist (unit (layout-units (plain-layout p)))
      (let ((twice (filter (lambda (d) (= (length (places-of p d unit)) 2)) (layout-all (plain-layout p)))))
        (dolist (two (pairs-of twice))
          (let ((places (places-of p (first two) unit)))
            (when (= places (places-of p (second two) unit))
              (dolist (cell places)
                (when (keep! p cell (intersection (digits-in p cell) two)) (setq changed t))))))))
    changed))

(defproc find-digit (lists i givers seen)
  "Finds a digit for the list at `i`, if need be by finding others for lists that have theirs (Kuhn, 1955). The table `givers` tells which list gives a digit;
`seen` has the digits that have been tried."
  (find-if
    (lambda (digit)
      (unless (table-has? seen digit)
        (table-set! seen digit t)
        (when (or (not (table-has? givers digit)) (find-digit lists (table-ref givers digit) givers seen))
          (table-set! givers digit i)
          t)))
    (nth i lists)))

(defproc fillable? (lists givers)
  "Can each list give a digit that no other gives? Begins with what `givers` still says rightly of these lists, and leaves there what it has found."
  (dolist (digit (table-keys givers))
    (unless (member? digit (nth (table-ref givers digit) lists)) (table-remove! givers digit)))
  (every?
    (lambda (i) (find-digit lists i givers (make-table)))
    (set-difference (iota (length lists)) (table-values givers))))

(defproc distinct (p)
  "A digit stays in a cell of a group only if the whole group can be filled with it there."
  (let ((changed nil))
    (dolist (group (layout-groups (plain-layout p)))
      (let ((givers (make-table)))
        (dolist (cell group)
          (dolist (digit (digits-in p cell))
            (let ((lists (map-with (lambda (other) (if (= other cell) (list digit) (digits-in p other))) group)))
              (unless (fillable? lists givers)
                (when (take-out! p cell (list digit)) (setq changed t))))))))
    changed))

(defproc propagate-plain (p level)
  "The rules of a level, until none changes anything. Returns the record, or nil after a contradiction."
  (catch 'contradiction
    (dolist (cell (layout-places (plain-layout p)))
      (unless (digits-in p cell) (throw 'contradiction nil)))
    (case level
      (forward (forward p))
      (naked (naked p))
      (hidden (naked p) (while (hidden p) (naked p)))
      (locked (naked p) (while (or (hidden p) (locked p)) (naked p)))
      (pairs (naked p) (while (or (hidden p) (locked p) (naked-pairs p) (hidden-pairs p)) (naked p)))
      (distinct (naked p) (while (or (hidden p) (locked p) (distinct p)) (naked p))))
    p))

(defproc assign-plain (p cell digit level)
  "What `assign` does."
  (and
    (member? digit (digits-in p cell))
    (progn
      (unless (single? (digits-in p cell)) (keep! p cell (list digit)))
      (propagate-plain p level))))

; The documented step, as in the module `sudoku-reference`, on any board.

(defproc propagate-constraint-plain (p cell digit)
  "Puts a digit into a cell and takes it out of those that see it; the one that would have none left keeps it. Returns the record or nil."
  (and
    (remove-from-peers p cell digit)
    (settle! p cell)
    p))

(defproc remove-from-peers (p cell digit)
  "Returns t, or nil if the digit is not possible or a cell would have no digit left."
  (catch 'return
    (unless (member? digit (digits-in p cell)) (throw 'return nil))
    (set-array-element (plain-cells p) cell (list digit))
    (dolist (peer (get-array-element (layout-visits (plain-layout p)) cell) t)
      (let ((others (remove digit (digits-in p peer))))
        (unless others (throw 'return nil))
        (set-array-element (plain-cells p) peer others)))))

(defproc is-solution-plain? (p)
  "Has each cell one digit, and do all go together?"
  (dolist (cell (layout-places (plain-layout p)) t)
    (unless (and (single? (digits-in p cell)) (remove-from-peers p cell (first (digits-in p cell))))
      (return nil))))

; Questions

(defproc open-cells (p)
  "The cells that are not settled."
  (remove-if (lambda (cell) (settled-in? p cell)) (layout-places (plain-layout p))))

(defproc best-cells-plain (p)
  "The open cells with the fewest candidates, but at least one."
  (let* ((open (filter (lambda (cell) (digits-in p cell)) (open-cells p)))
         (fewest (fold-left min 1000 (map-with (lambda (cell) (length (digits-in p cell))) open))))
    (filter (lambda (cell) (= (length (digits-in p cell)) fewest)) open)))

(defproc degree-plain (p cell)
  "How many open cells see this one."
  (count-if (lambda (peer) (not (settled-in? p peer))) (get-array-element (layout-peers (plain-layout p)) cell)))

(defproc solved-plain? (p)
  "Has each cell one digit, other than those of the cells that see it?"
  (every?
    (lambda (cell)
      (and
        (single? (digits-in p cell))
        (every? (lambda (peer) (not (= (digits-in p peer) (digits-in p cell)))) (get-array-element (layout-peers (plain-layout p)) cell))))
    (layout-places (plain-layout p))))

(defproc contradiction-plain? (p)
  "Is there a cell without digits, or a digit without a place in a unit?"
  (or
    (some? (lambda (cell) (null? (digits-in p cell))) (layout-places (plain-layout p)))
    (some?
      (lambda (unit) (some? (lambda (digit) (null? (places-of p digit unit))) (layout-all (plain-layout p))))
      (layout-units (plain-layout p)))))

(defproc fewest-places-plain (p)
  "The digit with the fewest places in a unit, but at least two, and those places; units in their order, then digits."
  (let ((best nil))
    (dolist (unit (layout-units (plain-layout p)) best)
      (dolist (digit (layout-all (plain-layout p)))
        (let ((places (places-of p digit unit)))
          (when (and (rest places) (or (null? best) (< (length places) (length (second best)))))
            (setq best (list digit places))))))))
