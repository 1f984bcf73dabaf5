; Colours. The first form of a list is a call; definitions and control come after, so they win.

(comment) @comment
(block_comment) @comment
(datum_comment) @comment
(shebang) @comment
(string) @string
(escape) @string.escape
(character) @character
(number) @number
(boolean) @constant.builtin
(keyword) @string.special.symbol
["(" ")" "[" "]"] @punctuation.bracket
["'" "`" "," ",@" "#'"] @operator
(dot) @punctuation.delimiter

(list . (symbol) @function.call)

(list . (symbol) @keyword
  (#any-of? @keyword
    "if" "cond" "case" "when" "unless" "and" "or" "let" "let*" "letrec" "letrec*" "lambda" "alambda" "progn" "begin"
    "setq" "set!" "setf" "do" "do*" "dolist" "dotimes" "dotable" "while" "until" "repeat" "loop" "block" "return"
    "return-from" "catch" "throw" "unwind-protect" "quote" "function" "require" "provide" "import" "guard"
    "handler-case" "labels" "flet" "amb" "assert"))

(list . (symbol) @keyword.function . [(symbol) @function (list . (symbol) @function)]
  (#match? @keyword.function "^def"))
