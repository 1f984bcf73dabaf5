; A forcing chain through cells with two digits is an XY-chain; several cells in which a link ends stand together.
(require 'teach)

(setq chain '((technique forcing-chain) (chains ((((0 0) 1 nil) ((0 0) 2 t) ((0 5) 2 nil) ((0 5) 3 t)))) (remove (((3 3) 1)))))
(explain chain)                 ;=> "XY-chain: r1c1≠1 → r1c1=2 → r1c6≠2 → r1c6=3. So one of the ends is right: r1c1=1, or r1c6=3. So r4c4 is not 1."
(explain chain :language 'de)   ;=> "XY-Kette: Z1S1≠1 → Z1S1=2 → Z1S6≠2 → Z1S6=3. Also stimmt eines der Enden: Z1S1=1 oder Z1S6=3. Also: Z4S4 ist nicht 1."
(setq chain '((technique forcing-chain) (chains ((((0 0) 1 nil) ((0 3) 1 t)))) (remove (((3 3) 1)))))
(substring (explain chain) 0 14)  ;=> "Forcing chain:"

(setq empty '((technique grouped-turbot-fish) (digits (7)) (places (((5 1)) ((5 6)) ((8 6)) ((8 1) (8 2)))) (remove (((7 1) 7)))))
(explain empty)                 ;=> "Grouped turbot fish: r6c2≠7 → r6c7=7 → r9c7≠7 → r9c2/r9c3=7. So 7 is in one of r6c2, r9c2 and r9c3. So r8c2 is not 7."
(explain empty :language 'de)   ;=> "Turbotfisch mit Gruppen: Z6S2≠7 → Z6S7=7 → Z9S7≠7 → Z9S2/Z9S3=7. Also steht die 7 in einer von Z6S2, Z9S2 und Z9S3. Also: Z8S2 ist nicht 7."
