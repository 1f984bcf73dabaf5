"tab\there"                          ;=> "tab\there"
"quote \" and backslash \\"          ;=> "quote \" and backslash \\"
(string-length "\x41;")              ;=> 1
"\x41;"                              ;=> "A"
(string-length "\\n")                ;=> 2
"\q"                                 ;!! bad-token
