,x                                       ;!! syntax
`(1 ,@5)                                 ;=> (1 . 5)
`(1 ,@5 2)                               ;!! wrong-type
`,@(list 1)                              ;!! syntax
