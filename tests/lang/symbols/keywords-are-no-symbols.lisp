:a                                   ;=> :a
(keyword? :a)                        ;=> t
(symbol? :a)                         ;=> nil
(keyword? 'a)                        ;=> nil
(= :a ':a)                           ;=> t
(let ((:a 1)) :a)                    ;!! syntax
