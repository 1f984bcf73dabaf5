(when (< 1 2) 'a 'b)       ;=> b
(when nil (car 5))         ;=> nil
(unless (< 2 1) 'a 'b)     ;=> b
(unless 1 (car 5))         ;=> nil
(when 1)                   ;=> nil
