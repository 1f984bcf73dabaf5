(defproc squares (l) (map-with (lambda (x) (* x x)) l))
;; code of squares
;;    0 Move                  r3 <- r1
;;    1 LoadNil               r4 <-
;;    2 JumpTrue              r3 -> 6
;;    3 Move                  r6 <- r4
;;    4 TailGlobal            r5: 1 reverse
;;    5 Return                r5
;;    6 Cdr                   r5 <- r3
;;    7 Car                   r7 <- r3
;;    8 Mul                   r6 <- r7 r7
;;    9 Cons                  r4 <- r6 r4 top=r7
;;   10 Move                  r3 <- r5
;;   11 LoopTrue              r3 -> 6
;;   12 Jump                  -> 3

(defproc names (l) (keep-if symbol? l))
;; code of names
;;    0 Move                  r3 <- r1
;;    1 LoadNil               r4 <-
;;    2 JumpTrue              r3 -> 6
;;    3 Move                  r6 <- r4
;;    4 TailGlobal            r5: 1 reverse
;;    5 Return                r5
;;    6 Car                   r5 <- r3
;;    7 Cdr                   r3 <- r3
;;    8 JumpNotKind           r5 symbol -> 11
;;    9 Cons                  r6 <- r5 r4 top=r7
;;   10 Jump                  -> 12
;;   11 Move                  r6 <- r4
;;   12 Move                  r4 <- r6
;;   13 LoopTrue              r3 -> 6
;;   14 Jump                  -> 3

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
;;    0 Move                  r3 <- r1
;;    1 LoadInt               r4 <- 0
;;    2 JumpTrue              r3 -> 4
;;    3 Return                r4
;;    4 Cdr                   r5 <- r3
;;    5 Car                   r6 <- r3
;;    6 Add                   r4 <- r4 r6
;;    7 Move                  r3 <- r5
;;    8 LoopTrue              r3 -> 4
;;    9 Jump                  -> 3

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
;;    0 Move2                 r5 <- r2 r6 <- r3
;;    1 LoadNil               r7 <-
;;    2 JumpNil               r5 -> 4
;;    3 JumpTrue              r6 -> 7
;;    4 Move                  r9 <- r7
;;    5 TailGlobal            r8: 1 reverse
;;    6 Return                r8
;;    7 Cdr                   r8 <- r5
;;    8 Cdr                   r9 <- r6
;;    9 Move                  r10 <- r1
;;   10 Car                   r11 <- r5
;;   11 Car                   r12 <- r6
;;   12 Call                  r10: 2
;;   13 Cons                  r7 <- r10 r7 top=r11
;;   14 Move2                 r5 <- r8 r6 <- r9
;;   15 JumpNil               r5 -> 18
;;   16 JumpNil               r6 -> 18
;;   17 Loop                  -> 7
;;   18 Jump                  -> 4
