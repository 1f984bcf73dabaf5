; An error in the loop of an inlined call names the function that was called.

(map-with (lambda (x) x) 5)                      ;!! wrong-type @3:1 map-with: list must be a list, got 5
(map-with square '(1 . 2))                       ;!! wrong-type map-with: list must be a list, got 2
(map-with + '(1) 2)                              ;!! wrong-type map-with: list must be a list, got 2
(find-if (lambda (x) nil) 5)                     ;!! wrong-type find-if: list must be a list, got 5
(for-each (lambda (x) x) 5)                      ;!! wrong-type for-each: list must be a list, got 5
(for-each print 5)                               ;!! wrong-type for-each: list must be a list, got 5
(filter (lambda (x) x) "ab")                     ;!! wrong-type filter: list must be a list, got "ab"
(fold-left + 0 5)                                ;!! wrong-type fold-left: list must be a list, got 5
(fold-right cons nil 5)                          ;!! wrong-type

; An error in the function that is called has its own name and place.
(map-with (lambda (x) (first x)) '(1))           ;!! wrong-type @14:23 first: list must be a list, got 1
(map-with car '(1))                              ;!! wrong-type @15:11 car: list must be a list, got 1
(map-with + '(1) '(a))                           ;!! wrong-type @16:11 +: argument 2 must be a number, got a
(map-with 5 '(1))                                ;!! not-a-function
(map-with 5 nil)                                 ;=> nil
(map-with cons '(1))                             ;!! argument-count
