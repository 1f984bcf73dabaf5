car                                      ;=> #<function car>
(lambda (x) x)                           ;=> #<function>
(progn (defproc f (x) x) f)              ;=> #<function f>
if                                       ;=> #<special-operator if>
