; The towers of Hanoi: a problem that is solved by solving a smaller one twice.
;
; Shows recursion, `format`, and that there is no largest integer.

(defproc hanoi (count from to spare)
  "Moves `count` disks from one peg to another. Returns the number of moves."
  (if (= count 0)
    0
    (let* ((before (hanoi (- count 1) from spare to))
           (after (progn
                    (format t "disk ~d: ~a -> ~a~%" count from to)
                    (hanoi (- count 1) spare to from))))
      (+ before 1 after))))

(format t "~d moves~%" (hanoi 3 'left 'right 'middle))
(format t "For 100 disks there would be ~d.~%" (- (expt 2 100) 1))
;>> disk 1: left -> right
;>> disk 2: left -> middle
;>> disk 1: right -> middle
;>> disk 3: left -> right
;>> disk 1: middle -> left
;>> disk 2: middle -> right
;>> disk 1: left -> right
;>> 7 moves
;>> For 100 disks there would be 1267650600228229401496703205375.
