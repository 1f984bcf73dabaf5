; A method can be for stores and their variables, as for boards and what programs define.

(require 'constraints)
(defmethod kind ((x store)) t 'store)
(defmethod kind ((x variable)) t 'variable)
(defmethod kind ((x board)) t 'board)
(defmethod kind ((x array)) t 'array)
(setq s (make-store))
(setq x (variable s 0 1))
(map-with kind (list s x (board 4) (vector 1 2)))  ;=> (store variable board array)
(kind 5)                                           ;!! no-applicable-method
; A record of the program has its name to itself.
(defrecord store name)
(defmethod named ((x store)) t (store-name x))
(named (make-store "corner shop"))                 ;=> "corner shop"
