(throw 'nowhere 1)                                   ;!! uncaught-throw @1:1 nothing catches the tag nowhere
(catch 'error (throw 'nowhere 1) 'not-reached)
(condition-code (catch 'error (throw 'nowhere 1)))   ;=> uncaught-throw
(condition-irritants (catch 'error (throw 'nowhere 1)))  ;=> (nowhere 1)
(let ((log nil)) (catch 'error (unwind-protect (throw 'nowhere 1) (setq log 'cleaned))) log)  ;=> cleaned
