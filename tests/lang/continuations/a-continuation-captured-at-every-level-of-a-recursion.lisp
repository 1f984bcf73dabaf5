(setq ks nil)
(defproc deep (n)
  (if (= n 0) 0 (+ 1 (call/cc (lambda (k) (setq ks (cons k ks)) (deep (- n 1)))))))
(deep 300)                                         ;=> 300
(length ks)                                        ;=> 300
((first ks) 0)                                     ;=> 300
((nth 99 ks) 0)                                    ;=> 201
((last ks) 0)                              ;=> 1
(list ((first ks) 5))                              ;=> 305
