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
