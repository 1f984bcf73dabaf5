; A comparison is one instruction with its jump.

(defproc compare (x y)
  (cond
    ((< x 10) 'small)
    ((>= x y) 'greater)
    ((null? y) 'none)
    ((symbol? x) 'name)
    (t (list x y))))
;; code of compare
;;    0 JumpNotLessInt        r1 10 -> 2
;;    1 ReturnConst           small
;;    2 JumpNotLessEqual      r2 r1 -> 4
;;    3 ReturnConst           greater
;;    4 JumpTrue              r2 -> 6
;;    5 ReturnConst           none
;;    6 JumpNotKind           r1 symbol -> 8
;;    7 ReturnConst           name
;;    8 List                  r4 <- r1..r3
;;    9 Return                r4

(defproc both (x y) (and (pair? x) (not (equal? x y))))
;; code of both
;;    0 JumpNotPair           r1 -> 4
;;    1 Equal                 r5 <- r1 r2
;;    2 Not                   r4 <- r5
;;    3 Return                r4
;;    4 ReturnNil

; A comparison with a constant by identity holds it, and so does its jump. A choice among more of them is one jump.

(defproc either (x y) (if (or (= x 'a) (not (= 'b y))) (list x y)))
;; code of either
;;    0 IfSame                r1 a
;;    1 Jump                  -> 4
;;    2 IfSame                r2 b
;;    3 Jump                  -> 6
;;    4 List                  r4 <- r1..r3
;;    5 Return                r4
;;    6 ReturnNil

(defproc vowel (c) (case c (#\a 1) (#\e 2) ((#\i #\o) 3) (t nil)))
;; code of vowel
;;    0 Case                  r1 4 #\o
;;    1 Jump                  -> 21
;;    2 Jump                  -> 22
;;    3 Jump                  -> 19
;;    4 Jump                  -> 22
;;    5 Jump                  -> 22
;;    6 Jump                  -> 22
;;    7 Jump                  -> 20
;;    8 Jump                  -> 22
;;    9 Jump                  -> 22
;;   10 Jump                  -> 22
;;   11 Jump                  -> 21
;;   12 Jump                  -> 22
;;   13 Jump                  -> 22
;;   14 Jump                  -> 22
;;   15 Jump                  -> 22
;;   16 Jump                  -> 22
;;   17 Jump                  -> 22
;;   18 Jump                  -> 22
;;   19 ReturnConst           1
;;   20 ReturnConst           2
;;   21 ReturnConst           3
;;   22 ReturnNil

; A result that is still in its register is not read again.
(defproc near (x l)
  (cond
    ((= (first l) x) 'here)
    ((= (first l) (+ x 1)) 'after)
    ((= (first l) (- x 1)) 'before)))
;; code of near
;;    0 Car                   r4 <- r2
;;    1 JumpNotEqual          r4 r1 -> 3
;;    2 ReturnConst           here
;;    3 AddInt                r5 <- r1 1
;;    4 JumpNotEqual          r4 r5 -> 6
;;    5 ReturnConst           after
;;    6 AddInt                r5 <- r1 -1
;;    7 JumpNotEqual          r4 r5 -> 9
;;    8 ReturnConst           before
;;    9 ReturnNil

; A constant lies in the instruction, or in a register of the loop.

; Small integers and floats have instructions that hold them.
(defproc constants (x) (* 2 (+ 1.5 (- x 3))))
;; code of constants
;;    0 AddInt                r5 <- r1 -3
;;    1 AddFloat              r4 <- r5 1.5
;;    2 MulInt                r3 <- r4 left 2
;;    3 Return                r3

; A float that a loop adds to a product would have to be loaded in each iteration: the loop keeps it in a register.
(defproc sum (n)
  (let loop ((i 0) (s 0.0))
    (if (< i n)
      (loop (+ i 1) (+ 0.5 (* s s)))
      s)))
;; code of sum
;;    0 LoadInt               r3 <- 0
;;    1 LoadConst             r4 <- 0.0
;;    2 LoadConst             r5 <- 0.5
;;    3 JumpNotLess           r3 r1 -> 10
;;    4 MulAddCountLess       r4 <- r4 r4 r5 r3 r1 -> 4
;;    5 Mul                   r6 <- r4 r4
;;    6 AddCountLess          r4 <- r5 r6 r3 r1 -> 4
;;    7 CountLess             r3 r1 step 1 -> 4
;;    8 AddInt                r3 <- r3 1
;;    9 LoopLess              r3 r1 -> 4
;;   10 Return                r4

; A field of a record is read in one instruction.

(defrecord point x y)
(defproc norm (p) (+ (* (point-x p) (point-x p)) (* (point-y p) (point-y p))))
;; code of norm
;;    0 CallGlobal            r4: 1 r1 point-x
;;    1 CallGlobal            r5: 1 r1 point-x
;;    2 Mul                   r3 <- r4 r5
;;    3 CallGlobal            r5: 1 r1 point-y
;;    4 CallGlobal            r6: 1 r1 point-y
;;    5 Mul                   r4 <- r5 r6
;;    6 ReturnAdd             r3 r4
;; code of point-x
;;    0 RecordRef             r3 <- r1 [0] point
;;    1 Return                r3
;; code of make-point
;;    0 MakeRecord            r4 <- r1..r3 point
;;    1 Return                r4

; A function of the library with a lambda in place is a loop.

(defproc squares (l) (map-with (lambda (x) (* x x)) l))
;; code of squares
;;    0 Move                  r3 <- r1
;;    1 LoadNil               r4 <-
;;    2 JumpNil               r3 -> 8
;;    3 CdrCar                r5 <- r7 <- r3
;;    4 Mul                   r6 <- r7 r7
;;    5 Cons                  r4 <- r6 r4 top=r7
;;    6 Move                  r3 <- r5
;;    7 LoopTrue              r3 -> 3
;;    8 Move                  r6 <- r4
;;    9 TailGlobal            r5: 1 reverse
;;   10 Return                r5

(defproc names (l) (filter symbol? l))
;; code of names
;;    0 Move                  r3 <- r1
;;    1 LoadNil               r4 <-
;;    2 JumpNil               r3 -> 7
;;    3 CarCdr                r5 <- r3 <- r3
;;    4 JumpNotKind           r5 symbol -> 6
;;    5 Cons                  r4 <- r5 r4 top=r6
;;    6 LoopTrue              r3 -> 3
;;    7 Move                  r6 <- r4
;;    8 TailGlobal            r5: 1 reverse
;;    9 Return                r5

(defproc first-even (l) (find-if (lambda (x) (= (modulo x 2) 0)) l))
;; code of first-even
;;    0 Move                  r3 <- r1
;;    1 Next                  r4 <- r3 -> 6
;;    2 ModuloInt             r5 <- r4 2
;;    3 JumpNotEqualInt       r5 0 -> 5
;;    4 Return                r4
;;    5 LoopNext              r4 <- r3 -> 2
;;    6 ReturnNil

(defproc folded (l) (fold-left + 0 l))
;; code of folded
;;    0 Move                  r3 <- r1
;;    1 LoadInt               r4 <- 0
;;    2 JumpNil               r3 -> 7
;;    3 CdrCar                r5 <- r6 <- r3
;;    4 Add                   r4 <- r4 r6
;;    5 Move                  r3 <- r5
;;    6 LoopTrue              r3 -> 3
;;    7 Return                r4

(defproc each (f l) (for-each f l))
;; code of each
;;    0 Move                  r4 <- r2
;;    1 Next                  r5 <- r4 -> 4
;;    2 Call                  r6: 1 r5 r1
;;    3 LoopNext              r5 <- r4 -> 2
;;    4 ReturnNil

(defproc side-by-side (f a b) (map-with f a b))
;; code of side-by-side
;;    0 Move2                 r5 <- r2 r6 <- r3
;;    1 LoadNil               r7 <-
;;    2 JumpNil               r5 -> 12
;;    3 JumpNil               r6 -> 12
;;    4 CdrCar                r8 <- r11 <- r5
;;    5 CdrCar                r9 <- r12 <- r6
;;    6 Call                  r10: 2 r12 r1
;;    7 Cons                  r7 <- r10 r7 top=r11
;;    8 Move2                 r5 <- r8 r6 <- r9
;;    9 JumpNil               r5 -> 12
;;   10 JumpNil               r6 -> 12
;;   11 Loop                  -> 4
;;   12 Move                  r9 <- r7
;;   13 TailGlobal            r8: 1 reverse
;;   14 Return                r8

; A named let is a label with its test where an iteration ends.

(defproc total (list)
  (let loop ((l list) (n 0))
    (if (null? l)
      n
      (loop (rest l) (+ n (first l))))))
;; code of total
;;    0 LoadInt               r5 <- 0
;;    1 Move                  r6 <- r5
;;    2 JumpEqual             r5 r3 -> 9
;;    3 AddInt                r7 <- r5 1
;;    4 ArrayRefRef           r8 <- r9 <- r1 r2 r5
;;    5 ArrayRef              r8 <- r9 r5
;;    6 Add                   r6 <- r6 r8
;;    7 Move                  r5 <- r7
;;    8 LoopNotEqual          r5 r3 -> 3
;;    9 Return                r6

(defproc count-down (n)
  (while (> n 0)
    (setq n (- n 1))))
;; code of count-down
;;    0 LoadInt               r3 <- 0
;;    1 JumpNotGreaterInt     r1 0 -> 5
;;    2 CountGreater          r1 r3 step -1 -> 2
;;    3 AddInt                r1 <- r1 -1
;;    4 LoopLess              r3 r1 -> 2
;;    5 ReturnNil

(defproc strike (v step n)
  (let loop ((i 0))
    (if (<= i n) (progn (aset v i nil) (loop (+ i step))))))
;; code of strike
;;    0 LoadInt               r5 <- 0
;;    1 LoadNil               r6 <-
;;    2 JumpNotLessEqual      r5 r3 -> 7
;;    3 ArraySet              r1 r5 r6
;;    4 StepLessEqual         r5 r2 r3 -> 3
;;    5 Add                   r5 <- r5 r2
;;    6 LoopLessEqual         r5 r3 -> 3
;;    7 ReturnNil

(defproc total (rows i n)
  (let loop ((j 0) (sum 0))
    (if (= j n) sum (loop (+ j 1) (+ sum (aref (aref rows i) j))))))
;; code of total
;;    0 LoadInt               r5 <- 0
;;    1 Move                  r6 <- r5
;;    2 JumpEqual             r5 r3 -> 9
;;    3 AddInt                r7 <- r5 1
;;    4 ArrayRefRef           r8 <- r9 <- r1 r2 r5
;;    5 ArrayRef              r8 <- r9 r5
;;    6 Add                   r6 <- r6 r8
;;    7 Move                  r5 <- r7
;;    8 LoopNotEqual          r5 r3 -> 3
;;    9 Return                r6

; A tail call leaves its frame and a call takes registers above.

(defproc fib (n)
  (if (< n 2)
    n
    (+ (fib (- n 1)) (fib (- n 2)))))
;; code of fib
;;    0 ReturnIfLessInt       r1 2 r1
;;    1 AddEnterLessInt       r3 <- r1 step -1 2 -> 21
;;    2 EnterLessInt          r3 2 -> 21
;;    3 JumpLessInt           r3 2 -> 21
;;    4 AddEnterLessInt       r5 <- r3 step -1 2 -> 12
;;    5 EnterLessInt          r5 2 -> 12
;;    6 JumpLessInt           r5 2 -> 12
;;    7 AddInt                r8 <- r5 -1
;;    8 CallGlobal            r7: 1 r8 fib
;;    9 AddInt                r9 <- r5 -2
;;   10 CallGlobal            r8: 1 r9 fib
;;   11 Add                   r5 <- r7 r8
;;   12 AddEnterLessInt       r6 <- r3 step -2 2 -> 20
;;   13 EnterLessInt          r6 2 -> 20
;;   14 JumpLessInt           r6 2 -> 20
;;   15 AddInt                r9 <- r6 -1
;;   16 CallGlobal            r8: 1 r9 fib
;;   17 AddInt                r10 <- r6 -2
;;   18 CallGlobal            r9: 1 r10 fib
;;   19 Add                   r6 <- r8 r9
;;   20 Add                   r3 <- r5 r6
;;   21 AddEnterLessInt       r4 <- r1 step -2 2 -> 41
;;   22 EnterLessInt          r4 2 -> 41
;;   23 JumpLessInt           r4 2 -> 41
;;   24 AddEnterLessInt       r6 <- r4 step -1 2 -> 32
;;   25 EnterLessInt          r6 2 -> 32
;;   26 JumpLessInt           r6 2 -> 32
;;   27 AddInt                r9 <- r6 -1
;;   28 CallGlobal            r8: 1 r9 fib
;;   29 AddInt                r10 <- r6 -2
;;   30 CallGlobal            r9: 1 r10 fib
;;   31 Add                   r6 <- r8 r9
;;   32 AddEnterLessInt       r7 <- r4 step -2 2 -> 40
;;   33 EnterLessInt          r7 2 -> 40
;;   34 JumpLessInt           r7 2 -> 40
;;   35 AddInt                r10 <- r7 -1
;;   36 CallGlobal            r9: 1 r10 fib
;;   37 AddInt                r11 <- r7 -2
;;   38 CallGlobal            r10: 1 r11 fib
;;   39 Add                   r7 <- r9 r10
;;   40 Add                   r4 <- r6 r7
;;   41 ReturnAdd             r3 r4
;;   42 AddInt                r3 <- r1 -1
;;   43 Move                  r4 <- r3
;;   44 CallGlobal            r3: 1 r4 fib
;;   45 Jump                  -> 21
;;   46 AddInt                r5 <- r3 -1
;;   47 Move                  r6 <- r5
;;   48 CallGlobal            r5: 1 r6 fib
;;   49 Jump                  -> 12
;;   50 AddInt                r6 <- r3 -2
;;   51 Move                  r7 <- r6
;;   52 CallGlobal            r6: 1 r7 fib
;;   53 Jump                  -> 20
;;   54 AddInt                r4 <- r1 -2
;;   55 Move                  r5 <- r4
;;   56 CallGlobal            r4: 1 r5 fib
;;   57 ReturnAdd             r3 r4
;;   58 AddInt                r6 <- r4 -1
;;   59 Move                  r7 <- r6
;;   60 CallGlobal            r6: 1 r7 fib
;;   61 Jump                  -> 32
;;   62 AddInt                r7 <- r4 -2
;;   63 Move                  r8 <- r7
;;   64 CallGlobal            r7: 1 r8 fib
;;   65 Jump                  -> 40

(defproc forever (f x) (forever f (f x)))
;; code of forever
;;    0 Call                  r4: 1 r2 r1
;;    1 Move                  r2 <- r4
;;    2 Loop                  -> 0
;;    3 EnterGlobal           r4: 2 forever
;;    4 Return                r4

; A variable that is shared and changed lies in a box.

(defproc counter (n)
  (lambda () (setq n (+ n 1))))
;; code of counter
;;    0 MakeBox               r1 <- r1 top=r3
;;    1 MakeClosure           r3 <- r1..r2 lambda
;;    2 Return                r3
(setq count (counter 0))
;; code of count
;;    0 GetCaptureBox         r3 <- r1 [0]
;;    1 AddInt                r2 <- r3 1
;;    2 SetCaptureBox         r1 [0] r2
;;    3 Return                r2

(defproc tally (n)
  (lambda (x) (setq n (+ n x)) n))
(setq tallied (tally 0))
;; code of tallied
;;    0 GetCaptureBox         r4 <- r2 [0]
;;    1 Add                   r3 <- r4 r1
;;    2 SetCaptureBox         r2 [0] r3
;;    3 Return                r3

(defproc adder (n)
  (lambda (x) (+ x n)))
;; code of adder
;;    0 MakeClosure           r3 <- r1..r2 lambda
;;    1 Return                r3

; A function inside a function that is only called has no closure: what it captures comes with the call. A call of itself
; in tail position is another iteration.

(defproc below (n)
  (letrec ((add (lambda (i sum) (if (< i n) (add (+ i 1) (+ sum i)) sum))))
    (add 0 0)))
;; code of below
;;    0 LoadInt               r3 <- 0
;;    1 Move                  r4 <- r3
;;    2 JumpNotLess           r3 r1 -> 7
;;    3 AddCountLess          r4 <- r4 r3 r3 r1 -> 3
;;    4 CountLess             r3 r1 step 1 -> 3
;;    5 AddInt                r3 <- r3 1
;;    6 LoopLess              r3 r1 -> 3
;;    7 Return                r4

; So is a call of a global function by itself, as long as its name means it. The call after the code takes the place of
; the jump when the name means something else.

(defproc last-of (l x) (if (null? l) x (last-of (rest l) (first l))))
;; code of last-of
;;    0 JumpNil               r1 -> 4
;;    1 CdrCar                r4 <- r2 <- r1
;;    2 Move                  r1 <- r4
;;    3 LoopTrue              r1 -> 1
;;    4 Return                r2
;;    5 EnterGlobal           r4: 2 last-of
;;    6 Return                r4

; A small function in tail position takes the frame of its caller. If its own tail call comes back, that is another
; iteration. The calls after the code take the places of the copies when the names mean something else.

(defproc step-a (n k) (if (= n 0) k (step-b (- n 1) (+ k 1))))
(defproc step-b (n k) (if (= n 0) (list k) (step-a (- n 1) k)))
;; code of step-b
;;    0 LoadInt               r4 <- 0
;;    1 JumpNotEqualInt       r1 0 -> 4
;;    2 List                  r5 <- r2..r3
;;    3 Return                r5
;;    4 CountNotEqual         r1 r4 step -1 -> 9
;;    5 AddInt                r1 <- r1 -1
;;    6 LoopNotEqual          r1 r4 -> 9
;;    7 Loop                  -> 8
;;    8 Return                r2
;;    9 AddInt                r1 <- r1 -1
;;   10 AddInt                r2 <- r2 1
;;   11 LoopNotEqual          r1 r4 -> 4
;;   12 Loop                  -> 2
;;   13 AddInt                r1 <- r1 -1
;;   14 MarkTail
;;   15 EnterGlobal           r4: 2 step-a
;;   16 Return                r4
;;   17 AddInt                r2 <- r2 1
;;   18 EnterGlobal           r4: 2 step-b
;;   19 Return                r4

(defproc down-a (n k) (if (> n 0) (down-b (- n 1) (+ k 1)) k))
(defproc down-b (n k) (if (> n 0) (down-a (- n 1) k) (list k)))
;; code of down-b
;;    0 LoadInt               r4 <- 0
;;    1 JumpNotGreaterInt     r1 0 -> 12
;;    2 CountLessEqual        r1 r4 step -1 -> 11
;;    3 AddInt                r1 <- r1 -1
;;    4 LoopNotLess           r4 r1 -> 11
;;    5 Loop                  -> 6
;;    6 AddInt                r2 <- r2 1
;;    7 CountGreater          r1 r4 step -1 -> 2
;;    8 AddInt                r1 <- r1 -1
;;    9 LoopLess              r4 r1 -> 2
;;   10 Loop                  -> 12
;;   11 Return                r2
;;   12 List                  r5 <- r2..r3
;;   13 Return                r5
;;   14 AddInt                r1 <- r1 -1
;;   15 MarkTail
;;   16 EnterGlobal           r4: 2 down-a
;;   17 Return                r4
;;   18 AddInt                r1 <- r1 -1
;;   19 EnterGlobal           r4: 2 down-b
;;   20 Return                r4

; A small function that calls another one has a copy of that in its own copies.

(defproc sum-of (x y) (+ (square-of x) (square-of y)))
(defproc square-of (x) (* x x))
(defproc sums (x) (list (sum-of x 2)))
;; code of sums
;;    0 Move                  r5 <- r1
;;    1 LoadInt               r6 <- 2
;;    2 Loop                  -> 3
;;    3 Move                  r9 <- r5
;;    4 Loop                  -> 5
;;    5 Mul                   r8 <- r9 r9
;;    6 Move                  r10 <- r6
;;    7 Loop                  -> 8
;;    8 Mul                   r9 <- r10 r10
;;    9 Add                   r4 <- r8 r9
;;   10 List                  r3 <- r4..r5
;;   11 Return                r3
;;   12 CallGlobal            r4: 2 r6 sum-of
;;   13 Jump                  -> 10
;;   14 CallGlobal            r8: 1 r9 square-of
;;   15 Jump                  -> 6
;;   16 CallGlobal            r9: 1 r10 square-of
;;   17 Jump                  -> 9

; An inner function at the tail of a loop takes over the registers of the loop.

(defproc parity (n)
  (letrec ((even (lambda (k) (if (= k 0) 'even (odd (- k 1))))) (odd (lambda (k) (if (= k 0) 'odd (even (- k 1))))))
    (list (even n))))
;; code of parity
;;    0 Move                  r5 <- r1
;;    1 LoadInt               r6 <- 0
;;    2 JumpNotEqualInt       r5 0 -> 5
;;    3 LoadConst             r4 <- even
;;    4 Jump                  -> 13
;;    5 AddInt                r5 <- r5 -1
;;    6 JumpNotEqualInt       r5 0 -> 9
;;    7 LoadConst             r4 <- odd
;;    8 Jump                  -> 13
;;    9 CountNotEqual         r5 r6 step -1 -> 5
;;   10 AddInt                r5 <- r5 -1
;;   11 LoopNotEqual          r5 r6 -> 5
;;   12 Jump                  -> 3
;;   13 List                  r3 <- r4..r5
;;   14 Return                r3

; A question about a place of a state is an instruction. Row and column in a literal list need no list.

(defproc open? (board cell) (> (count-candidates board cell) 1))
;; code of open?
;;    0 Ask                   r4 <- r1 r2 count-candidates
;;    1 JumpNotGreaterInt     r4 1 -> 3
;;    2 ReturnConst           t
;;    3 ReturnNil

(defproc digits-at (board row column) (candidates board (list row column)))
;; code of digits-at
;;    0 AskAt                 r5 <- r1 r2 r3 candidates
;;    1 Return                r5

; Some builtins are called with arguments in any registers, and are no calls that a function must prepare.

(defproc code-of (char) (char->integer char))
;; code of code-of
;;    0 Apply                 r3 <- r1 char->integer
;;    1 Return                r3

(defproc put (char port) (write-char char port))
;; code of put
;;    0 Apply2                r4 <- r1 r2 write-char
;;    1 Return                r4


; A branch that is a constant comes first, so that the other one needs no jump. A character is compared without a test
; for its kind, if it comes from a string.

(defproc dot? (s i) (let ((peek (lambda () (if (< i (string-length s)) (string-ref s i) #\.)))) (char=? (peek) #\.)))
;; code of dot?
;;    0 StringLength          r5 <- r1
;;    1 JumpLess              r2 r5 -> 4
;;    2 LoadConst             r4 <- #\.
;;    3 Jump                  -> 5
;;    4 StringRef             r4 <- r1 r2
;;    5 LoadConst             r6 <- #\.
;;    6 Same                  r5 <- r4 r6
;;    7 Return                r5

; An operand that still is in a register is not read again, and a variable leaves that register out.

(defproc exchange (a i j) (if (< (aref a i) 5) (let ((x (aref a j))) (aset a j (aref a i)) (aset a i x))))
;; code of exchange
;;    0 ArrayRef              r5 <- r1 r2
;;    1 JumpNotLessInt        r5 5 -> 6
;;    2 ArrayRef              r6 <- r1 r3
;;    3 ArraySet              r1 r3 r5
;;    4 ArraySet              r1 r2 r6
;;    5 Return                r6
;;    6 ReturnNil

; A product, a sum and the end of an iteration are one instruction.

(defproc dot (v w n)
  (let loop ((i 0) (sum 0)) (if (%= i n) sum (loop (+ i 1) (+ sum (* (aref v i) (aref w i)))))))
;; code of dot
;;    0 LoadInt               r5 <- 0
;;    1 Move                  r6 <- r5
;;    2 JumpNumberEqual       r5 r3 -> 11
;;    3 ArrayRef              r7 <- r1 r5
;;    4 ArrayRef              r8 <- r2 r5
;;    5 MulAddCountNotEqual   r6 <- r7 r8 r6 r5 r3 -> 3
;;    6 Mul                   r9 <- r7 r8
;;    7 AddCountNotEqual      r6 <- r6 r9 r5 r3 -> 3
;;    8 CountNotEqual         r5 r3 step 1 -> 3
;;    9 AddInt                r5 <- r5 1
;;   10 LoopNotNumberEqual    r5 r3 -> 3
;;   11 Return                r6

; Both parts of a pair are one instruction, also with those of another one between them.

(defproc zip (l m) (if (and (pair? l) (pair? m)) (zip-with (rest l) (rest m) (first l) (first m))))
;; code of zip
;;    0 JumpNotPair           r1 -> 6
;;    1 JumpNotPair           r2 -> 6
;;    2 CdrCar                r5 <- r7 <- r1
;;    3 CdrCar                r6 <- r8 <- r2
;;    4 TailGlobal            r4: 4 zip-with
;;    5 Return                r4
;;    6 ReturnNil

; The first test of a copy takes the tick of its call. A copy shares a variable that neither changes.

(defproc mapped (f l) (if (pair? l) (cons (f (first l)) (mapped f (rest l))) nil))
;; code of mapped
;;    0 JumpNotPair           r2 -> 31
;;    1 Car                   r6 <- r2
;;    2 Call                  r5: 1 r6 r1
;;    3 Cdr                   r7 <- r2
;;    4 Loop                  -> 5
;;    5 JumpPair              r7 -> 8
;;    6 LoadNil               r6 <-
;;    7 ReturnCons            r5 r6 top=r7
;;    8 Car                   r10 <- r7
;;    9 Call                  r9: 1 r10 r1
;;   10 Cdr                   r11 <- r7
;;   11 Loop                  -> 12
;;   12 JumpPair              r11 -> 15
;;   13 LoadNil               r10 <-
;;   14 Jump                  -> 29
;;   15 Car                   r14 <- r11
;;   16 Call                  r13: 1 r14 r1
;;   17 Cdr                   r15 <- r11
;;   18 Loop                  -> 19
;;   19 JumpPair              r15 -> 22
;;   20 LoadNil               r14 <-
;;   21 Jump                  -> 28
;;   22 Car                   r18 <- r15
;;   23 Call                  r17: 1 r18 r1
;;   24 Move                  r19 <- r1
;;   25 Cdr                   r20 <- r15
;;   26 CallGlobal            r18: 2 r20 mapped
;;   27 Cons                  r14 <- r17 r18 top=r19
;;   28 Cons                  r10 <- r13 r14 top=r15
;;   29 Cons                  r6 <- r9 r10 top=r11
;;   30 ReturnCons            r5 r6 top=r7
;;   31 ReturnNil
;;   32 Cdr                   r7 <- r2
;;   33 Move2                 r8 <- r7 r7 <- r1
;;   34 CallGlobal            r6: 2 r8 mapped
;;   35 ReturnCons            r5 r6 top=r7
;;   36 Cdr                   r11 <- r7
;;   37 Move2                 r12 <- r11 r11 <- r1
;;   38 CallGlobal            r10: 2 r12 mapped
;;   39 Jump                  -> 29
;;   40 Cdr                   r15 <- r11
;;   41 Move2                 r16 <- r15 r15 <- r1
;;   42 CallGlobal            r14: 2 r16 mapped
;;   43 Jump                  -> 28

(defproc leaves (x) (if (pair? x) (+ (leaves (first x)) (leaves (rest x))) 1))
;; code of leaves
;;    0 JumpNotPair           r1 -> 54
;;    1 Car                   r4 <- r1
;;    2 Loop                  -> 3
;;    3 JumpPair              r4 -> 6
;;    4 LoadInt               r3 <- 1
;;    5 Jump                  -> 27
;;    6 Car                   r6 <- r4
;;    7 Loop                  -> 8
;;    8 JumpPair              r6 -> 11
;;    9 LoadInt               r5 <- 1
;;   10 Jump                  -> 16
;;   11 Car                   r8 <- r6
;;   12 CallGlobal            r7: 1 r8 leaves
;;   13 Cdr                   r9 <- r6
;;   14 CallGlobal            r8: 1 r9 leaves
;;   15 Add                   r5 <- r7 r8
;;   16 Cdr                   r7 <- r4
;;   17 Loop                  -> 18
;;   18 JumpPair              r7 -> 21
;;   19 LoadInt               r6 <- 1
;;   20 Jump                  -> 26
;;   21 Car                   r9 <- r7
;;   22 CallGlobal            r8: 1 r9 leaves
;;   23 Cdr                   r10 <- r7
;;   24 CallGlobal            r9: 1 r10 leaves
;;   25 Add                   r6 <- r8 r9
;;   26 Add                   r3 <- r5 r6
;;   27 Cdr                   r5 <- r1
;;   28 Loop                  -> 29
;;   29 JumpPair              r5 -> 32
;;   30 LoadInt               r4 <- 1
;;   31 ReturnAdd             r3 r4
;;   32 Car                   r7 <- r5
;;   33 Loop                  -> 34
;;   34 JumpPair              r7 -> 37
;;   35 LoadInt               r6 <- 1
;;   36 Jump                  -> 42
;;   37 Car                   r9 <- r7
;;   38 CallGlobal            r8: 1 r9 leaves
;;   39 Cdr                   r10 <- r7
;;   40 CallGlobal            r9: 1 r10 leaves
;;   41 Add                   r6 <- r8 r9
;;   42 Cdr                   r8 <- r5
;;   43 Loop                  -> 44
;;   44 JumpPair              r8 -> 47
;;   45 LoadInt               r7 <- 1
;;   46 Jump                  -> 52
;;   47 Car                   r10 <- r8
;;   48 CallGlobal            r9: 1 r10 leaves
;;   49 Cdr                   r11 <- r8
;;   50 CallGlobal            r10: 1 r11 leaves
;;   51 Add                   r7 <- r9 r10
;;   52 Add                   r4 <- r6 r7
;;   53 ReturnAdd             r3 r4
;;   54 ReturnConst           1
;;   55 CallGlobal            r3: 1 r4 leaves
;;   56 Jump                  -> 27
;;   57 CallGlobal            r5: 1 r6 leaves
;;   58 Jump                  -> 16
;;   59 Cdr                   r7 <- r4
;;   60 CallGlobal            r6: 1 r7 leaves
;;   61 Jump                  -> 26
;;   62 Cdr                   r5 <- r1
;;   63 CallGlobal            r4: 1 r5 leaves
;;   64 ReturnAdd             r3 r4
;;   65 CallGlobal            r6: 1 r7 leaves
;;   66 Jump                  -> 42
;;   67 Cdr                   r8 <- r5
;;   68 CallGlobal            r7: 1 r8 leaves
;;   69 Jump                  -> 52

; The rest of a list in a loop, and elements of two lists.

(defproc attacks? (row distance placed)
  (and (pair? placed)
       (or (= (+ row distance) (first placed)) (= (- row distance) (first placed))
           (attacks? row (+ distance 1) (rest placed)))))
;; code of attacks?
;;    0 JumpNotPair           r3 -> 11
;;    1 Add                   r5 <- r1 r2
;;    2 Car                   r6 <- r3
;;    3 JumpNotEqual          r5 r6 -> 5
;;    4 ReturnConst           t
;;    5 Sub                   r5 <- r1 r2
;;    6 JumpNotEqual          r5 r6 -> 8
;;    7 ReturnConst           t
;;    8 AddInt                r2 <- r2 1
;;    9 CdrLoopPair           r3 <- r3 -> 1
;;   10 LoopPair              r3 -> 1
;;   11 ReturnNil
;;   12 Cdr                   r3 <- r3
;;   13 EnterGlobal           r5: 3 attacks?
;;   14 Return                r5

(defproc inner-product (a b) (+ (* (first a) (first b)) (* (second a) (second b))))
;; code of inner-product
;;    0 CarCar                r5 <- r1 r6 <- r2
;;    1 Car                   r6 <- r2
;;    2 Mul                   r4 <- r5 r6
;;    3 Cadr                  r6 <- r1
;;    4 Cadr                  r7 <- r2
;;    5 Mul                   r5 <- r6 r7
;;    6 ReturnAdd             r4 r5
