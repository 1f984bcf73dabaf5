(require 'common-lisp)
'(#+(or sbcl klammer) yes #-(and klammer common-lisp) no #+(not sbcl) fine #+nil never) ;=> (yes fine)
; The reader skips text that may be written for another Lisp.
'(#+sbcl (a #.(foo) sb-ext:bar #\no-such-character) #-klammer #.x #-klammer a:b rest) ;=> (rest)
#+sbcl (this is #+(or a b) not read)
(push :zebra *features*)
'(#+zebra striped #-zebra plain) ;=> (striped)
(let ((*features* nil)) (read-from-string "(#+klammer a #-klammer b)")) ;=> #<values (b) 25>
#+(nor a) 1 ;!! bad-token
