; An array without dimensions has one element; it is read as it is printed.

(array-dimensions '#0A5)      ;=> nil
'#0A5                         ;=> #0A5
(list '#0a"a b" '#0A(1 2))    ;=> (#0A"a b" #0A(1 2))
(aref '#0A5)                  ;=> 5
