; not under: stress fuel: a long program
(require 'common-lisp)
;;; A database of records kept as property lists, saved to a file and loaded again.
(defvar *records* nil)
(defun make-cd (title artist rating ripped)
  (list :title title :artist artist :rating rating :ripped ripped))
(defun add-record (cd) (push cd *records*))
(add-record (make-cd "Roses" "Kathy Mattea" 7 t))
(add-record (make-cd "Fly" "Dixie Chicks" 8 t))
(add-record (make-cd "Home" "Dixie Chicks" 9 nil))
(defun dump-records ()
  (dolist (cd *records*)
    (format t "~{~a:~10t~a~%~}~%" cd)))
(dump-records)
(defun save-records (filename)
  (with-open-file (out filename :direction :output :if-exists :supersede)
    (with-standard-io-syntax
      (print *records* out))))
(defun load-records (filename)
  (with-open-file (in filename)
    (with-standard-io-syntax
      (setf *records* (read in)))))
(save-records "cds.db")
(setf *records* nil)
(load-records "cds.db")
(print (length *records*))
(defun select (selector-fn) (remove-if-not selector-fn *records*))
(defun make-comparison-expr (field value)
  `(equal (getf cd ,field) ,value))
(defun make-comparisons-list (fields)
  (loop while fields
        collecting (make-comparison-expr (pop fields) (pop fields))))
(defmacro where (&rest clauses)
  `#'(lambda (cd) (and ,@(make-comparisons-list clauses))))
(print (select (where :artist "Dixie Chicks")))
(print (macroexpand-1 '(where :title "Fly" :ripped t)))
(defun update (selector-fn &key title artist rating (ripped nil ripped-p))
  (setf *records*
        (mapcar
         #'(lambda (row)
             (when (funcall selector-fn row)
               (if title (setf (getf row :title) title))
               (if artist (setf (getf row :artist) artist))
               (if rating (setf (getf row :rating) rating))
               (if ripped-p (setf (getf row :ripped) ripped)))
             row)
         *records*)))
(update (where :artist "Dixie Chicks") :rating 11 :ripped nil)
(print (select (where :rating 11)))
(defun delete-rows (selector-fn)
  (setf *records* (remove-if selector-fn *records*)))
(delete-rows (where :artist "Dixie Chicks"))
(print *records*)
(terpri)
(defun prompt-read (prompt)
  (format *query-io* "~a: " prompt)
  (force-output *query-io*)
  (read-line *query-io*))
(with-input-from-string (*query-io* "x")
  (print (read-line *query-io*)))
(print (or (parse-integer "12x" :junk-allowed t) 0))
(print (or (parse-integer "zz" :junk-allowed t) 0))
(terpri)
(with-open-file (in "lines.txt" :direction :output :if-exists :supersede :if-does-not-exist :create)
  (format in "first line~%second line~%~%last"))
(with-open-file (in "lines.txt")
  (loop for line = (read-line in nil)
        for i from 1
        while line do (format t "~2d: ~s~%" i line)))
(with-open-file (in "lines.txt")
  (loop for c = (read-char in nil nil) while c count c into n finally (print n)))
(with-open-file (s "lines.txt" :direction :output :if-exists :append)
  (write-line "more" s) (prin1 'sym s) (write-char #\! s))
(with-open-file (in "lines.txt")
  (do ((l (read-line in) (read-line in nil 'eof)))
      ((eq l 'eof))
    (format t "[~a]~%" l)))
(print (probe-file "no-such-file"))
(print (not (null (probe-file "lines.txt"))))
(print (with-open-file (s "no-such-thing" :if-does-not-exist nil) s))
(let ((in (open "lines.txt")))
  (unwind-protect (print (read in)) (close in)))
(delete-file "lines.txt")
(delete-file "cds.db")
(terpri)
;>> TITLE:    Home
;>> ARTIST:   Dixie Chicks
;>> RATING:   9
;>> RIPPED:   NIL
;>> 
;>> TITLE:    Fly
;>> ARTIST:   Dixie Chicks
;>> RATING:   8
;>> RIPPED:   T
;>> 
;>> TITLE:    Roses
;>> ARTIST:   Kathy Mattea
;>> RATING:   7
;>> RIPPED:   T
;>> 
;>> 
;>> 3 
;>> ((:TITLE "Home" :ARTIST "Dixie Chicks" :RATING 9 :RIPPED NIL)
;>>  (:TITLE "Fly" :ARTIST "Dixie Chicks" :RATING 8 :RIPPED T)) 
;>> #'(LAMBDA (CD) (AND (EQUAL (GETF CD :TITLE) "Fly") (EQUAL (GETF CD :RIPPED) T))) 
;>> ((:TITLE "Home" :ARTIST "Dixie Chicks" :RATING 11 :RIPPED NIL)
;>>  (:TITLE "Fly" :ARTIST "Dixie Chicks" :RATING 11 :RIPPED NIL)) 
;>> ((:TITLE "Roses" :ARTIST "Kathy Mattea" :RATING 7 :RIPPED T)) 
;>> 
;>> "x" 
;>> 12 
;>> 0 
;>>  1: "first line"
;>>  2: "second line"
;>>  3: ""
;>>  4: "last"
;>> 
;>> 28 [first line]
;>> [second line]
;>> []
;>> [lastmore]
;>> [SYM!]
;>> 
;>> NIL 
;>> T 
;>> NIL 
;>> FIRST 
