; Arrays: vectors, matrices, bit vectors, fill pointers, adjusting.

#(1 2 3)
;=> #(1 2 3)
(vector 1 'a "b")
;=> #(1 A "b")
(make-array 3 :initial-element 0)
;=> #(0 0 0)
(make-array '(2 3) :initial-element 1)
;=> #2A((1 1 1) (1 1 1))
(make-array 3 :initial-contents '(a b c))
;=> #(A B C)
(make-array '(2 2) :initial-contents '((1 2) (3 4)))
;=> #2A((1 2) (3 4))
(make-array nil :initial-element 5)
;=> #0A5
(aref #(1 2 3) 1)
;=> 2
(aref #2A((1 2) (3 4)) 1 0)
;=> 3
(svref #(1 2) 0)
;=> 1
(elt #(1 2 3) 2)
;=> 3
(aref #(1 2) 5)
;!! type-error
(aref #2A((1 2)) 0)
;!! simple-error
;-! type-error
(aref #(1 2) -1)
;!! type-error
(length #(1 2 3))
;=> 3
(length #())
;=> 0
(array-rank #2A((1)))
;=> 2
(array-rank #(1))
;=> 1
(array-dimensions #2A((1 2 3) (4 5 6)))
;=> (2 3)
(array-dimension #2A((1 2 3) (4 5 6)) 1)
;=> 3
(array-dimension #(1 2) 0)
;=> 2
(array-total-size #2A((1 2) (3 4)))
;=> 4
(array-total-size "abc")
;=> 3
(array-row-major-index #2A((1 2) (3 4)) 1 1)
;=> 3
(row-major-aref #2A((1 2) (3 4)) 2)
;=> 3
(array-in-bounds-p #(1 2) 1)
;=> T
(array-in-bounds-p #(1 2) 2)
;=> NIL
(array-in-bounds-p #2A((1 2)) 0 1)
;=> T
(arrayp #(1))
;=> T
(arrayp "a")
;=> T
(arrayp '(1))
;=> NIL
(vectorp #(1))
;=> T
(vectorp #2A((1)))
;=> NIL
(simple-vector-p #(1))
;=> T
(simple-vector-p "a")
;=> NIL
(array-element-type #(1))
;=> T
(array-element-type "a")
;=> CHARACTER
(array-element-type #*101)
;=> BIT
(let ((v (vector 1 2 3))) (setf (aref v 1) 'x) v)
;=> #(1 X 3)
(let ((a (make-array '(2 2) :initial-element 0))) (setf (aref a 0 1) 5) a)
;=> #2A((0 5) (0 0))
(let ((a (make-array '(2 2) :initial-element 0))) (incf (aref a 1 1) 3) a)
;=> #2A((0 0) (0 3))
(let ((a (make-array '(2 3) :initial-element 0))) (setf (row-major-aref a 4) 1) a)
;=> #2A((0 0 0) (0 1 0))
(let ((a (make-array '(2 2) :initial-element 0))) (setf (apply #'aref a '(1 0)) 9) a)
;=> #2A((0 0) (9 0))
(apply #'aref #2A((1 2) (3 4)) '(0 1))
;=> 2
(fill (make-array 3) 7)
;=> #(7 7 7)
(fill (vector 1 2 3 4) 0 :start 1 :end 3)
;=> #(1 0 0 4)
(replace (vector 1 2 3) #(a b))
;=> #(A B 3)
(reverse #(1 2 3))
;=> #(3 2 1)
(subseq #(1 2 3 4) 1 3)
;=> #(2 3)
(copy-seq #(1 2))
;=> #(1 2)
(concatenate 'vector #(1) '(2) #(3))
;=> #(1 2 3)
(map 'vector #'1+ #(1 2 3))
;=> #(2 3 4)
(map 'vector #'+ '(1 2) #(10 20))
;=> #(11 22)
(sort (vector 3 1 2) #'<)
;=> #(1 2 3)
(find 2 #(1 2 3))
;=> 2
(position 3 #(1 2 3))
;=> 2
(count 1 #(1 2 1))
;=> 2
(remove 1 #(1 2 1))
;=> #(2)
(reduce #'+ #(1 2 3))
;=> 6
(search #(2 3) #(1 2 3))
;=> 1
(every #'numberp #(1 2))
;=> T
(coerce '(1 2) 'vector)
;=> #(1 2)
(coerce #(1 2) 'list)
;=> (1 2)
(coerce '(1 2) 'simple-vector)
;=> #(1 2)
(equal #(1 2) #(1 2))
;=> NIL
(equalp #(1 2) #(1 2))
;=> T
(equalp #(1 2) #(1.0 2))
;=> T
(equalp "ab" (vector #\a #\b))
;=> T
(equalp #2A((1 2)) #2A((1 2)))
;=> T
(let ((v (make-array 5 :fill-pointer 0))) (vector-push 'a v) (vector-push 'b v) v)
;=> #(A B)
(let ((v (make-array 5 :fill-pointer 2 :initial-element 0))) (length v))
;=> 2
(let ((v (make-array 1 :fill-pointer 0))) (list (vector-push 'a v) (vector-push 'b v)))
;=> (0 NIL)
(let ((v (make-array 2 :fill-pointer 0 :adjustable t))) (dotimes (i 5) (vector-push-extend i v)) v)
;=> #(0 1 2 3 4)
(let ((v (make-array 3 :fill-pointer 3 :initial-contents '(1 2 3)))) (vector-pop v))
;=> 3
(let ((v (make-array 3 :fill-pointer 2 :initial-element 'x))) (fill-pointer v))
;=> 2
(let ((v (make-array 3 :fill-pointer 3 :initial-contents '(1 2 3)))) (setf (fill-pointer v) 1) v)
;=> #(1)
(array-has-fill-pointer-p (make-array 3 :fill-pointer 0))
;=> T
(array-has-fill-pointer-p #(1 2))
;=> NIL
;-> T
(adjustable-array-p (make-array 3 :adjustable t))
;=> T
(adjustable-array-p (vector 1 2))
;=> NIL
;-> T
(adjust-array (make-array 2 :initial-element 1 :adjustable t) 4 :initial-element 0)
;=> #(1 1 0 0)
(adjust-array #2A((1 2) (3 4)) '(2 3) :initial-element 0)
;=> #2A((1 2 0) (3 4 0))
(array-dimensions (adjust-array (make-array '(2 2) :initial-element 1) '(3 1)))
;=> (3 1)
#*1011
;=> #*1011
(bit #*1011 1)
;=> 0
(sbit #*1011 0)
;=> 1
(length #*1011)
;=> 4
(bit-vector-p #*101)
;=> T
(bit-vector-p #(1 0))
;=> NIL
(simple-bit-vector-p #*1)
;=> T
(bit-and #*1100 #*1010)
;=> #*1000
(bit-ior #*1100 #*1010)
;=> #*1110
(bit-xor #*1100 #*1010)
;=> #*0110
(bit-not #*1100)
;=> #*0011
(bit-nand #*1100 #*1010)
;=> #*0111
(bit-nor #*1100 #*1010)
;=> #*0001
(bit-eqv #*1100 #*1010)
;=> #*1001
(bit-andc1 #*1100 #*1010)
;=> #*0010
(bit-andc2 #*1100 #*1010)
;=> #*0100
(bit-orc1 #*1100 #*1010)
;=> #*1011
(bit-orc2 #*1100 #*1010)
;=> #*1101
(make-array 4 :element-type 'bit :initial-element 1)
;=> #*1111
(let ((b (make-array 3 :element-type 'bit :initial-element 0))) (setf (bit b 1) 1) b)
;=> #*010
(equal #*101 #*101)
;=> T
(equal #*101 #*100)
;=> NIL
(coerce '(1 0 1) 'bit-vector)
;=> #*101
(map 'bit-vector #'logxor #*1100 #*1010)
;=> #*0110
(count 1 #*10110)
;=> 3
(position 1 #*0010)
;=> 2
(reverse #*100)
;=> #*001
(subseq #*10110 1 4)
;=> #*011
(concatenate 'bit-vector #*10 #*01)
;=> #*1001
(reduce #'+ #*1011)
;=> 3
(typep #*101 '(bit-vector 3))
;=> T
(typep #(1 2) '(vector t 2))
;=> T
(typep #2A((1)) '(array t (1 1)))
;=> T
(typep #(1) '(simple-array t (*)))
;=> T
(typep #2A((1)) '(array * 2))
;=> T
(typep #(1) 'sequence)
;=> T
(upgraded-array-element-type 'bit)
;=> BIT
(upgraded-array-element-type 'symbol)
;=> T
(make-array 2 :element-type 'bit :initial-element 5)
;!! type-error
(vector-push 1 #(1 2))
;!! simple-type-error
;-> NIL
(svref '(1) 0)
;!! type-error
(dotimes (i 2) (aref #(1 2) i))
;=> NIL
(let ((s 0)) (dotimes (i 3 s) (incf s (aref #(1 2 3) i))))
;=> 6
(loop for x across #(1 2 3) sum x)
;=> 6
(let ((a (make-array '(2 2)))) (dotimes (i 2) (dotimes (j 2) (setf (aref a i j) (* i j)))) a)
;=> #2A((0 0) (0 1))
(array-displacement #(1 2))
;=> NIL ; 0
(let ((v #(1 2 3))) (eq v (coerce v 'vector)))
;=> T
(vector)
;=> #()
(make-sequence 'vector 2 :initial-element 'a)
;=> #(A A)
(make-array 2 :initial-contents #(x y))
;=> #(X Y)
#3A(((1 2) (3 4)))
;=> #3A(((1 2) (3 4)))
#0A5
;=> #0A5
(let ((v (vector 5 3 9))) (rotatef (aref v 0) (aref v 2)) v)
;=> #(9 3 5)
