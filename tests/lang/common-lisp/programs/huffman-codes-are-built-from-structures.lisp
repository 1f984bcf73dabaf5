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
