; A sentence with two readings (after Abelson and Sussman, 1996): what is left of the words is `local`.
(require 'amb)
(setq unparsed nil)
(defproc word (kind)
  (let ((words (second (assoc kind '((noun (professor student cat class)) (verb (studies lectures eats sleeps)) (article (the a)) (preposition (for to in by with)))))))
    (require-that unparsed (member? (first unparsed) words))
    (let ((found (first unparsed)))
      (local (setq unparsed (rest unparsed)))
      (list kind found))))
(defproc simple-noun-phrase () (list 'np (word 'article) (word 'noun)))
(defproc with-phrases (phrase kind)
  (amb phrase (with-phrases (list kind phrase (list 'pp (word 'preposition) (noun-phrase))) kind)))
(defproc noun-phrase () (with-phrases (simple-noun-phrase) 'np))
(defproc verb-phrase () (with-phrases (word 'verb) 'vp))
(defproc parse (words)
  (local (setq unparsed words))
  (let ((sentence (list 's (noun-phrase) (verb-phrase))))
    (require-that (null? unparsed))
    sentence))
(one-value (parse '(the cat eats)))                ;=> (s (np (article the) (noun cat)) (verb eats))
(length (all-values (parse '(the professor lectures to the student with the cat))))   ;=> 2
(length (all-values (parse '(the professor lectures to the student in the class with the cat))))   ;=> 5
(all-values (parse '(the cat the)))                ;=> nil
unparsed                                           ;=> nil
