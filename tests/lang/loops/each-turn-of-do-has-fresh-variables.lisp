(map-with (lambda (f) (f))
  (do ((i 0 (+ i 1)) (fs nil (cons (lambda () i) fs))) ((= i 3) fs)))   ;=> (2 1 0)
