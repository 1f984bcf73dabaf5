; A library is looked for in a file of its name; forms of other files can be included.
(require 'scheme)
(import (lib util))                            ;>> evaluated
(double 21)                                    ;=> 42
(import (lib util) (prefix (lib deep other) o:))
(o:quadruple 10)                               ;=> 40
(helper 1)                                     ;!! unbound-variable
(import (only (lib old) old-name))
(old-name)                                     ;=> old
(import (lib missing))                         ;!! user-error there is no library (lib missing)
(import (lib wrong))                           ;!! user-error the file of that name does not define the library (lib wrong)
(import (lib one))                             ;!! user-error the libraries import each other: (lib one) (lib two) (lib one)
(import "no name")                             ;!! user-error this is no name of a library
(import (lib broken))                          ;!! wrong-type @lib/broken.sld:58:25
(include "parts/forms.scm")
(list (from-include) included-value)           ;=> (included 5)
(let () (include "parts/forms.scm") (set! included-value 6) included-value)  ;=> 6
included-value                                 ;=> 5
(include "parts/fails.scm")                    ;!! wrong-type @parts/fails.scm:65:1
(let () (include-ci "parts/loud.scm") (quiet 'ABC))  ;=> (ABC abc)
(include "parts/none.scm")                     ;!! file include: cannot read parts/none.scm
(import (prefix (scheme base) s:) (lib with-parts))
(s:car (s:list (part) 2))                      ;=> part
;; file: lib/util.sld
(define-library (lib util)
  (export double)
  (import (scheme base) (scheme write))
  (begin
    (define (helper x) (* 2 x))
    (define (double x) (helper x))
    (display "evaluated")))
;; file: lib/deep/other.sld
(define-library (lib deep other)
  (export quadruple)
  (import (scheme base) (lib util))
  (begin (define (quadruple x) (double (double x)))))
;; file: lib/old.scm
(define-library (lib old) (export old-name) (import (scheme base)) (begin (define (old-name) 'old)))
;; file: lib/wrong.sld
(define-library (lib other-name) (export) (import (scheme base)))
;; file: lib/one.sld
(define-library (lib one) (export) (import (lib two)))
;; file: lib/two.sld
(define-library (lib two) (export) (import (lib one)))
;; file: lib/with-parts.sld
(define-library (lib with-parts)
  (include-library-declarations "declarations.scm")
  (include "with-parts-code.scm"))
;; file: lib/declarations.scm
(export part)
(import (scheme base))
;; file: lib/with-parts-code.scm
(define (part) 'part)
;; file: lib/broken.sld
(define-library (lib broken)
  (export)
  (import (scheme base))
  (begin (define broken (vector-length 'a))))
;; file: parts/forms.scm
(define (from-include) 'included)
(define included-value 5)
;; file: parts/loud.scm
(DEFINE (QUIET X) (LIST X 'ABC))
;; file: parts/fails.scm
(vector-length
  'a)
