; Queens on boards: what the groups of a board can say of a chessboard, and what a script adds.
;
;   klammer run examples/variants/queens.lisp
;
; First, queens of n colours: each square of the board gets a colour so that no two queens of one colour attack each other. That is a board with
; n digits whose groups are the rows, the columns and all diagonals; a diagonal has fewer squares than there are colours, and says only that
; they differ. Result: it works with five colours and with seven, and not with four or six (the queens of each colour are an answer to the
; problem of the n queens, and for these n no n of those go together).
;
; Then the usual problem of one set of eight queens: a board of one row, a cell for each column, whose digit is the row of the queen there. The
; rows are one group. The diagonals are no groups of equal digits, so the script takes them out itself, with `eliminate!`: 92 answers.

(require 'search)

; Queens of several colours

(defproc lines (n)
  "The squares of the rows, the columns and the diagonals of a board, line by line."
  (let ((squares (append-map (lambda (r) (map-with (lambda (c) (list r c)) (iota n))) (iota n))))
    (append-map
      (lambda (key) (map-with rest (group-by key squares)))
      (list
        first
        second
        (lambda (square) (+ (first square) (second square)))
        (lambda (square) (- (first square) (second square)))))))

(defproc colours (n)
  "The empty board for queens of n colours."
  (board-variant :digits n :groups (remove-if single? (lines n))))

(dolist (n '(4 5 6 7))
  (reset-search-statistics)
  (let ((solution (solve (colours n))))
    (format t "~d colours: ~a, ~d nodes~%" n (if solution "yes" "no") (second (assoc 'nodes (search-statistics))))
    (when solution
      (dotimes (r n)
        (dotimes (c n) (display (if (= c 0) "" " ") (first (aref solution r c))))
        (newline)))))
;>> 4 colours: no, 4 nodes
;>> 5 colours: yes, 5 nodes
;>> 4 1 5 2 3
;>> 5 2 3 4 1
;>> 3 4 1 5 2
;>> 1 5 2 3 4
;>> 2 3 4 1 5
;>> 6 colours: no, 4476 nodes
;>> 7 colours: yes, 84 nodes
;>> 3 4 1 7 6 5 2
;>> 1 7 6 5 2 3 4
;>> 6 5 2 3 4 1 7
;>> 2 3 4 1 7 6 5
;>> 4 1 7 6 5 2 3
;>> 7 6 5 2 3 4 1
;>> 5 2 3 4 1 7 6

; Eight queens

(defproc place (board column row)
  "A copy of the board with a queen in a column and a row (from 1 on) that attacks the squares on its diagonals; nil if a column has no square left."
  (let ((next (assign board 0 column row :level 'hidden)))
    (block done
      (and next
        (dotimes (other (second (array-dimensions board)) next)
          (unless (= other column)
            (dolist (attacked (list (+ row (- other column)) (- row (- other column))))
              (when (and (member? attacked (candidates next (list 0 other)))
                         (not (eliminate! next 0 other attacked)))
                (return-from done nil)))))))))

(defproc count-queens (board column)
  "In how many ways queens can be placed in the columns from this one on."
  (if (= column (second (array-dimensions board)))
    1
    (let ((count 0))
      (dolist (row (candidates board (list 0 column)) count)
        (awhen (place board column row)
          (inc! count (count-queens it (+ column 1))))))))

(defproc line-of (n)
  "A board of one row of n cells that differ."
  (board-variant :digits n :rows 1 :columns n :groups (list (map-with (lambda (c) (list 0 c)) (iota n)))))

(print (map-with (lambda (n) (count-queens (line-of n) 0)) '(4 5 6 7 8)))
;>> (2 10 4 40 92)
