(defproc greet (name (greeting "hello")) (print greeting name))
(greet "Ann")
