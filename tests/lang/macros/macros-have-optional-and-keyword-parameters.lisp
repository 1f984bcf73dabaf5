(defmacro inc (place &optional (by 1)) `(setq ,place (+ ,place ,by)))
(let ((n 0)) (inc n) (inc n 10) n)       ;=> 11
(defmacro box (x &key (left "[") (right "]")) `(concatenate ,left ,x ,right))
(box "a")                                ;=> "[a]"
(box "a" :right "}" :left "{")           ;=> "{a}"
