(progn
  (setq out (open-output-file "made.lisp"))
  (print '(setq made 42) out)
  (load "made.lisp"))  ;=> 42
made                   ;=> 42
