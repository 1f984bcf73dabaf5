;;;; and and or evaluate no more than they must
(and)                         ;=> t
(or)                          ;=> nil
(and 1 2)                     ;=> 2
(and nil (car 5))             ;=> nil
(or nil 3 (car 5))            ;=> 3
(or nil nil)                  ;=> nil
(let ((n 0)) (or (progn (setq n (+ n 1)) nil) (setq n (+ n 10)) (setq n 99)) n)  ;=> 11
(if (and 1 (or nil 2)) 'yes 'no)  ;=> yes
(if (or nil (and 1 nil)) 'yes 'no)  ;=> no

;;;; case compares by value
(case (+ 1 1) (1 'one) ((2 3) 'few) (t 'many))   ;=> few
(case 'z ((a b) 1))                              ;=> nil
(case "two" (("one") 1) (("two") 2))             ;=> 2
(case 2.0 (2 'two) (t 'other))                   ;=> two
(case nil (nil 'nothing) (t 'something))         ;=> something
(case nil ((nil) 'nothing) (t 'something))       ;=> nothing
(case '(1 2) (((1 2)) 'pair) (t 'other))         ;=> pair
(case 5 ((1 2) 'a) (else 'b))                    ;=> b
(case 5 ((1 2) 'a) (otherwise 'b 'c))            ;=> c
(case #\a ((#\a #\b) 'letter) (t 'other))        ;=> letter

;;;; a choice among many constants finds the clause that one test after the other would find
(defproc kind-of (x)
  (case x (0 'zero) (1 'one) ((2 3) 'few) (4 'four) ((a b) 'name) (#\a 'letter) (2 'never) ("s" 'string) (t 'other)))
(map-with kind-of '(0 1 2 3 4 5 -1 36))                    ;=> (zero one few few four other other other)
(map-with kind-of '(1.0 2.0 2.5 a b c #\a #\b "s" nil))    ;=> (one few other name name other letter other string other)
(kind-of (- (expt 2 70) (expt 2 70)))                      ;=> zero
(kind-of (expt 2 70))                                      ;=> other
(defproc vowel-index (c) (cond ((= c #\a) 0) ((= #\e c) 1) ((= c #\i) 2) ((= c #\o) 3) ((= c #\u) 4) (t nil)))
(map-with vowel-index '(#\a #\e #\i #\o #\u #\x u 4 nil))  ;=> (0 1 2 3 4 nil nil nil nil)
(defproc first-of-many (l)
  (let loop ((l l) (found nil))
    (if (null? l)
      (reverse found)
      (let ((x (first l)))
        (loop (rest l) (cons (case x (a 1) (b 2) (c 3) (d 4) (e 5) (t x)) found))))))
(first-of-many '(a x e d (a) b))                           ;=> (1 x 5 4 (a) 2)
(defproc effects (x) (let ((n 0)) (case x (1 (setq n 1)) (2 (setq n 2)) (3 (setq n 3)) (4 (setq n 4))) n))
(map-with effects '(1 2 3 4 5 a))                          ;=> (1 2 3 4 0 0)

;;;; what a choice has read is read again after it has changed
(defproc reread (p) (cond ((= (first p) 5) 'five) ((progn (set-car! p 5) (= (first p) 5)) (list 'now (first p))) (t 'no)))
(reread (list 1))                                          ;=> (now 5)
(defproc reread-array (a)
  (cond ((= (aref a 0) 5) 'five) ((progn (aset a 0 5) (= (aref a 0) 5)) (list 'now (aref a 0))) (t 'no)))
(reread-array (make-array 1 0))                            ;=> (now 5)
(defproc reread-name (x) (cond ((= (first x) 'a) 1) ((progn (setq x (rest x)) (= (first x) 'a)) 2) (t (first x))))
(map-with reread-name '((a) (b a) (b c)))                  ;=> (1 2 c)

;;;; what is read twice keeps its value where a variable is assigned
(defproc read-and-assign (a) (let ((x (aref a 0))) (list (+ (aref a 0) (progn (setq x 10) x)) x)))
(read-and-assign (list->array '(1)))                       ;=> (11 10)
(defproc exchange (a i j)
  (if (< (aref a i) (aref a j)) (let ((x (aref a j))) (aset a j (aref a i)) (aset a i x)))
  a)
(exchange (list->array '(1 2 3)) 0 2)                      ;=> #(3 2 1)
(defproc exchange-and-set (a i j)
  (if (< (aref a i) 5) (let ((x (aref a j))) (aset a i (progn (setq x (+ x 1)) 7)) (list (aref a i) (aref a j) x))))
(exchange-and-set (list->array '(1 2 3)) 0 2)              ;=> (7 3 4)
(defproc push-all (l) (let ((all (list 0))) (map-with (lambda (x) (setq all (cons (first all) (cons x all)))) l) all))
(push-all '(1 2))                                          ;=> (0 2 0 1 0)

;;;; a branch that is a constant has its value
(defproc letter (s i) (list (if (< i (string-length s)) (string-ref s i) #\.) i))
(map-with (lambda (i) (letter "ab" i)) '(0 1 2))           ;=> ((#\a 0) (#\b 1) (#\. 2))
(defproc sort-of (x) (list (cond ((number? x) (+ x 1)) ((symbol? x) (list x)) (t 'other))))
(map-with sort-of '(1 a "s"))                              ;=> ((2) ((a)) (other))
(defproc found-at (x l) (list (let loop ((l l) (i 0)) (if (null? l) nil (if (= (first l) x) i (loop (rest l) (+ i 1)))))))
(list (found-at 'c '(a b c)) (found-at 'd '(a b c)))       ;=> ((2) (nil))

;;;; a character that is surely one is compared
(defproc dot? (s i) (let ((peek (lambda () (if (< i (string-length s)) (string-ref s i) #\.)))) (char=? (peek) #\.)))
(list (dot? "a." 0) (dot? "a." 1) (dot? "a." 2))           ;=> (nil t t)
(defproc same-letter? (x) (let ((letter (lambda () (if (symbol? x) #\a x)))) (char=? (letter) #\a)))
(list (same-letter? 'b) (same-letter? #\a))               ;=> (t t)
(same-letter? 5)                                           ;!! wrong-type

;;;; cond takes the first clause that is true
(cond ((= 1 2) 'a) ((= 1 1) 'b) (t 'c))    ;=> b
(cond ((= 1 2) 'a))                        ;=> nil
(cond)                                     ;=> nil
(cond (nil 1) (7) (t 2))                   ;=> 7
(cond (t 1 2 3))                           ;=> 3
(cond ((= 1 2) 'a) (else 'b))              ;=> b
(cond ((assoc 2 '((1 a) (2 b))) => second) (t 'none))  ;=> b

;;;; not turns truth around
(not nil)           ;=> t
(not 0)             ;=> nil
(if (not (not 5)) 'a 'b)  ;=> a
(map-with not '(nil t 1))  ;=> (t nil nil)
(if (not (and (< 1 2) (not (< 2 1)))) 'a 'b)  ;=> b

;;;; the key of case is evaluated once
(setq n 0)
(case (setq n (+ n 1)) (5 'five) (1 (list 'one n)) (t 'other))   ;=> (one 1)
n                                                                ;=> 1

;;;; the test of a lone cond clause is evaluated once
(setq n 0)
(cond (nil 'a) ((setq n (+ n 1))) (t 'c))  ;=> 1
n                                          ;=> 1
(cond ((setq n (+ n 1)) => (lambda (x) (* x 10))))  ;=> 20

;;;; when and unless have bodies
(when (< 1 2) 'a 'b)       ;=> b
(when nil (car 5))         ;=> nil
(unless (< 2 1) 'a 'b)     ;=> b
(unless 1 (car 5))         ;=> nil
(when 1)                   ;=> nil

;;;; aif binds it in both branches
(aif (+ 1 2) (* it it) 'none)          ;=> 9
(aif nil 'then (list 'else it))        ;=> (else nil)
(aif (assoc 'b '((a 1) (b 2))) (second it) 0)  ;=> 2
(aif nil 1)                            ;=> nil
(aif 1 (aif 2 it it) it)               ;=> 2
(aif 1 (let ((f (lambda () it))) (aif 5 (list it (f)))))  ;=> (5 1)
it                                     ;!! unbound-variable

;;;; awhen and aand pass the value on
(awhen (+ 1 1) (setq x it) (* it 10))  ;=> 20
x                                      ;=> 2
(awhen nil (car 5))                    ;=> nil
(aand 1 (+ it 1) (* it 10))            ;=> 20
(aand 1 nil (car 5))                   ;=> nil
(aand)                                 ;=> t
(aand '((a (b 1))) (first it) (second it) (second it))  ;=> 1

;;;; it may be assigned and captured
(aif 1 (progn (setq it 2) it))         ;=> 2
(let ((it 'outer)) (aif it (list it) 'none))  ;=> (outer)
(setq fs (map-with (lambda (x) (awhen x (lambda () it))) '(1 2)))
(map-with (lambda (f) (f)) fs)         ;=> (1 2)
