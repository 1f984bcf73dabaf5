(with-open-port (p (open-output-file "big.txt"))
  (dotimes (i 5000) (print i p)))
(setq lines (read-lines "big.txt"))
(list (length lines) (first lines) (last lines))  ;=> (5000 "0" "4999")
