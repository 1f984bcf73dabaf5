; not under: stress fuel: a long program
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
