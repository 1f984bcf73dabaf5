(map-with if '(1 2))      ;!! not-a-function
(apply and '(1 2))        ;!! not-a-function
((first (list if)) 1 2)   ;!! not-a-function
(let ((op if)) (op 1 2 3))  ;!! not-a-function
