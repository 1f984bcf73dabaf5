; A pattern matcher with variables and segment variables, and a dialogue that is made with it.
(require 'common-lisp)
(defconstant fail nil)
(defparameter no-bindings '((t . t)))

(defun variable-p (x)
  (and (symbolp x) (equal (char (symbol-name x) 0) #\?)))

(defun get-binding (var bindings) (assoc var bindings))
(defun binding-val (binding) (cdr binding))
(defun extend-bindings (var val bindings)
  (cons (cons var val) (if (eq bindings no-bindings) nil bindings)))

(defun match-variable (var input bindings)
  (let ((binding (get-binding var bindings)))
    (cond ((not binding) (extend-bindings var input bindings))
          ((equal input (binding-val binding)) bindings)
          (t fail))))

(defun segment-pattern-p (pattern)
  (and (consp pattern) (consp (first pattern)) (eq (first (first pattern)) '?*)))

(defun pat-match (pattern input &optional (bindings no-bindings))
  (cond ((eq bindings fail) fail)
        ((variable-p pattern) (match-variable pattern input bindings))
        ((eql pattern input) bindings)
        ((segment-pattern-p pattern) (segment-match pattern input bindings))
        ((and (consp pattern) (consp input))
         (pat-match (rest pattern) (rest input)
                    (pat-match (first pattern) (first input) bindings)))
        (t fail)))

(defun segment-match (pattern input bindings &optional (start 0))
  (let ((var (second (first pattern)))
        (pat (rest pattern)))
    (if (null pat)
        (match-variable var input bindings)
        (let ((pos (position (first pat) input :start start :test #'equal)))
          (if (null pos)
              fail
              (let ((b2 (pat-match pat (subseq input pos)
                                   (match-variable var (subseq input 0 pos) bindings))))
                (if (eq b2 fail)
                    (segment-match pattern input bindings (+ pos 1))
                    b2)))))))

(defun rule-pattern (rule) (first rule))
(defun rule-responses (rule) (rest rule))

(defparameter *rules*
  '((((?* ?x) hello (?* ?y)) (How do you do. Please state your problem.))
    (((?* ?x) I want (?* ?y)) (What would it mean if you got ?y))
    (((?* ?x) if (?* ?y)) (Do you really think its likely that ?y))
    (((?* ?x) I remember (?* ?y)) (Do you often think of ?y))))

(defun switch-viewpoint (words)
  (sublis '((I . you) (you . I) (me . you) (am . are)) words))

(defun flatten-one (the-list)
  (mapcan #'(lambda (x) (if (listp x) (copy-list x) (list x))) the-list))

(defun use-rules (input)
  (some #'(lambda (rule)
            (let ((result (pat-match (rule-pattern rule) input)))
              (if (not (eq result fail))
                  (sublis (switch-viewpoint result) (first (rule-responses rule))))))
        *rules*))

(dolist (line '((hello there) (if I get a car I am happy) (I want you to help me) (I remember the sea) (nothing fits)))
  (format t "~&> ~{~a~^ ~}~%~{~a~^ ~}~%" line (flatten-one (use-rules line))))
(print (pat-match '(a (?* ?x) d) '(a b c d)))
(print (pat-match '(a (?* ?x) (?* ?y) d) '(a b c d)))
(print (pat-match '((?* ?x) a b (?* ?x)) '(1 2 a b a b 1 2 a b)))
;>> > HELLO THERE
;>> HOW DO YOU DO. PLEASE STATE YOUR PROBLEM.
;>> > IF I GET A CAR I AM HAPPY
;>> DO YOU REALLY THINK ITS LIKELY THAT YOU GET A CAR YOU ARE HAPPY
;>> > I WANT YOU TO HELP ME
;>> WHAT WOULD IT MEAN IF YOU GOT I TO HELP YOU
;>> > I REMEMBER THE SEA
;>> DO YOU OFTEN THINK OF THE SEA
;>> > NOTHING FITS
;>>
;>>
;>> ((?X B C)) 
;>> NIL 
;>> ((?X 1 2 A B)) 
