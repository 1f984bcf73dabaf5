" Klammer's own definitions and operators, beside those of Common Lisp that Vim knows.
syntax keyword lispFunc defproc defrecord deftest dotable receive alambda aif awhen aand while until repeat
syntax keyword lispFunc require provide letrec let/cc amb either fail local global all-values one-value
syntax match klammerOutcome /;\(=>\|!!\|>>\).*$/ containedin=lispComment
highlight default link klammerOutcome SpecialComment
