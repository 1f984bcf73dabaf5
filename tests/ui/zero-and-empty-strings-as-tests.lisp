(if 0 (print 'true) (print 'false))
(when "" (print 'true))
