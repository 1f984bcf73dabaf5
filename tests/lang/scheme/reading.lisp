; Scheme syntax that the reader knows beyond the output of the core.
(require 'scheme)
(map char->integer (string->list "\a\b\|\""))      ;=> (7 8 124 34)
(string-length (symbol->string '|a\"b\|\b|))       ;=> 5
(list +NaN.0 -INF.0 +Inf.0 #e1.5 #X-1F)            ;=> (+nan.0 -inf.0 +inf.0 3/2 -31)
(string->number "+INF.0")                          ;=> +inf.0
(read (open-input-string "#!fold-case ABC"))       ;=> abc
(read (open-input-string "#!fold-case |ABC|d"))    ;=> ABCd
(read (open-input-string "#!fold-case (\"ABC\" #\\A)"))  ;=> ("ABC" #\A)
(let ((p (open-input-string "A #!fold-case B #!no-fold-case C"))) (let* ((a (read p)) (b (read p)) (c (read p))) (list a b c)))  ;=> (A b C)
#!fold-case
(LET ((x 'ABC)) (symbol->string X))                ;=> "abc"
3+4i                                               ;!! bad-token `3+4i` is a complex number, and complex numbers are not supported
'(a -i)                                            ;!! bad-token `-i` is a complex number
1@2                                                ;!! bad-token `1@2` is a complex number
1e3+2.5e-1i                                        ;!! bad-token is a complex number
'(+x -ix 1+ - a@b +if)                             ;=> (+x -ix 1+ - a@b +if)
