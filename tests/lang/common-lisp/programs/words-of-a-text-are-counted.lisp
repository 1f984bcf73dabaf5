; Words of a text: splitting, counting in a hash table, sorting, and output in columns.
(require 'common-lisp)
(defparameter *text* "The quick brown fox jumps over the lazy dog. The dog sleeps; the fox runs, and runs, and runs.")

(defun constituent (c) (and (graphic-char-p c) (not (char= c #\space))))

(defun tokens (str test start)
  (let ((p1 (position-if test str :start start)))
    (if p1
        (let ((p2 (position-if #'(lambda (c) (not (funcall test c))) str :start p1)))
          (cons (subseq str p1 p2)
                (if p2 (tokens str test p2) nil)))
        nil)))

(defun words (str)
  (mapcar #'string-downcase (tokens str #'alpha-char-p 0)))

(defun word-counts (str)
  (let ((table (make-hash-table :test #'equal)))
    (dolist (w (words str))
      (incf (gethash w table 0)))
    (let ((counts '()))
      (maphash #'(lambda (w n) (push (cons w n) counts)) table)
      (sort counts #'(lambda (a b)
                       (or (> (cdr a) (cdr b))
                           (and (= (cdr a) (cdr b)) (string< (car a) (car b)))))))))

(loop for (word . n) in (word-counts *text*)
      while (> n 1)
      do (format t "~&~8a ~3d ~a" word n (make-string n :initial-element #\*)))
(format t "~&~r words, ~:(~a~)~%" (length (words *text*)) "the END")
(print (tokens "ab12 3cde.f" #'alpha-char-p 0))
(print (tokens "ab12 3cde.f gh" #'constituent 0))
(print (string-trim " .;" "  end. "))
(print (mapcar #'length (list "abc" '(1 2) (vector 1))))
(print (loop for c across "Mississippi" for n = (count c "Mississippi") maximize n))
(print (with-output-to-string (s) (dolist (x '(1 2 3)) (format s "<~a>" x))))
;>> the        4 ****
;>> runs       3 ***
;>> and        2 **
;>> dog        2 **
;>> fox        2 **
;>> nineteen words, The End
;>>
;>> ("ab" "cde" "f") 
;>> ("ab12" "3cde.f" "gh") 
;>> "end" 
;>> (3 2 1) 
;>> 4 
;>> "<1><2><3>" 
