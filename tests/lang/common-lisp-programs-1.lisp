;;;; a log is parsed with restarts
; not under: stress ticks: a long program
(require 'common-lisp)
(define-condition malformed-log-entry-error (error)
  ((text :initarg :text :reader text)))
(defun well-formed-log-entry-p (text) (and (plusp (length text)) (char= (char text 0) #\[)))
(defun parse-log-entry (text)
  (if (well-formed-log-entry-p text)
      (list :entry text)
      (restart-case (error 'malformed-log-entry-error :text text)
        (use-value (value) value)
        (reparse-entry (fixed-text) (parse-log-entry fixed-text)))))
(defun parse-log (lines)
  (loop for line in lines
        for entry = (restart-case (parse-log-entry line)
                      (skip-log-entry () nil))
        when entry collect it))
(defun skip-log-entry (c)
  (declare (ignore c))
  (let ((restart (find-restart 'skip-log-entry)))
    (when restart (invoke-restart restart))))
(defvar *lines* '("[a]" "bad" "[b]" ""))
(print (handler-bind ((malformed-log-entry-error #'skip-log-entry)) (parse-log *lines*)))
(print (handler-bind ((malformed-log-entry-error
                        #'(lambda (c) (use-value (list :bad (text c))))))
         (parse-log *lines*)))
(print (handler-bind ((malformed-log-entry-error
                        #'(lambda (c) (invoke-restart 'reparse-entry (format nil "[~a]" (text c))))))
         (parse-log *lines*)))
(print (handler-case (parse-log *lines*)
         (malformed-log-entry-error (c) (format nil "malformed: ~s" (text c)))))
(define-condition on-division (arithmetic-error)
  ((n :initarg :n :reader n) (level :initform 3 :reader level))
  (:report (lambda (c stream) (format stream "Cannot divide ~a (level ~d)." (n c) (level c)))))
(handler-case (error 'on-division :n 10)
  (arithmetic-error (e) (format t "~%~a~%" e)))
(defun risky (x)
  (cond ((eq x 'a) (error "simple ~a" x))
        ((eq x 'b) (/ 1 0))
        ((eq x 'c) (signal 'on-division :n 0) 'survived)
        ((eq x 'd) (warn "careful with ~s" x) 'warned)
        ((eq x 'e) (car 5))
        ((eq x 'f) (throw 'out 'thrown))
        (t x)))
(dolist (x '(a b c d e f g))
  (print (list x
    (catch 'out
      (handler-case (risky x)
        (division-by-zero () :div)
        (type-error () :type)
        (simple-error (c) (princ-to-string c))
        (warning (c) (list :warning (format nil "~a" c)))
        (error () :error))))))
(terpri)
(handler-bind ((warning (lambda (w) (format t "got ~a~%" w) (muffle-warning w))))
  (print (risky 'd)))
(print (ignore-errors (risky 'a)))
(print (multiple-value-list (ignore-errors (+ 1 2))))
(print (nth-value 0 (ignore-errors (error "x"))))
(print (restart-case (progn (invoke-restart 'my-restart 1 2) 'never)
  (my-restart (a b) :report "Do it" (+ a b))))
(print (with-simple-restart (skip "Skip") (invoke-restart 'skip) 3))
(print (handler-case (progn (print 'in) (unwind-protect (error "boom") (print 'cleanup)))
  (error (e) (list 'caught (princ-to-string e)))))
(defun show-restarts () (mapcar #'restart-name (remove-if-not (lambda (r) (member (restart-name r) '(r1 r2))) (compute-restarts))))
(print (restart-case (restart-case (show-restarts) (r1 () 1)) (r2 () 2)))
(print (handler-case (error 'simple-error :format-control "~a-~a" :format-arguments '(1 2))
  (simple-error (e) (apply #'format nil (simple-condition-format-control e) (simple-condition-format-arguments e)))))
(print (handler-case (assert (= 1 2)) (error () 'assertion)))
(print (handler-case (let ((x "s")) (check-type x integer) x) (type-error (e) (list (type-error-datum e) (type-error-expected-type e)))))
(print (handler-case (signal 'on-division :n 1) (condition (c) (type-of c))))
(print (block nil (handler-bind ((error (lambda (c) (declare (ignore c)) (return 'escaped)))) (error "x"))))
(let ((log '()))
  (handler-case
      (handler-bind ((error (lambda (c) (push :inner log))))
        (handler-bind ((error (lambda (c) (push :innermost log))))
          (error "e")))
    (error () (push :outer log)))
  (print (reverse log)))
(print (handler-bind ((error (lambda (c) (declare (ignore c)) (continue))))
  (cerror "Go on." "Bad ~a" 1) 'continued))
(print (handler-case (ecase 5 (1 2)) (error () 'ecase-failed)))
(print (handler-case (etypecase 5 (string 2)) (type-error () 'etypecase-failed)))
(print (handler-case (symbol-value 'nosuch) (unbound-variable (c) (cell-error-name c))))
(print (handler-case (funcall 'nosuchfn) (undefined-function (c) (cell-error-name c))))
(print (handler-case (progn (parse-integer "xyz")) (parse-error () 'parse)))
(print (handler-case (with-input-from-string (s "") (read s)) (end-of-file () 'eof)))
(print (handler-case (error 'on-division) (error (c) (slot-boundp c 'n))))
(print (handler-case 42 (:no-error (x) (* x 2)) (error () 0)))
(let ((c (make-condition 'on-division :n 99)))
  (print (n c)) (print (typep c 'arithmetic-error)) (print (princ-to-string c)))
(terpri)
;>> 
;>> ((:ENTRY "[a]") (:ENTRY "[b]")) 
;>> ((:ENTRY "[a]") (:BAD "bad") (:ENTRY "[b]") (:BAD "")) 
;>> ((:ENTRY "[a]") (:ENTRY "[bad]") (:ENTRY "[b]") (:ENTRY "[]")) 
;>> "malformed: \"bad\"" 
;>> Cannot divide 10 (level 3).
;>> 
;>> (A "simple A") 
;>> (B :DIV) 
;>> (C :ERROR) 
;>> (D (:WARNING "careful with D")) 
;>> (E :TYPE) 
;>> (F THROWN) 
;>> (G G) 
;>> got careful with D
;>> 
;>> WARNED 
;>> NIL 
;>> (3) 
;>> NIL 
;>> 3 
;>> NIL 
;>> IN 
;>> CLEANUP 
;>> (CAUGHT "boom") 
;>> (R1 R2) 
;>> "1-2" 
;>> ASSERTION 
;>> ("s" INTEGER) 
;>> ON-DIVISION 
;>> ESCAPED 
;>> (:INNERMOST :INNER :OUTER) 
;>> CONTINUED 
;>> ECASE-FAILED 
;>> ETYPECASE-FAILED 
;>> NOSUCH 
;>> NOSUCHFN 
;>> PARSE 
;>> EOF 
;>> NIL 
;>> 84 
;>> 99 
;>> T 
;>> "Cannot divide 99 (level 3)." 

;;;; a pattern matcher makes a dialogue
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

;;;; a planner by means ends analysis finds what to do
; A planner in the manner of the General Problem Solver: means-ends analysis on operators with preconditions, an add-list and a delete-list.
(require 'common-lisp)
(defvar *state* nil "The current state: a list of conditions.")
(defvar *ops* nil "A list of available operators.")

(defstruct op "An operation"
  (action nil) (preconds nil) (add-list nil) (del-list nil))

(defun find-all (item sequence &rest keyword-args &key (test #'eql) test-not &allow-other-keys)
  (if test-not
      (apply #'remove item sequence :test-not (complement test-not) keyword-args)
      (apply #'remove item sequence :test (complement test) keyword-args)))

(defun gps (*state* goals *ops*)
  (if (every #'achieve goals) 'solved))

(defun achieve (goal)
  (or (member goal *state*)
      (some #'apply-op (find-all goal *ops* :test #'appropriate-p))))

(defun appropriate-p (goal op)
  (member goal (op-add-list op)))

(defun apply-op (op)
  (when (every #'achieve (op-preconds op))
    (print (list 'executing (op-action op)))
    (setf *state* (set-difference *state* (op-del-list op)))
    (setf *state* (union *state* (op-add-list op)))
    t))

(defparameter *school-ops*
  (list
   (make-op :action 'drive-son-to-school :preconds '(son-at-home car-works)
            :add-list '(son-at-school) :del-list '(son-at-home))
   (make-op :action 'shop-installs-battery :preconds '(car-needs-battery shop-knows-problem shop-has-money)
            :add-list '(car-works))
   (make-op :action 'tell-shop-problem :preconds '(in-communication-with-shop)
            :add-list '(shop-knows-problem))
   (make-op :action 'telephone-shop :preconds '(know-phone-number)
            :add-list '(in-communication-with-shop))
   (make-op :action 'give-shop-money :preconds '(have-money)
            :add-list '(shop-has-money) :del-list '(have-money))))

(print (gps '(son-at-home car-needs-battery have-money know-phone-number) '(son-at-school) *school-ops*))
(print (gps '(son-at-home car-needs-battery have-money) '(son-at-school) *school-ops*))
(print (gps '(son-at-home car-works) '(son-at-school) *school-ops*))
;>>
;>> (EXECUTING TELEPHONE-SHOP) 
;>> (EXECUTING TELL-SHOP-PROBLEM) 
;>> (EXECUTING GIVE-SHOP-MONEY) 
;>> (EXECUTING SHOP-INSTALLS-BATTERY) 
;>> (EXECUTING DRIVE-SON-TO-SCHOOL) 
;>> SOLVED 
;>> NIL 
;>> (EXECUTING DRIVE-SON-TO-SCHOOL) 
;>> SOLVED 

;;;; a planner moves blocks
; not under: stress ticks: a long program
(require 'common-lisp)
(defvar *dbg-ids* nil "Identifiers used by dbg")
(defun dbg (id format-string &rest args)
  (when (member id *dbg-ids*)
    (fresh-line *standard-output*)
    (apply #'format *standard-output* format-string args)))
(defun debug-on (&rest ids) (setf *dbg-ids* (union ids *dbg-ids*)))
(defun undebug-off (&rest ids) (setf *dbg-ids* (if (null ids) nil (set-difference *dbg-ids* ids))))
(defun dbg-indent (id indent format-string &rest args)
  (when (member id *dbg-ids*)
    (fresh-line *standard-output*)
    (dotimes (i indent) (princ "  " *standard-output*))
    (apply #'format *standard-output* format-string args)))
(defstruct op "An operation" (action nil) (preconds nil) (add-list nil) (del-list nil))
(defvar *ops* nil)
(defun find-all (item sequence &rest keyword-args &key (test #'eql) test-not &allow-other-keys)
  (if test-not
      (apply #'remove item sequence :test-not (complement test-not) keyword-args)
      (apply #'remove item sequence :test (complement test) keyword-args)))
(defun executing-p (x) (starts-with x 'executing))
(defun starts-with (list x) (and (consp list) (eql (first list) x)))
(defun convert-op (op)
  (unless (some #'executing-p (op-add-list op))
    (push (list 'executing (op-action op)) (op-add-list op)))
  op)
(defun op (action &key preconds add-list del-list)
  (convert-op (make-op :action action :preconds preconds :add-list add-list :del-list del-list)))
(defun gps (state goals &optional (*ops* *ops*))
  (find-all-if #'action-p (achieve-all (cons '(start) state) goals nil)))
(defun action-p (x) (or (equal x '(start)) (executing-p x)))
(setf (symbol-function 'find-all-if) #'remove-if-not)
(defun achieve-all (state goals goal-stack)
  (some #'(lambda (goals) (achieve-each state goals goal-stack)) (orderings goals)))
(defun achieve-each (state goals goal-stack)
  (let ((current-state state))
    (if (and (every #'(lambda (g) (setf current-state (achieve current-state g goal-stack))) goals)
             (subsetp goals current-state :test #'equal))
        current-state)))
(defun orderings (l) (if (> (length l) 1) (list l (reverse l)) (list l)))
(defun achieve (state goal goal-stack)
  (dbg-indent :gps (length goal-stack) "Goal: ~a" goal)
  (cond ((member-equal goal state) state)
        ((member-equal goal goal-stack) nil)
        (t (some #'(lambda (op) (apply-op state goal op goal-stack))
                 (appropriate-ops goal state)))))
(defun member-equal (item list) (member item list :test #'equal))
(defun apply-op (state goal op goal-stack)
  (dbg-indent :gps (length goal-stack) "Consider: ~a" (op-action op))
  (let ((state2 (achieve-all state (op-preconds op) (cons goal goal-stack))))
    (unless (null state2)
      (dbg-indent :gps (length goal-stack) "Action: ~a" (op-action op))
      (append (remove-if #'(lambda (x) (member-equal x (op-del-list op))) state2) (op-add-list op)))))
(defun appropriate-ops (goal state)
  (sort (copy-list (find-all goal *ops* :test #'(lambda (g op) (member-equal g (op-add-list op)))))
        #'< :key #'(lambda (op) (count-if #'(lambda (p) (not (member-equal p state))) (op-preconds op)))))
(defun make-block-ops (blocks)
  (let ((ops nil))
    (dolist (a blocks)
      (dolist (b blocks)
        (unless (equal a b)
          (dolist (c blocks)
            (unless (or (equal c a) (equal c b)) (push (move-op a b c) ops)))
          (push (move-op a 'table b) ops)
          (push (move-op a b 'table) ops))))
    ops))
(defun move-op (a b c)
  (op `(move ,a from ,b to ,c)
      :preconds `((space on ,a) (space on ,c) (,a on ,b))
      :add-list (move-ons a b c)
      :del-list (move-ons a c b)))
(defun move-ons (a b c)
  (if (eq b 'table) `((,a on ,c)) `((,a on ,c) (space on ,b))))
(setf *ops* (make-block-ops '(a b)))
(debug-on :gps)
(print (gps '((a on table) (b on table) (space on a) (space on b) (space on table)) '((a on b) (b on table))))
(undebug-off)
(setf *ops* (make-block-ops '(a b c)))
(format t "~&~{~a~%~}" (gps '((c on a) (a on table) (b on table) (space on c) (space on b) (space on table)) '((c on table) (a on b))))
(print (first *ops*))
(print (op-preconds (first *ops*)))
(terpri)
;>> Goal: (A ON B)
;>> Consider: (MOVE A FROM TABLE TO B)
;>>   Goal: (SPACE ON A)
;>>   Goal: (SPACE ON B)
;>>   Goal: (A ON TABLE)
;>> Action: (MOVE A FROM TABLE TO B)
;>> Goal: (B ON TABLE)
;>> ((START) (EXECUTING (MOVE A FROM TABLE TO B))) 
;>> (START)
;>> (EXECUTING (MOVE C FROM A TO TABLE))
;>> (EXECUTING (MOVE A FROM TABLE TO B))
;>> 
;>> #S(OP
;>>    :ACTION (MOVE C FROM B TO TABLE)
;>>    :PRECONDS ((SPACE ON C) (SPACE ON TABLE) (C ON B))
;>>    :ADD-LIST ((EXECUTING (MOVE C FROM B TO TABLE)) (C ON TABLE) (SPACE ON B))
;>>    :DEL-LIST ((C ON B))) 
;>> ((SPACE ON C) (SPACE ON TABLE) (C ON B)) 

;;;; a test framework reports what failed
; not under: stress ticks: a long program
(require 'common-lisp)
(defvar *test-name* nil)
(defmacro with-gensyms ((&rest names) &body body)
  `(let ,(loop for n in names collect `(,n (gensym)))
     ,@body))
(defmacro deftest (name parameters &body body)
  "Define a test function."
  `(defun ,name ,parameters
    (let ((*test-name* (append *test-name* (list ',name))))
      ,@body)))
(defmacro check (&body forms)
  `(combine-results
    ,@(loop for f in forms collect `(report-result ,f ',f))))
(defmacro combine-results (&body forms)
  (with-gensyms (result)
    `(let ((,result t))
      ,@(loop for f in forms collect `(unless ,f (setf ,result nil)))
      ,result)))
(defun report-result (result form)
  (format t "~:[FAIL~;pass~] ... ~a: ~a~%" result *test-name* form)
  result)
(deftest test-+ ()
  (check
    (= (+ 1 2) 3)
    (= (+ 1 2 3) 6)
    (= (+ -1 -3) -4)))
(deftest test-* ()
  (check (= (* 2 2) 4) (= (* 3 5) 16)))
(deftest test-arithmetic ()
  (combine-results (test-+) (test-*)))
(deftest test-math () (test-arithmetic))
(format t "result: ~a~%" (test-math))
(defmacro once-only ((&rest names) &body body)
  (let ((gensyms (loop for n in names collect (gensym))))
    `(let (,@(loop for g in gensyms collect `(,g (gensym))))
      `(let (,,@(loop for g in gensyms for n in names collect ``(,,g ,,n)))
        ,(let (,@(loop for n in names for g in gensyms collect `(,n ,g)))
           ,@body)))))
(defmacro square-sum (a b)
  (once-only (a b) `(+ (* ,a ,a) (* ,b ,b))))
(let ((n 0)) (print (square-sum (incf n) (incf n))) (print n))
(defun primep (number)
  (when (> number 1)
    (loop for fac from 2 to (isqrt number) never (zerop (mod number fac)))))
(defun next-prime (number)
  (loop for n from number when (primep n) return n))
(defmacro do-primes ((var start end) &body body)
  (with-gensyms (ending-value-name)
    `(do ((,var (next-prime ,start) (next-prime (1+ ,var)))
          (,ending-value-name ,end))
         ((> ,var ,ending-value-name))
       ,@body)))
(terpri)
(do-primes (p 0 19) (format t "~d " p))
(terpri)
(defmacro my-when (c &rest body) `(if ,c (progn ,@body)))

(defmacro for ((var from to) &body b) `(loop for ,var from ,from to ,to do (progn ,@b)))
(for (i 1 3) (princ i))
(terpri)
;>> pass ... (TEST-MATH TEST-ARITHMETIC TEST-+): (= (+ 1 2) 3)
;>> pass ... (TEST-MATH TEST-ARITHMETIC TEST-+): (= (+ 1 2 3) 6)
;>> pass ... (TEST-MATH TEST-ARITHMETIC TEST-+): (= (+ -1 -3) -4)
;>> pass ... (TEST-MATH TEST-ARITHMETIC TEST-*): (= (* 2 2) 4)
;>> FAIL ... (TEST-MATH TEST-ARITHMETIC TEST-*): (= (* 3 5) 16)
;>> result: NIL
;>> 
;>> 5 
;>> 2 
;>> 2 3 5 7 11 13 17 19 
;>> 123

;;;; a text adventure understands commands
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

;;;; a wizard adventure graphs monsters and tags
; not under: stress ticks: a long program
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

;;;; accounts drums and jobs have methods
; not under: stress ticks: a long program
(require 'common-lisp)
(defclass bank-account ()
  ((customer-name :initarg :customer-name :initform (error "Must supply a customer name.") :accessor customer-name :documentation "Name")
   (balance :initarg :balance :initform 0 :reader balance :writer (setf balance))
   (account-number :initform (incf *account-numbers*) :reader account-number)
   account-type))
(defvar *account-numbers* 0)
(defmethod initialize-instance :after ((account bank-account) &key opening-bonus-percentage)
  (let ((balance (slot-value account 'balance)))
    (setf (slot-value account 'account-type)
          (cond ((>= balance 100000) :gold) ((>= balance 50000) :silver) (t :bronze))))
  (when opening-bonus-percentage
    (incf (slot-value account 'balance) (* (slot-value account 'balance) (/ opening-bonus-percentage 100)))))
(defvar *a* (make-instance 'bank-account :customer-name "Sally" :balance 1000 :opening-bonus-percentage 5))
(print (balance *a*))
(print (slot-value *a* 'account-type))
(print (account-number *a*))
(print (handler-case (make-instance 'bank-account) (error (e) (princ-to-string e))))
(defclass checking-account (bank-account) ((overdraft :initform nil :accessor overdraft :initarg :overdraft)))
(defclass savings-account (bank-account) ())
(defgeneric withdraw (account amount)
  (:documentation "Withdraw the amount."))
(defmethod withdraw ((account bank-account) amount)
  (when (< (balance account) amount) (error "Account overdrawn."))
  (decf (balance account) amount))
(defmethod withdraw ((account checking-account) amount)
  (let ((short (- amount (balance account))))
    (when (plusp short)
      (withdraw (overdraft account) short)
      (incf (balance account) short))
    (call-next-method)))
(defvar *s* (make-instance 'savings-account :customer-name "B" :balance 500))
(defvar *c* (make-instance 'checking-account :customer-name "B" :balance 100 :overdraft *s*))
(withdraw *c* 150)
(print (list (balance *c*) (balance *s*)))
(print (handler-case (withdraw *c* 10000) (error (e) (princ-to-string e))))
(defmethod withdraw :around ((account savings-account) amount)
  (format t "~&[~a]" amount)
  (call-next-method account (1+ amount)))
(withdraw *s* 9)
(print (balance *s*))
(defmethod print-object ((a bank-account) stream)
  (print-unreadable-object (a stream :type t)
    (with-slots (customer-name balance) a
      (format stream "owned by ~a: $~a" customer-name balance))))
(print *s*)
(format t "~&~a ~s~%" *c* (list *s*))
;; method combination
(defgeneric priority (job) (:method-combination +))
(defclass job () ())
(defclass urgent-job (job) ())
(defmethod priority + ((j job)) 1)
(defmethod priority + ((j urgent-job)) 10)
(print (priority (make-instance 'urgent-job)))
(defgeneric describe-parts (x) (:method-combination list :most-specific-last))
(defmethod describe-parts list ((j job)) 'job)
(defmethod describe-parts list ((j urgent-job)) 'urgent)
(print (describe-parts (make-instance 'urgent-job)))
(defgeneric ok (x) (:method-combination and))
(defmethod ok and ((x number)) (> x 0))
(defmethod ok and ((x integer)) (evenp x))
(print (list (ok 2) (ok 3) (ok 2.5)))
;; multimethods
(defclass drum () ()) (defclass snare-drum (drum) ()) (defclass stick () ()) (defclass brush (stick) ())
(defgeneric beat (d s))
(defmethod beat ((d drum) (s stick)) 'drum-stick)
(defmethod beat ((d drum) (s brush)) 'drum-brush)
(defmethod beat ((d snare-drum) (s stick)) (list 'snare-stick (next-method-p) (call-next-method)))
(print (beat (make-instance 'snare-drum) (make-instance 'brush)))
(print (beat (make-instance 'drum) (make-instance 'brush)))
(defmethod what ((x (eql 5))) 'five)
(defmethod what ((x integer)) 'integer)
(defmethod what ((x number)) 'number)
(defmethod what ((x string)) 'string)
(defmethod what ((x symbol)) 'symbol)
(defmethod what ((x null)) 'null)
(defmethod what ((x cons)) 'cons)
(defmethod what ((x character)) 'char)
(defmethod what ((x vector)) 'vector)
(defmethod what ((x function)) 'function)
(defmethod what ((x hash-table)) 'table)
(defmethod what (x) (declare (ignorable x)) 'thing)
(print (mapcar #'what (list 5 6 1.5 "s" 'a nil '(1) #\a #(1) #'car (make-hash-table) :key 1/2)))
;; slots
(defclass point () ((x :initarg :x :initform 0 :accessor px) (y :initarg :y :initform 0 :accessor py)))
(defclass counted () ((count :allocation :class :initform 0 :accessor the-count)))
(let ((a (make-instance 'counted)) (b (make-instance 'counted)))
  (incf (the-count a)) (incf (the-count b))
  (print (the-count a)))
(let ((p (make-instance 'point :x 1)))
  (with-slots (x (yy y)) p (setf x 10 yy 20))
  (print (list (px p) (py p)))
  (with-accessors ((x px) (y py)) p (incf x) (decf y))
  (print (list (px p) (py p)))
  (print (slot-boundp p 'x))
  (slot-makunbound p 'x)
  (print (slot-boundp p 'x))
  (print (handler-case (px p) (unbound-slot () 'unbound)))
  (print (typep p 'point)) (print (class-name (class-of p)))
  (setf (slot-value p 'x) 5)
  (rotatef (px p) (py p))
  (print (list (px p) (py p))))
(print (handler-case (withdraw 5 5) (error () 'no-applicable)))
(defclass a () ((v :initform 'a :reader v)))
(defclass b (a) ((v :initform 'b)))
(defclass c (a) ())
(defclass d (b c) ())
(defmethod who ((x a)) '(a))
(defmethod who ((x b)) (cons 'b (call-next-method)))
(defmethod who ((x c)) (cons 'c (call-next-method)))
(defmethod who ((x d)) (cons 'd (call-next-method)))
(print (who (make-instance 'd)))
(print (v (make-instance 'd)))
(defgeneric area (shape) (:method ((s number)) (* s s)) (:method ((s cons)) (* (car s) (cdr s))))
(print (list (area 3) (area '(2 . 5))))
(defclass with-default () ((n :initarg :n :reader n)) (:default-initargs :n 42))
(print (n (make-instance 'with-default)))
(defmethod (setf n) (new (w with-default)) (setf (slot-value w 'n) (* 2 new)))
(let ((w (make-instance 'with-default))) (setf (n w) 4) (print (n w)) (incf (n w)) (print (n w)))
(defmethod update-it ((p point) &key (dx 0) (dy 0)) (incf (px p) dx) (incf (py p) dy) p)
(let ((p (update-it (make-instance 'point) :dy 3))) (print (list (px p) (py p))))
(let ((log '()))
  (defgeneric act (x))
  (defmethod act :before ((x number)) (push :before-number log))
  (defmethod act :before ((x integer)) (push :before-integer log))
  (defmethod act :after ((x number)) (push :after-number log))
  (defmethod act :after ((x integer)) (push :after-integer log))
  (defmethod act ((x number)) (push :primary log) 'done)
  (print (act 1)) (print (reverse log)))
(print (subtypep 'urgent-job 'job))
(print (find-class 'nosuch nil))
(reinitialize-instance *c* :customer-name "New")
(print (customer-name *c*))
(terpri)
;>> 
;>> 1050 
;>> :BRONZE 
;>> 1 
;>> "Must supply a customer name." 
;>> (0 450) 
;>> "Account overdrawn." 
;>> [9]
;>> 440 
;>> #<SAVINGS-ACCOUNT owned by B: $440> 
;>> #<CHECKING-ACCOUNT owned by B: $0> (#<SAVINGS-ACCOUNT owned by B: $440>)
;>> 
;>> 11 
;>> (JOB URGENT) 
;>> (T NIL T) 
;>> (SNARE-STICK T DRUM-BRUSH) 
;>> DRUM-BRUSH 
;>> (FIVE INTEGER NUMBER STRING SYMBOL NULL CONS CHAR VECTOR FUNCTION TABLE SYMBOL
;>>  NUMBER) 
;>> 2 
;>> (10 20) 
;>> (11 19) 
;>> T 
;>> NIL 
;>> UNBOUND 
;>> T 
;>> POINT 
;>> (19 5) 
;>> NO-APPLICABLE 
;>> (D B C A) 
;>> B 
;>> (9 10) 
;>> 42 
;>> 8 
;>> 18 
;>> (0 3) 
;>> DONE 
;>> (:BEFORE-INTEGER :BEFORE-NUMBER :PRIMARY :AFTER-NUMBER :AFTER-INTEGER) 
;>> T 
;>> NIL 
;>> "New" 
