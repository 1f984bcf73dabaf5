; Derivatives and simplification of expressions, in upper case as in old books.
(require 'common-lisp)
(DEFUN DERIV (E V)
  (COND ((NUMBERP E) 0)
        ((SYMBOLP E) (IF (EQ E V) 1 0))
        (T (CASE (FIRST E)
             (+ `(+ ,(DERIV (SECOND E) V) ,(DERIV (THIRD E) V)))
             (- `(- ,(DERIV (SECOND E) V) ,(DERIV (THIRD E) V)))
             (* `(+ (* ,(DERIV (SECOND E) V) ,(THIRD E)) (* ,(SECOND E) ,(DERIV (THIRD E) V))))
             (EXPT `(* (* ,(THIRD E) (EXPT ,(SECOND E) ,(- (THIRD E) 1))) ,(DERIV (SECOND E) V)))
             (OTHERWISE (ERROR "Unknown operator ~A" (FIRST E)))))))

(defun simplify (e)
  (if (atom e) e (simplify-once (mapcar #'simplify e))))

(defun simplify-once (e)
  (destructuring-bind (op a b) e
    (cond ((and (numberp a) (numberp b)) (funcall op a b))
          ((and (eq op '+) (eql a 0)) b)
          ((and (eq op '+) (eql b 0)) a)
          ((and (eq op '-) (eql b 0)) a)
          ((and (eq op '*) (or (eql a 0) (eql b 0))) 0)
          ((and (eq op '*) (eql a 1)) b)
          ((and (eq op '*) (eql b 1)) a)
          ((and (eq op 'expt) (eql b 1)) a)
          (t e))))

(defun infix (e)
  (if (atom e) e (list (infix (second e)) (first e) (infix (third e)))))

(dolist (e '((+ x 1) (* x x) (expt x 3) (+ (* 3 (expt x 2)) (* 2 x)) (- y x)))
  (format t "~&~a => ~a~%" e (infix (simplify (deriv e 'x)))))
(format t "~a~%" (handler-case (deriv '(sin x) 'x) (error (c) (format nil "error: ~a" c))))
;>> (+ X 1) => 1
;>> (* X X) => (X + X)
;>> (EXPT X 3) => (3 * (X EXPT 2))
;>> (+ (* 3 (EXPT X 2)) (* 2 X)) => ((3 * (2 * X)) + 2)
;>> (- Y X) => -1
;>> error: Unknown operator SIN
