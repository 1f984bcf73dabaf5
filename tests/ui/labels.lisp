(labels ((even2? (n) (if (= n 0) t (odd2? (- n 1))))
         (odd2? (n) (if (= n 0) nil (even2? (- n 1)))))
  (print (even2? 10)))
