; Sequences: lists, vectors and strings.

(length '(1 2 3))
;=> 3
(length "hello")
;=> 5
(length #(1 2))
;=> 2
(length nil)
;=> 0
(list (elt '(a b c) 1) (elt "abc" 1) (elt #(a b c) 1))
;=> (B #\b B)
(elt "abc" 3)
;!! type-error
(subseq '(a b c d) 1 3)
;=> (B C)
(subseq "hello" 1)
;=> "ello"
(subseq #(1 2 3 4) 2 4)
;=> #(3 4)
(subseq '(1 2) 1 5)
;!! type-error
(subseq "abc" 2 1)
;!! type-error
(copy-seq "abc")
;=> "abc"
(let* ((a (vector 1 2)) (b (copy-seq a))) (setf (aref b 0) 9) (list a b))
;=> (#(1 2) #(9 2))
(reverse '(1 2 3))
;=> (3 2 1)
(reverse "abc")
;=> "cba"
(reverse #(1 2 3))
;=> #(3 2 1)
(nreverse (list 1 2 3))
;=> (3 2 1)
(concatenate 'list '(1 2) #(3) "a")
;=> (1 2 3 #\a)
(concatenate 'string "ab" '(#\c) #(#\d))
;=> "abcd"
(concatenate 'vector '(1) "b")
;=> #(1 #\b)
(concatenate 'list)
;=> NIL
(map 'list #'+ '(1 2 3) #(10 20 30))
;=> (11 22 33)
(map 'vector #'1+ '(1 2))
;=> #(2 3)
(map 'string #'char-upcase "abc")
;=> "ABC"
(map 'list #'char-code "AB")
;=> (65 66)
(map nil #'identity '(1 2))
;=> NIL
(let ((sum 0)) (map nil (lambda (x) (incf sum x)) #(1 2 3)) sum)
;=> 6
(mapcar #'+ '(1 2 3) '(10 20))
;=> (11 22)
(mapcar #'list '(a b) '(1 2) '(x y))
;=> ((A 1 X) (B 2 Y))
(mapcar (lambda (x) (* x x)) '(1 2 3))
;=> (1 4 9)
(maplist #'identity '(1 2 3))
;=> ((1 2 3) (2 3) (3))
(mapcan (lambda (x) (if (evenp x) (list x x) nil)) '(1 2 3 4))
;=> (2 2 4 4)
(mapcon (lambda (l) (list (length l))) '(a b c))
;=> (3 2 1)
(mapc #'identity '(1 2))
;=> (1 2)
(let ((r '())) (mapl (lambda (l) (push (length l) r)) '(a b c)) r)
;=> (1 2 3)
(map-into (list 0 0 0) #'+ '(1 2 3) '(10 20 30))
;=> (11 22 33)
(map-into (make-array 3 :initial-element 0) #'1+ '(1 2))
;=> #(2 3 0)
(reduce #'+ '(1 2 3 4))
;=> 10
(reduce #'+ '())
;=> 0
(reduce #'+ '(5))
;=> 5
(reduce #'- '(10 3 2))
;=> 5
(reduce #'- '(10 3 2) :from-end t)
;=> 9
(reduce #'list '(1 2 3 4))
;=> (((1 2) 3) 4)
(reduce #'list '(1 2 3 4) :from-end t)
;=> (1 (2 (3 4)))
(reduce #'list '(1 2 3) :initial-value 0)
;=> (((0 1) 2) 3)
(reduce #'list '(1 2 3) :initial-value 0 :from-end t)
;=> (1 (2 (3 0)))
(reduce #'max '((a 3) (b 7) (c 5)) :key #'second)
;=> 7
(reduce #'+ #(1 2 3 4 5) :start 1 :end 3)
;=> 5
(reduce (lambda (a b) (+ (* 10 a) b)) "123" :key #'digit-char-p)
;=> 123
(reduce #'cons '() :initial-value 'x)
;=> X
(every #'evenp '(2 4))
;=> T
(every #'evenp '())
;=> T
(every #'< '(1 2) '(2 3 0))
;=> T
(every #'alpha-char-p "ab1")
;=> NIL
(some #'evenp '(1 2 3))
;=> T
(some (lambda (x) (and (> x 2) (* x 10))) '(1 2 3 4))
;=> 30
(some #'= '(1 2 3) '(3 2 1))
;=> T
(notany #'evenp '(1 3))
;=> T
(notevery #'evenp '(2 3))
;=> T
(some #'null '())
;=> NIL
(find 2 '(1 2 3))
;=> 2
(find 2.0 '(1 2 3))
;=> NIL
(find 2.0 '(1 2 3) :test #'=)
;=> 2
(find #\b "abc")
;=> #\b
(find 'b '((a 1) (b 2)) :key #'first)
;=> (B 2)
(find 3 #(1 2 3 4) :test #'<)
;=> 4
(find 3 '(1 2 3 4) :test #'< :from-end t)
;=> 4
(find-if #'evenp '(1 2 3 4))
;=> 2
(find-if #'evenp '(1 2 3 4) :from-end t)
;=> 4
(find-if #'evenp '(1 2 3 4) :start 2)
;=> 4
(find-if-not #'evenp '(2 3 4))
;=> 3
(find-if (lambda (p) (> (cdr p) 1)) '((a . 1) (b . 2)))
;=> (B . 2)
(position 'c '(a b c d))
;=> 2
(position #\l "hello")
;=> 2
(position #\l "hello" :from-end t)
;=> 3
(position 5 '(1 2 3))
;=> NIL
(position 2 #(1 2 3 2) :start 2)
;=> 3
(position "b" '("a" "b") :test #'string=)
;=> 1
(position-if #'plusp '(-1 0 1))
;=> 2
(position-if-not #'evenp #(2 4 5))
;=> 2
(position 3 '(1 5 9) :test #'<)
;=> 1
(count 'a '(a b a c a))
;=> 3
(count #\l "hello")
;=> 2
(count-if #'oddp '(1 2 3))
;=> 2
(count-if-not #'oddp #(1 2 3))
;=> 1
(count 2 '(1 2 3 2 2) :start 2)
;=> 2
(count 1 '((1) (2) (1)) :key #'car)
;=> 2
(search "lo" "hello")
;=> 3
(search '(2 3) '(1 2 3 4))
;=> 1
(search "x" "hello")
;=> NIL
(search "" "abc")
;=> 0
(search "ab" "xabab" :from-end t)
;=> 3
(search '(3) '((1) (3)) :key #'identity)
;=> NIL
(search "L" "hello" :test #'char-equal)
;=> 2
(mismatch "abc" "abd")
;=> 2
(mismatch '(1 2) '(1 2))
;=> NIL
(mismatch "abc" "ab")
;=> 2
(mismatch '(1 2 3) #(1 2 4))
;=> 2
(mismatch "abc" "xbc" :from-end t)
;=> 1
(remove 2 '(1 2 3 2))
;=> (1 3)
(remove 2 '(1 2 3 2) :count 1)
;=> (1 3 2)
(remove 2 '(1 2 3 2) :count 1 :from-end t)
;=> (1 2 3)
(remove #\l "hello")
;=> "heo"
(remove 2 #(1 2 3))
;=> #(1 3)
(remove-if #'evenp '(1 2 3 4))
;=> (1 3)
(remove-if-not #'evenp #(1 2 3 4))
;=> #(2 4)
(remove-if #'evenp '(1 2 3 4) :start 2)
;=> (1 2 3)
(remove 3 '(1 2 3 4 5) :test #'<)
;=> (1 2 3)
(remove 'a '((a 1) (b 2)) :key #'car)
;=> ((B 2))
(remove-duplicates '(1 2 1 3 2))
;=> (1 3 2)
(remove-duplicates '(1 2 1 3 2) :from-end t)
;=> (1 2 3)
(remove-duplicates "abcab")
;=> "cab"
(remove-duplicates '("a" "A" "b") :test #'string-equal)
;=> ("A" "b")
(remove-duplicates '((a 1) (b 2) (a 3)) :key #'car)
;=> ((B 2) (A 3))
(delete 1 (list 1 2 1 3))
;=> (2 3)
(delete-if #'evenp (list 1 2 3 4))
;=> (1 3)
(delete-duplicates (list 1 1 2))
;=> (1 2)
(substitute 'x 'a '(a b a))
;=> (X B X)
(substitute #\- #\space "a b c")
;=> "a-b-c"
(substitute 0 1 #(1 2 1) :count 1)
;=> #(0 2 1)
(substitute 0 1 '(1 2 1) :count 1 :from-end t)
;=> (1 2 0)
(substitute-if 'even #'evenp '(1 2 3 4))
;=> (1 EVEN 3 EVEN)
(substitute-if-not 0 #'evenp #(1 2 3))
;=> #(0 2 0)
(nsubstitute 9 1 (list 1 2 1))
;=> (9 2 9)
(let ((l (list 1 2 1))) (nsubstitute 9 1 l) l)
;=> (9 2 9)
(sort (list 3 1 2) #'<)
;=> (1 2 3)
(sort (list 3 1 2) #'>)
;=> (3 2 1)
(sort (vector 3 1 2) #'<)
;=> #(1 2 3)
(sort (copy-seq "hello") #'char<)
;=> "ehllo"
(sort (list "pear" "fig" "apple") #'string<)
;=> ("apple" "fig" "pear")
(sort (list '(b 2) '(a 1)) #'< :key #'second)
;=> ((A 1) (B 2))
(stable-sort (list '(1 a) '(0 b) '(1 c) '(0 d)) #'< :key #'first)
;=> ((0 B) (0 D) (1 A) (1 C))
(merge 'list (list 1 4 7) (list 2 3 9) #'<)
;=> (1 2 3 4 7 9)
(merge 'vector (vector 1 4) (list 2 3) #'<)
;=> #(1 2 3 4)
(fill (list 1 2 3) 0)
;=> (0 0 0)
(fill (vector 1 2 3) 'x :start 1 :end 2)
;=> #(1 X 3)
(fill (make-string 3) #\z)
;=> "zzz"
(replace (list 1 2 3 4) '(a b) :start1 1)
;=> (1 A B 4)
(replace (vector 1 2 3) #(7 8 9) :start2 1)
;=> #(8 9 3)
(replace (copy-seq "hello") "JE")
;=> "JEllo"
(let ((v (vector 1 2 3 4 5))) (replace v v :start1 1 :start2 0 :end2 4))
;=> #(1 1 2 3 4)
(make-sequence 'list 3 :initial-element 'x)
;=> (X X X)
(make-sequence 'string 2 :initial-element #\a)
;=> "aa"
(make-sequence 'vector 2 :initial-element 0)
;=> #(0 0)
(coerce '(1 2 3) 'vector)
;=> #(1 2 3)
(coerce #(1 2 3) 'list)
;=> (1 2 3)
(coerce "abc" 'list)
;=> (#\a #\b #\c)
(coerce '(#\a #\b) 'string)
;=> "ab"
(append '(1 2) '(3) nil '(4))
;=> (1 2 3 4)
(append '(1) 2)
;=> (1 . 2)
(append)
;=> NIL
(nconc (list 1 2) (list 3) nil (list 4))
;=> (1 2 3 4)
(last '(1 2 3))
;=> (3)
(last '(1 2 3) 2)
;=> (2 3)
(butlast '(1 2 3))
;=> (1 2)
(butlast '(1 2 3) 2)
;=> (1)
(nbutlast (list 1 2 3))
;=> (1 2)
(nthcdr 2 '(1 2 3 4))
;=> (3 4)
(nth 5 '(1 2))
;=> NIL
(list* 1 2 '(3 4))
;=> (1 2 3 4)
(make-list 3 :initial-element 'a)
;=> (A A A)
(member 2 '(1 2 3))
;=> (2 3)
(member '(1) '((1) (2)) :test #'equal)
;=> ((1) (2))
(member 'b '((a) (b)) :key #'car)
;=> ((B))
(member-if #'evenp '(1 2 3))
;=> (2 3)
(assoc 'b '((a . 1) (b . 2)))
;=> (B . 2)
(assoc "b" '(("a" . 1) ("b" . 2)) :test #'string=)
;=> ("b" . 2)
(assoc-if #'evenp '((1 . a) (2 . b)))
;=> (2 . B)
(rassoc 2 '((a . 1) (b . 2)))
;=> (B . 2)
(acons 'a 1 '((b . 2)))
;=> ((A . 1) (B . 2))
(pairlis '(a b) '(1 2))
;=> ((B . 2) (A . 1))
;-> ((A . 1) (B . 2))
(union '(1 2) '(2 3))
;=> (1 2 3)
(intersection '(1 2 3) '(2 3 4))
;=> (3 2)
;-> (2 3)
(set-difference '(1 2 3) '(2))
;=> (3 1)
;-> (1 3)
(set-exclusive-or '(1 2) '(2 3))
;=> (3 1)
;-> (1 3)
(subsetp '(1 2) '(1 2 3))
;=> T
(adjoin 1 '(1 2))
;=> (1 2)
(adjoin 0 '(1 2))
;=> (0 1 2)
(subst 'x 'a '(a (b a) c))
;=> (X (B X) C)
(sublis '((a . 1) (b . 2)) '(a (b c) a))
;=> (1 (2 C) 1)
(tree-equal '(1 (2 3)) '(1 (2 3)))
;=> T
(copy-tree '(1 (2 3)))
;=> (1 (2 3))
(ldiff '(1 2 3) nil)
;=> (1 2 3)
(let* ((l '(1 2 3 4)) (tail (cddr l))) (list (ldiff l tail) (tailp tail l)))
;=> ((1 2) T)
(let ((l (list 1 2 3))) (list (rplaca l 'a) (rplacd (cdr l) '(z)) l))
;=> ((A 2 Z) (2 Z) (A 2 Z))
(revappend '(1 2) '(3))
;=> (2 1 3)
(nreconc (list 1 2) '(3))
;=> (2 1 3)
(list-length '(1 2 3))
;=> 3
(endp '())
;=> T
(every #'characterp "abc")
;=> T
(vector-push-extend 3 (make-array 2 :fill-pointer 2 :adjustable t))
;=> 2
(let ((v (make-array 3 :fill-pointer 0))) (vector-push 'a v) (vector-push 'b v) (list (fill-pointer v) (length v) (aref v 1) (vector-pop v) (length v)))
;=> (2 2 B B 1)
(find 'x (vector 'a 'x) :start 2)
;=> NIL
(sort (list 5 3 8 1) (lambda (a b) (> a b)))
;=> (8 5 3 1)
(let ((l (list 3 1 2))) (setf l (sort l #'<)) l)
;=> (1 2 3)
(position 1 '(3 2 1) :key #'1-)
;=> 1
(remove-if (complement #'evenp) '(1 2 3 4))
;=> (2 4)
(string-upcase (reverse "abc"))
;=> "CBA"
(reduce #'append '((1) (2 3) ()))
;=> (1 2 3)
(apply #'mapcar #'list '((1 2 3) (4 5 6)))
;=> ((1 4) (2 5) (3 6))
(let ((h (make-hash-table))) (dolist (x '(a b a)) (incf (gethash x h 0))) (sort (loop for k being the hash-keys of h using (hash-value v) collect (cons k v)) #'string< :key #'car))
;=> ((A . 2) (B . 1))
(length (remove-if-not (lambda (c) (find c "aeiou")) "programming language"))
;=> 7
(find-if #'evenp #(1 3 5))
;=> NIL
(count t (mapcar #'evenp '(1 2 4)))
;=> 2
(notany #'null (list 1 nil))
;=> NIL
(search #(2 3) #(1 2 3))
;=> 1
(remove nil '(1 nil 2 nil))
;=> (1 2)
(length (make-array 5))
;=> 5
(list (first '(1 2)) (second '(1 2)) (third '(1 2)))
;=> (1 2 NIL)
(getf '(:a 1 :b 2) :b)
;=> 2
(getf '(:a 1) :z 'none)
;=> NONE
(sort (vector 1 3 2) #'> :key #'-)
;=> #(1 2 3)
(reverse (coerce "abc" 'list))
;=> (#\c #\b #\a)
(map 'list (lambda (a b) (cons a b)) "ab" '(1 2))
;=> ((#\a . 1) (#\b . 2))
(length 'a)
;!! type-error
(elt '(1 2 3) -1)
;!! type-error
(reduce #'+ 5)
;!! type-error
(sort '(1 a) #'<)
;!! type-error
(nth -1 '(1))
;!! type-error
(mapcar #'car '(1 2))
;!! type-error
(find 1 2)
;!! type-error
(concatenate 'string "a" '(1))
;!! type-error

(list
  (merge 'list (list '(1 a) '(3 a)) (list '(1 b) '(2 b)) #'< :key #'car)
  (merge 'vector #(1 3) #(2) #'> :key #'-)
  (merge 'list nil (list 1) #'< :key #'-)
  (sort (vector 3 1 2) #'< :key #'-)
  (stable-sort (list '(2 b) '(1 a) '(2 a)) #'< :key #'first)
  (remove 2 '(2 2 2 2) :count 2 :from-end t :start 1 :end 3)
  (remove 1 '(1 1) :count -1)
  (substitute 'x 'a '(a b a a) :count 2 :from-end t :start 1 :end 3)
  (substitute-if nil #'evenp '(1 2 3)))
;=> (((1 A) (1 B) (2 B) (3 A)) #(1 2 3) (1) #(3 2 1) ((1 A) (2 B) (2 A)) (2 2) (1 1) (A B X A) (1 NIL 3))
