(write-file "a.txt" "one\ntwo\r\nthree")  ;=> nil
(read-file "a.txt")                      ;=> "one\ntwo\r\nthree"
(read-lines "a.txt")                     ;=> ("one" "two" "three")
(append-file "a.txt" "\nfour")           ;=> nil
(length (read-lines "a.txt"))            ;=> 4
(write-file "empty.txt" "")
(read-lines "empty.txt")                 ;=> nil
(list (file-exists? "a.txt") (file-exists? "b.txt"))  ;=> (t nil)
(delete-file "a.txt")                    ;=> nil
(read-file "a.txt")                      ;!! file read-file: cannot read a.txt
(delete-file "a.txt")                    ;!! file delete-file: cannot remove a.txt
(write-file "locked/a.txt" "")           ;!! file write-file: cannot write locked/a.txt: it is locked
(append-file "locked/a.txt" "")          ;!! file
(write-file 'a "")                       ;!! wrong-type
