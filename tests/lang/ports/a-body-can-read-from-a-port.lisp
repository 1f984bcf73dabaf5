(with-input-from (open-input-string "1 2 3") (+ (read) (read)))  ;=> 3
(with-input-from (open-input-string "a\nb")
  (list (read-line) (with-input-from (open-input-string "x") (read-line)) (read-line)))  ;=> ("a" "x" "b")
(read-line)  ;=> #<end-of-file>
