(loop for x in '(1 2 3) do (print x))
