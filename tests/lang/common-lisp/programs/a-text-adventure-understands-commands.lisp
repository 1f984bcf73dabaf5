; A world in association lists and a small command language, as in texts for children of all ages.
(require 'common-lisp)
(defparameter *nodes* '((living-room (you are in the living-room.)) (garden (you are in a beautiful garden.)) (attic (you are in the attic.))))
(defparameter *edges* '((living-room (garden west door) (attic upstairs ladder)) (garden (living-room east door)) (attic (living-room downstairs ladder))))
(defparameter *objects* '(whiskey bucket frog chain))
(defparameter *object-locations* '((whiskey living-room) (bucket living-room) (chain garden) (frog garden)))
(defparameter *location* 'living-room)

(defun describe-location (location nodes) (cadr (assoc location nodes)))
(defun describe-path (edge) `(there is a ,(caddr edge) going ,(cadr edge) from here.))
(defun describe-paths (location edges)
  (apply #'append (mapcar #'describe-path (cdr (assoc location edges)))))
(defun objects-at (loc objs obj-locs)
  (labels ((at-loc-p (obj) (eq (cadr (assoc obj obj-locs)) loc)))
    (remove-if-not #'at-loc-p objs)))
(defun describe-objects (loc objs obj-loc)
  (labels ((describe-obj (obj) `(you see a ,obj on the floor.)))
    (apply #'append (mapcar #'describe-obj (objects-at loc objs obj-loc)))))
(defun look ()
  (append (describe-location *location* *nodes*)
          (describe-paths *location* *edges*)
          (describe-objects *location* *objects* *object-locations*)))
(defun walk (direction)
  (let ((next (find direction (cdr (assoc *location* *edges*)) :key #'cadr)))
    (if next
        (progn (setf *location* (car next)) (look))
        '(you cannot go that way.))))
(defun pickup (object)
  (cond ((member object (objects-at *location* *objects* *object-locations*))
         (push (list object 'body) *object-locations*)
         `(you are now carrying the ,object))
        (t '(you cannot get that.))))
(defun inventory () (cons 'items- (objects-at 'body *objects* *object-locations*)))

(defun tweak-text (lst caps lit)
  (when lst
    (let ((item (car lst)) (rest (cdr lst)))
      (cond ((eql item #\space) (cons item (tweak-text rest caps lit)))
            ((member item '(#\! #\? #\.)) (cons item (tweak-text rest t lit)))
            ((eql item #\") (tweak-text rest caps (not lit)))
            (lit (cons item (tweak-text rest nil lit)))
            (caps (cons (char-upcase item) (tweak-text rest nil lit)))
            (t (cons (char-downcase item) (tweak-text rest nil nil)))))))
(defun game-print (lst)
  (princ (coerce (tweak-text (coerce (string-trim "() " (prin1-to-string lst)) 'list) t nil) 'string))
  (fresh-line))

(defun game-eval (sexp)
  (if (member (car sexp) '(look walk pickup inventory)) (eval sexp) '(i do not know that command.)))

(dolist (command '("look" "pickup whiskey" "inventory" "walk west" "fly" "pickup bucket"))
  (let ((cmd (read-from-string (concatenate 'string "(" command ")"))))
    (flet ((quote-it (x) (list 'quote x)))
      (game-print (game-eval (cons (car cmd) (mapcar #'quote-it (cdr cmd))))))))
;>> You are in the living-room. There is a door going west from here. There is a
;>>  ladder going upstairs from here. You see a whiskey on the floor. You see a
;>>  bucket on the floor.
;>> You are now carrying the whiskey
;>> Items- whiskey
;>> You are in a beautiful garden. There is a door going east from here. You see a
;>>  frog on the floor. You see a chain on the floor.
;>> I do not know that command.
;>> You cannot get that.
