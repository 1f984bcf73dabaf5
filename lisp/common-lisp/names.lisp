; Common Lisp: what its programs call by other names, or by the same, is the core's own.

(setq %common-lisp-names
  '((quote quote) (if if) (cond cond) (and and) (or or) (when when) (unless unless) (progn progn) (let let) (let* let*) (setq setq)
    (function function) (block block) (return return) (return-from return-from) (catch catch) (throw throw) (unwind-protect unwind-protect)
    (quasi-quote quasi-quote) (unquote unquote) (unquote-splicing unquote-splicing) (symbol-macrolet %symbol-macrolet) (prog1 prog1)
    (time time) (require require) (load load) (eval eval) (funcall funcall) (apply apply) (identity identity) (complement complement)
    (constantly constantly) (disassemble disassemble) (tagbody %tagbody) (go %go)
    (cons cons) (car car) (cdr cdr) (caar caar) (cadr cadr) (cdar cdar) (cddr cddr) (caddr caddr) (cdddr cdddr) (cadddr cadddr) (list list)
    (list* list*) (first first) (second second) (third third) (fourth fourth) (fifth fifth) (sixth sixth) (seventh seventh) (eighth eighth)
    (ninth ninth) (tenth tenth) (rest rest) (nth nth) (nthcdr nthcdr) (length length) (append append) (acons acons) (not not) (null null?)
    (endp null?) (consp pair?) (atom atom?) (listp list?) (list-length list-length)
    (+ +) (- -) (* *) (/ /) (= =) (/= /=) (< <) (<= <=) (> >) (>= >=) (1+ 1+) (1- 1-) (max max) (min min) (abs abs) (gcd gcd) (lcm lcm)
    (mod mod) (rem rem) (expt expt) (exp exp) (log log) (sin sin) (cos cos) (tan tan) (asin asin) (acos acos) (atan atan)
    (numerator numerator) (denominator denominator) (isqrt isqrt) (rational exact) (ash arithmetic-shift) (logand bit-and) (logior bit-or)
    (logxor bit-xor) (lognot bit-not) (logcount bit-count) (logbitp bit-set?) (integer-length integer-length) (zerop zero?) (plusp positive?)
    (minusp negative?) (evenp even?) (oddp odd?) (numberp number?) (realp number?) (integerp exact-integer?) (floatp float?)
    (functionp function?) (hash-table-p table?) (stringp string?) (characterp character?) (keywordp keyword?)
    (char-code char->integer) (code-char integer->char) (char-int char->integer) (char-upcase char-upcase) (char-downcase char-downcase)
    (alpha-char-p char-alphabetic?) (upper-case-p char-upper-case?) (lower-case-p char-lower-case?) (char= char=?) (char< char<?)
    (char> char>?) (char<= char<=?) (char>= char>=?)
    (aref aref) (svref aref) (row-major-aref row-major-aref) (array-rank array-rank) (array-dimensions array-dimensions)
    (array-total-size array-length) (vector vector) (hash-table-count table-count) (remhash %remhash)
    (macroexpand expand-macro) (macroexpand-1 expand-macro-once)))

(defproc %remhash (key table)
  "Removes a key from a table."
  (table-remove! table key))
