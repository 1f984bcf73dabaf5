nil                      ;=> nil
()                       ;=> nil
'()                      ;=> nil
(= nil ())               ;=> t
(if () 'true 'false)     ;=> false
#f                       ;=> nil
(rest '(1))              ;=> nil
