(defmacro m (x) x)
(map-with m '(1 2))                      ;!! not-a-function
(apply m '(1))                           ;!! not-a-function
m                                        ;=> #<macro m>
(funcall m 1)                            ;!! not-a-function
