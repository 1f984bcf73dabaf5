(< 1 'a)             ;!! wrong-type
(< "1" "2")          ;!! wrong-type
(> nil 1)            ;!! wrong-type
(+ 1 nil)            ;!! wrong-type +
(- '(1))             ;!! wrong-type -
(* "2" 3)            ;!! wrong-type *
(+)                  ;=> 0
(-)                  ;!! argument-count
