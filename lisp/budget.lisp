; Budgets: how long a search may go on before something else is tried.

(defmacro with-budget (limits &body body)
  "Evaluates the body within a budget of nodes (digits that are put into a cell, see `search-statistics`), of
milliseconds, or both: `(:nodes n :ms t)`. When the budget is used up, the body is left at once and the value is nil, or
that of the option `:else`. A limit that is nil is none. Budgets can be nested: each counts what
happens in those inside it.

(with-budget (:nodes 10) 'done)                                                    ;=> done
(with-budget (:nodes 10 :else 'out) (dotimes (i 20 'done) (assign (board) 0 0 1)))  ;=> out
(with-budget (:ms 5 :else 'late) (do () (nil)))                                    ;=> late
(with-budget (:ms 100000 :nodes nil) (+ 1 2))                                      ;=> 3
(with-budget (:turns 3) 1)                                                         ;!! user-error"
  (%check (limits list))
  (let ((nodes #f) (milliseconds #f) (otherwise #f))
    (let loop ((l limits))
      (when (pair? l)
        (unless (pair? (cdr l)) (error "with-budget: there is no value after" (first l)))
        ; To a macro that is called in some dialects, a name with a colon is a symbol.
        (case (first l)
          ((:nodes |:nodes|) (setq nodes (second l)))
          ((:ms |:ms|) (setq milliseconds (second l)))
          ((:else |:else|) (setq otherwise (second l)))
          (t (error "with-budget: expected :nodes, :ms or :else, found" (first l))))
        (loop (cddr l))))
    (with-names (tag result)
      `(let* ((,tag (,%push-budget ,nodes ,milliseconds))
              (,result (,unwind-protect
                         (catch ,tag (,list (progn ,@body)))
                         (,%pop-budget ,tag))))
         (if (,pair? ,result) (,first ,result) ,otherwise)))))

(defproc %call-within (nodes milliseconds f arguments)
  "For hosts: a list of what the function returns, or nil if the budget was used up before. A limit that is nil is
none."
  (with-budget (:nodes nodes :ms milliseconds) (list (apply f arguments))))
