; not under: stress fuel: a long program
(require 'common-lisp)
(defparameter *small* 1)
(defparameter *big* 100)
(defun guess-my-number () (ash (+ *small* *big*) -1))
(defun smaller () (setf *big* (1- (guess-my-number))) (guess-my-number))
(defun bigger () (setf *small* (1+ (guess-my-number))) (guess-my-number))
(print (list (guess-my-number) (bigger) (smaller)))
(defparameter *nodes* '((living-room (you are in the living-room. a wizard is snoring loudly on the couch.))
                        (garden (you are in a beautiful garden. there is a well in front of you.))
                        (attic (you are in the attic. there is a giant welding torch in the corner.))))
(defparameter *edges* '((living-room (garden west door) (attic upstairs ladder)) (garden (living-room east door)) (attic (living-room downstairs ladder))))
(defparameter *objects* '(whiskey bucket frog chain))
(defparameter *object-locations* '((whiskey living-room) (bucket living-room) (chain garden) (frog garden)))
(defparameter *location* 'living-room)
(defun describe-location (location nodes) (cadr (assoc location nodes)))
(defun describe-path (edge) `(there is a ,(caddr edge) going ,(cadr edge) from here.))
(defun describe-paths (location edges) (apply #'append (mapcar #'describe-path (cdr (assoc location edges)))))
(defun objects-at (loc objs obj-locs)
  (labels ((at-loc-p (obj) (eq (cadr (assoc obj obj-locs)) loc))) (remove-if-not #'at-loc-p objs)))
(defun describe-objects (loc objs obj-loc)
  (labels ((describe-obj (obj) `(you see a ,obj on the floor.))) (apply #'append (mapcar #'describe-obj (objects-at loc objs obj-loc)))))
(defun look () (append (describe-location *location* *nodes*) (describe-paths *location* *edges*) (describe-objects *location* *objects* *object-locations*)))
(defun walk (direction)
  (let ((next (find direction (cdr (assoc *location* *edges*)) :key #'cadr)))
    (if next (progn (setf *location* (car next)) (look)) '(you cannot go that way.))))
(defun pickup (object)
  (cond ((member object (objects-at *location* *objects* *object-locations*)) (push (list object 'body) *object-locations*) `(you are now carrying the ,object))
        (t '(you cannot get that.))))
(defun inventory () (cons 'items- (objects-at 'body *objects* *object-locations*)))
(defun game-repl () (let ((cmd (game-read))) (unless (eq (car cmd) 'quit) (game-print (game-eval cmd)) (game-repl))))
(defun game-read ()
  (let ((cmd (read-from-string (concatenate 'string "(" (read-line) ")"))))
    (flet ((quote-it (x) (list 'quote x))) (cons (car cmd) (mapcar #'quote-it (cdr cmd))))))
(defparameter *allowed-commands* '(look walk pickup inventory))
(defun game-eval (sexp) (if (member (car sexp) *allowed-commands*) (eval sexp) '(i do not know that command.)))
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
(terpri)
(with-input-from-string (*standard-input* (format nil "look~%walk west~%pickup chain~%inventory~%dance~%quit~%")) (game-repl))
;; graph
(defparameter *wizard-nodes* '((living-room (a)) (garden (b)) (attic (c d))))
(defun dot-name (exp) (substitute-if #\_ (complement #'alphanumericp) (prin1-to-string exp)))
(defparameter *max-label-length* 30)
(defun dot-label (exp)
  (if exp (let ((s (write-to-string exp :pretty nil))) (if (> (length s) *max-label-length*) (concatenate 'string (subseq s 0 (- *max-label-length* 3)) "...") s)) ""))
(defun nodes->dot (nodes)
  (mapc (lambda (node) (fresh-line) (princ (dot-name (car node))) (princ "[label=\"") (princ (dot-label node)) (princ "\"];")) nodes))
(defun edges->dot (edges)
  (mapc (lambda (node)
          (mapc (lambda (edge) (fresh-line) (princ (dot-name (car node))) (princ "->") (princ (dot-name (car edge))) (princ "[label=\"") (princ (dot-label (cdr edge))) (princ "\"];"))
                (cdr node)))
        edges))
(defun graph->dot (nodes edges) (princ "digraph{") (nodes->dot nodes) (edges->dot edges) (princ "}"))
(defun dot->png (fname thunk)
  (with-open-file (*standard-output* fname :direction :output :if-exists :supersede) (funcall thunk)))
(dot->png "wizard.dot" (lambda () (graph->dot *wizard-nodes* *edges*)))
(with-open-file (in "wizard.dot") (loop for l = (read-line in nil) while l do (write-line l)))
(delete-file "wizard.dot")
(defun uedges->dot (edges)
  (maplist (lambda (lst) (mapc (lambda (edge) (unless (assoc (car edge) (cdr lst)) (fresh-line) (princ (dot-name (caar lst))) (princ "--") (princ (dot-name (car edge))))) (cdar lst))) edges))
(uedges->dot *edges*)
(terpri)
;; orc battle
(defstruct monster (health 10))
(defmethod monster-hit (m x)
  (decf (monster-health m) x)
  (if (<= (monster-health m) 0) (progn (princ "You killed the ") (princ (type-of m)) (princ "! "))
      (progn (princ "You hit the ") (princ (type-of m)) (princ ", knocking off ") (princ x) (princ " health points! "))))
(defmethod monster-show (m) (princ "A fierce ") (princ (type-of m)))
(defstruct (orc (:include monster)) (club-level 5))
(defstruct (hydra (:include monster)))
(defmethod monster-show ((m orc)) (princ "A wicked orc with a level ") (princ (orc-club-level m)) (princ " club"))
(defmethod monster-show ((m hydra)) (princ "A malicious hydra with ") (princ (monster-health m)) (princ " heads."))
(defmethod monster-hit ((m hydra) x)
  (decf (monster-health m) x)
  (if (<= (monster-health m) 0) (princ "The corpse of the fully decapitated and decapacitated hydra falls to the floor!")
      (progn (princ "You lop off ") (princ x) (princ " of the hydra's heads! "))))
(let ((ms (list (make-orc) (make-hydra :health 3) (make-monster))))
  (map 'list (lambda (m) (terpri) (monster-show m) (monster-hit m 3) (monster-hit m 8)) ms)
  (print (first ms)) (print (every (lambda (m) (<= (monster-health m) 0)) ms)))
(defparameter *builders* nil)
(push #'make-orc *builders*)
(print (orc-club-level (funcall (car *builders*))))
;; robots, string stuff
(print (loop for n below 5 collect n into r finally (return (nreverse r))))
(print (mapcan (lambda (x) (if (> x 1) (list x))) '(0 1 2 3)))
(defun random-plant-free (n) (let ((pos (cons n n))) (setf (gethash pos *plants*) t)))
(defparameter *plants* (make-hash-table :test #'equal))
(random-plant-free 2)
(print (gethash (cons 2 2) *plants*))
(defmacro lazy (&body body)
  (let ((forced (gensym)) (value (gensym)))
    `(let ((,forced nil) (,value nil)) (lambda () (unless ,forced (setf ,value (progn ,@body)) (setf ,forced t)) ,value))))
(defun force (lazy-value) (funcall lazy-value))
(defmacro lazy-cons (a d) `(lazy (cons ,a ,d)))
(defun lazy-car (x) (car (force x)))
(defun lazy-cdr (x) (cdr (force x)))
(defparameter *integers* (labels ((f (n) (lazy-cons n (f (1+ n))))) (f 1)))
(defun take (n lst) (unless (or (zerop n) (null lst)) (cons (lazy-car lst) (take (1- n) (lazy-cdr lst)))))
(print (take 5 *integers*))
;; web
(defun http-char (c1 c2 &optional (default #\Space))
  (let ((code (parse-integer (coerce (list c1 c2) 'string) :radix 16 :junk-allowed t))) (if code (code-char code) default)))
(defun decode-param (s)
  (labels ((f (lst)
             (when lst
               (case (car lst)
                 (#\% (cons (http-char (cadr lst) (caddr lst)) (f (cdddr lst))))
                 (#\+ (cons #\space (f (cdr lst))))
                 (otherwise (cons (car lst) (f (cdr lst))))))))
    (coerce (f (coerce s 'list)) 'string)))
(print (decode-param "foo%3F+bar"))
(defun parse-params (s)
  (let ((i1 (position #\= s)) (i2 (position #\& s)))
    (cond (i1 (cons (cons (intern (string-upcase (subseq s 0 i1))) (decode-param (subseq s (1+ i1) i2))) (and i2 (parse-params (subseq s (1+ i2))))))
          ((equal s "") nil)
          (t s))))
(print (parse-params "name=bob&age=25&gender=male"))
(defun print-tag (name alst closingp)
  (princ #\<) (when closingp (princ #\/)) (princ (string-downcase name))
  (mapc (lambda (att) (format t " ~a=\"~a\"" (string-downcase (car att)) (cdr att))) alst) (princ #\>))
(defmacro tag (name atts &body body)
  `(progn (print-tag ',name (list ,@(mapcar (lambda (x) `(cons ',(car x) ,(cdr x))) (pairs atts))) nil) ,@body (print-tag ',name nil t)))
(defun pairs (lst) (labels ((f (lst acc) (if lst (f (cddr lst) (cons (cons (car lst) (cadr lst)) acc)) (reverse acc)))) (f lst nil)))
(fresh-line)
(tag mytag (color 'blue size (+ 4 5)) (tag inner () (princ "Hello")))
(defmacro svg (width height &body body) `(tag svg (width ,width height ,height) ,@body))
(svg 100 50 (tag rect (x 1)))
(terpri)
(format t "Number of points: ~v,2f~%" 8 3.14159)
(format t "|~{~<|~%|~,33:;~2d ~>~}|~%" (loop for x below 20 collect x))
(let ((x '((1 2) (3 4)))) (format t "~{~{~a,~a~}~^;~}~%" x))
(print (let ((a (make-array '(3 3) :initial-element 0))) (dotimes (i 3) (setf (aref a i i) 1)) a))
(terpri)
;>> 
;>> (50 75 62) 
;>> You are in the living-room. A wizard is snoring loudly on the couch. There is
;>>  a door going west from here. There is a ladder going upstairs from here. You
;>>  see a whiskey on the floor. You see a bucket on the floor.
;>> You are in a beautiful garden. There is a well in front of you. There is a
;>>  door going east from here. You see a frog on the floor. You see a chain on the
;>>  floor.
;>> You are now carrying the chain
;>> Items- chain
;>> I do not know that command.
;>> digraph{
;>> LIVING_ROOM[label="(LIVING-ROOM (A))"];
;>> GARDEN[label="(GARDEN (B))"];
;>> ATTIC[label="(ATTIC (C D))"];
;>> LIVING_ROOM->GARDEN[label="(WEST DOOR)"];
;>> LIVING_ROOM->ATTIC[label="(UPSTAIRS LADDER)"];
;>> GARDEN->LIVING_ROOM[label="(EAST DOOR)"];
;>> ATTIC->LIVING_ROOM[label="(DOWNSTAIRS LADDER)"];}
;>> GARDEN--LIVING_ROOM
;>> ATTIC--LIVING_ROOM
;>> 
;>> A wicked orc with a level 5 clubYou hit the ORC, knocking off 3 health points! You killed the ORC! 
;>> A malicious hydra with 3 heads.The corpse of the fully decapitated and decapacitated hydra falls to the floor!The corpse of the fully decapitated and decapacitated hydra falls to the floor!
;>> A fierce MONSTERYou hit the MONSTER, knocking off 3 health points! You killed the MONSTER! 
;>> #S(ORC :HEALTH -1 :CLUB-LEVEL 5) 
;>> T 
;>> 5 
;>> (4 3 2 1 0) 
;>> (2 3) 
;>> T 
;>> (1 2 3 4 5) 
;>> "foo? bar" 
;>> ((NAME . "bob") (AGE . "25") (GENDER . "male")) 
;>> <mytag color="BLUE" size="9"><inner>Hello</inner></mytag><svg width="100" height="50"><rect x="1"></rect></svg>
;>> Number of points:     3.14
;>> | 0  1  2  3  4  5  6  7  8  9 |
;>> |10 11 12 13 14 15 16 17 18 19 |
;>> 1,2;3,4
;>> 
;>> #2A((1 0 0) (0 1 0) (0 0 1)) 
