; found: 2026-11-20, fuzzing
(%add-method 1 2 3 4 5 6)          ;!! bad-value
(%add-method 0 'car nil nil car nil)   ;!! bad-value
(%no-method 1 2)                   ;!! bad-value
(%type? 1 2)                       ;=> nil
