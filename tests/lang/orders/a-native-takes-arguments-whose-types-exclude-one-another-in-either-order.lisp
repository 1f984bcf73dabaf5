; The row of a native says which types its first two arguments have.
(nth '(a b c) 1)                          ;=> b
(take '(a b c) 2)                         ;=> (a b)
(list-ref 2 '(a b c))                     ;=> c
(string-ref 1 "abc")                      ;=> #\b
(string-join ", " '("a" "b"))             ;=> "a, b"
(substring 1 "abc")                       ;=> "bc"
(string-index #\c "abc")                  ;=> 2
(apply nth '((a b c) 1))                  ;=> b
(map-with nth '((a b) (c d)) '(0 1))      ;=> (a d)
(let ((f nth)) (f '(a b c) 2))            ;=> c

; Calls that are instructions, too.
(aref 1 (vector 1 2 3))                   ;=> 2
(aref 1 "abc")                            ;=> #\b
(let ((v (vector 1 2 3)) (i 1)) (list (aref i v) (aset i v 'x) v i))  ;=> (2 x #(1 x 3) 1)
(apply aref (list 1 (vector 1 2 3)))      ;=> 2
(get-array-element '(0 1) (list->array '(1 2 3 4) '(2 2)))  ;=> 2
(let ((a (make-array '(2 2) 0))) (set-array-element '(0 1) a 7) a)  ;=> #2A((0 7) (0 0))

; With the arguments exchanged, there may be something else wrong.
(nth '(a b) -1)                           ;!! wrong-type
(aref 5 (vector 1 2))                     ;!! index-out-of-range
(string-ref 5 "abc")                      ;!! index-out-of-range

; Nothing distinguishes the arguments if any value may stand in one of the places.
(table-ref 'a (list->table '((a 1))))     ;!! wrong-type
(member '(1 2) 1)                         ;!! wrong-type
(assoc '((a 1)) 'a)                       ;!! wrong-type
(substring 1 2 "abc")                     ;!! wrong-type
(string-append 1 "a")                     ;!! wrong-type
