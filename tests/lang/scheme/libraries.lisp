; Libraries.
(require 'scheme)
(import (scheme base) (scheme write) (only (srfi 1) fold) (except (srfi 13) string-index))
(import (rename (only (scheme base) car cdr) (car head)))
(head '(1 2))                          ;=> 1
(import (no such library))             ;!! user-error there is no library (no such library)
(define-library (shapes)
  (export area (rename circumference around))
  (import (scheme base))
  (begin
    (define scale 2)
    (define (area r) (* scale r r))
    (define (circumference r) (* scale r))))
(import (prefix (shapes) shape:))
(list (shape:area 3) (shape:around 3))  ;=> (18 6)
scale                                  ;!! unbound-variable
(import (only (shapes) area))
(area 1)                               ;=> 2
(import (only (shapes) volume))        ;!! user-error does not export volume
(cond-expand (full-unicode (define here 'unicode)) (else (define here 'none)))
here                                   ;=> unicode
(use srfi-1)
(eval '(* 2 3) (interaction-environment))  ;=> 6
