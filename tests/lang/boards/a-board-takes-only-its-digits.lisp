(setq b (board 4))
(aset b 0 0 '(1 5))                    ;!! wrong-type @2:1
(aset b 0 0 '(0))                      ;!! wrong-type @3:1
(aset b 0 0 '(a))                      ;!! wrong-type @4:1
(aset b 0 0 3)                         ;!! bad-value @5:1
(aset b 0 0 '(1 . 2))                  ;!! wrong-type @6:1
(set-array-element b '(0 4) '(1))      ;!! index-out-of-range @7:1
(fill-array! b "x")                    ;!! wrong-type @8:1
(make-array '(4 4) :of 'digits :initial '(5))  ;!! wrong-type @9:1
(make-array '(7 7) :of 'digits)        ;!! bad-value @10:1
(make-array '(4 9) :of 'digits)        ;!! bad-value @11:1
(make-array 9 :of 'digits)             ;!! bad-value @12:1
(board 100)                            ;!! bad-value @13:1
