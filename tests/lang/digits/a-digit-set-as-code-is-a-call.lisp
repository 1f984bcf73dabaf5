(eval (digits 1 2))           ;!! not-a-function
