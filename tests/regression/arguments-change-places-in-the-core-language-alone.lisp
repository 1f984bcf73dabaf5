; found: 2026-11-23, random programs in Common Lisp: its functions hand their arguments on to those of the core, some of
; which take either order
(require 'common-lisp)
(subseq 2 '(a b c))  ;!! wrong-type
(subseq 1 nil)       ;!! wrong-type
(subseq '(a b c) 2)  ;=> (c)
