(require 'common-lisp)
(defpackage :zoo (:use :cl) (:nicknames :z) (:export #:cat #:size) (:shadow #:list))
(defpackage "FARM" (:use "COMMON-LISP") (:import-from :zoo #:cat) (:shadowing-import-from :zoo #:list))
(in-package :zoo)
(defun cat (x) (cl:list x 'cat 'cl:car 'dog))
(defun dog (&key size) (loop for i from 1 to size collect i))
(defun list (x) (cl:list :mine x))
(defstruct animal name)
(defun (setf dog) (new place) (setf (car place) new))
(animal-name (make-animal :name 'rex)) ;=> rex
(dog :size 3) ;=> (1 2 3)
(list 1) ;=> (:mine 1)
(let ((l (cl:list 1 2))) (setf (dog l) 5) l) ;=> (5 2)
(in-package :cl-user)
(defun dog () 'mine)
(prin1-to-string (zoo:cat 5)) ;=> "(5 ZOO:CAT CAR ZOO::DOG)"
(prin1-to-string (list (dog) (zoo::dog :size 2) (z::list 3))) ;=> "(MINE (1 2) (:MINE 3))"
(prin1-to-string (zoo::make-animal :name 'zoo::rex)) ;=> "#S(ZOO::ANIMAL :NAME ZOO::REX)"
(eq 'farm::cat 'zoo:cat) ;=> t
(eq 'farm::list 'zoo::list) ;=> t
(eq 'farm::first 'first) ;=> t
(multiple-value-list (find-symbol "CAT" :farm)) ;=> (cat :internal)
(let ((*package* (find-package :zoo))) (prin1-to-string (list 'cat 'zoo:cat 'car :a 'dog (read-from-string "elk"))))
;=> "(COMMON-LISP-USER::CAT CAT CAR :A COMMON-LISP-USER::DOG ELK)"
(handler-case (read-from-string "zoo:dog") (error (c) (princ-to-string c)))
;=> "the package ZOO does not export DOG: `ZOO::DOG` is what it has inside"
(handler-case (read-from-string "nowhere:dog") (error (c) (princ-to-string c))) ;=> "there is no package NOWHERE"
zoo:dog ;!! bad-token
; A macro that is defined later finds the names of the package in which the function was read.
(in-package :zoo)
(defun later () (twice (dog :size 1)))
(defmacro twice (x) `(cl:list ,x ,x))
(in-package :cl-user)
(zoo::later) ;=> ((1) (1))
