(require 'common-lisp)
(list (length '(1 2)) (length #(1)) (length "abc"))                         ;=> (2 1 3)
(list (reverse "abc") (reverse #(1 2)) (subseq #(1 2 3) 1) (elt "abc" 1))   ;=> ("cba" #(2 1) #(2 3) #\b)
(list (find 3 '(1 3)) (find-if #'evenp #(1 4)) (position #\c "abc") (count 1 '(1 2 1)))  ;=> (3 4 2 2)
(find '(1) '((0) (1)))                                                      ;=> nil
(find '(1) '((0) (1)) :test #'equal)                                        ;=> (1)
(find 5 '(1 6 3) :test #'<)                                                 ;=> 6
(list (remove 2 '(1 2 3 2)) (remove 2 '(1 2 3 2) :count 1 :from-end t) (remove #\a "banana"))  ;=> ((1 3) (1 2 3) "bnn")
(remove-duplicates '(a b a c b))                                            ;=> (a c b)
(list (reduce #'- '(10 2 3)) (reduce #'- '(10 2 3) :from-end t) (reduce #'+ '() :initial-value 5))  ;=> (5 11 5)
(list (every #'oddp '(1 3)) (some #'evenp #(1 2)) (notany #'zerop "") (notevery #'oddp '(1 2)))  ;=> (t t t t)
(sort (list 3 1 2) #'<)                                                     ;=> (1 2 3)
(let ((v (vector 3 1 2))) (sort v #'>) v)                                   ;=> #(3 2 1)
(sort (copy-seq "hello") #'char<)                                           ;=> "ehllo"
(stable-sort (list '(1 . a) '(0 . b) '(1 . c)) #'< :key #'car)              ;=> ((0 . b) (1 . a) (1 . c))
(list (map 'list #'+ '(1 2) #(10 20)) (map 'vector #'1+ '(1)) (map 'string #'char-upcase "ab"))  ;=> ((11 22) #(2) "AB")
(list (search "lo" "hello") (search '(2 3) '(1 2 3)) (mismatch "abc" "abd"))  ;=> (3 1 2)
(list (concatenate 'string "ab" "cd") (concatenate 'list '(1) #(2)) (coerce "ab" 'list))  ;=> ("abcd" (1 2) (#\a #\b))
(list (substitute 'x 'a '(a b a)) (substitute #\- #\_ "a_b") (fill (vector 1 2) 0))  ;=> ((x b x) "a-b" #(0 0))
(let ((v (make-array 2 :fill-pointer 0 :adjustable t))) (dotimes (i 4) (vector-push-extend (* i i) v)) (list v (length v) (vector-pop v) (fill-pointer v)))  ;=> (#(0 1 4) 4 9 3)
(list (nconc (list 1) nil (list 2)) (append '(1) '(2) 3) (last '(1 2 3)) (butlast '(1 2 3)))  ;=> ((1 2) (1 2 . 3) (3) (1 2))
(list (member 2 '(1 2 3)) (assoc "b" '(("a" . 1) ("b" . 2)) :test #'string=) (rassoc 2 '((a . 1) (b . 2))))  ;=> ((2 3) ("b" . 2) (b . 2))
(list (union '(1 2) '(2 3)) (intersection '(1 2) '(2 3)) (set-difference '(1 2) '(2)) (subsetp '(1) '(1 2)))  ;=> ((1 2 3) (2) (1) t)
(list (mapcan #'list '(1 2)) (maplist #'length '(a b)) (mapcar #'cons '(a b) '(1 2 3)))  ;=> ((1 2) (2 1) ((a . 1) (b . 2)))
(list (subst 'z 'a '(a (b a))) (sublis '((x . 1)) '(x (y x))) (tree-equal '(1 (2)) '(1 (2))))  ;=> ((z (b z)) (1 (y 1)) t)
(list (merge 'list (list 1 3) (list 2 4) #'<) (ldiff '(1 2) nil) (pairlis '(a) '(1)))  ;=> ((1 2 3 4) (1 2) ((a . 1)))
(list (eq (list 1) (list 1)) (eql 1 1.0) (equal '(1 "a") '(1 "a")) (equalp "A" "a") (equalp #(1 2) #(1 2.0)))  ;=> (nil nil t t t)
(elt '(1 2) 5)                                                              ;!! index-out-of-range
(length 5)                                                                  ;!! wrong-type
