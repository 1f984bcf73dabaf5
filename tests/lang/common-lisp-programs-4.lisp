;;;; tic tac toe is played by minimax
; not under: stress: thousands of calls take long with a collection at each
; Tic-tac-toe: the value of a position by minimax, over a vector as the board.
(require 'common-lisp)
(defparameter *lines* '((0 1 2) (3 4 5) (6 7 8) (0 3 6) (1 4 7) (2 5 8) (0 4 8) (2 4 6)))
(defvar *positions* 0)

(defun make-board () (make-array 9 :initial-element '-))
(defun opponent (player) (if (eq player 'x) 'o 'x))
(defun winner-p (board player)
  (some #'(lambda (line) (every #'(lambda (i) (eq (aref board i) player)) line)) *lines*))
(defun moves (board)
  (loop for i from 0 below 9 when (eq (aref board i) '-) collect i))

(defun minimax (board player)
  (incf *positions*)
  (cond ((winner-p board (opponent player)) -1)
        ((null (moves board)) 0)
        (t (let ((best -2))
             (dolist (m (moves board) best)
               (setf (aref board m) player)
               (let ((v (- (minimax board (opponent player)))))
                 (when (> v best) (setq best v)))
               (setf (aref board m) '-))))))

(defun best-move (board player)
  (let ((best nil) (best-value nil))
    (dolist (m (moves board) (values best best-value))
      (setf (aref board m) player)
      (let ((v (- (minimax board (opponent player)))))
        (when (or (null best-value) (> v best-value))
          (setf best m best-value v)))
      (setf (aref board m) '-))))

(defun show (board)
  (dotimes (row 3)
    (format t "~&~{~a~^ ~}" (loop for col below 3 collect (aref board (+ (* 3 row) col)))))
  (terpri))

(let ((board (make-board)) (player 'x))
  (setf (aref board 0) 'x (aref board 4) 'o (aref board 8) 'x)
  (setf player 'o)
  (loop
    (when (or (winner-p board 'x) (winner-p board 'o) (null (moves board))) (return))
    (multiple-value-bind (move value) (best-move board player)
      (format t "~&~a plays ~d (~d)" player move value)
      (setf (aref board move) player))
    (setf player (opponent player)))
  (show board)
  (format t "~d positions~%" *positions*))
;>> O plays 1 (0)
;>> X plays 7 (0)
;>> O plays 6 (0)
;>> X plays 2 (0)
;>> O plays 5 (0)
;>> X plays 3 (0)
;>> X O X
;>> X O O
;>> O X X
;>> 1289 positions

;;;; unification proves goals backward
; Unification, and a prover that works backward through clauses.
(require 'common-lisp)
(defvar *clauses* (make-hash-table))
(defvar *renamed* 0)

(defun var? (x) (and (symbolp x) (eql (char (symbol-name x) 0) #\?)))

(defun lookup (v env) (cdr (assoc v env)))

(defun value (x env)
  (if (and (var? x) (assoc x env)) (value (lookup x env) env) x))

(defun unify (x y env)
  (if (eq env :fail)
      :fail
      (let ((x (value x env)) (y (value y env)))
        (cond ((eql x y) env)
              ((var? x) (acons x y env))
              ((var? y) (acons y x env))
              ((and (consp x) (consp y))
               (unify (cdr x) (cdr y) (unify (car x) (car y) env)))
              ((equal x y) env)
              (t :fail)))))

(defun substituted (x env)
  (let ((x (value x env)))
    (if (consp x)
        (cons (substituted (car x) env) (substituted (cdr x) env))
        x)))

(defmacro <- (head &rest body)
  `(add-clause '(,head ,@body)))

(defun add-clause (clause)
  (let ((pred (first (first clause))))
    (setf (gethash pred *clauses*)
          (append (gethash pred *clauses*) (list clause)))
    pred))

(defun rename-variables (x)
  (let ((n (incf *renamed*)) (names nil))
    (labels ((walk (x)
               (cond ((var? x)
                      (or (cdr (assoc x names))
                          (let ((new (intern (format nil "~a-~d" x n))))
                            (push (cons x new) names)
                            new)))
                     ((consp x) (cons (walk (car x)) (walk (cdr x))))
                     (t x))))
      (walk x))))

(defun prove-all (goals env)
  (cond ((eq env :fail) nil)
        ((null goals) (list env))
        (t (loop for clause in (gethash (first (first goals)) *clauses*)
                 for new = (rename-variables clause)
                 append (prove-all (append (rest new) (rest goals))
                                   (unify (first goals) (first new) env))))))

(defun query (goal)
  (setf *renamed* 0)
  (mapcar #'(lambda (env) (substituted goal env)) (prove-all (list goal) '())))

(<- (parent ann bob))
(<- (parent bob cid))
(<- (parent bob dan))
(<- (ancestor ?x ?y) (parent ?x ?y))
(<- (ancestor ?x ?z) (parent ?x ?y) (ancestor ?y ?z))
(<- (app () ?l ?l))
(<- (app (?h . ?t) ?l (?h . ?r)) (app ?t ?l ?r))

(print (unify '(?x + 1) '(2 + ?y) '()))
(print (unify '(f ?x) '(g ?x) '()))
(print (query '(ancestor ann ?who)))
(print (query '(app (1 2) (3) ?all)))
(print (query '(app ?x ?y (a b))))
;>>
;>> ((?Y . 1) (?X . 2)) 
;>> :FAIL 
;>> ((ANCESTOR ANN BOB) (ANCESTOR ANN CID) (ANCESTOR ANN DAN)) 
;>> ((APP (1 2) (3) (1 2 3))) 
;>> ((APP NIL (A B) (A B)) (APP (A) (B) (A B)) (APP (A B) NIL (A B))) 

;;;; words of a text are counted
; Words of a text: splitting, counting in a hash table, sorting, and output in columns.
(require 'common-lisp)
(defparameter *text* "The quick brown fox jumps over the lazy dog. The dog sleeps; the fox runs, and runs, and runs.")

(defun constituent (c) (and (graphic-char-p c) (not (char= c #\space))))

(defun tokens (str test start)
  (let ((p1 (position-if test str :start start)))
    (if p1
        (let ((p2 (position-if #'(lambda (c) (not (funcall test c))) str :start p1)))
          (cons (subseq str p1 p2)
                (if p2 (tokens str test p2) nil)))
        nil)))

(defun words (str)
  (mapcar #'string-downcase (tokens str #'alpha-char-p 0)))

(defun word-counts (str)
  (let ((table (make-hash-table :test #'equal)))
    (dolist (w (words str))
      (incf (gethash w table 0)))
    (let ((counts '()))
      (maphash #'(lambda (w n) (push (cons w n) counts)) table)
      (sort counts #'(lambda (a b)
                       (or (> (cdr a) (cdr b))
                           (and (= (cdr a) (cdr b)) (string< (car a) (car b)))))))))

(loop for (word . n) in (word-counts *text*)
      while (> n 1)
      do (format t "~&~8a ~3d ~a" word n (make-string n :initial-element #\*)))
(format t "~&~r words, ~:(~a~)~%" (length (words *text*)) "the END")
(print (tokens "ab12 3cde.f" #'alpha-char-p 0))
(print (tokens "ab12 3cde.f gh" #'constituent 0))
(print (string-trim " .;" "  end. "))
(print (mapcar #'length (list "abc" '(1 2) (vector 1))))
(print (loop for c across "Mississippi" for n = (count c "Mississippi") maximize n))
(print (with-output-to-string (s) (dolist (x '(1 2 3)) (format s "<~a>" x))))
;>> the        4 ****
;>> runs       3 ***
;>> and        2 **
;>> dog        2 **
;>> fox        2 **
;>> nineteen words, The End
;>>
;>> ("ab" "cde" "f") 
;>> ("ab12" "3cde.f" "gh") 
;>> "end" 
;>> (3 2 1) 
;>> 4 
;>> "<1><2><3>" 
