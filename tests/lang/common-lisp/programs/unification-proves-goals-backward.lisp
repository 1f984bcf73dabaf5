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
