(defproc squares (l) (map-with (lambda (x) (* x x)) l))
;; code of squares
;;    0 LoadConst             r3 <- #<function reverse>
;;    1 Move                  r5 <- r1
;;    2 LoadNil               r6 <-
;;    3 JumpNull              r5 -> 12
;;    4 Cdr                   r7 <- r5
;;    5 Car                   r9 <- r5
;;    6 Mul                   r10 <- r9 r9
;;    7 Cons                  r8 <- r10 r6 top=r11
;;    8 Move2                 r6 <- r8 r5 <- r7
;;    9 LoopNotNull           r5 -> 4
;;   10 Jump                  -> 12
;;   11 Jump                  -> 13
;;   12 Move                  r4 <- r6
;;   13 TailCall              r3: 1
;;   14 Return                r3

(defproc names (l) (keep-if symbol? l))
;; code of names
;;    0 LoadConst             r3 <- #<function reverse>
;;    1 Move                  r5 <- r1
;;    2 LoadNil               r6 <-
;;    3 JumpNull              r5 -> 14
;;    4 Cdr                   r7 <- r5
;;    5 Car                   r9 <- r5
;;    6 JumpNotKind           r9 symbol -> 9
;;    7 Cons                  r8 <- r9 r6 top=r10
;;    8 Jump                  -> 10
;;    9 Move                  r8 <- r6
;;   10 Move2                 r6 <- r8 r5 <- r7
;;   11 LoopNotNull           r5 -> 4
;;   12 Jump                  -> 14
;;   13 Jump                  -> 15
;;   14 Move                  r4 <- r6
;;   15 TailCall              r3: 1
;;   16 Return                r3

(defproc first-even (l) (find-if (lambda (x) (= (modulo x 2) 0)) l))
;; code of first-even
;;    0 Move                  r3 <- r1
;;    1 Next                  r4 <- r3 -> 6
;;    2 ModuloInt             r5 <- r4 2
;;    3 JumpNotEqualInt       r5 0 -> 5
;;    4 Return                r4
;;    5 LoopNext              r4 <- r3 -> 2
;;    6 ReturnNil

(defproc total (l) (reduce + 0 l))
;; code of total
;;    0 LoadInt               r3 <- 0
;;    1 Move2                 r4 <- r1 r5 <- r3
;;    2 JumpNull              r4 -> 9
;;    3 Cdr                   r6 <- r4
;;    4 Car                   r8 <- r4
;;    5 Add                   r7 <- r5 r8
;;    6 Move2                 r5 <- r7 r4 <- r6
;;    7 LoopNotNull           r4 -> 3
;;    8 Jump                  -> 9
;;    9 Return                r5

(defproc each (f l) (for-each f l))
;; code of each
;;    0 Move                  r4 <- r2
;;    1 Next                  r5 <- r4 -> 5
;;    2 Move2                 r6 <- r1 r7 <- r5
;;    3 Call                  r6: 1
;;    4 LoopNext              r5 <- r4 -> 2
;;    5 ReturnNil

(defproc side-by-side (f a b) (map-with f a b))
;; code of side-by-side
;;    0 LoadConst             r5 <- #<function reverse>
;;    1 Move2                 r7 <- r2 r8 <- r3
;;    2 LoadNil               r9 <-
;;    3 JumpNull              r7 -> 20
;;    4 JumpNull              r8 -> 20
;;    5 Cdr                   r10 <- r7
;;    6 Cdr                   r11 <- r8
;;    7 Car                   r13 <- r7
;;    8 Car                   r14 <- r8
;;    9 Move2                 r15 <- r1 r16 <- r13
;;   10 Move                  r17 <- r14
;;   11 Call                  r15: 2
;;   12 Cons                  r12 <- r15 r9 top=r16
;;   13 Move2                 r9 <- r12 r7 <- r10
;;   14 Move                  r8 <- r11
;;   15 JumpNull              r7 -> 18
;;   16 JumpNull              r8 -> 18
;;   17 Loop                  -> 5
;;   18 Jump                  -> 20
;;   19 Jump                  -> 21
;;   20 Move                  r6 <- r9
;;   21 TailCall              r5: 1
;;   22 Return                r5
