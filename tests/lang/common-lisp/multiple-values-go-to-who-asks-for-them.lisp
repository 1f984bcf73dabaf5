(require 'common-lisp)
(defun divide (a b) (floor a b))
(list (divide 7 2) (floor 7 2))                                   ;=> (3 3)
(multiple-value-list (divide 7 2))                                ;=> (3 1)
(multiple-value-bind (q r) (divide 7 2) (list q r))               ;=> (3 1)
(defun choose (x) (cond ((> x 0) (values x 'plus)) (t (if (= x 0) (values) (values x 'minus 'here)))))
(list (multiple-value-list (choose 1)) (multiple-value-list (choose 0)) (multiple-value-list (choose -1)))
;=> ((1 plus) nil (-1 minus here))
(+ 1 (choose 5))                                                  ;=> 6
(let ((x (choose 1))) x)                                          ;=> 1
(defun early (l) (dolist (x l) (when (> x 1) (return-from early (values x 'found)))))
(multiple-value-list (early '(1 2 3)))                            ;=> (2 found)
(defun by-loop (l) (loop for x in l do (when (> x 1) (return (values x 'found)))))
(multiple-value-list (by-loop '(1 2 3)))                          ;=> (2 found)
(defun guarded () (unwind-protect (values 1 2) (list 'cleanup)))
(multiple-value-list (guarded))                                   ;=> (1 2)
(defvar *d* 0)
(defun rebound () (let ((*d* 1)) (values *d* 2)))
(multiple-value-list (rebound))                                   ;=> (1 2)
(multiple-value-list (funcall #'floor 7 2))                       ;=> (3 1)
(multiple-value-list (apply #'values '(1 2 3)))                   ;=> (1 2 3)
(multiple-value-list (let ((a 1)) (if a (values a 2) 3)))         ;=> (1 2)
(multiple-value-list (let ((h (make-hash-table))) (setf (gethash 'k h) nil) (gethash 'k h)))  ;=> (nil t)
(mapcar #'floor '(7 8) '(2 3))                                    ;=> (3 2)
(or (values nil 1) 2)                                             ;=> 2
(if (values nil t) 'yes 'no)                                      ;=> no
(let (a b) (multiple-value-setq (a b) (floor 9 4)) (list a b))    ;=> (2 1)
(nth-value 1 (round 7 2))                                         ;=> -1
(multiple-value-call #'+ (floor 7 2) (values 10 20))              ;=> 34
(multiple-value-list (multiple-value-prog1 (values 1 2) (list 3)))  ;=> (1 2)
(defun listed (x) (multiple-value-list (choose x)))
(listed 1)                                                        ;=> (1 plus)
(mapcar (lambda (x) (multiple-value-list (choose x))) '(1 0))     ;=> ((1 plus) nil)
