(setq p (open-input-string "\n\na"))
(list (read-line p) (read-line p) (read-line p) (read-line p))  ;=> ("" "" "a" #<end-of-file>)
