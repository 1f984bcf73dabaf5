(digits 0 55)                 ;=> (0 55)
(digits 56)                   ;!! bad-value @2:1
(digits -1)                   ;!! bad-value @3:1
(digits 1.0)                  ;!! wrong-type @4:1
(digits 'a)                   ;!! wrong-type @5:1
(digits (expt 2 80))          ;!! wrong-type @6:1
(list->digits '(1 . 2))       ;!! wrong-type @7:1
(list->digits 5)              ;!! wrong-type @8:1
(digit-range 0 55)            ;=> (0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55)
(digit-range 3 3)             ;=> (3)
