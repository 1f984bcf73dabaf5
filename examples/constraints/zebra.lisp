; The zebra puzzle, which asks for its owner: five houses, five nations, colours, drinks, pets and cigarettes (Life International, 1962).
;
;   klammer run examples/constraints/zebra.lisp
;
; Model: a variable for each thing tells the number of its house. Heuristic: the default. Result: propagation and a few nodes.

(require 'constraints)

(setq *things*
  '((english spanish japanese ukrainian norwegian) (red green ivory yellow blue) (coffee tea milk juice water)
    (dog snails fox horse zebra) (old-gold kools chesterfield lucky-strike parliament)))
(setq *store* (make-store))
(setq *houses* (map-with (lambda (kind) (variables *store* 5 1 5)) *things*))
(dolist (kind *houses*) (all-different! *store* kind))
(for-each (lambda (house thing) (set-name! *store* thing house)) (apply append *houses*) (apply append *things*))

(defproc of (name)
  "The house of a thing."
  (second (assoc name (map-with list (apply append *things*) (apply append *houses*)))))

(dolist (same
          '((english red) (spanish dog) (coffee green) (ukrainian tea) (old-gold snails) (kools yellow)
            (lucky-strike juice) (japanese parliament)))
  (post! *store* (= (of (first same)) (of (second same)))))
(dolist (neighbours '((chesterfield fox) (kools horse) (norwegian blue)))
  (post! *store* (= (abs (- (of (first neighbours)) (of (second neighbours)))) 1)))
(post! *store* (= (of 'green) (+ (of 'ivory) 1)) (= (of 'milk) 3) (= (of 'norwegian) 1))

(let ((solution (solve *store*)))
  (dolist (question '(water zebra))
    (print (list question
             (find-if (lambda (nation) (= (value solution (of nation)) (value solution (of question))))
               (first *things*))))))
;>> (water norwegian)
;>> (zebra japanese)
