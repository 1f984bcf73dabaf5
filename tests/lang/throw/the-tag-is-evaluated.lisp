(let ((tag 'x)) (catch tag (throw 'x 1)))            ;=> 1
(catch (list 1 2) (throw '(1 2) 'equal))             ;=> equal
(catch "s" (throw "s" 1))                            ;=> 1
(catch 1 (throw 1.0 'number))                        ;=> number
(catch 'a (throw (car '(a b)) 1))                    ;=> 1
