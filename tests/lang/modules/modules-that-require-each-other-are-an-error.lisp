;; file: hen.lisp
(require 'egg)
;; file: egg.lisp
(require 'hen)
;; main
(require 'hen)                         ;!! file hen is being loaded already
