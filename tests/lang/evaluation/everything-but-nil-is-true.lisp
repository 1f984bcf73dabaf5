(if 0 'true 'false)      ;=> true
(if "" 'true 'false)     ;=> true
(if 'nil 'true 'false)   ;=> false
(if 0.0 'true 'false)    ;=> true
(if (make-array 0) 'true 'false)  ;=> true
#t                       ;=> t
t                        ;=> t
