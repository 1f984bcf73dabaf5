(define (twice x)
  (* x 2))
(print (twice 3))
