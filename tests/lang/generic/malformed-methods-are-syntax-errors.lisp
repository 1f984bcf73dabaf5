(defmethod f)                             ;!! syntax defmethod
(defmethod f (x) t)                       ;!! syntax defmethod
(defmethod f ((x unicorn)) t 1)           ;!! syntax unicorn is not the name of a type
(defmethod f (x &rest r) t 1)             ;!! syntax
(defmethod f (5) t 1)                     ;!! syntax
