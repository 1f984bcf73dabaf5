(require 'search)
(print (solve "1..............."))
