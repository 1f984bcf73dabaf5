; Lists: building, taking apart, changing, searching, sets, association lists, trees, mapping.

(list)
;=> NIL
(list 1 2 3)
;=> (1 2 3)
(cons 1 2)
;=> (1 . 2)
(cons 1 '(2 3))
;=> (1 2 3)
(list* 1 2 '(3 4))
;=> (1 2 3 4)
(list* 1)
;=> 1
(car '(1 2))
;=> 1
(cdr '(1 2))
;=> (2)
(car nil)
;=> NIL
(cdr nil)
;=> NIL
(caddr '(1 2 3))
;=> 3
(cadar '((1 2) 3))
;=> 2
(first '(1 2 3))
;=> 1
(third '(1 2))
;=> NIL
(tenth '(1 2 3 4 5 6 7 8 9 10))
;=> 10
(rest '(1 2 3))
;=> (2 3)
(nth 2 '(a b c d))
;=> C
(nth 9 '(a b))
;=> NIL
(nthcdr 2 '(a b c d))
;=> (C D)
(nthcdr 5 '(a b))
;=> NIL
(last '(1 2 3))
;=> (3)
(last '(1 2 3) 2)
;=> (2 3)
(last '(1 2 . 3))
;=> (2 . 3)
(last nil)
;=> NIL
(butlast '(1 2 3))
;=> (1 2)
(butlast '(1 2 3) 2)
;=> (1)
(butlast '(1))
;=> NIL
(length '(1 2 3))
;=> 3
(list-length '(1 2 3))
;=> 3
(length '(1 2 . 3))
;!! type-error
(append '(1 2) '(3))
;=> (1 2 3)
(append)
;=> NIL
(append '(1) 2)
;=> (1 . 2)
(append nil '(1) nil '(2 3))
;=> (1 2 3)
(append '(1 2) nil)
;=> (1 2)
(reverse '(1 2 3))
;=> (3 2 1)
(revappend '(3 2 1) '(4 5))
;=> (1 2 3 4 5)
(nreconc (list 3 2 1) '(4))
;=> (1 2 3 4)
(nconc (list 1 2) (list 3) nil (list 4))
;=> (1 2 3 4)
(nconc)
;=> NIL
(copy-list '(1 2 . 3))
;=> (1 2 . 3)
(copy-tree '((1 2) (3)))
;=> ((1 2) (3))
(make-list 3)
;=> (NIL NIL NIL)
(make-list 2 :initial-element 'x)
;=> (X X)
(consp '(1))
;=> T
(consp nil)
;=> NIL
(atom nil)
;=> T
(listp nil)
;=> T
(listp '(1 . 2))
;=> T
(null '())
;=> T
(endp nil)
;=> T
(endp '(1))
;=> NIL
(endp 5)
;!! type-error
(member 3 '(1 2 3 4))
;=> (3 4)
(member 9 '(1 2))
;=> NIL
(member '(1) '((1) (2)) :test #'equal)
;=> ((1) (2))
(member 2 '((1 a) (2 b)) :key #'car)
;=> ((2 B))
(member-if #'evenp '(1 3 4 5))
;=> (4 5)
(member-if-not #'oddp '(1 3 4 5))
;=> (4 5)
(assoc 'b '((a . 1) (b . 2)))
;=> (B . 2)
(assoc "b" '(("a" . 1) ("b" . 2)) :test #'string=)
;=> ("b" . 2)
(assoc 'c '((a . 1)))
;=> NIL
(assoc-if #'evenp '((1 . a) (2 . b)))
;=> (2 . B)
(rassoc 2 '((a . 1) (b . 2)))
;=> (B . 2)
(rassoc-if #'oddp '((a . 2) (b . 3)))
;=> (B . 3)
(acons 'x 1 '((y . 2)))
;=> ((X . 1) (Y . 2))
(cdr (assoc 'b (pairlis '(a b) '(1 2))))
;=> 2
(copy-alist '((a . 1)))
;=> ((A . 1))
(sublis '((x . 1) (y . 2)) '(+ x (* y x)))
;=> (+ 1 (* 2 1))
(subst 'new 'old '(old (old 1) other))
;=> (NEW (NEW 1) OTHER)
(subst-if 0 #'numberp '(1 (a 2)))
;=> (0 (A 0))
(subst-if-not 'x #'consp '(1))
;=> (X . X)
(nsubst 1 'a (list 'a 'b 'a))
;=> (1 B 1)
(tree-equal '(1 (2)) '(1 (2)))
;=> T
(tree-equal '(1 2) '(1 3))
;=> NIL
(adjoin 1 '(2 3))
;=> (1 2 3)
(adjoin 2 '(2 3))
;=> (2 3)
(union '(1 2) '(2 3))
;=> (1 2 3)
(sort (union '(1 2 3) '(3 4)) #'<)
;=> (1 2 3 4)
(sort (intersection '(1 2 3) '(2 3 4)) #'<)
;=> (2 3)
(sort (set-difference '(1 2 3) '(2)) #'<)
;=> (1 3)
(sort (set-exclusive-or '(1 2 3) '(2 3 4)) #'<)
;=> (1 4)
(subsetp '(1 2) '(3 2 1))
;=> T
(subsetp '(1 5) '(3 2 1))
;=> NIL
(mapcar #'+ '(1 2 3) '(10 20 30))
;=> (11 22 33)
(mapcar #'list '(1 2) '(a b c))
;=> ((1 A) (2 B))
(mapcar (lambda (x) (* x x)) '(1 2 3))
;=> (1 4 9)
(maplist #'length '(a b c))
;=> (3 2 1)
(mapcan (lambda (x) (if (evenp x) (list x) nil)) '(1 2 3 4))
;=> (2 4)
(mapcon #'copy-list '(1 2 3))
;=> (1 2 3 2 3 3)
(mapc #'identity '(1 2))
;=> (1 2)
(mapl #'identity '(1 2))
;=> (1 2)
(let ((s 0)) (mapc (lambda (x) (incf s x)) '(1 2 3)) s)
;=> 6
(some #'evenp '(1 2 3))
;=> T
(every #'oddp '(1 3))
;=> T
(notany #'evenp '(1 3))
;=> T
(notevery #'oddp '(1 2))
;=> T
(getf '(:a 1 :b 2) :b)
;=> 2
(getf '(:a 1) :c 'none)
;=> NONE
(let ((p (list :a 1))) (setf (getf p :b) 2) p)
;=> (:B 2 :A 1)
(let ((p (list :a 1 :b 2))) (remf p :a) p)
;=> (:B 2)
(let ((p (list :a 1))) (remf p :z))
;=> NIL
(get-properties '(:a 1 :b 2) '(:b))
;=> :B ; 2 ; (:B 2)
(get-properties '(:a 1) '(:z))
;=> NIL ; NIL ; NIL
(ldiff '(1 2 3) nil)
;=> (1 2 3)
(let ((l '(1 2 3))) (ldiff l (cddr l)))
;=> (1 2)
(let ((l '(1 2 3))) (tailp (cdr l) l))
;=> T
(tailp 'x '(1 2))
;=> NIL
(push 1 (car (list nil)))
;=> (1)
(let ((l (list 2))) (push 1 l) l)
;=> (1 2)
(let ((l (list 1 2))) (pop l) l)
;=> (2)
(let ((l (list 1 2))) (pop l))
;=> 1
(let ((l (list 1))) (pushnew 1 l) (pushnew 2 l) l)
;=> (2 1)
(let ((l (list 1 2 3))) (setf (cdr (cdr l)) '(x)) l)
;=> (1 2 X)
(let ((l (list 1 2 3))) (setf (nth 1 l) 'b) l)
;=> (1 B 3)
(let ((l (list 1 2 3))) (rplaca l 9) l)
;=> (9 2 3)
(let ((l (list 1 2 3))) (rplacd l nil) l)
;=> (1)
(let ((l (list 3 1 2))) (sort l #'<))
;=> (1 2 3)
(stable-sort (list '(b 1) '(a 1) '(c 0)) #'< :key #'second)
;=> ((C 0) (B 1) (A 1))
(merge 'list (list 1 3 5) (list 2 4) #'<)
;=> (1 2 3 4 5)
(remove 2 '(1 2 3 2))
;=> (1 3)
(remove 2 '(1 2 3 2) :count 1)
;=> (1 3 2)
(remove 2 '(1 2 3 2) :count 1 :from-end t)
;=> (1 2 3)
(remove-if #'evenp '(1 2 3 4))
;=> (1 3)
(remove-if-not #'evenp '(1 2 3 4))
;=> (2 4)
(delete 1 (list 1 2 1))
;=> (2)
(remove-duplicates '(1 2 1 3 2))
;=> (1 3 2)
(remove-duplicates '(1 2 1 3 2) :from-end t)
;=> (1 2 3)
(substitute 'x 2 '(1 2 3 2))
;=> (1 X 3 X)
(substitute-if 0 #'oddp '(1 2 3))
;=> (0 2 0)
(find 3 '(1 2 3))
;=> 3
(find-if #'evenp '(1 2 3 4))
;=> 2
(find '(b) '((a) (b)) :test #'equal)
;=> (B)
(position 'c '(a b c))
;=> 2
(position-if #'evenp '(1 3 4))
;=> 2
(count 1 '(1 2 1))
;=> 2
(count-if #'evenp '(1 2 4))
;=> 2
(search '(2 3) '(1 2 3 4))
;=> 1
(mismatch '(1 2 3) '(1 2 4))
;=> 2
(subseq '(a b c d) 1 3)
;=> (B C)
(reduce #'+ '(1 2 3) :initial-value 10)
;=> 16
(reduce #'cons '(1 2 3) :from-end t :initial-value nil)
;=> (1 2 3)
(reduce #'max '(3 8 2) :key #'-)
;=> -2
(reduce #'+ nil)
;=> 0
(apply #'list 1 2 '(3 4))
;=> (1 2 3 4)
(funcall #'cons 1 2)
;=> (1 . 2)
(destructuring-bind (a (b c) &rest d) '(1 (2 3) 4 5) (list a b c d))
;=> (1 2 3 (4 5))
(destructuring-bind (&key x (y 2)) '(:x 1) (list x y))
;=> (1 2)
(dolist (x '(1 2 3) 'done))
;=> DONE
(let ((r nil)) (dolist (x '(a b)) (push x r)) r)
;=> (B A)
`(1 ,(+ 1 1) ,@(list 3 4))
;=> (1 2 3 4)
`(a . ,(list 'b))
;=> (A B)
'(a . (b . (c . nil)))
;=> (A B C)
'(quote a)
;=> 'A
''a
;=> 'A
(car ''a)
;=> QUOTE
(equal '(1 (2)) '(1 (2)))
;=> T
(eq '() nil)
;=> T
(let* ((l (list 1 2)) (m l)) (eq l m))
;=> T
(car 5)
;!! type-error
(cdr 'x)
;!! type-error
(nth -1 '(1 2))
;!! type-error
(first 7)
;!! type-error
(elt '(1 2 3) 1)
;=> 2
(elt '(1 2 3) 9)
;!! type-error
(fill (list 1 2 3) 'z)
;=> (Z Z Z)
(replace (list 1 2 3) '(x y))
;=> (X Y 3)
(concatenate 'list '(1) #(2) "c")
;=> (1 2 #\c)
(coerce #(1 2) 'list)
;=> (1 2)
(values-list '(1 2 3))
;=> 1 ; 2 ; 3
(multiple-value-list (floor 7 2))
;=> (3 1)
(identity '(1))
;=> (1)
(every #'= '(1 2) '(1 2))
;=> T
(some #'> '(1 5) '(2 4))
;=> T
(rotatef (car (list 1)) (car (list 2)))
;=> NIL
(let ((a 1) (b 2)) (rotatef a b) (list a b))
;=> (2 1)
(let ((a 1) (b 2)) (shiftf a b 3))
;=> 1
(nunion (list 1) (list 1))
;=> (1)
(nset-difference (list 1 2) (list 1))
;=> (2)
(nintersection (list 1 2) (list 2))
;=> (2)
(mapcar #'car '((a 1) (b 2)))
;=> (A B)
(apply #'mapcar #'list '((1 2 3) (4 5 6)))
;=> ((1 4) (2 5) (3 6))
(list 'a :b "c" #\d 1.5 1/2)
;=> (A :B "c" #\d 1.5 1/2)
