; found: 2026-11-22, random programs on two evaluators: a method on a function of the library lost what the function did
(defmethod filter () t 'none)  ;=> filter
(filter)                       ;=> none
(filter odd? '(1 2 3))         ;=> (1 3)
(defmethod max-by ((a number)) t 'number)
(list (max-by 1) (max-by - '(3 1 2)))  ;=> (number 1)
