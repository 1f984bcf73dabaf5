(member? '(1 2) '((1 2) 3))            ;=> t
(member? 2.0 '(1 2 3))                 ;=> t
(member? "b" '("a" "b"))               ;=> t
(member? 'x '(a b))                    ;=> nil
(assoc "k" '(("j" 1) ("k" 2)))         ;=> ("k" 2)
(assoc 'z '((a 1)))                    ;=> nil
(remove '(1) '((1) 2 (1)))             ;=> (2)
(remove nil '(1 nil 2 nil))            ;=> (1 2)
