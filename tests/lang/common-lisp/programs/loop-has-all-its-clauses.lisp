; not under: stress fuel: a long program
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
