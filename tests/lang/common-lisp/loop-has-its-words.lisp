(require 'common-lisp)
(loop for x in '(1 2 3) collect (* x x))                                    ;=> (1 4 9)
(loop for x in '(1 2 3 4) by #'cddr collect x)                              ;=> (1 3)
(loop for l on '(1 2 3) collect l)                                          ;=> ((1 2 3) (2 3) (3))
(loop for (k v) on '(a 1 b 2) by #'cddr collect (cons k v))                 ;=> ((a . 1) (b . 2))
(loop for i from 1 to 10 by 3 collect i)                                    ;=> (1 4 7 10)
(loop for i from 5 downto 1 by 2 collect i)                                 ;=> (5 3 1)
(loop for i downfrom 3 above 0 collect i)                                   ;=> (3 2 1)
(loop for i upfrom 1 below 4 sum i)                                         ;=> 6
(loop for c across "abc" collect (char-upcase c))                           ;=> (#\A #\B #\C)
(loop for x across #(1 2) for i from 0 collect (list i x))                  ;=> ((0 1) (1 2))
(loop for x = 1 then (* 2 x) repeat 5 collect x)                            ;=> (1 2 4 8 16)
(loop for a = 0 then b and b = 1 then (+ a b) repeat 8 collect a)           ;=> (0 1 1 2 3 5 8 13)
(loop for x in '(3 1 2) maximize x into big minimize x into small finally (return (list big small)))  ;=> (3 1)
(loop for x in '(1 2 3 4) if (evenp x) collect x into even else collect x into odd end finally (return (list even odd)))  ;=> ((2 4) (1 3))
(loop for x in '(1 nil 2) when x count it)                                  ;=> 2
(loop for x in '((1 2) (3)) append x)                                       ;=> (1 2 3)
(loop for x in '(1 2) nconc (list x x))                                     ;=> (1 1 2 2)
(loop for x in '(2 4) always (evenp x))                                     ;=> t
(loop for x in '(1 3) never (evenp x))                                      ;=> t
(loop for x in '(1 4) thereis (and (evenp x) (* 10 x)))                     ;=> 40
(loop with n = 0 while (< n 3) do (incf n) finally (return n))              ;=> 3
(loop until nil do (return 'out))                                           ;=> out
(loop named outer for x in '(1 2) do (loop for y in '(3 4) do (when (= y 4) (return-from outer (list x y)))))  ;=> (1 4)
(let ((h (make-hash-table))) (setf (gethash 'a h) 1 (gethash 'b h) 2) (loop for k being the hash-keys of h using (hash-value v) collect (list k v)))  ;=> ((a 1) (b 2))
(let ((h (make-hash-table))) (setf (gethash 'a h) 1) (loop for v being each hash-value in h sum v))  ;=> 1
(loop for (a (b)) in '((1 (2)) (3 (4))) collect (+ a b))                    ;=> (3 7)
(loop with (x y) = '(1 2) with z = 3 return (list x y z))                   ;=> (1 2 3)
(loop for x in '(1 2 3) do (princ x) when (= x 2) do (princ "two") and do (princ "!"))  ;>> 12two!3
(loop initially (princ "start ") for i below 2 do (princ i) finally (princ " end"))  ;>> start 01 end
(loop for x in '(1 2 3) unless (= x 2) collect x)                           ;=> (1 3)
(loop for i from 1 to 3 nconcing (list i) into l finally (return (reverse l)))  ;=> (3 2 1)
(loop for x in '(a b) and y in '(1 2) collect (cons x y))                   ;=> ((a . 1) (b . 2))
(let ((i 0)) (loop (when (= i 3) (return i)) (incf i)))                     ;=> 3
(loop :for x :in '(1 2) :collect x)                                         ;=> (1 2)
(loop for x bogus 3)                                                        ;!! user-error
