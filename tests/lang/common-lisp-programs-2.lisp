;;;; buffers dates and tokens
; not under: stress ticks: a long program
(require 'common-lisp)
;;; ring buffers, string substitution
(defstruct buf vec (start -1) (used -1) (new -1) (end -1))
(defun bref (buf n) (svref (buf-vec buf) (mod n (length (buf-vec buf)))))
(defun (setf bref) (val buf n)
  (setf (svref (buf-vec buf) (mod n (length (buf-vec buf)))) val))
(defun new-buf (len) (make-buf :vec (make-array len)))
(defun buf-insert (x b) (setf (bref b (incf (buf-end b))) x))
(defun buf-pop (b)
  (prog1 (bref b (incf (buf-start b)))
    (setf (buf-used b) (buf-start b) (buf-new b) (buf-end b))))
(defun buf-next (b) (when (< (buf-used b) (buf-new b)) (bref b (incf (buf-used b)))))
(defun buf-reset (b) (setf (buf-used b) (buf-start b) (buf-new b) (buf-end b)))
(defun buf-clear (b) (setf (buf-start b) -1 (buf-used b) -1 (buf-new b) -1 (buf-end b) -1))
(defun buf-flush (b str)
  (do ((i (1+ (buf-used b)) (1+ i)))
      ((> i (buf-end b)))
    (princ (bref b i) str)))
(defun stream-subst (old new in out)
  (let* ((pos 0) (len (length old)) (buf (new-buf len)) (from-buf nil))
    (do ((c (read-char in nil :eof) (or (setf from-buf (buf-next buf)) (read-char in nil :eof))))
        ((eql c :eof))
      (cond ((char= c (char old pos))
             (incf pos)
             (cond ((= pos len) (princ new out) (setf pos 0) (buf-clear buf))
                   ((not from-buf) (buf-insert c buf))))
            ((zerop pos) (princ c out) (when from-buf (buf-pop buf) (buf-reset buf)))
            (t (unless from-buf (buf-insert c buf))
               (princ (buf-pop buf) out) (buf-reset buf) (setf pos 0))))
    (buf-flush buf out)))
(defun string-subst (new old string)
  (with-output-to-string (out)
    (with-input-from-string (in string) (stream-subst old new in out))))
(print (string-subst "baz" "baro" "a barobaro"))
;; binary search
(defun bin-search (obj vec)
  (let ((len (length vec)))
    (and (not (zerop len)) (finder obj vec 0 (- len 1)))))
(defun finder (obj vec start end)
  (let ((range (- end start)))
    (if (zerop range)
        (if (eql obj (aref vec start)) obj nil)
        (let* ((mid (+ start (round (/ range 2)))) (obj2 (aref vec mid)))
          (if (< obj obj2) (finder obj vec start (- mid 1))
              (if (> obj obj2) (finder obj vec (+ mid 1) end) obj))))))
(print (bin-search 3 #(0 1 2 3 4 5 6 7 8 9)))
;; bst
(defstruct (node (:print-function (lambda (n s d) (declare (ignore d)) (format s "#<~A>" (node-elt n)))))
  elt (l nil) (r nil))
(defun bst-insert (obj bst <)
  (if (null bst) (make-node :elt obj)
      (let ((elt (node-elt bst)))
        (if (eql obj elt) bst
            (if (funcall < obj elt)
                (make-node :elt elt :l (bst-insert obj (node-l bst) <) :r (node-r bst))
                (make-node :elt elt :r (bst-insert obj (node-r bst) <) :l (node-l bst)))))))
(defun bst-traverse (fn bst)
  (when bst (bst-traverse fn (node-l bst)) (funcall fn (node-elt bst)) (bst-traverse fn (node-r bst))))
(defparameter nums nil)
(dolist (x '(5 8 4 2 1 9 6 7 3)) (setf nums (bst-insert x nums #'<)))
(print nums)
(bst-traverse #'princ nums)
;; bfs
(defun shortest-path (start end net) (bfs end (list (list start)) net))
(defun bfs (end queue net)
  (if (null queue) nil
      (let* ((path (car queue)) (node (car path)))
        (if (eql node end) (reverse path)
            (bfs end (append (cdr queue) (new-paths path node net)) net)))))
(defun new-paths (path node net)
  (mapcar #'(lambda (n) (cons n path)) (cdr (assoc node net))))
(print (shortest-path 'a 'd '((a b c) (b c) (c d))))
;; compress
(defun compress (x) (if (consp x) (compr (car x) 1 (cdr x)) x))
(defun compr (elt n lst)
  (if (null lst) (list (n-elts elt n))
      (let ((next (car lst)))
        (if (eql next elt) (compr elt (+ n 1) (cdr lst)) (cons (n-elts elt n) (compr next 1 (cdr lst)))))))
(defun n-elts (elt n) (if (> n 1) (list n elt) elt))
(print (compress '(1 1 1 0 1 0 0 0 0 1)))
;; date arithmetic
(defconstant month #(0 31 59 90 120 151 181 212 243 273 304 334 365))
(defconstant yzero 2000)
(defun leap? (y) (and (zerop (mod y 4)) (or (zerop (mod y 400)) (not (zerop (mod y 100))))))
(defun date->num (d m y) (+ (- d 1) (month-num m y) (year-num y)))
(defun month-num (m y) (+ (svref month (- m 1)) (if (and (> m 2) (leap? y)) 1 0)))
(defun year-num (y)
  (let ((d 0))
    (if (>= y yzero)
        (dotimes (i (- y yzero) d) (incf d (year-days (+ yzero i))))
        (dotimes (i (- yzero y) (- d)) (incf d (year-days (+ y i)))))))
(defun year-days (y) (if (leap? y) 366 365))
(print (mapcar #'leap? '(1904 1900 1600)))
(print (date->num 17 12 1997))
;; tokens
(defun tokens (str test start)
  (let ((p1 (position-if test str :start start)))
    (if p1
        (let ((p2 (position-if #'(lambda (c) (not (funcall test c))) str :start p1)))
          (cons (subseq str p1 p2) (if p2 (tokens str test p2) nil)))
        nil)))
(defun constituent (c) (and (graphic-char-p c) (not (char= c #\  ))))
(print (tokens "ab12 3cde.f
gh" #'alpha-char-p 0))
(print (tokens "ab12 3cde.f
gh" #'constituent 0))
(defun mirror? (s)
  (let ((len (length s)))
    (and (evenp len) (let ((mid (/ len 2))) (equal (subseq s 0 mid) (reverse (subseq s mid)))))))
(print (mirror? '(a b b a)))
(defun second-word (str)
  (let ((p1 (+ (position #\  str) 1))) (subseq str p1 (position #\  str :start p1))))
(print (second-word "Form follows function."))
(let ((arr (make-array '(2 3) :initial-element nil)))
  (setf (aref arr 0 0) 'b (aref arr 1 2) 7)
  (print arr) (print (aref arr 0 0)) (print (array-dimensions arr)))
(print #2a((b nil nil) (nil nil nil)))
(let ((s (copy-seq "cat"))) (setf (char s 0) #\b) (print s) (print (aref s 1)))
(let* ((s (make-string 3 :initial-element #\a)) (q s)) (setf (char s 1) #\z) (print q) (setf (aref q 0) #\y) (print s)
  (print (fill s #\-)) (replace s "ab") (print s) (print (nreverse s)) (setf (subseq s 0 2) "QR") (print q))
(let ((h (make-hash-table)))
  (setf (gethash "a" h) 1 (gethash '(1) h) 2 (gethash 1 h) 'int (gethash 1.0 h) 'float)
  (print (list (gethash "a" h) (gethash '(1) h) (gethash 1 h) (gethash 1.0 h) (hash-table-count h))))
(let ((h (make-hash-table :test #'equal)))
  (setf (gethash "a" h) 1 (gethash '(1 "x") h) 2)
  (print (list (gethash "a" h) (gethash (list 1 "x") h) (gethash "A" h))))
(let ((h (make-hash-table :test 'equalp)))
  (setf (gethash "abc" h) 1 (gethash 1 h) 'one)
  (print (list (gethash "ABC" h) (gethash 1.0 h))) (print (hash-table-test h)))
(print (let ((a (make-array 4 :fill-pointer 2 :initial-element nil))) (list (length a) (vector-push 'a a) (vector-push 'b a) (vector-push 'c a) (vector-pop a) a)))
(let ((s (make-array 0 :element-type 'character :fill-pointer 0 :adjustable t)))
  (vector-push-extend #\h s) (vector-push-extend #\i s) (format s " ~a" 'there) (print s) (print (length s)) (setf (fill-pointer s) 1) (print s))
(print (do ((x 1 (+ x 1)) (y 1 (* y x))) ((> x 5) y)))
(terpri)
;>> 
;>> "a bazbaz" 
;>> 3 
;>> #<5> 123456789
;>> (A C D) 
;>> ((3 1) 0 1 (4 0) 1) 
;>> (T NIL T) 
;>> -745 
;>> ("ab" "cde" "f" "gh") 
;>> ("ab12" "3cde.f" "gh") 
;>> T 
;>> "follows" 
;>> #2A((B NIL NIL) (NIL NIL 7)) 
;>> B 
;>> (2 3) 
;>> #2A((B NIL NIL) (NIL NIL NIL)) 
;>> "bat" 
;>> #\a 
;>> "aza" 
;>> "yza" 
;>> "---" 
;>> "ab-" 
;>> "-ba" 
;>> "QRa" 
;>> (NIL NIL INT FLOAT 4) 
;>> (1 2 NIL) 
;>> (1 ONE) 
;>> EQUALP 
;>> (2 2 3 NIL B #(NIL NIL A)) 
;>> "hi THERE" 
;>> 8 
;>> "h" 
;>> 120 

;;;; closures keep accounts
; Closures with state: accounts that answer messages, and a counter shared by two functions.
(require 'common-lisp)
(defun make-account (balance)
  #'(lambda (message &rest args)
      (ecase message
        (balance balance)
        (deposit (incf balance (first args)))
        (withdraw (if (> (first args) balance)
                      (error "Insufficient funds: ~d is more than ~d" (first args) balance)
                      (decf balance (first args)))))))

(let ((counter 0))
  (defun next-id () (incf counter))
  (defun reset-id () (setf counter 0)))

(defvar *a* (make-account 100))
(defvar *b* (make-account 50))

(defun transfer (from to amount)
  (funcall from 'withdraw amount)
  (funcall to 'deposit amount)
  (values (funcall from 'balance) (funcall to 'balance)))

(print (multiple-value-list (transfer *a* *b* 30)))
(print (handler-case (transfer *a* *b* 300)
         (error (c) (princ-to-string c))))
(print (list (funcall *a* 'balance) (funcall *b* 'balance)))
(print (list (next-id) (next-id) (progn (reset-id) (next-id))))
(print (mapcar (lambda (f) (funcall f 10)) (loop for i from 1 to 3 collect (let ((i i)) (lambda (x) (* i x))))))
;>>
;>> (70 80) 
;>> "Insufficient funds: 300 is more than 70" 
;>> (70 80) 
;>> (1 2 1) 
;>> (10 20 30) 

;;;; derivatives in upper case are simplified
; Derivatives and simplification of expressions, in upper case as in old books.
(require 'common-lisp)
(DEFUN DERIV (E V)
  (COND ((NUMBERP E) 0)
        ((SYMBOLP E) (IF (EQ E V) 1 0))
        (T (CASE (FIRST E)
             (+ `(+ ,(DERIV (SECOND E) V) ,(DERIV (THIRD E) V)))
             (- `(- ,(DERIV (SECOND E) V) ,(DERIV (THIRD E) V)))
             (* `(+ (* ,(DERIV (SECOND E) V) ,(THIRD E)) (* ,(SECOND E) ,(DERIV (THIRD E) V))))
             (EXPT `(* (* ,(THIRD E) (EXPT ,(SECOND E) ,(- (THIRD E) 1))) ,(DERIV (SECOND E) V)))
             (OTHERWISE (ERROR "Unknown operator ~A" (FIRST E)))))))

(defun simplify (e)
  (if (atom e) e (simplify-once (mapcar #'simplify e))))

(defun simplify-once (e)
  (destructuring-bind (op a b) e
    (cond ((and (numberp a) (numberp b)) (funcall op a b))
          ((and (eq op '+) (eql a 0)) b)
          ((and (eq op '+) (eql b 0)) a)
          ((and (eq op '-) (eql b 0)) a)
          ((and (eq op '*) (or (eql a 0) (eql b 0))) 0)
          ((and (eq op '*) (eql a 1)) b)
          ((and (eq op '*) (eql b 1)) a)
          ((and (eq op 'expt) (eql b 1)) a)
          (t e))))

(defun infix (e)
  (if (atom e) e (list (infix (second e)) (first e) (infix (third e)))))

(dolist (e '((+ x 1) (* x x) (expt x 3) (+ (* 3 (expt x 2)) (* 2 x)) (- y x)))
  (format t "~&~a => ~a~%" e (infix (simplify (deriv e 'x)))))
(format t "~a~%" (handler-case (deriv '(sin x) 'x) (error (c) (format nil "error: ~a" c))))
;>> (+ X 1) => 1
;>> (* X X) => (X + X)
;>> (EXPT X 3) => (3 * (X EXPT 2))
;>> (+ (* 3 (EXPT X 2)) (* 2 X)) => ((3 * (2 * X)) + 2)
;>> (- Y X) => -1
;>> error: Unknown operator SIN

;;;; format has its directives
; not under: stress ticks: a long program
(require 'common-lisp)
(defmacro f (&rest args) `(progn (format t ,@args) (terpri)))
(f "~a ~s ~a ~s" "x" "x" #\a #\a)
(f "~d ~:d ~@d ~:@d" 1000000 1000000 1000000 1000000)
(f "~12d|~12,'0d|~:d" 1000000 1000000 123456789)
(f "~x ~o ~b ~8,'0b" 255 255 255 5)
(f "~r ~:r ~@r" 1234 1234 1234)
(f "~r" 1000000001)
(f "~r ~:r" -5 21)
(f "~f ~,2f ~10,3f|~5f" 3.14159 3.14159 3.14159 3.14159)
(f "~e ~,3e" 3.14159 31415.9)
(f "~$ ~2,4$" 3.14159 3.14159)
(f "~c ~:c ~@c" #\a #\space #\a)
(f "~10a|~10@a|~10,,,'-a|" 'abc 'abc 'abc)
(f "~p ~p ~@p ~@p" 1 2 1 2)
(f "~a famil~:@p" 2)
(f "~d famil~:@p, ~d cat~:p" 1 3)
(f "~[zero~;one~;two~]" 1)
(f "~[zero~;one~;two~:;many~]" 7)
(f "~:[no~;yes~] ~:[no~;yes~]" nil t)
(f "~@[x = ~a ~]~@[y = ~a~]" 10 nil)
(f "~{~a~^, ~}" '(1 2 3))
(f "~{~a is ~a~^; ~}" '(a 1 b 2))
(f "~:{~a/~a ~}" '((1 2) (3 4)))
(f "~@{~a~^-~}" 1 2 3)
(f "~2{~a ~}" '(1 2 3))
(f "~{~#[none~;~a~;~a and ~a~:;~@{~a~#[~;, and ~:;, ~]~}~]~}" '(1 2 3 4))
(f "~#[none~;~s~;~s and ~s~:;many~]" 1 2)
(f "~(THE Quick~) ~:(the quick fox~) ~@(the quick~) ~:@(shout~)")
(f "a~%b~&c~~d")
(f "~a~10ta~20tb" 1)
(f "~a~5@tb" 1)
(f "~*~a ~:*~a" 1 2)
(f "~@*~a ~a ~1@*~a" 1 2 3)
(f "~?" "~a-~a" '(1 2))
(f "~@?" "~a-~a" 1 2)
(f "~<~a~;~a~>" 'x 'y)
(f "~20<left~;right~>|")
(f "~20:<~a~>|" 'x)
(f "~20:@<~a~>|" 'x)
(f "~20@<~a~>|" 'x)
(f "~a" '(quote x))
(f "~s" ''x)
(f "~s" '#'x)
(f "~a ~a" nil t)
(f "~:a" nil)
(f "~w" "str")
(f "~a" #(1 2 3))
(f "~s" "with \"quotes\" and \\")
(f "~a ~a ~a" 1/3 -0.5 1e10)
(f "~a ~a ~a ~a" 1.0e7 1.0e6 1.5e-3 1.5e-4)
(f "~a" 100000.0)
(f "~,3f" 1/3)
(f "~3d|~d" 5 5)
(f "~vd ~v,'xd" 5 1 6 2)
(f "one ~
    two")
(f "~a" (list 1 (list "a" #\b) 'c :d))
(f "~s" (list 1 (list "a" #\b) 'c :d))
(f "~s ~s" 'foo '|Foo bar|)
(f "~{~{~a~^ ~}~^~%~}" '((1 2) (3 4)))
(f "~:@(~a~)" "abc")
(f "~5,2f|~6,1f|~,4f" 1.0 2.55 1e-3)
(f "~d" "not a number")
(f "~d ~d" 1.5 'x)
(f "~16r ~2r ~36r" 255 5 35)
(f "~@r ~@r ~:@r" 4 1999 4)

(f "~{~3d~}" '(1 22 333))
(f "~30a~a" "name" "value")
(f "~5,,,'*@a|~5,'*d" "ab" 12)
(print (format nil "~a" 'symbol))
(print (format nil "~5t~a" 'x))
(f "~a ~s" 'sym '|lower|)
(f "~,,'.,3:d" 1234567)
(f "~a" (make-string 3 :initial-element #\z))
(f "~{~a~}~{~a~}" nil '(1))
(f "~:{~a~:^, ~}" '((1) (2) (3)))
(f "~:@{~a-~a ~}" '(1 2) '(3 4))
(f "~@{~a ~}" 1 2 3)
(f "~6,2,,,'0f|" 3.14159)
(f "~@f ~@d" 3.5 7)
;>> x "x" a #\a
;>> 1000000 1,000,000 +1000000 +1,000,000
;>>      1000000|000001000000|123,456,789
;>> FF 377 11111111 00000101
;>> one thousand two hundred thirty-four one thousand two hundred thirty-fourth MCCXXXIV
;>> one billion one
;>> negative five twenty-first
;>> 3.14159 3.14      3.142|3.142
;>> 3.14159e+0 3.142e+4
;>> 3.14 0003.14
;>> a Space #\a
;>> ABC       |       ABC|ABC-------|
;>>  s y ies
;>> 2 families
;>> 1 family, 3 cats
;>> one
;>> many
;>> no yes
;>> x = 10 
;>> 1, 2, 3
;>> A is 1; B is 2
;>> 1/2 3/4 
;>> 1-2-3
;>> 1 2 
;>> 1, 2, 3, and 4
;>> 1 and 2
;>> the quick The Quick Fox The quick SHOUT
;>> a
;>> b
;>> c~d
;>> 1         a         b
;>> 1     b
;>> 2 2
;>> 1 2 2
;>> 1-2
;>> 1-2
;>> XY
;>> left           right|
;>>                    X|
;>>          X          |
;>> X                   |
;>> 'X
;>> 'X
;>> #'X
;>> NIL T
;>> ()
;>> "str"
;>> #(1 2 3)
;>> "with \"quotes\" and \\"
;>> 1/3 -0.5 1.0e10
;>> 1.0e7 1000000.0 0.0015 1.5e-4
;>> 100000.0
;>> 0.333
;>>   5|5
;>>     1 xxxxx2
;>> one two
;>> (1 (a b) C D)
;>> (1 ("a" #\b) C :D)
;>> FOO |Foo bar|
;>> 1 2
;>> 3 4
;>> ABC
;>>  1.00|   2.5|0.0010
;>> not a number
;>> 1.5 X
;>> FF 101 Z
;>> IV MCMXCIX IIII
;>>   1 22333
;>> name                          value
;>> ***ab|***12
;>> 
;>> "SYMBOL" 
;>> "     X" SYM |lower|
;>> 1.234.567
;>> zzz
;>> 1
;>> 1, 2, 3
;>> 1-2 3-4 
;>> 1 2 3 
;>> 003.14|
;>> +3.5 +7

;;;; huffman codes are built from structures
; Huffman codes: a tree of structures, built from a list in order of weight.
(require 'common-lisp)
(defstruct node weight symbol left right)
(defstruct (leaf (:include node)))

(defun insert (node nodes)
  (merge 'list (list node) nodes #'< :key #'node-weight))

(defun weights (text)
  (let ((table '()))
    (loop for c across text
          do (let ((entry (assoc c table)))
               (if entry (incf (cdr entry)) (push (cons c 1) table))))
    (sort table #'(lambda (a b) (or (< (cdr a) (cdr b)) (and (= (cdr a) (cdr b)) (char< (car a) (car b))))))))

(defun tree (text)
  (let ((nodes (mapcar #'(lambda (w) (make-leaf :weight (cdr w) :symbol (car w))) (weights text))))
    (loop while (rest nodes)
          do (let ((a (pop nodes)) (b (pop nodes)))
               (setf nodes (insert (make-node :weight (+ (node-weight a) (node-weight b)) :left a :right b) nodes))))
    (first nodes)))

(defun codes (tree)
  (let ((result '()))
    (labels ((walk (node bits)
               (etypecase node
                 (leaf (push (cons (node-symbol node) (reverse bits)) result))
                 (node (walk (node-left node) (cons 0 bits))
                       (walk (node-right node) (cons 1 bits))))))
      (walk tree '()))
    (sort result #'char< :key #'car)))

(defun encode (text codes)
  (loop for c across text append (cdr (assoc c codes))))

(defun decode (bits tree)
  (let ((node tree))
    (coerce (loop for b in bits
                  do (setf node (if (= b 0) (node-left node) (node-right node)))
                  when (leaf-p node) collect (prog1 (leaf-symbol node) (setf node tree)))
            'string)))

(let* ((text "abracadabra") (tree (tree text)) (codes (codes tree)) (bits (encode text codes)))
  (loop for (c . code) in codes do (format t "~c ~{~d~}~%" c code))
  (format t "~d bits: ~a~%" (length bits) (decode bits tree))
  (print (make-leaf :weight 1 :symbol #\a)))
;>> a 0
;>> b 111
;>> c 1100
;>> d 1101
;>> r 10
;>> 23 bits: abracadabra
;>>
;>> #S(LEAF :WEIGHT 1 :SYMBOL #\a :LEFT NIL :RIGHT NIL) 

;;;; loop has all its clauses
; not under: stress ticks: a long program
(require 'common-lisp)
(defun p (x) (print x))
(p (loop for i upto 10 collect i))
(p (loop for i from 0 downto -10 by 3 collect i))
(p (loop for i downfrom 20 above 10 by 2 collect i))
(p (loop repeat 3 collect 'x))
(p (loop for (a b) in '((1 2) (3 4) (5 6)) do (format t "a: ~a; b: ~a~%" a b)))
(p (loop for (item . rest) on '(1 2 3) collect (list item rest)))
(p (loop for (a nil) in '((1 2) (3 4)) collect a))
(p (loop for x across "abcd" for y from 1 collect (cons y x)))
(let ((h (make-hash-table)))
  (setf (gethash 'a h) 1 (gethash 'b h) 2)
  (p (sort (loop for k being the hash-keys in h using (hash-value v) collect (list k v)) #'< :key #'second))
  (p (loop for v being the hash-values of h sum v))
  (p (loop for v being each hash-value of h using (hash-key k) when (eq k 'b) return v)))
(p (loop for x = 1 then (* 2 x) until (> x 100) collect x))
(p (loop with a = 5 with b = (* a 2) for i below b collect (+ a i)))
(p (loop with (a b) = '(1 2) return (list b a)))
(p (loop for i in '(1 2 3 4 5) if (evenp i) collect i into evens and do (princ i) else collect i into odds finally (return (values evens odds))))
(p (multiple-value-list (loop for i from 1 to 5 maximize i into mx minimize i into mn finally (return (values mx mn)))))
(p (loop for i from 1 to 10 when (= i 5) do (loop-finish) collect i))
(p (loop for i in '(1 2 3) thereis (and (> i 1) i)))
(p (loop for i in '(1 3 5) always (oddp i)))
(p (loop for i in '(1 3 5) never (evenp i)))
(p (loop named outer for i from 0 do (loop for j from 0 below 5 when (= (* i j) 12) do (return-from outer (list i j)))))
(p (loop for x in '(a b c) for i = 0 then (1+ i) append (make-list i :initial-element x)))
(p (loop for x in '((1) (2) (3)) nconc (copy-list x)))
(p (loop for c across "hello world" counting (find c "aeiou")))
(p (loop for x in '(3 1 2) maximizing x))
(p (loop for i from 1 to 3 for j from 10 collect (+ i j)))
(p (loop for i from 1 to 3 and j = 0 then i collect (list i j)))
(p (loop for l on '(1 2 3 4) by #'cddr collect (car l)))
(p (loop for i fixnum from 0 to 3 sum i))
(p (loop for i of-type fixnum from 0 to 3 sum i fixnum))
(p (loop for i across #(1 2 3) do (princ i) finally (return 'done)))
(p (let ((x 3)) (loop initially (princ "start ") while (plusp x) do (decf x) (princ x) finally (princ " end"))))
(p (loop for ((a b) c) in '(((1 2) 3) ((4 5) 6)) collect (list a b c)))
(p (loop for a in '(1 2 3) for b in '(x y) collect (list a b)))
(p (loop for i from 10 to 1 collect i))
(p (loop as i from 1 to 3 collecting i))
(p (loop for i from 1 to 20 when (zerop (mod i 3)) if (evenp i) collect i into e else collect i into o end end finally (return (list e o))))
(p (loop for (k v) on '(:a 1 :b 2) by #'cddr collect k collect v))
(p (loop for x in '(1 2 nil 4) while x sum x))
(p (loop for s in '("a" "b") do (princ s) (princ "-")))
(p (loop for x in '(5 3 9) for y = (* x x) minimize y))
(p (loop until t))
(p (loop for i from 1 to 3 do (return-from nil 7)))
(p (let ((n 0)) (loop (when (> (incf n) 4) (return n)))))
(p (loop for i from 1 to 6 when (assoc i '((2 . two) (4 . four))) collect it))
(p (loop for i from 0 to 1 by 0.25 collect i))
(p (loop for x in '(a b) as y = (list x) collect y))
(p (loop with x = 1 and y = 2 return (+ x y)))
(p (loop for i from 1 to 3 sum i into s count (oddp i) into c finally (return (list s c))))
(p (loop for v across #(4 5 6) for i downfrom 3 collect (* i v)))
(terpri)
;>> 
;>> (0 1 2 3 4 5 6 7 8 9 10) 
;>> (0 -3 -6 -9) 
;>> (20 18 16 14 12) 
;>> (X X X) a: 1; b: 2
;>> a: 3; b: 4
;>> a: 5; b: 6
;>> 
;>> NIL 
;>> ((1 (2 3)) (2 (3)) (3 NIL)) 
;>> (1 3) 
;>> ((1 . #\a) (2 . #\b) (3 . #\c) (4 . #\d)) 
;>> ((A 1) (B 2)) 
;>> 3 
;>> 2 
;>> (1 2 4 8 16 32 64) 
;>> (5 6 7 8 9 10 11 12 13 14) 
;>> (2 1) 24
;>> (2 4) 
;>> (5 1) 
;>> (1 2 3 4) 
;>> 2 
;>> T 
;>> T 
;>> (3 4) 
;>> (B C C) 
;>> (1 2 3) 
;>> 3 
;>> 3 
;>> (11 13 15) 
;>> ((1 0) (2 1) (3 2)) 
;>> (1 3) 
;>> 6 
;>> 6 123
;>> DONE start 210 end
;>> NIL 
;>> ((1 2 3) (4 5 6)) 
;>> ((1 X) (2 Y)) 
;>> NIL 
;>> (1 2 3) 
;>> ((6 12 18) (3 9 15)) 
;>> (:A 1 :B 2) 
;>> 3 a-b-
;>> NIL 
;>> 9 
;>> NIL 
;>> 7 
;>> 5 
;>> ((2 . TWO) (4 . FOUR)) 
;>> (0 0.25 0.5 0.75 1.0) 
;>> ((A) (B)) 
;>> 3 
;>> (6 2) 
;>> (12 10 6) 

;;;; macros are anaphoric and change places
; not under: stress ticks: a long program
(require 'common-lisp)
(defmacro aif (test-form then-form &optional else-form)
  `(let ((it ,test-form)) (if it ,then-form ,else-form)))
(defmacro awhen (test-form &body body) `(aif ,test-form (progn ,@body)))
(defmacro awhile (expr &body body) `(do ((it ,expr ,expr)) ((not it)) ,@body))
(defmacro aand (&rest args)
  (cond ((null args) t) ((null (cdr args)) (car args)) (t `(aif ,(car args) (aand ,@(cdr args))))))
(defmacro acond (&rest clauses)
  (if (null clauses) nil
      (let ((cl1 (car clauses)) (sym (gensym)))
        `(let ((,sym ,(car cl1)))
           (if ,sym (let ((it ,sym)) (declare (ignorable it)) ,@(cdr cl1)) (acond ,@(cdr clauses)))))))
(defmacro alambda (parms &body body) `(labels ((self ,parms ,@body)) #'self))
(defmacro ablock (tag &rest args)
  `(block ,tag ,(funcall (alambda (args) (case (length args) (0 nil) (1 (car args)) (t `(let ((it ,(car args))) ,(self (cdr args)))))) args)))
(print (aif (+ 1 1) (* it 2)))
(print (funcall (alambda (x) (if (= x 0) 1 (* x (self (1- x))))) 6))
(print (aand 1 (+ it 1) (* it 10)))
(print (acond ((assoc 'b '((a 1) (b 2))) (second it)) (t 'none)))
(ablock north-pole (princ "ho ") (princ it) (princ it) (return-from north-pole))
(terpri)
(proclaim '(inline last1 single append1 conc1 mklist))
(defun last1 (lst) (car (last lst)))
(defun single (lst) (and (consp lst) (not (cdr lst))))
(defun append1 (lst obj) (append lst (list obj)))
(defun mklist (obj) (if (listp obj) obj (list obj)))
(defun longer (x y)
  (labels ((compare (x y) (and (consp x) (or (null y) (compare (cdr x) (cdr y))))))
    (if (and (listp x) (listp y)) (compare x y) (> (length x) (length y)))))
(defun group (source n)
  (if (zerop n) (error "zero length"))
  (labels ((rec (source acc)
             (let ((rest (nthcdr n source)))
               (if (consp rest) (rec rest (cons (subseq source 0 n) acc)) (nreverse (cons source acc))))))
    (if source (rec source nil) nil)))
(print (group '(a b c d e f g) 2))
(defun flatten (x)
  (labels ((rec (x acc) (cond ((null x) acc) ((atom x) (cons x acc)) (t (rec (car x) (rec (cdr x) acc))))))
    (rec x nil)))
(print (flatten '(a (b c) ((d e) f))))
(defun prune (test tree)
  (labels ((rec (tree acc)
             (cond ((null tree) (nreverse acc))
                   ((consp (car tree)) (rec (cdr tree) (cons (rec (car tree) nil) acc)))
                   (t (rec (cdr tree) (if (funcall test (car tree)) acc (cons (car tree) acc)))))))
    (rec tree nil)))
(print (prune #'evenp '(1 2 (3 (4 5) 6) 7 8 (9))))
(defun before (x y lst &key (test #'eql))
  (and lst (let ((first (car lst)))
             (cond ((funcall test y first) nil) ((funcall test x first) lst) (t (before x y (cdr lst) :test test))))))
(print (before 'b 'd '(a b c d)))
(defun split-if (fn lst)
  (let ((acc nil))
    (do ((src lst (cdr src))) ((or (null src) (funcall fn (car src))) (values (nreverse acc) src))
      (push (car src) acc))))
(print (multiple-value-list (split-if #'(lambda (x) (> x 4)) '(1 2 3 4 5 6 7))))
(defun most (fn lst)
  (if (null lst) (values nil nil)
      (let* ((wins (car lst)) (max (funcall fn wins)))
        (dolist (obj (cdr lst))
          (let ((score (funcall fn obj))) (when (> score max) (setq wins obj max score))))
        (values wins max))))
(print (multiple-value-list (most #'length '((a b) (a b c) (a)))))
(defun map0-n (fn n) (mapa-b fn 0 n))
(defun mapa-b (fn a b &optional (step 1))
  (do ((i a (+ i step)) (result nil)) ((> i b) (nreverse result)) (push (funcall fn i) result)))
(print (mapa-b #'1+ -2 0 .5))
(defun rmapcar (fn &rest args)
  (if (some #'atom args) (apply fn args) (apply #'mapcar #'(lambda (&rest args) (apply #'rmapcar fn args)) args)))
(print (rmapcar #'+ '(1 (2 (3) 4)) '(10 (20 (30) 40))))
(defun mkstr (&rest args) (with-output-to-string (s) (dolist (a args) (princ a s))))
(defun symb (&rest args) (values (intern (apply #'mkstr args))))
(defun reread (&rest args) (values (read-from-string (apply #'mkstr args))))
(defun explode (sym) (map 'list #'(lambda (c) (intern (make-string 1 :initial-element c))) (symbol-name sym)))
(print (list (mkstr 'a "x" 3) (symb 'ar 1 2) (explode 'bomb) (reread 'a 'b)))
(defun compose (&rest fns)
  (if fns
      (let ((fn1 (car (last fns))) (fns (butlast fns)))
        #'(lambda (&rest args) (reduce #'funcall fns :from-end t :initial-value (apply fn1 args))))
      #'identity))
(print (funcall (compose #'list #'1+) 5))
(defun curry (fn &rest args) #'(lambda (&rest args2) (apply fn (append args args2))))
(print (funcall (curry #'+ 1 2) 3))
(defmacro while (test &body body) `(do () ((not ,test)) ,@body))
(defmacro till (test &body body) `(do () (,test) ,@body))
(defmacro for ((var start stop) &body body)
  (let ((gstop (gensym)))
    `(do ((,var ,start (1+ ,var)) (,gstop ,stop)) ((> ,var ,gstop)) ,@body)))
(for (x 1 5) (princ x))
(let ((n 0)) (while (< n 3) (princ n) (incf n)))
(defmacro in (obj &rest choices)
  (let ((insym (gensym))) `(let ((,insym ,obj)) (or ,@(mapcar #'(lambda (c) `(eql ,insym ,c)) choices)))))
(print (in (+ 1 1) 3 2))
(defmacro with-gensyms (syms &body body)
  `(let ,(mapcar #'(lambda (s) `(,s (gensym))) syms) ,@body))
(defmacro when-bind ((var expr) &body body) `(let ((,var ,expr)) (when ,var ,@body)))
(when-bind (x (find 3 '(1 2 3))) (print x))
(defmacro _f (op place &rest args)
  (multiple-value-bind (vars forms var set access) (get-setf-expansion place)
    `(let* (,@(mapcar #'list vars forms) (,(car var) (,op ,access ,@args))) ,set)))
(let ((v (list 1 2 3)) (i 0)) (_f * (nth (incf i) v) 10) (print (list v i)))
(defmacro conc1f (place obj) `(_f nconc ,place (list ,obj)))
(let ((l (list 1 2))) (conc1f l 3) (print l))
(defmacro toggle (&rest args) `(progn ,@(mapcar #'(lambda (a) `(setf ,a (not ,a))) args)))
(let ((lst (list t nil t))) (toggle (first lst) (second lst)) (print lst))
(defmacro sortf (op &rest places)
  (let* ((meths (mapcar #'(lambda (p) (multiple-value-list (get-setf-expansion p))) places))
         (temps (apply #'append (mapcar #'third meths))))
    `(let* ,(mapcar #'list
                    (mapcan #'(lambda (m) (append (first m) (third m))) meths)
                    (mapcan #'(lambda (m) (append (second m) (list (fifth m)))) meths))
       ,@(mapcon #'(lambda (rest) (mapcar #'(lambda (arg) `(unless (,op ,(car rest) ,arg) (rotatef ,(car rest) ,arg))) (cdr rest))) temps)
       ,@(mapcar #'fourth meths))))
(let ((x 1) (ar (vector 3 2)) (lst (list 5 9)))
  (sortf > x (aref ar 0) (car lst))
  (print (list x ar lst)))
(define-modify-macro appendf (&rest lists) append "doc")
(let ((l '(1))) (appendf l '(2) '(3)) (print l))
(defsetf symbol-val (s) (v) `(setf (get ,s 'val) ,v))
(defun symbol-val (s) (get s 'val))
(setf (symbol-val 'k) 10) (incf (symbol-val 'k) 5) (print (symbol-val 'k))
;; continuation-passing macros
(setq *cont* (function values))

(defmacro =lambda (parms &body body) `#'(lambda (*cont* ,@parms) ,@body))
(defmacro =defun (name parms &body body)
  (let ((f (intern (concatenate 'string "=" (symbol-name name)))))
    `(progn (defmacro ,name ,parms `(,',f *cont* ,,@parms))
            (defun ,f (*cont* ,@parms) ,@body))))
(defmacro =bind (parms expr &body body) `(let ((*cont* #'(lambda ,parms ,@body))) ,expr))
(defmacro =values (&rest retvals) `(funcall *cont* ,@retvals))
(defmacro =funcall (fn &rest args) `(funcall ,fn *cont* ,@args))
(=defun add1 (x) (=values (1+ x)))
(print (add1 2))
(=defun message () (=values 'hello 'there))
(=defun baz () (=bind (m n) (message) (=values (list m n))))
(print (baz))
(defvar *saved* nil)
(=defun dft-node (tree)
  (cond ((null tree) (=restart)) ((atom tree) (=values tree))
        (t (push #'(lambda () (dft-node (cdr tree))) *saved*) (dft-node (car tree)))))
(=defun =restart-it () (if *saved* (funcall (pop *saved*)) (=values 'done)))
(defun =restart () (if *saved* (funcall (pop *saved*)) 'done))
(print (dft-node '(a (b (d h)) (c e (f i) g))))
(print (=restart))
(defparameter *paths* nil)
(defconstant failsym '@)
(defmacro choose (&rest choices)
  (if choices
      `(progn ,@(mapcar #'(lambda (c) `(push #'(lambda () ,c) *paths*)) (reverse (cdr choices))) ,(car choices))
      '(fail)))
(defmacro choose-bind (var choices &body body) `(cb #'(lambda (,var) ,@body) ,choices))
(defun cb (fn choices)
  (if choices
      (progn (if (cdr choices) (push #'(lambda () (cb fn (cdr choices))) *paths*)) (funcall fn (car choices)))
      (fail)))
(defun fail () (if *paths* (funcall (pop *paths*)) failsym))
(print (choose-bind x '(1 2 3) (choose-bind y '(3 4 5) (if (= (+ x y) 8) (list x y) (fail)))))
(defmacro abbrev (short long) `(defmacro ,short (&rest args) `(,',long ,@args)))
(defmacro abbrevs (&rest names) `(progn ,@(mapcar #'(lambda (pair) `(abbrev ,@pair)) (group names 2))))
(abbrevs dbind destructuring-bind mvbind multiple-value-bind)
(print (dbind (a (b . c) &key (d 4)) '(1 (2 . 3)) (list a b c d)))
(print (mvbind (q r) (floor 17 5) (list q r)))
(defmacro propmacro (propname) `(defmacro ,propname (obj) `(get ,obj ',',propname)))
(propmacro color)
(setf (color 'ball) 'red)
(print (color 'ball))
(defmacro a+ (&rest args) (a+expand args nil))
(defun a+expand (args syms)
  (if args (let ((sym (gensym))) `(let* ((,sym ,(car args)) (it ,sym)) (declare (ignorable it)) ,(a+expand (cdr args) (append syms (list sym))))) `(+ ,@syms)))
(print (a+ 7.95 (* it .05) (* it 3)))
(defmacro do-tuples/o (parms source &body body)
  (if parms (let ((src (gensym)))
     `(prog ((,src ,source))
        (mapc #'(lambda ,parms ,@body) ,@(map0-n #'(lambda (n) `(nthcdr ,n ,src)) (- (length source) (length parms))))))))
(print (let ((acc 0)) (dotimes (i 3 acc) (tagbody (when (evenp i) (go even)) (incf acc 10) (go end) even (incf acc) end))))
(terpri)
;>> 
;>> 4 
;>> 720 
;>> 20 
;>> 2 ho ho ho 
;>> 
;>> ((A B) (C D) (E F) (G)) 
;>> (A B C D E F) 
;>> (1 (3 (5)) 7 (9)) 
;>> (B C D) 
;>> ((1 2 3 4) (5 6 7)) 
;>> ((A B C) 3) 
;>> (-1 -0.5 0.0 0.5 1.0) 
;>> (11 (22 (33) 44)) 
;>> ("Ax3" AR12 (B O M B) AB) 
;>> (6) 
;>> 6 12345012
;>> T 
;>> 3 
;>> ((1 20 3) 1) 
;>> (1 2 3) 
;>> (NIL T T) 
;>> (5 #(3 2) (1 9)) 
;>> (1 2 3) 
;>> 15 
;>> 3 
;>> (HELLO THERE) 
;>> A 
;>> B 
;>> (3 5) 
;>> (1 2 3 4) 
;>> (3 2) 
;>> RED 
;>> 9.540000000000001 
;>> 12 

;;;; macros make control structures
; Macros that make control structures: anaphora, loops over several lists, a tail of collected results, memoized definitions.
(require 'common-lisp)
(defmacro aif (test then &optional else)
  `(let ((it ,test)) (if it ,then ,else)))
(defmacro while (test &body body)
  `(do () ((not ,test)) ,@body))
(defmacro till (test &body body) `(while (not ,test) ,@body))
(defmacro in (obj &rest choices)
  (let ((insym (gensym)))
    `(let ((,insym ,obj))
       (or ,@(mapcar #'(lambda (c) `(eql ,insym ,c)) choices)))))
(defmacro with-gensyms (syms &body body)
  `(let ,(mapcar #'(lambda (s) `(,s (gensym))) syms) ,@body))
(defmacro for ((var start stop) &body body)
  (with-gensyms (gstop)
    `(do ((,var ,start (1+ ,var)) (,gstop ,stop)) ((> ,var ,gstop)) ,@body)))
(defmacro defmemo (name args &body body)
  (with-gensyms (table key val found)
    `(let ((,table (make-hash-table :test #'equal)))
       (defun ,name ,args
         (let ((,key (list ,@args)))
           (multiple-value-bind (,val ,found) (gethash ,key ,table)
             (if ,found ,val (setf (gethash ,key ,table) (progn ,@body)))))))))
(defmacro my-or (&rest args)
  (if (null args) nil
      (with-gensyms (v) `(let ((,v ,(car args))) (if ,v ,v (my-or ,@(cdr args)))))))
(defmacro nif (expr pos zero neg)
  (let ((g (gensym)))
    `(let ((,g ,expr)) (cond ((plusp ,g) ,pos) ((zerop ,g) ,zero) (t ,neg)))))
(defun compose (&rest fns)
  (destructuring-bind (fn1 . rest) (reverse fns)
    #'(lambda (&rest args) (reduce #'(lambda (v f) (funcall f v)) rest :initial-value (apply fn1 args)))))
(defun curry (fn &rest args) #'(lambda (&rest args2) (apply fn (append args args2))))
(defun rcurry (fn &rest args) #'(lambda (&rest args2) (apply fn (append args2 args))))
(defun group (source n)
  (labels ((rec (source acc)
             (let ((rest (nthcdr n source)))
               (if (consp rest) (rec rest (cons (subseq source 0 n) acc)) (nreverse (cons source acc))))))
    (if source (rec source nil) nil)))
(defun flatten (x)
  (labels ((rec (x acc) (cond ((null x) acc) ((atom x) (cons x acc)) (t (rec (car x) (rec (cdr x) acc))))))
    (rec x nil)))

(defmemo fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(print (aif (find 3 '(1 3)) (* 2 it) 'none))
(let ((x 0)) (while (< x 3) (princ x) (incf x)) (till (= x 0) (decf x) (princ x)))
(print (list (in 2 1 2 3) (in 5 1 2)))
(for (i 1 3) (princ (* i i)))
(print (fib 60))
(print (my-or nil (> 1 2) 'yes))
(print (mapcar #'(lambda (x) (nif x 'p 'z 'n)) '(0 2.5 -8)))
(print (funcall (compose #'list #'1+ #'*) 3 4))
(print (mapcar (curry #'+ 3) '(1 2 3)))
(print (funcall (rcurry #'- 1) 9))
(print (group '(a b c d e f g) 2))
(print (flatten '(a (b c) ((d e) f))))
(print (macroexpand-1 '(while (able) (laugh))))
(let ((list '(1 2 3)) (car 5)) (print (list (car list) car)))
;>>
;>> 6 012210
;>> (T NIL) 149
;>> 1548008755920 
;>> YES 
;>> (Z P N) 
;>> (13) 
;>> (4 5 6) 
;>> 8 
;>> ((A B) (C D) (E F) (G)) 
;>> (A B C D E F) 
;>> (DO NIL ((NOT (ABLE))) (LAUGH)) 
;>> (1 5) 
