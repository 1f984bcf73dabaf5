(defproc squares (l) (map-with (lambda (x) (* x x)) l))
;; code of squares
;;    0 Move                  r3 <- r1
;;    1 LoadNil               r4 <-
;;    2 JumpNil               r3 -> 9
;;    3 Cdr                   r5 <- r3
;;    4 Car                   r7 <- r3
;;    5 Mul                   r6 <- r7 r7
;;    6 Cons                  r4 <- r6 r4 top=r7
;;    7 Move                  r3 <- r5
;;    8 LoopTrue              r3 -> 3
;;    9 Move                  r6 <- r4
;;   10 TailGlobal            r5: 1 reverse
;;   11 Return                r5

(defproc names (l) (filter symbol? l))
;; code of names
;;    0 Move                  r3 <- r1
;;    1 LoadNil               r4 <-
;;    2 JumpNil               r3 -> 11
;;    3 Car                   r5 <- r3
;;    4 Cdr                   r3 <- r3
;;    5 JumpNotKind           r5 symbol -> 8
;;    6 Cons                  r6 <- r5 r4 top=r7
;;    7 Jump                  -> 9
;;    8 Move                  r6 <- r4
;;    9 Move                  r4 <- r6
;;   10 LoopTrue              r3 -> 3
;;   11 Move                  r6 <- r4
;;   12 TailGlobal            r5: 1 reverse
;;   13 Return                r5

(defproc first-even (l) (find-if (lambda (x) (= (modulo x 2) 0)) l))
;; code of first-even
;;    0 Move                  r3 <- r1
;;    1 Next                  r4 <- r3 -> 6
;;    2 ModuloInt             r5 <- r4 2
;;    3 JumpNotEqualInt       r5 0 -> 5
;;    4 Return                r4
;;    5 LoopNext              r4 <- r3 -> 2
;;    6 ReturnNil

(defproc total (l) (fold-left + 0 l))
;; code of total
;;    0 Move                  r3 <- r1
;;    1 LoadInt               r4 <- 0
;;    2 JumpNil               r3 -> 8
;;    3 Cdr                   r5 <- r3
;;    4 Car                   r6 <- r3
;;    5 Add                   r4 <- r4 r6
;;    6 Move                  r3 <- r5
;;    7 LoopTrue              r3 -> 3
;;    8 Return                r4

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
;;    2 JumpNil               r5 -> 15
;;    3 JumpNil               r6 -> 15
;;    4 Cdr                   r8 <- r5
;;    5 Cdr                   r9 <- r6
;;    6 Move                  r10 <- r1
;;    7 Car                   r11 <- r5
;;    8 Car                   r12 <- r6
;;    9 Call                  r10: 2
;;   10 Cons                  r7 <- r10 r7 top=r11
;;   11 Move2                 r5 <- r8 r6 <- r9
;;   12 JumpNil               r5 -> 15
;;   13 JumpNil               r6 -> 15
;;   14 Loop                  -> 4
;;   15 Move                  r9 <- r7
;;   16 TailGlobal            r8: 1 reverse
;;   17 Return                r8
