;; file: shapes.lisp
(setq unit 'cm)
(defproc area (a b) (* a b))
(defmacro with-area ((name a b) &body body) `(let ((,name (area ,a ,b))) ,@body))
;; main
(require 'shapes)                      ;=> shapes
(area 3 4)                             ;=> 12
unit                                   ;=> cm
(with-area (x 2 5) (list x unit))      ;=> (10 cm)
(require "shapes")
(area 1 1)                             ;=> 1
