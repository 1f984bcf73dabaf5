(for-each (lambda (x) print x) '(1 2))
