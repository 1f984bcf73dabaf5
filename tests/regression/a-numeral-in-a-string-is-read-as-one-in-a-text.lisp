; found: 2026-11-26, comparison of string->number with the reader: exact numerals went through floats
(require 'scheme)
(map string->number '("#e0.1" "#e1.5e-2" "#E-.5E1" "#i1/3" "#x#e-f/10"))  ;=> (1/10 3/200 -5 0.3333333333333333 -15/16)
(map string->number '("#e+inf.0" "#x#x10" "#e#i1" "#e" "#" "1/0" "#i1/0" "" "1e" "+"))  ;=> (#f #f #f #f #f #f #f #f #f #f)
(map string->number '("#x+inf.0" "#e0e999999999" "1e999999999" "#e1e999999999" "#e1e-999999999"))  ;=> (+inf.0 0 +inf.0 #f #f)
(list (string->number "ff" 16) (string->number "#d1.5" 16) (string->number "1.5" 16) (string->number "-inf.0" 2))  ;=> (255 1.5 #f -inf.0)
(list #e0.1 #x-inf.0 #e-0.0 #e1.5e-2)                            ;=> (1/10 -inf.0 0 3/200)
(string->number "1" 1)                                           ;!! bad-value
