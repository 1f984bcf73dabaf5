; found: 2026-11-26, by a newcomer's programs and by calls at random
(require 'common-lisp)

; Bounds that no sequence has, and shapes that no array has.
(subseq '(1 2) 1 5)                                            ;!! index-out-of-range
(remove 1 (list 1 2) :start 3)                                 ;!! index-out-of-range
(fill (list 1 2 3) 0 :start 2 :end 1)                          ;!! index-out-of-range
(position 1 (vector 1 2) :end 3)                               ;!! index-out-of-range
(array-row-major-index (make-array '(2 3)) 2 0)                ;!! user-error
(make-array '(2 2) :initial-contents '((1 2) (3)))             ;!! user-error
(array-dimension (make-array 2) 1)                             ;!! index-out-of-range

; Classes whose superclasses contradict one another.
(defclass animal () ())
(defclass dog (animal) ())
(defclass muddle (animal dog) ())                              ;!! user-error

; The reader does not evaluate forms that it reads as data.
(read-from-string "#.(print 1)")                               ;!! bad-token

; Modules that add nothing here.
(require 'asdf)                                                ;=> asdf
(require :asdf)                                                ;=> :asdf
(require "ASDF")                                               ;=> "ASDF"

; An advice names only functions that the program sees.
(+ "a" 1)                                                      ;!! wrong-type
(format nil 5)                                                 ;!! wrong-type
