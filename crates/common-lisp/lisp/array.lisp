; Common Lisp: bit vectors, which are vectors of 0 and 1, and what is asked about arrays.

(defproc bit (array &rest coordinates)
  "The element of an array of bits.

(bit #*0101 1)  ;=> 1"
  (apply aref array coordinates))

(defproc sbit (array &rest coordinates)
  "The element of an array of bits.

(sbit #*0101 0)  ;=> 0"
  (apply aref array coordinates))

(defproc bit-vector-p (object)
  "Returns whether the object is a vector of bits.

(bit-vector-p #*0101)        ;=> t
(bit-vector-p (vector 0 1))  ;=> nil"
  (and (%bits? object) (= (array-rank object) 1)))

(defproc simple-bit-vector-p (object)
  "Returns whether the object is a vector of bits.

(simple-bit-vector-p (vector 5))  ;=> nil"
  (bit-vector-p object))

(defproc %bits (f a b target)
  "An array of the results of calling `f` on the bits of two; it is the first one if the target is t, the target if that
is an array, else a new one."
  (let ((result (cond ((= target t) a) ((array? target) target) (t (duplicate a)))))
    (do ((i 0 (+ i 1)))
        ((>= i (array-length a)) result)
      (row-major-set! result i (bit-and 1 (f (row-major-aref a i) (row-major-aref b i)))))))

(defproc bit-and (a b &optional target)
  "The array of the bits that are 1 in both arrays.

(bit-and #*0011 #*0101)  ;=> #*0001"
  (%bits bit-and a b target))

(defproc bit-ior (a b &optional target)
  "The array of the bits that are 1 in one of two arrays.

(bit-ior #*0011 #*0101)  ;=> #*0111"
  (%bits bit-or a b target))

(defproc bit-xor (a b &optional target)
  "The array of the bits that differ in two arrays.

(bit-xor #*0011 #*0101)  ;=> #*0110"
  (%bits bit-xor a b target))

(defproc bit-eqv (a b &optional target)
  "The array of the bits that are the same in two arrays.

(bit-eqv #*0011 #*0101)  ;=> #*1001"
  (%bits logeqv a b target))

(defproc bit-nand (a b &optional target)
  "The array of the bits that are not 1 in both arrays.

(bit-nand #*0011 #*0101)  ;=> #*1110"
  (%bits lognand a b target))

(defproc bit-nor (a b &optional target)
  "The array of the bits that are 1 in none of two arrays.

(bit-nor #*0011 #*0101)  ;=> #*1000"
  (%bits lognor a b target))

(defproc bit-andc1 (a b &optional target)
  "The array of the bits that are 1 in the second array and not in the first.

(bit-andc1 #*0011 #*0101)  ;=> #*0100"
  (%bits logandc1 a b target))

(defproc bit-andc2 (a b &optional target)
  "The array of the bits that are 1 in the first array and not in the second.

(bit-andc2 #*0011 #*0101)  ;=> #*0010"
  (%bits logandc2 a b target))

(defproc bit-orc1 (a b &optional target)
  "The array of the bits that are 0 in the first array or 1 in the second.

(bit-orc1 #*0011 #*0101)  ;=> #*1101"
  (%bits logorc1 a b target))

(defproc bit-orc2 (a b &optional target)
  "The array of the bits that are 1 in the first array or 0 in the second.

(bit-orc2 #*0011 #*0101)  ;=> #*1011"
  (%bits logorc2 a b target))

(defproc bit-not (a &optional target)
  "The array of the bits that are 0 in an array.

(bit-not #*0011)  ;=> #*1100"
  (%bits (lambda (x y) (bit-not x)) a a target))

(defproc array-element-type (array)
  "The type of what can be in an array.

(array-element-type \"a\")         ;=> character
(array-element-type #*01)         ;=> bit
(array-element-type (vector 1))   ;=> t"
  (cond
    ((string? array) 'character)
    ((%bits? array) 'bit)
    ((array? array) t)
    (t (%type-error 'array-element-type array 'array))))

(defproc upgraded-array-element-type (type &optional environment)
  "The type of what can be in an array that is made for elements of a type.

(upgraded-array-element-type 'bit)     ;=> bit
(upgraded-array-element-type 'fixnum)  ;=> t"
  (cond
    ((%character-type? type) 'character)
    ((or (= type 'bit) (equal type '(integer 0 1)) (equal type '(mod 2)) (equal type '(unsigned-byte 1))) 'bit)
    (t t)))

(defproc array-dimensions (array)
  "The list of the dimensions of an array.

(array-dimensions (make-array '(2 3)))  ;=> (2 3)
(array-dimensions \"abc\")              ;=> (3)"
  (%dimensions array))

(defproc array-rank (array)
  "The number of dimensions of an array.

(array-rank (make-array '(2 3)))  ;=> 2
(array-rank \"abc\")              ;=> 1"
  (if (string? array) 1 (array-rank array)))

(defproc array-total-size (array)
  "The number of elements of an array.

(array-total-size (make-array '(2 3)))  ;=> 6
(array-total-size \"abc\")              ;=> 3"
  (if (string? array) (string-length array) (array-length array)))

(defproc array-displacement (array)
  "The values of the array that the elements of this one are in, and where they begin: nil and 0, because there are no
displaced arrays. Partly: there are no displaced arrays.

(multiple-value-list (array-displacement (vector 1)))  ;=> (nil 0)"
  (unless (or (array? array) (string? array)) (%type-error 'array-displacement array 'array))
  (#'values nil 0))
