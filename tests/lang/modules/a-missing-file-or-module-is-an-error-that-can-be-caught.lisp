(load "missing.lisp")                  ;!! file @1:1 load: cannot read missing.lisp
(require 'missing)                     ;!! file @2:1 require: there is no module missing
(condition-code (catch 'error (require 'missing)))   ;=> file
(load 5)                               ;!! wrong-type
(require)                              ;!! argument-count
