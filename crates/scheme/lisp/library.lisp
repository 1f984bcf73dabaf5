; Libraries: import, define-library, and what older systems have instead.

(setq %standard-libraries
  '((scheme base) (scheme case-lambda) (scheme char) (scheme complex) (scheme cxr) (scheme eval) (scheme file)
    (scheme inexact) (scheme lazy)
    (scheme load) (scheme process-context) (scheme read) (scheme repl) (scheme time) (scheme write) (scheme r5rs)
    (scheme small)
    (scheme list) (scheme vector) (scheme sort) (scheme hash-table) (scheme box) (scheme bitwise)
    (srfi 0) (srfi 1) (srfi 2) (srfi 6) (srfi 8) (srfi 9) (srfi 11) (srfi 13) (srfi 16) (srfi 23) (srfi 26) (srfi 27)
    (srfi 28) (srfi 30)
    (srfi 31) (srfi 34) (srfi 39) (srfi 45) (srfi 46) (srfi 60) (srfi 62) (srfi 69) (srfi 87) (srfi 95) (srfi 98)
    (srfi 132) (srfi 141)
    (srfi 43) (srfi 111) (srfi 133) (srfi 145) (rnrs) (rnrs base) (rnrs lists) (rnrs control) (rnrs hashtables)
    (rnrs io simple) (rnrs arithmetic fixnums)
    (rnrs arithmetic flonums) (rnrs mutable-pairs) (rnrs mutable-strings) (rnrs programs) (rnrs sorting) (rnrs unicode)
    (rnrs exceptions) (rnrs eval) (rnrs r5rs) (chezscheme)
    (chibi) (gauche base) (guile) (srfi srfi-1) (srfi srfi-9) (srfi srfi-13) (srfi srfi-69) (ice-9 format)
    (ice-9 pretty-print)
    (ice-9 time) (ice-9 rdelim)))

(setq %libraries (make-table))

(defmacro import (&rest sets)
  "Makes the names of libraries visible. Those of the standard libraries always are, so of them only that they exist is
checked.

(begin (import (scheme base) (only (srfi 1) fold)) 1)                              ;=> 1
(begin (import (rename (only (scheme base) car) (car first-of))) (first-of '(1 2)))  ;=> 1
(import (no such library))                         ;!! user-error
(import (only (scheme base) no-such-name))         ;!! user-error"
  `(,%import ',sets))

(defproc %import (sets)
  "Imports sets of names."
  (dolist (set sets)
    (let ((names (%imported set)))
      (dolist (name (if (%eq? names 'all) nil names))
        (%share-name (second name) (third name) (first name))))))

(defproc %imported (set)
  "Returns the names of an import set: a list of lists of name, module and name in that module; `all` for the names that
are visible anyway."
  (cond
    ((and (pair? set) (member? (car set) '(only except prefix rename)) (pair? (cdr set)) (pair? (second set)))
      (%changed-set (car set) (%imported (second set)) (cddr set)))
    ((table-has? %libraries set) (table-ref %libraries set))
    ((member? set '((srfi 43) (srfi srfi-43))) (%srfi-43))
    ((member? set %standard-libraries) 'all)
    (t (%imported-from-file set))))

(defproc %imported-from-file (name)
  "Returns the exports of a library in a file of its own: `a/b.sld` or `a/b.scm` for `(a b)`."
  (unless (and (pair? name) (%list? name) (every? (lambda (part) (or (%symbol? part) (integer? part))) name))
    (%core-error "import: this is no name of a library:" name))
  (when (member? name %being-loaded)
    (apply %core-error "import: the libraries import each other:" (reverse (cons name %being-loaded))))
  (let ((file (string-join (map-with (lambda (part) (%text part nil)) name) "/")))
    (let ((found (%let-dynamic ((%being-loaded (cons name %being-loaded))) (%load-library file))))
      (cond
        ((table-has? %libraries name) (table-ref %libraries name))
        (found (%core-error "import: the file of that name does not define the library" name))
        (t (%core-error "import: there is no library" name))))))

(setq %being-loaded nil)

(defproc %changed-set (how names parts)
  "A set of names after `only` and its like."
  (case how
    (only
      (map-with
        (lambda (name) (if (%eq? names 'all) (%visible-name name) (%find-name name names)))
        parts))
    (except
      (if (%eq? names 'all) names (remove-if (lambda (n) (%memq (first n) parts)) names)))
    (prefix
      (map-with (lambda (n) (cons (symbol-append (first parts) (first n)) (rest n)))
        (if (%eq? names 'all) (map-with (lambda (n) (list n nil n)) (%visible-names)) names)))
    (t
      (let ((new (lambda (n)
                   (let ((pair (find-if (lambda (p) (%eq? (first p) (first n))) parts)))
                     (if pair (cons (second pair) (rest n)) n)))))
        (if (%eq? names 'all)
          (map-with (lambda (p) (cons (second p) (cdr (%visible-name (first p))))) parts)
          (map-with new names))))))

(defproc %visible-name (name)
  "The entry of a name in the set of those that are visible anyway."
  (if (or (%memq name '(else => ... _ unquote unquote-splicing)) (%eq? (defined? name) t))
    (list name nil name)
    (%core-error "import: there is nothing of this name:" name)))

(defproc %find-name (name names)
  "The entry of a name in a set."
  (or (find-if (lambda (n) (%eq? (first n) name)) names)
    (%core-error "import: the library does not export" name)))

(defmacro define-library (name &rest declarations)
  "Defines a library: what it exports can be imported by the programs after it.

(begin (define-library (my stack) (export push (rename top-of top)) (import (scheme base)) (begin (define (push x s) (cons x s)) (define (top-of s) (car s)))) (import (my stack)) (top (push 1 '())))  ;=> 1"
  `(,%define-library ',name ',declarations))

(defproc %define-library (name declarations)
  "Evaluates the parts of a library in a module of its own."
  (let* ((module (%new-module)) (exports (append-map (lambda (d) (%declared module d)) declarations)))
    (table-set! %libraries name
      (map-with
        (lambda (e) (if (pair? e) (list (third e) module (second e)) (list e module e)))
        exports))
    name))

(defproc %declared (module declaration)
  "Evaluates a part of a library; what it exports."
  (case (if (pair? declaration) (car declaration) nil)
    (export (cdr declaration))
    ((begin import include include-ci) (%evaluate-in module declaration) nil)
    (cond-expand (append-map (lambda (d) (%declared module d)) (%cond-expand (cdr declaration))))
    (include-library-declarations
      (append-map
        (lambda (file) (append-map (lambda (d) (%declared module d)) (%forms-of-file file nil)))
        (cdr declaration)))
    (t (%core-error "define-library: this declaration is not supported:" declaration))))

(defmacro cond-expand (&rest clauses)
  "Takes the first clause whose requirement this implementation fulfils.

(cond-expand (guile 1) ((and r7rs (library (scheme base))) 2) (else 3))  ;=> 2"
  `(,progn ,@(%cond-expand clauses)))

(defproc %cond-expand (clauses)
  "The forms of the first clause that fits."
  (let ((clause (find-if (lambda (c) (%fulfils? (car c))) clauses)))
    (if clause (cdr clause) nil)))

(defproc %fulfils? (requirement)
  "Returns whether the requirement of a clause is fulfilled."
  (cond
    ((%symbol? requirement)
      (or (equal? (%symbol-name requirement) "else") (if (%memq requirement (features)) t #f)))
    ((pair? requirement)
      (case (car requirement)
        (and (every? %fulfils? (cdr requirement)))
        (or (some? %fulfils? (cdr requirement)))
        (not (not (%fulfils? (second requirement))))
        (library (or (member? (second requirement) %standard-libraries) (table-has? %libraries (second requirement))))
        (t #f)))
    (t #f)))

(defmacro include (&rest files)
  "Stands for the forms of files, whose names are relative to the file that includes them.

(include \"no such file\")  ;!! file"
  `(,progn ,@(append-map (lambda (file) (%forms-of-file file nil)) files)))

(defmacro use (name &rest options)
  "Gauche's import: accepted, since what there is is visible anyway.

(begin (use srfi-1) 1)  ;=> 1"
  (void))

(defmacro use-modules (&rest names)
  "Guile's import: accepted, since what there is is visible anyway.

(begin (use-modules (srfi srfi-1)) 1)  ;=> 1"
  (void))

(defmacro require-extension (&rest names)
  "Import as in SRFI 55: accepted, since what there is is visible anyway.

(begin (require-extension (srfi 1)) 1)  ;=> 1"
  (void))

(defproc interaction-environment ()
  "The environment for `eval`: there is one only.

(eval '(+ 1 2) (interaction-environment))  ;=> 3"
  nil)

(defalias system-global-environment interaction-environment)
(defalias the-environment interaction-environment)

(defproc scheme-report-environment (&optional version)
  "The environment for `eval`: there is one only.

(eval '(car '(1 2)) (scheme-report-environment 5))  ;=> 1"
  nil)

(defalias null-environment scheme-report-environment)

(defproc environment (&rest sets)
  "The environment for `eval`: there is one only.

(eval '(* 2 3) (environment '(scheme base)))  ;=> 6"
  nil)

(defproc eval (form &optional environment)
  "Evaluates a form, in the module of the program.

(eval '(let ((x 1)) (+ x 1)))                                                          ;=> 2
(eval '(begin (define-syntax two (syntax-rules () ((_ e) (list e e)))) (two 1)))       ;=> (1 1)"
  (if (and (pair? form) (equal? (%symbol-name (car form)) "begin") (pair? (cdr form)))
    (let loop ((parts (cdr form)))
      (cond
        ((null? (cdr parts)) (eval (car parts)))
        (t (eval (car parts)) (loop (cdr parts)))))
    (%core-eval form)))
