; Sequences, lists and arrays with every keyword of the standard: expressions made at random.

(defun sort-p (l) (sort (copy-list l) (lambda (a b) (string< (prin1-to-string a) (prin1-to-string b)))))

; Finding, counting and removing: every keyword.
(delete 4 (copy-list '(2 1 1 0 1 3)) :key (lambda (x) (mod x 3)) :test-not #'= :from-end t :end 2)
;=> (1 0 1 3)
(find 'a (copy-list '(d a)) :key nil :end 1)
;=> NIL
(find "ab" (copy-seq #("a")) :from-end t)
;=> NIL
(find "ab" (copy-seq #("a" "aB" "A" "aB")) :from-end t :key nil :test #'string= :end 3)
;=> NIL
(remove "ab" (copy-seq #(a a)) :key #'symbol-name :test #'equalp :end 1)
;=> #(A A)
(find 5 (copy-list '()) :key '1+)
;=> NIL
(position "a" (copy-list '("ab" "A" "ab" "A")) :start 0 :test 'equal :from-end t)
;=> NIL
(count "ab" (copy-seq #(a a d b)) :test #'string< :key #'symbol-name)
;=> 0
(count "a" (copy-seq #("aB" "aB" "b" "ab")) :end nil)
;=> 0
(count 'a (copy-seq #()) :key #'car :from-end nil)
;=> 0
(position '() (copy-seq #((1) ())) :test (lambda (a b) (< (length a) (length b))))
;=> 0
(remove "A" (copy-list '("a" "a" "a" "b")) :key #'string-upcase :end 3)
;=> ("a" "a" "a" "b")
(count 6 (copy-list '(5 1 1)) :end 3 :key #'identity :test #'<)
;=> 0
(find 0 (copy-list '(4 1 1 0 3)) :test #'< :from-end nil :start 3)
;=> 3
(delete 'c (copy-list '(b a c a b c)) :start 1 :count 0)
;=> (B A C A B C)
(position #\A (copy-seq "cbb") :end 2 :test #'eql)
;=> NIL
(count 1 (copy-seq #(4 1 5 3 3 2 3)) :start 2 :key nil :test-not '<)
;=> 0
(position 0 (copy-list '(4 3 2 3 1 4 1)) :test #'= :from-end nil)
;=> NIL
(delete 2 (copy-list '(() (1 2) (1))) :key #'car)
;=> (NIL (1 2) (1))
(position 'b (copy-list '()))
;=> NIL
(find 3 (copy-list '((4 . a) (2 . c))) :from-end t)
;=> NIL
(find 2 (copy-seq #("ab" "A" "A" "aB" "ab")) :start 1 :test #'eql :key #'length)
;=> "aB"
(find 2 (copy-list '(4 5 1 3)) :test (lambda (a b) (and (evenp a) (< a b))) :key '1+)
;=> 4
(remove "a" (copy-seq #(b a a b d c)) :key #'symbol-name :count 0 :end 0)
;=> #(B A A B D C)
(position 6 (copy-seq #(1)) :from-end t :start 1 :key nil :test (lambda (a b) (= a (1- b))))
;=> NIL
(delete #\b (copy-list '(#\B #\a #\b #\B)) :key nil)
;=> (#\B #\a #\B)
(position 6 (copy-list '((1) (2) (2))) :from-end t :test #'> :key #'length)
;=> 2
(delete "A" (copy-list '("a" "b")) :from-end t :test #'string-equal)
;=> ("b")
(find 6 (copy-seq #(2 4)) :end 2 :key '1+ :test #'= :from-end t)
;=> NIL
(remove "a" (copy-seq #("ab" "b" "aB" "b")) :from-end t :test #'string< :key #'string-upcase)
;=> #("ab" "b" "aB" "b")
(count #\b (copy-list '(#\C #\d #\b)) :test-not #'char-equal)
;=> 2
(remove 6 (copy-list '(3 2 1 2)) :count 2)
;=> (3 2 1 2)
(position 1 (copy-list '(1)) :from-end nil :test '< :key #'1+)
;=> 0
(find "b" (copy-seq #("aB" "ab" "ab")) :from-end nil :start 1 :key nil :test-not 'equal)
;=> "ab"
(position "A" (copy-seq #("A" "a")) :test #'string= :from-end t)
;=> 0
(find 'a (copy-list '(d d)) :test #'string= :end 2 :from-end nil)
;=> NIL

; The same by predicates.
(count-if #'evenp (copy-seq #(5)) :key (lambda (x) (mod x 3)) :from-end nil)
;=> 1
(find-if #'consp (copy-seq #((1 . c) (3 . d))) :end nil)
;=> (1 . C)
(count-if 'oddp (copy-seq #(2 3 1 4 2 2)) :key '1+ :end 1)
;=> 1
(remove-if-not 'oddp (copy-list '(5 3 1)) :key nil :count 2 :from-end t)
;=> (5 3 1)
(position-if-not #'upper-case-p (copy-seq #(#\b #\C #\C)) :from-end t :key #'char-upcase)
;=> NIL
(find-if-not #'zerop (copy-seq #()))
;=> NIL
(count-if-not #'zerop (copy-list '(2 2 3 5)) :key #'-)
;=> 4
(count-if-not (lambda (x) (char< x #\c)) (copy-seq "baBBb") :from-end nil :end 2)
;=> 0
(find-if #'symbolp (copy-list '(a b d b)) :start 1)
;=> B
(find-if (lambda (x) (> x 2)) (copy-seq #()) :key #'length)
;=> NIL
(delete-if-not #'zerop (copy-seq #(2)) :key '1+ :count 2 :start 1)
;=> #(2)
(position-if-not (lambda (x) (= 1 (length x))) (copy-seq #("a" "A")) :start 0)
;=> NIL
(delete-if-not #'upper-case-p (copy-list '(#\A #\A #\b #\d)) :count -1 :key #'char-upcase)
;=> (#\A #\A #\b #\d)
(position-if #'consp (copy-seq #((4 . d) (4 . b))))
;=> 0
(position-if #'numberp (copy-list '((a) (1) (1 2) ())) :key #'car :start 2 :from-end t)
;=> 2
(position-if (lambda (x) (char< x #\c)) (copy-seq #(#\c #\C #\A #\d)) :end 2)
;=> 1
(count-if-not #'stringp (copy-list '("aB" "A" "a" "b" "ab")) :key #'string-upcase :start 1)
;=> 0
(find-if-not #'symbolp (copy-seq #(a)) :start 1 :end nil)
;=> NIL
(count-if-not #'evenp (copy-list '((5 . b) (4 . c) (2 . b) (3 . a) (2 . b))) :from-end t :key #'car)
;=> 2
(count-if-not #'evenp (copy-list '((4 . b))) :key #'car :from-end t)
;=> 0
(position-if-not 'oddp (copy-list '("A")) :key #'length)
;=> NIL
(delete-if 'oddp (copy-seq "Bbcc") :count 9 :key #'char-code)
;=> "Bb"
(remove-if #'cdr (copy-seq #((2) (2) (a) (1) (a))) :end 2)
;=> #((2) (2) (A) (1) (A))
(delete-if-not (lambda (x) (> x 2)) (copy-seq #(#\c #\c #\b #\d #\B)) :from-end nil :key #'char-code)
;=> #(#\c #\c #\b #\d #\B)
(find-if-not (lambda (x) (= 1 (length x))) (copy-list '()))
;=> NIL
(position-if (lambda (x) (> x 2)) (copy-seq #(2 2)) :key #'-)
;=> NIL
(remove-if-not #'zerop (copy-seq #(3 5 2 3 2 1 0)) :from-end t :key #'identity)
;=> #(0)
(delete-if-not #'evenp (copy-list '((1 . d) (1 . a) (5 . d))) :key #'car :from-end t)
;=> NIL
(position-if (lambda (x) (eq x 'a)) (copy-list '(a)) :key nil :from-end t)
;=> 0
(remove-if #'symbolp (copy-seq #(b)) :count 1 :key nil)
;=> #()

; Substituting.
(substitute 'c 'd (copy-seq #(a b d a d d)) :test-not #'eq :from-end nil)
;=> #(C C D C D D)
(nsubstitute-if-not 'b #'symbolp (copy-list '(a a a d)) :start 2 :from-end t :key #'identity)
;=> (A A A D)
(nsubstitute 3 2 (copy-seq #()) :from-end t :test #'= :key #'1+ :count 1)
;=> #()
(nsubstitute 'e "A" (copy-list '()) :count nil :key #'symbol-name :test 'equal)
;=> NIL
(nsubstitute-if-not 'a (lambda (x) (= 1 (length x))) (copy-seq #(b c d a)) :key #'symbol-name :start 1)
;=> #(B C D A)
(substitute-if-not 0 'oddp (copy-list '(5)) :count 1)
;=> (5)
(substitute 0 1 (copy-seq #(2 2)) :key #'1+ :start 2)
;=> #(2 2)
(substitute '(1) 1 (copy-list '((1 2) (1 2))) :count -1 :test #'/= :key #'length)
;=> ((1 2) (1 2))
(nsubstitute-if 'd (lambda (x) (eq x 'a)) (copy-seq #(a b)) :count 0 :from-end nil :key #'identity)
;=> #(A B)
(substitute-if-not 1 #'zerop (copy-list '(2 2)) :start 1 :from-end t)
;=> (2 1)
(nsubstitute 6 6 (copy-list '(2 1 3)) :test #'> :key (lambda (x) (mod x 3)))
;=> (6 6 6)
(nsubstitute-if 6 #'evenp (copy-list '(3 3 5)) :key (lambda (x) (mod x 3)) :start 1)
;=> (3 6 6)
(nsubstitute 1 6 (copy-list '(5 3 3 1 5)) :end 1 :key #'identity :test #'=)
;=> (5 3 3 1 5)
(substitute 'c "b" (copy-seq #(b a)) :test-not #'equalp :key #'symbol-name :from-end nil)
;=> #(B C)
(substitute-if 'e (lambda (x) (eq x 'a)) (copy-list '(b a)) :from-end t :start 1)
;=> (B E)
(substitute 0 1 (copy-seq #()) :count nil :test #'< :key '1+)
;=> #()
(substitute "a" 4 (copy-seq #("a" "aB" "A" "A")) :key #'length :end 3 :from-end nil)
;=> #("a" "aB" "A" "A")
(nsubstitute '(5 . c) 3 (copy-seq #((4 . c) (4 . d) (3 . d))) :start 1 :count 2)
;=> #((4 . C) (4 . D) (3 . D))
(nsubstitute-if "ab" #'stringp (copy-list '("b" "aB" "a")) :count 0)
;=> ("b" "aB" "a")
(substitute '(2 . d) 1 (copy-list '((5 . d) (2 . c) (3 . a))) :key #'car :count 0 :end 3)
;=> ((5 . D) (2 . C) (3 . A))
(nsubstitute '(2 . c) 1 (copy-seq #()) :test #'equal)
;=> #()
(nsubstitute-if #\C #'upper-case-p (copy-list '(#\A #\d #\c #\b #\c #\d)))
;=> (#\C #\d #\c #\b #\c #\d)
(nsubstitute-if 'd #'null (copy-list '(c c d a d)) :key nil :from-end t)
;=> (C C D A D)
(substitute #\c #\d (copy-seq "AB") :start 0 :test #'equalp)
;=> "AB"
(nsubstitute '(1 . a) 5 (copy-seq #()) :test-not #'equal)
;=> #()
(substitute '(1) '() (copy-list '()) :test #'equalp :from-end t)
;=> NIL
(nsubstitute-if 6 'oddp (copy-seq #(1 5)) :count -1 :key #'identity)
;=> #(1 5)
(substitute 'b 'b (copy-seq #(a a b b)) :key #'identity :test #'eql :end 3)
;=> #(A A B B)
(nsubstitute 'e 'a (copy-seq #()) :test 'equal :count 1)
;=> #()
(nsubstitute-if-not '(1 2) #'cadr (copy-seq #((1) (1 2) (a) (a))) :start 0 :from-end t :count 0)
;=> #((1) (1 2) (A) (A))
(substitute '(2 . c) 1 (copy-seq #((2 . c) (5 . a))) :test '< :key #'car :from-end t :count 2 :start 0)
;=> #((2 . C) (2 . C))
(substitute #\A #\d (copy-seq "AAbA"))
;=> "AAbA"
(nsubstitute-if 4 'oddp (copy-list '(0 5)) :key '1+)
;=> (4 5)
(nsubstitute-if 'a (lambda (x) (eq x 'a)) (copy-seq #(a b a d a)) :key nil :count 2)
;=> #(A B A D A)
(substitute-if-not 1 'oddp (copy-seq #(5 1 4 0 2)) :end 3)
;=> #(5 1 1 0 2)
(nsubstitute-if-not #\a #'zerop (copy-seq #(#\B #\d #\d)) :start 1 :count 2 :key #'char-code)
;=> #(#\B #\a #\a)

; Without duplicates.
(remove-duplicates (copy-seq #(#\B #\a)) :key #'char-code)
;=> #(#\B #\a)
(delete-duplicates (copy-seq #("a" "A" "A")))
;=> #("a" "A" "A")
(delete-duplicates (copy-seq #((a) (2) () (1 2) (2))) :test-not #'equal :start 1 :end 1)
;=> #((A) (2) NIL (1 2) (2))
(remove-duplicates (copy-list '()) :test #'string=)
;=> NIL
(remove-duplicates (copy-list '((1 . c) (3 . b) (2 . c) (1 . d) (3 . a))) :key #'car :test #'=)
;=> ((2 . C) (1 . D) (3 . A))
(delete-duplicates (copy-list '()) :test 'equal :key nil)
;=> NIL
(delete-duplicates (copy-list '()) :test #'eql)
;=> NIL
(remove-duplicates (copy-seq #(a b)) :key #'symbol-name :from-end t)
;=> #(A B)
(remove-duplicates (copy-seq #(0 1)) :key #'identity :test #'<)
;=> #(1)
(remove-duplicates (copy-list '(3 3 0)) :end 0 :test (lambda (a b) (and (evenp a) (< a b))) :from-end nil)
;=> (3 3 0)
(remove-duplicates (copy-seq #()) :from-end t :key #'car :test (lambda (a b) (and (evenp a) (< a b))))
;=> #()
(remove-duplicates (copy-list '("A" "aB" "A" "ab")) :from-end t :test #'string-equal :start 1)
;=> ("A" "aB" "A")
(delete-duplicates (copy-seq #(1 2 1 5 0 1)) :key '1+)
;=> #(2 5 0 1)
(delete-duplicates (copy-list '()) :start 0 :test #'<)
;=> NIL
(delete-duplicates (copy-seq #(#\B #\a #\a #\c #\d)) :end 4 :test #'equalp)
;=> #(#\B #\a #\c #\d)
(delete-duplicates (copy-seq #(5 0 0 2 4 1 2)) :test '< :key '1+)
;=> #(5 4 2)
(remove-duplicates (copy-seq #(() (2))) :start 1 :from-end t)
;=> #(NIL (2))
(delete-duplicates (copy-list '("A" "aB" "a" "A" "b")) :from-end t)
;=> ("A" "aB" "a" "A" "b")
(delete-duplicates (copy-seq #(#\d #\C #\c #\a)) :key #'char-upcase :test #'equalp)
;=> #(#\d #\c #\a)
(remove-duplicates (copy-list '(b b d a b)) :test 'equal)
;=> (D A B)
(delete-duplicates (copy-list '(3 5 2 5 0 5)))
;=> (3 2 0 5)
(remove-duplicates (copy-seq "bBb") :test-not #'equalp)
;=> "bBb"
(remove-duplicates (copy-seq #((2) () (a))) :test (lambda (a b) (< (length a) (length b))))
;=> #((2) (A))
(remove-duplicates (copy-seq #(5 2 0)) :end 3 :test '<)
;=> #(5 2 0)
(remove-duplicates (copy-list '(b b c)) :test 'equal)
;=> (B C)
(delete-duplicates (copy-list '()) :key nil :from-end t :start 0)
;=> NIL
(delete-duplicates (copy-list '((a) (1 2) (1) (1 2) (1))) :from-end t :test #'equal)
;=> ((A) (1 2) (1))
(delete-duplicates (copy-seq #(3)) :key '1+ :test #'> :start 1)
;=> #(3)
(delete-duplicates (copy-seq #((2 . a) (4 . c) (4 . c) (4 . d) (4 . b))) :test-not #'eql :from-end t)
;=> #((2 . A))
(remove-duplicates (copy-seq #(() (1 2))) :from-end t :key #'length :test-not #'>)
;=> #(NIL (1 2))
(remove-duplicates (copy-seq #(() (2) (a))) :test #'eql :from-end t :end 2)
;=> #(NIL (2) (A))
(delete-duplicates (copy-seq "Abcbb") :key #'char-upcase :test #'char-equal :start 1)
;=> "Acb"
(delete-duplicates (copy-seq "aCc") :key #'char-upcase :test-not #'equalp :from-end t)
;=> "a"
(remove-duplicates (copy-seq #(1 5)) :from-end nil)
;=> #(1 5)
(delete-duplicates (copy-list '(1 2 1)) :test #'=)
;=> (2 1)
(delete-duplicates (copy-seq #((2 . d) (2 . d) (1 . c) (3 . b))) :from-end nil :key #'car :start 0)
;=> #((2 . D) (1 . C) (3 . B))

; Folding.
(reduce (lambda (a b) (list b a)) (copy-list '(b d b b b)) :initial-value nil)
;=> (B (B (B (D (B NIL)))))
(reduce #'list (copy-list '((1 . c) (5 . d) (3 . c) (2 . d))) :initial-value 'z :start 1 :end 4)
;=> (((Z (5 . D)) (3 . C)) (2 . D))
(reduce #'list (copy-seq #(5 4 2)) :end 3 :initial-value 1)
;=> (((1 5) 4) 2)
(reduce (lambda (a b) (list b a)) (copy-list '(1 2 1 5 0)) :initial-value 0 :from-end t)
;=> (((((0 0) 5) 1) 2) 1)
(reduce #'list (copy-list '((2 . a) (4 . d))) :end 2 :initial-value nil)
;=> ((NIL (2 . A)) (4 . D))
(reduce (lambda (&rest x) x) (copy-seq #(2)) :from-end nil :initial-value 10)
;=> (10 2)
(reduce #'list (copy-list '((5 . c) (2 . c) (1 . d))) :start 1 :key #'cdr)
;=> (C D)
(reduce (lambda (a b) (list b a)) (copy-seq #(5 1 4)))
;=> (4 (1 5))
(reduce #'list (copy-list '(3 3)) :initial-value 10)
;=> ((10 3) 3)
(reduce #'+ (copy-seq #()))
;=> 0
(reduce (lambda (&rest x) x) (copy-list '((1 . c) (5 . b))) :from-end nil)
;=> ((1 . C) (5 . B))
(reduce #'cons (copy-seq #(a a a a)))
;=> (((A . A) . A) . A)
(reduce (lambda (a b) (list b a)) (copy-list '(0 0 2 3)) :initial-value 0 :key nil)
;=> (3 (2 (0 (0 0))))
(reduce #'max (copy-list '(4 3 2)) :from-end t :start 2 :key (lambda (x) (mod x 3)) :initial-value 1)
;=> 2
(reduce (lambda (a b) (list b a)) (copy-list '((2 . a))) :end nil :initial-value 'z)
;=> ((2 . A) Z)
(reduce #'cons (copy-list '(d b)) :from-end t)
;=> (D . B)
(reduce (lambda (a b) (list b a)) (copy-seq #(3 3 2 1 1)) :initial-value 1)
;=> (1 (1 (2 (3 (3 1)))))
(reduce #'cons (copy-list '(2 1 4 0 3)) :start 3)
;=> (0 . 3)
(reduce #'list (copy-seq #(3 4 1)) :start 1)
;=> (4 1)
(reduce (lambda (a b) (list b a)) (copy-list '(3 3 0 3 5 1 1)) :from-end nil :initial-value 1)
;=> (1 (1 (5 (3 (0 (3 (3 1)))))))
(reduce #'list (copy-seq #(2 0 3 1 3)) :initial-value 10)
;=> (((((10 2) 0) 3) 1) 3)
(reduce #'list (copy-list '(0 1 4 0 0 3)) :initial-value 10 :from-end t)
;=> (0 (1 (4 (0 (0 (3 10))))))
(reduce (lambda (&rest x) x) (copy-list '(1 3 0 1)) :start 2 :key #'1+ :from-end nil)
;=> (1 2)
(reduce #'list (copy-seq #((2 . d))) :start 1 :initial-value 10)
;=> 10

; Searching for sequences, and where they differ.
(search (copy-seq "BA") (copy-seq "b") :test #'eql :key #'char-upcase)
;=> NIL
(mismatch (copy-seq "CAAbBa") (copy-seq #()) :end2 nil :from-end nil :test #'< :key #'char-code)
;=> 0
(mismatch (copy-seq #(3 2 0 0 4)) (copy-seq #(2 1 2 0 5)) :test-not '< :start1 1 :end1 3)
;=> 2
(mismatch (copy-seq #(d)) (copy-seq #(a b a)) :end2 0)
;=> 0
(mismatch (copy-seq #(c b c b)) (copy-list '(a d a)) :start1 2)
;=> 2
(mismatch (copy-seq #(3 4 2 2 1 2 0)) (copy-list '(3 0 4 4 5 5 2)) :start2 0 :end2 4 :test #'>)
;=> 0
(mismatch (copy-seq #(2 5 3 1)) (copy-list '(4 1 0 2 3)) :test #'= :end1 3 :start2 1)
;=> 0
(search '(4 5) (copy-list '(2)) :start2 1 :end2 nil)
;=> NIL
(mismatch (copy-seq #(2 0)) (copy-list '(2 1 3 1 1 0)) :from-end t :end1 nil :test-not #'eql :key #'-)
;=> 2
(search '(b) (copy-seq #(a d a d)) :start1 1 :key #'identity)
;=> 0
(search (copy-list '(c b c a a d)) (copy-list '(a b a d b b)) :start2 2 :key #'symbol-name)
;=> NIL
(mismatch (copy-list '(1 2)) (copy-seq #(1)) :start2 1 :test #'/=)
;=> 0
(mismatch (copy-seq #(5)) (copy-list '()))
;=> 0
(mismatch (copy-seq #(c a b a a a)) (copy-seq #(b b b c a)) :test #'eq :start2 1 :end1 2 :from-end t)
;=> 0
(mismatch (copy-seq #(3 5)) (copy-seq #(5 4 0)) :end2 1)
;=> 0
(search (copy-list '(#\A #\C #\d #\c)) (copy-list '(#\c #\d #\A #\A #\A)) :start2 1 :end2 3 :from-end t)
;=> NIL
(mismatch (copy-seq #(b d d d d d)) (copy-seq #(a b a b)) :test #'eql :start2 3)
;=> 1
(mismatch (copy-list '(3 1)) (copy-seq #(4)) :start2 0 :end2 nil :start1 2 :test #'>)
;=> 2
(search '(d b) (copy-list '(b a a d c)) :key #'identity :test #'eq :start2 5 :end2 nil)
;=> NIL
(mismatch (copy-seq #(0 5 2 2 1)) (copy-list '(0 1)) :test #'> :key nil)
;=> 0
(mismatch (copy-seq #(#\d)) (copy-seq "ca") :end1 nil :test #'char<=)
;=> 0
(mismatch (copy-seq #(4)) (copy-list '(0 1 2 4 4 2)) :key nil :start2 0 :end2 3 :from-end t)
;=> 1
(mismatch (copy-list '(b a b b a d)) (copy-seq #(b a d c d)) :end2 0)
;=> 0
(search (copy-seq #(#\a #\b #\B)) (copy-list '(#\A #\c #\A #\b)) :test #'char< :start1 1)
;=> NIL
(mismatch (copy-list '(0 1 5 3 5 3 4)) (copy-list '(1 2 4 3 0 0)) :end2 1 :from-end t)
;=> 7
(search '() (copy-seq "a") :start2 0 :test #'equalp)
;=> 0
(mismatch (copy-list '(3 2 5)) (copy-seq #(2)) :end1 nil :test #'>)
;=> 1
(mismatch (copy-list '(#\C #\a)) (copy-seq #(#\B #\A #\A #\a)) :start2 0 :end1 nil)
;=> 0
(mismatch (copy-seq #(b d a b b)) (copy-seq #(d)) :key #'identity :test-not #'string<)
;=> 0
(mismatch (copy-seq #(4)) (copy-list '(4 3 1 5 2)) :end2 0 :test #'<)
;=> 0

; Filling and replacing.
(replace (copy-seq #(3 5)) (copy-list '(1 0 2 1 3)) :start2 2)
;=> #(2 1)
(replace (copy-seq "bcb") (copy-seq #()) :start1 1)
;=> "bcb"
(replace (copy-list '(2 4)) (copy-list '(1 2 3)))
;=> (1 2)
(fill (copy-seq #(a d b a b b)) 'c)
;=> #(C C C C C C)
(replace (copy-list '(1 2 3 1 4 3)) (copy-list '()) :start1 2)
;=> (1 2 3 1 4 3)
(fill (copy-list '(0 3)) 0)
;=> (0 0)
(fill (copy-list '(0)) 2)
;=> (2)
(fill (copy-seq #(3 4 3)) 1 :start 1)
;=> #(3 1 1)
(replace (copy-seq #(c c d b d)) (copy-seq #(a a d a)) :start1 1 :end1 nil :start2 2)
;=> #(C D A B D)
(replace (copy-seq #()) (copy-seq #(b c d)))
;=> #()
(replace (copy-seq #(3 2)) (copy-list '(0 4)))
;=> #(0 4)
(fill (copy-list '(#\d #\b #\B #\d #\c #\c)) #\B)
;=> (#\B #\B #\B #\B #\B #\B)
(replace (copy-list '(#\a #\b #\b #\a)) (copy-seq #(#\c #\c #\C #\c #\d)) :end2 0)
;=> (#\a #\b #\b #\a)
(fill (copy-list '(1 0 3)) 2)
;=> (2 2 2)
(fill (copy-seq #(5 0 1 1 3)) 1)
;=> #(1 1 1 1 1)
(replace (copy-seq "Acc") (copy-list '()) :end2 0)
;=> "Acc"
(fill (copy-seq #(c a)) 'c)
;=> #(C C)
(fill (copy-seq #(2 0 1 3 5)) 3)
;=> #(3 3 3 3 3)
(fill (copy-list '(#\B #\c #\C #\B #\C)) #\C)
;=> (#\C #\C #\C #\C #\C)
(replace (copy-list '(0 1 5 4)) (copy-list '()))
;=> (0 1 5 4)
(replace (copy-list '(b)) (copy-seq #(d b a d a b)) :end1 0 :start2 1)
;=> (B)
(fill (copy-seq #(3 3 1 2 4 4)) 0)
;=> #(0 0 0 0 0 0)
(fill (copy-list '(c c)) 'b)
;=> (B B)
(replace (copy-seq "CB") (copy-seq "B") :start1 0 :start2 1 :end2 1)
;=> "CB"
(fill (copy-list '(3 0 3 3 1 3)) 5 :start 1)
;=> (3 5 5 5 5 5)
(replace (copy-seq #(b a d b)) (copy-seq #(a)) :start1 1 :start2 1)
;=> #(B A D B)

; Parts of sequences, and their bounds.
(subseq (copy-list '(2 4 0 1)) 1)
;=> (4 0 1)
(let ((s (copy-list '(0 2)))) (setf (subseq s 1 2) (copy-list '(5 3 2 5 2 1 1))) s)
;=> (0 5)
(subseq (copy-list '(a b b c d)) 0 2)
;=> (A B)
(reverse (copy-seq ""))
;=> ""
(let ((s (copy-list '(b b b d)))) (setf (subseq s 0 1) (copy-list '())) s)
;=> (B B B D)
(subseq (copy-seq #((1) (2) (1))) 2)
;=> #((1))
(length (copy-seq #(b a d d a a)))
;=> 6
(elt (copy-list '((1) (1 2) (a))) 1)
;=> (1 2)
(reverse (copy-list '((1) (1) (2) (a) (a))))
;=> ((A) (A) (2) (1) (1))
(let ((s (copy-seq #((5 . c) (3 . a) (5 . d))))) (setf (elt s 1) '(4 . c)) s)
;=> #((5 . C) (4 . C) (5 . D))
(elt (copy-list '((5 . b) (1 . a) (3 . d) (2 . c) (1 . a))) 1)
;=> (1 . A)
(subseq (copy-list '((3 . a) (5 . a) (1 . a))) 0)
;=> ((3 . A) (5 . A) (1 . A))
(let ((s (copy-seq #(4 4 3 4 2 3)))) (setf (elt s 2) 1) s)
;=> #(4 4 1 4 2 3)
(let ((s (copy-list '(2 3 1 3 2 3)))) (setf (subseq s 0 3) (copy-seq #())) s)
;=> (2 3 1 3 2 3)
(length (copy-list '(2 0)))
;=> 2
(subseq (copy-list '(#\B #\d #\B #\d #\b)) 0 2)
;=> (#\B #\d)
(subseq (copy-list '(1 2 4 1)) 2 3)
;=> (4)
(subseq (copy-seq "AcdCAb") 1 4)
;=> "cdC"
(nreverse (copy-seq #((5 . b) (5 . b) (3 . d) (5 . b) (1 . c))))
;=> #((1 . C) (5 . B) (3 . D) (5 . B) (5 . B))
(subseq (copy-seq #(3 3 0 2)) 1 1)
;=> #()

; Sorting and merging.
(stable-sort (copy-list '(0 1 4 1 4 4)) '< :key #'1+)
;=> (0 1 1 4 4 4)
(stable-sort (copy-list '(0 3 1 2 2 3 4)) '< :key #'-)
;=> (4 3 3 2 2 1 0)
(stable-sort (copy-seq #(#\B #\d)) #'char>)
;=> #(#\d #\B)
(stable-sort (copy-list '(b c)) #'string<)
;=> (B C)
(stable-sort (copy-seq #(a)) #'string<)
;=> #(A)
(stable-sort (copy-list '()) #'string<)
;=> NIL
(stable-sort (copy-seq #(a b a b)) #'string<)
;=> #(A A B B)
(stable-sort (copy-list '(5 1)) #'>)
;=> (5 1)
(stable-sort (copy-seq #((1 . a) (1 . c) (1 . d))) #'< :key #'car)
;=> #((1 . A) (1 . C) (1 . D))
(stable-sort (copy-list '(1 5 2 1)) #'<)
;=> (1 1 2 5)
(stable-sort (copy-list '("a" "aB" "b")) #'string<)
;=> ("a" "aB" "b")
(stable-sort (copy-list '(c)) #'string<)
;=> (C)
(stable-sort (copy-list '("ab" "a" "ab" "ab")) #'string>)
;=> ("ab" "ab" "ab" "a")
(merge 'list (stable-sort (copy-list '("ab")) #'string>) (stable-sort (copy-list '()) #'string>) #'string>)
;=> ("ab")
(merge 'vector (stable-sort (copy-seq #()) #'char>) (stable-sort (copy-seq "Bbbac") #'char>) #'char>)
;=> #(#\c #\b #\b #\a #\B)
(stable-sort (copy-list '(3 2 2)) #'< :key #'1+)
;=> (2 2 3)

; Mapping.
(concatenate 'string (copy-seq "BABAc") (copy-seq ""))
;=> "BABAc"
(some (lambda (a b) (and (> a b) a)) (copy-seq #(4 2 5 0)) (copy-list '(5 5 1 5 0)))
;=> 5
(coerce (copy-seq "c") 'simple-vector)
;=> #(#\c)
(map 'list #'+ (copy-list '(2 1 2 2 5 5 2)) (copy-seq #(4 5 2 0 3 5)))
;=> (6 6 4 2 8 10)
(map '(vector t) #'list (copy-list '(1 2 1 1 3)))
;=> #((1) (2) (1) (1) (3))
(coerce (copy-list '(#\B)) 'simple-string)
;=> "B"
(coerce (copy-seq "b") 'simple-string)
;=> "b"
(every #'= (copy-seq #(3 5 5 2 3)) (copy-list '(4 1 4)))
;=> NIL
(map-into (copy-seq #()) #'list (copy-list '(2 0 3 3 2 5 1)) (copy-seq #(0 2 5)))
;=> #()
(map-into (copy-seq #(1 1 2 4 1)) #'+ (copy-list '(0 1 1 0 3)) (copy-list '(1 5)))
;=> #(1 6 2 4 1)
(map '(vector t) #'1+ (copy-seq #(1 2 0 2)))
;=> #(2 3 1 3)
(notevery 'oddp (copy-list '(1 1 4 3 3)))
;=> T
(concatenate 'list (copy-seq "CdcdbC") (copy-seq "bb"))
;=> (#\C #\d #\c #\d #\b #\C #\b #\b)
(some (lambda (x) (> x 2)) (copy-seq #(1 0 0 4 2)))
;=> T
(map 'list #'1+ (copy-list '(2 1)))
;=> (3 2)
(every #'zerop (copy-seq #(2 3 1 1 5 2 2)))
;=> NIL
(notevery 'oddp (copy-seq #(4 3)))
;=> T
(some #'zerop (copy-list '(4)))
;=> NIL
(map 'list #'+ (copy-seq #(2 3)) (copy-list '(1 0 0 2 3)))
;=> (3 3)
(some (lambda (a b) (and (> a b) a)) (copy-list '(2)) (copy-list '(5 1 3 3 0 5)))
;=> NIL
(some #'< (copy-list '(2 3 2)) (copy-list '(0 2 5 2 3)))
;=> T
(every #'< (copy-list '(3 1 3 0)) (copy-list '(1 1 1 4 2)))
;=> NIL
(map '(vector t) #'1+ (copy-seq #(1 2 2 2 2 5)))
;=> #(2 3 3 3 3 6)
(every #'zerop (copy-seq #(1 2 0 1 4 2)))
;=> NIL

; Members and association lists.
(rassoc 5 '() :key #'identity)
;=> NIL
(member-if-not (lambda (x) (> x 2)) (copy-list '()) :key nil)
;=> NIL
(member "A" (copy-list '(b a)) :key #'symbol-name :test-not #'string=)
;=> (B A)
(assoc-if-not 'oddp '((3 . 1) (1 . 2) nil))
;=> NIL
(assoc 2 '())
;=> NIL
(assoc 5 '((2 . 4) (2 . 5)) :key #'1+)
;=> NIL
(assoc 5 '((5 . 2) (3 . 1) (1 . 1)) :test-not (lambda (a b) (= a (1- b))))
;=> (5 . 2)
(rassoc-if-not (lambda (x) (> x 2)) '() :key (lambda (x) (mod x 3)))
;=> NIL
(member-if-not (lambda (x) (> x 2)) (copy-list '(0 3)))
;=> (0 3)
(assoc 4 '((4 . 1) (4 . 5) (4 . 3)) :test #'<)
;=> NIL
(member 3 (copy-list '()))
;=> NIL
(assoc 0 '(nil (3 . 4)) :test #'=)
;=> NIL
(member #\d (copy-list '(#\c #\b)) :test #'char<=)
;=> NIL
(assoc-if-not 'oddp '((1 . 1) (1 . 3)) :key '1+)
;=> (1 . 1)
(rassoc-if 'oddp '((4 . 5) nil))
;=> (4 . 5)
(member-if #'consp (copy-list '((2 . a) (5 . b) (5 . c))))
;=> ((2 . A) (5 . B) (5 . C))
(rassoc 4 '((1 . 2) nil (1 . 5)))
;=> NIL
(rassoc-if #'zerop '((2 . 1) (2 . 2) (1 . 1) (2 . 3)) :key (lambda (x) (mod x 3)))
;=> (2 . 3)
(assoc 5 '((4 . 2) (5 . 4) (4 . 4) nil) :key '1+ :test #'<)
;=> (5 . 4)
(rassoc 4 '() :key #'identity :test-not #'/=)
;=> NIL
(member-if-not (lambda (x) (char< x #\c)) (copy-list '(#\A #\d #\a #\a #\c #\c)))
;=> (#\d #\a #\a #\c #\c)
(assoc 3 '() :test '<)
;=> NIL
(member 'd (copy-list '()) :test 'equal)
;=> NIL
(member-if-not #'zerop (copy-list '(3 5 0 3 1 4 2)) :key nil)
;=> (3 5 0 3 1 4 2)
(assoc-if-not #'zerop '(nil (4 . 4) nil (3 . 2)) :key #'-)
;=> (4 . 4)
(assoc 1 '((4 . 2) (1 . 5)))
;=> (1 . 5)
(member 4 (copy-list '(4)) :test-not #'eql)
;=> NIL
(member 4 (copy-list '((1) (1 2) (2) (1 2))) :key #'length :test #'eql)
;=> NIL
(rassoc 0 '() :key (lambda (x) (mod x 3)) :test #'=)
;=> NIL
(member 1 (copy-list '(3 3 4 3 3 1)))
;=> (1)

; Sets.
(sort-p (nintersection (copy-list '((1 . b) (2 . a))) (copy-list '((1 . a) (1 . a) (1 . a)))))
;=> NIL
(sort-p (nunion (copy-list '(1 1 3 5 3 3)) (copy-list '(3 4 3 3))))
;=> (1 1 3 3 3 4 5)
(sort-p (nset-difference (copy-list '()) (copy-list '(#\C)) :key #'char-upcase))
;=> NIL
(adjoin "A" (copy-list '("A" "b")))
;=> ("A" "A" "b")
(adjoin 1 (copy-list '()) :key #'1+)
;=> (1)
(sort-p (nset-exclusive-or (copy-list '(c a b b)) (copy-list '()) :key #'identity))
;=> (A B B C)
(sort-p (intersection (copy-list '(() () (2))) (copy-list '((1) (1 2))) :test #'equal))
;=> NIL
(adjoin "b" (copy-list '("aB" "ab")) :key nil)
;=> ("b" "aB" "ab")
(subsetp (copy-list '("a" "aB" "A")) (copy-list '("b" "b" "aB" "b")))
;=> NIL
(sort-p (intersection (copy-list '("ab" "ab")) (copy-list '("aB" "A" "a" "aB"))))
;=> NIL
(adjoin #\a (copy-list '(#\C)))
;=> (#\a #\C)
(sort-p (intersection (copy-list '()) (copy-list '()) :key 'first))
;=> NIL
(sort-p (union (copy-list '(b b b b c)) (copy-list '(a b a d)) :test #'eq))
;=> (A A B C D)
(let ((l (copy-list '()))) (pushnew 'b l) l)
;=> (B)
(subsetp (copy-list '(0 2 1 1 0 0)) (copy-list '(1 2)) :test #'>)
;=> NIL
(sort-p (set-exclusive-or (copy-list '()) (copy-list '((a) (a) (2)))))
;=> ((2) (A) (A))
(sort-p (nset-difference (copy-list '(b c)) (copy-list '()) :test #'string=))
;=> (B C)
(sort-p (set-difference (copy-list '(b d d d)) (copy-list '())))
;=> (B D D D)
(subsetp (copy-list '(b c a b b a)) (copy-list '()) :key #'symbol-name :test 'equal)
;=> NIL
(sort-p (set-difference (copy-list '(a a c c)) (copy-list '(c a))))
;=> NIL
(sort-p (intersection (copy-list '(5 0)) (copy-list '(4))))
;=> NIL
(sort-p (intersection (copy-list '(b a)) (copy-list '(a a))))
;=> (A)
(sort-p (union (copy-list '()) (copy-list '("a")) :key nil))
;=> ("a")
(sort-p (union (copy-list '(#\b #\a #\A #\B #\a #\b)) (copy-list '(#\C #\c))))
;=> (#\A #\B #\C #\a #\a #\b #\b #\c)
(sort-p (nunion (copy-list '()) (copy-list '(a c)) :key nil :test #'eql))
;=> (A C)
(sort-p (intersection (copy-list '(3 3)) (copy-list '(3 3 5 0 1 2)) :key (lambda (x) (mod x 3))))
;=> (3 3)
(sort-p (set-difference (copy-list '(a b)) (copy-list '(b a)) :test 'equal))
;=> NIL
(adjoin 0 (copy-list '(4 0)) :key (lambda (x) (mod x 3)) :test (lambda (a b) (and (evenp a) (< a b))))
;=> (4 0)
(sort-p (set-exclusive-or (copy-list '(b d)) (copy-list '(a d d c b c)) :test #'string<))
;=> (A B D)
(let ((l (copy-list '(1 2 3 2 3 2)))) (pushnew 1 l :key '1+ :test (lambda (a b) (= a (1- b)))) l)
;=> (1 2 3 2 3 2)
(sort-p (nintersection (copy-list '(1)) (copy-list '()) :key #'1+ :test '<))
;=> NIL
(sort-p (nunion (copy-list '()) (copy-list '(4 5 1 1 4 5))))
;=> (1 1 4 4 5 5)
(sort-p (nset-exclusive-or (copy-list '("b" "aB")) (copy-list '("a"))))
;=> ("a" "aB" "b")
(sort-p (nset-exclusive-or (copy-list '(3 4 4 1 1)) (copy-list '(2 4 1 3))))
;=> (2)
(let ((l (copy-list '(2 2 2 5 2)))) (pushnew 3 l) l)
;=> (3 2 2 2 5 2)
(let ((l (copy-list '(#\d #\b #\A)))) (pushnew #\c l :test #'equalp :key nil) l)
;=> (#\c #\d #\b #\A)

; Trees.
(subst-if 9 #'atom (copy-tree '(((1 2 . b)) 2 3)))
;=> (((9 9 . 9) . 9) 9 9 . 9)
(subst '(x) 'a (copy-tree '((nil nil))) :test #'eql)
;=> ((NIL NIL))
(subst '(x) 2 (copy-tree '(1 (1) . a)) :test-not (lambda (a b) (not (equal a b))))
;=> (1 (1) . A)
(subst '(x) 2 (copy-tree 'a) :test-not (lambda (a b) (not (equal a b))))
;=> A
(nsublis '((1 . x) (a . (y)) nil (2 . 3)) (copy-tree '(1)))
;=> (X)
(nsubst-if-not 'x (lambda (x) (eql x 1)) (copy-tree '2) :key (lambda (x) (if (consp x) (car x) x)))
;=> X
(tree-equal (copy-tree '(nil)) (copy-tree '(nil)) :test #'eql)
;=> T
(tree-equal (copy-tree '((1 (2) (3 nil . 2)) . 2)) (copy-tree '((1 (2) (3 nil . 2)) . 2)))
;=> T
(nsubst-if-not 'x #'symbolp (copy-tree '1))
;=> X
(tree-equal (copy-tree '(((1 a 3) 2) 1 ((1 a)))) '((2 (b b) (3 nil)) . b) :test #'equal)
;=> NIL
(tree-equal (copy-tree 'b) '((3 (3 3) 1 . a)) :test-not #'eql)
;=> NIL
(nsublis '((1 . x) (a . (y)) nil (2 . 3)) (copy-tree 'a) :key (lambda (x) (if (numberp x) (1+ x) x)))
;=> (Y)
(subst-if 'x #'symbolp (copy-tree '(((1 2) 1))) :key (lambda (x) (if (numberp x) (1+ x) x)))
;=> (((1 2 . X) 1 . X) . X)
(subst-if-not 9 (lambda (x) (eql x 1)) (copy-tree '((1 a (a)) (a (nil) a))))
;=> 9
(sublis '((1 . x) (a . (y)) nil (2 . 3)) (copy-tree '(((a b 1) (2 b) (3 3 1)))))
;=> ((((Y) B X) (3 B) (3 3 X)))
(sublis '((1 . x) (a . (y))  (2 . 3)) (copy-tree '((3) a)))
;=> ((3) (Y))
(tree-equal (copy-tree 'b) '1)
;=> NIL
(nsublis '((1 . x) (a . (y))  (2 . 3)) (copy-tree '1) :key (lambda (x) (if (consp x) (car x) x)))
;=> X
(tree-equal (copy-tree '1) '(((3 nil 1 . 1) (a . 2)) ((2))))
;=> NIL
(nsubst 'x '(1) (copy-tree '3) :key (lambda (x) (if (numberp x) (1+ x) x)) :test #'equal)
;=> 3
(nsublis '((1 . x) (a . (y))  (2 . 3)) (copy-tree '(((a nil 2)))))
;=> ((((Y) NIL 3)))
(nsubst-if 9 #'listp (copy-tree '(((b 1 1 . 2) 2 (2 b) . b))))
;=> 9
(nsubst 9 'a (copy-tree '(((b) 1))) :test-not #'eql)
;=> 9
(subst-if-not 'x #'atom (copy-tree '3) :key (lambda (x) (if (consp x) (car x) x)))
;=> 3
(nsubst-if 9 #'listp (copy-tree '(nil)))
;=> 9
(subst 9 2 (copy-tree '(((2 . 2) 1))) :test-not #'eql :key (lambda (x) (if (consp x) (car x) x)))
;=> 9
(tree-equal (copy-tree '(((a nil 1 . 2) (nil)))) '(2 . b) :test #'eql)
;=> NIL
(nsublis '((1 . x) (a . (y))  (2 . 3)) (copy-tree 'b) :test-not (lambda (a b) (not (equal a b))))
;=> B
(tree-equal (copy-tree 'nil) '(2 ((2 a . a) (1 3 . b) (1 b 2))))
;=> NIL
(subst-if 'x #'listp (copy-tree '(1 ((1 nil a)))) :key (lambda (x) (if (numberp x) (1+ x) x)))
;=> X

; Dotted and circular lists.
(copy-list (copy-tree '(1 3 . 9)))
;=> (1 3 . 9)
(let ((l (list 1 2 3))) (setf (cdr (last l)) l) (list (nth 7 l) (nth 5 l) (eq (nthcdr 3 l) l)))
;=> (2 3 T)
(butlast (copy-tree '(4 5 1 2 3 2 . 9)))
;=> (4 5 1 2 3)
(append)
;=> NIL
(maplist #'list (copy-tree '(3 2 3 4 4 2 1)))
;=> (((3 2 3 4 4 2 1)) ((2 3 4 4 2 1)) ((3 4 4 2 1)) ((4 4 2 1)) ((4 2 1)) ((2 1)) ((1)))
(tailp 9 (copy-tree '(2 1 . 9)))
;=> T
(length (copy-tree '(2 0)))
;=> 2
(let ((l (copy-tree '(5 3 3 0 4 1 . 9)))) (tailp (nthcdr 2 l) l))
;=> T
(let ((l (list 1 2 3))) (setf (cdr (last l)) l) (mapcar #'list l (copy-list '(1 1 5 2 2 2 2))))
;=> ((1 1) (2 1) (3 5) (1 2) (2 2) (3 2) (1 2))
(list-length (let ((l (list 1 2 5))) (setf (cdr (last l)) l)))
;=> NIL
(let ((l (list 1 2 3))) (setf (cdr (last l)) l) (let ((m (member 2 l))) (list (car m) (tailp m l))))
;=> (2 T)
(list-length (let ((l (list 1 2 3))) (setf (cdr (last l)) l)))
;=> NIL
(list-length (let ((l (list 1 2 2))) (setf (cdr (last l)) l)))
;=> NIL
(nthcdr 1 (copy-tree '(3)))
;=> NIL
(mapcon #'copy-list (copy-list '(4 1 4 3 4 2)))
;=> (4 1 4 3 4 2 1 4 3 4 2 4 3 4 2 3 4 2 4 2 2)
(append (copy-list '(1 5 2 2 1)) (copy-list '()) 7)
;=> (1 5 2 2 1 . 7)
(tree-equal (copy-tree '(5 2 5 4 0 3 3)) (copy-tree '(1 5 . 9)))
;=> NIL
(revappend (copy-list '(2 5)) (copy-tree '(3 2 4 3 2 2 3)))
;=> (5 2 3 2 4 3 2 2 3)
(endp (copy-tree '(1)))
;=> NIL
(append (copy-list '(4 4 1 3 4 5)) (copy-tree '(2 . 9)))
;=> (4 4 1 3 4 5 2 . 9)
(let ((l (copy-tree '(3 1 1 2 0 2 0 . 9)))) (tailp (nthcdr 1 l) l))
;=> T
(last (copy-tree '(3 3 1 3 1)))
;=> (1)
(get-properties (copy-tree '(1 4 4)) '(1 2))
;=> 1 ; 4 ; (1 4 4)
(let ((l (copy-tree '(3 2 . 9)))) (ldiff l (nthcdr 2 l)))
;=> (3 2)
(let ((l (copy-tree '(4)))) (tailp (nthcdr 2 l) l))
;=> T
(list-length (let ((l (list 1 2 0))) (setf (cdr (last l)) l)))
;=> NIL
(nconc (copy-tree '(5 5 0 1 3 1 . 9)) nil (copy-tree '(1 5 2 2 5 1 0 . 9)) 7)
;=> (5 5 0 1 3 1 1 5 2 2 5 1 0 . 7)
(getf (copy-tree '(2 1 3 1)) 0)
;=> NIL
(tailp 8 (copy-tree '(2 1 1 4 . 9)))
;=> NIL
(mapcon #'copy-list (copy-list '(4 0 0)))
;=> (4 0 0 0 0 0)
(copy-tree (copy-tree '(2 2 2 1 2)))
;=> (2 2 2 1 2)
(append (copy-tree '(3 1 1 4 3 1 . 9)))
;=> (3 1 1 4 3 1 . 9)
(append (copy-list '(3 1)) (copy-tree '(1 0 1 3 3 0 0 . 9)))
;=> (3 1 1 0 1 3 3 0 0 . 9)
(nthcdr 2 (copy-tree '(3 2 4 1 3 2 3 . 9)))
;=> (4 1 3 2 3 . 9)
(equal (copy-tree '(3 1 3 1 3 2 . 9)) (copy-tree '(3 0 0 3 4 3)))
;=> NIL
(mapcon #'copy-list (copy-list '(3 3 2 2)))
;=> (3 3 2 2 3 2 2 2 2 2)
(maplist #'list (copy-list '(1 2 4 2 1 1 2)) (copy-list '(b a a c)))
;=> (((1 2 4 2 1 1 2) (B A A C)) ((2 4 2 1 1 2) (A A C)) ((4 2 1 1 2) (A C)) ((2 1 1 2) (C)))
(copy-alist (copy-list '((1 . b) (1 . c) (2 . a) (1 . a))))
;=> ((1 . B) (1 . C) (2 . A) (1 . A))
(maplist #'list (copy-list '(2 1 5 3)) (copy-list '(d a b d b)))
;=> (((2 1 5 3) (D A B D B)) ((1 5 3) (A B D B)) ((5 3) (B D B)) ((3) (D B)))
(nbutlast (copy-tree '(5 1 2 1 5 2 4 . 9)) 1)
;=> (5 1 2 1 5 2)

; Arrays and their bounds.
(make-array '3 :initial-contents '((1 2 3) (4 5 6) (7 8 9)))
;=> #((1 2 3) (4 5 6) (7 8 9))
(string-upcase "abc" :start 0 :end 0)
;=> "abc"
(array-dimension (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6))) 0)
;=> 2
(array-in-bounds-p "abc" 3)
;=> NIL
(count 1 #*10110 :start 0)
;=> 3
(row-major-aref (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6))) 5)
;=> 6
(adjust-array (make-array 3 :initial-contents '(1 2 3) :adjustable t) 5 :initial-element 9)
;=> #(1 2 3 9 9)
(array-total-size (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6))))
;=> 6
(array-in-bounds-p (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6))) 2 1)
;=> NIL
(adjust-array (make-array 3 :initial-contents '(1 2 3) :adjustable t) 1 :initial-element 9)
;=> #(1)
(parse-integer " 12 " :start 2)
;=> 2 ; 4
(svref (copy-seq #(5 0 4 1 3)) 3)
;=> 1
(char "abc" 2)
;=> #\c
(array-dimension (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6))) 1)
;=> 3
(schar "abc" 2)
;=> #\c
(array-row-major-index (copy-seq #(0 1 2 1)) 0)
;=> 0
(array-in-bounds-p (copy-seq #(2 3 5)) 2)
;=> T
(array-in-bounds-p (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6))) 1 2)
;=> T
(string-upcase "abc" :start 1 :end 2)
;=> "aBc"
(bit #*101 2)
;=> 1
(array-dimensions (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6))))
;=> (2 3)
(adjust-array (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6))) '(3 1) :initial-element 9)
;=> #2A((1) (4) (9))
(aref (copy-seq #(3 2)) 0)
;=> 3
(aref (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6))) 0 0)
;=> 1
(let ((v (make-array 4 :fill-pointer 4 :initial-element 0))) (setf (fill-pointer v) 3) v)
;=> #(0 0 0)
(row-major-aref (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6))) 0)
;=> 1
(aref (copy-seq #(0 5 3 0)) 3)
;=> 0
(array-in-bounds-p (copy-seq #(3 2)) -1)
;=> NIL
(array-in-bounds-p (copy-seq #(3 5 1 1 1 5 2)) 2)
;=> T
(adjust-array (make-array '(2 3) :initial-contents '((1 2 3) (4 5 6))) '(2 4) :initial-element 9)
;=> #2A((1 2 3 9) (4 5 6 9))
