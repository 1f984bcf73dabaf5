; A misuse of `push!` is reported as such: the program has not written `setq`.

(setq l (list 1))
(push! l 2)                  ;!! syntax push!: expected the name of a variable, found 2
(push! 2 'l)                 ;!! syntax push!: expected the name of a variable, found 'l
(pop! '(1 2))                ;!! syntax pop!: expected the name of a variable, found '(1 2)
(inc! (first l))             ;!! syntax inc!: expected the name of a variable, found (first l)
(dec! 3)                     ;!! syntax dec!: expected the name of a variable, found 3
(defvar "size" 9)            ;!! syntax defvar: expected the name of a variable, found "size"
(receive 3 (values 1 2) 3)   ;!! syntax receive: expected a parameter list, found 3
(let/cc 3 4)                 ;!! syntax let/cc: expected a parameter, found 3

; Forms that the program has written inside of the call are reported themselves.
(prog1 (setq 3 4))           ;!! syntax setq: expected the name of a variable, found 3
(prog1 (let 3 4))            ;!! syntax let: expected a list of bindings
(repeat 3 (push! l 2))       ;!! syntax push!: expected the name of a variable, found 2

; So do macros of the program.
(defmacro add! (x) `(setq ,x 1))
(add! 3)                     ;!! syntax setq: expected the name of a variable, found 3
(defmacro put! (x) `(push! ,x 1))
(put! l)                     ;!! syntax push!: expected the name of a variable, found 1
l                            ;=> (1)
