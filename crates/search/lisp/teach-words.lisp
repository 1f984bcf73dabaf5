; The steps of `teach` in words, English and German. In a text rows and columns are counted from 1, as everywhere where
; people talk of Sudoku: r1c1, in German Z1S1.

(defproc explain (step &key (language 'en))
  "A step in words: which technique it is, why, and what follows; in English (`'en`) or German (`'de`). A technique of
your own says why in an entry `reason`: a string, or a list of lists of language and string.

(explain (next-step (read-puzzle \"12343.12.1434321\")))                ;=> \"Full house: r2c2 is the only open cell of box 1. So r2c2 is 4.\"
(explain (next-step (read-puzzle \"12343.12.1434321\")) :language 'de)  ;=> \"Volles Haus: Z2S2 ist die einzige offene Zelle in Block 1. Also: Z2S2 ist 4.\"
(explain '((technique luck) (reason \"I feel it.\") (place (((0 0) 1)))))  ;=> \"Luck: I feel it. So r1c1 is 1.\"
(explain '((technique luck)) :language 'fr)                           ;!! user-error
(explain nil)                                                         ;!! user-error"
  (%check (step list))
  (when (null? step) (error "explain: there is no step: what next-step returns is nil if no technique finds one"))
  (unless (member? language '(en de)) (error "explain: the languages are en and de, not" language))
  (let ((technique (if (%xy-chain? step) 'xy-chain (step-ref step 'technique))))
    (string-append (%technique-name language technique) ": " (%reason language step) " " (%conclusion language step))))

(defproc technique-name (technique &key (language 'en))
  "Returns the name of a technique for people.

(technique-name 'x-wing)               ;=> \"X-wing\"
(technique-name 'naked-pair :language 'de)  ;=> \"Nacktes Paar\""
  (%technique-name language technique))

(setq %german-names
  '((full-house "Volles Haus") (hidden-single "Versteckter Einer") (hidden-single-line "Versteckter Einer")
    (naked-single "Nackter Einer")
    (clue "Hinweis") (rule-of-45 "45er-Regel")
    (pointing "Block-Linien-Schnitt") (claiming "Linien-Block-Schnitt")
    (naked-pair "Nacktes Paar") (naked-triple "Nacktes Tripel") (naked-quad "Nacktes Quadrupel")
    (hidden-pair "Verstecktes Paar") (hidden-triple "Verstecktes Tripel") (hidden-quad "Verstecktes Quadrupel")
    (x-wing "X-Wing") (swordfish "Schwertfisch") (jellyfish "Qualle")
    (finned-x-wing "X-Wing mit Flosse") (finned-swordfish "Schwertfisch mit Flosse")
    (xy-wing "XY-Wing") (xyz-wing "XYZ-Wing") (w-wing "W-Wing") (wxyz-wing "WXYZ-Wing") (vwxyz-wing "VWXYZ-Wing")
    (turbot-fish "Turbotfisch") (grouped-turbot-fish "Turbotfisch mit Gruppen")
    (short-x-chain "Kurze X-Kette") (grouped-x-chain "X-Kette mit Gruppen")
    (unique-rectangle "Einzigartiges Rechteck") (unique-loop "Einzigartige Schleife") (bug-plus-one "BUG+1")
    (simple-colouring "Einfache Färbung") (remote-pairs "Entfernte Paare")
    (x-chain "X-Kette") (xy-chain "XY-Kette") (forcing-chain "Kette") (nishio "Nishio")
    (cell-forcing-chains "Ketten aus einer Zelle") (unit-forcing-chains "Ketten aus einer Einheit")
    (forcing-net "Netz") (deep-forcing-net "Tiefes Netz") (nested-forcing-net "Geschachteltes Netz")))

(setq %english-names
  '((hidden-single-line "Hidden single") (x-wing "X-wing") (finned-x-wing "Finned X-wing") (xy-wing "XY-wing")
    (xyz-wing "XYZ-wing") (w-wing "W-wing") (wxyz-wing "WXYZ-wing") (vwxyz-wing "VWXYZ-wing")
    (short-x-chain "Short X-chain") (grouped-x-chain "Grouped X-chain") (bug-plus-one "BUG+1")
    (x-chain "X-chain") (xy-chain "XY-chain")))

(defproc %technique-name (language technique)
  (or (second (assoc technique (if (= language 'de) %german-names %english-names)))
      (let ((words (string-replace (symbol->string technique) "-" " ")))
        (string-append (string-upcase (substring words 0 1)) (substring words 1)))))

(defproc %xy-chain? (step)
  "Returns whether the step is a forcing chain whose strong links are all in cells. People know that as an XY-chain."
  (and (= (step-ref step 'technique) 'forcing-chain)
       (let loop ((chain (first (step-ref step 'chains))))
         (or (null? chain)
             (and (rest chain) (= (first (first chain)) (first (second chain))) (loop (drop 2 chain)))))))

; Parts of sentences

(defproc %cell (language cell)
  (format nil (if (= language 'de) "Z~aS~a" "r~ac~a") (+ 1 (first cell)) (+ 1 (second cell))))

(defproc %cells (language cells)
  (%series language (map-with (lambda (cell) (%cell language cell)) cells)))

(defproc %series (language words &optional between)
  "Words one after the other: a, b and c."
  (let ((words (map-with string words)) (between (or between (if (= language 'de) " und " " and "))))
    (if (null? (rest words))
      (if words (first words) "")
      (string-append (string-join (take (- (length words) 1) words) ", ") between (last words)))))

(defproc %either (language words)
  (%series language words (if (= language 'de) " oder " " or ")))

(defproc %group (language group)
  (let ((kinds '((row "row" "Zeile") (column "column" "Spalte") (box "box" "Block") (diagonal "diagonal" "Diagonale")
                 (window "window" "Fenster")
                 (region "region" "Gebiet") (cage "cage" "Käfig") (group "group" "Gruppe"))))
    (format nil "~a ~a" ((if (= language 'de) third second) (assoc (first group) kinds)) (+ 1 (second group)))))

(defproc %groups (language groups)
  (%series language (map-with (lambda (group) (%group language group)) groups)))

(defproc %literal (language literal)
  (format nil (if (third literal) "~a=~a" "~a≠~a") (%cell language (first literal)) (second literal)))

(defproc %chain (language chain)
  (string-join (map-with (lambda (literal) (%literal language literal)) chain) " → "))

(defproc %say (language english german &rest words)
  (apply format nil (if (= language 'de) german english) words))

; Conclusions

(defproc %conclusion (language step)
  (let ((placed (map-with (lambda (c) (%say language "~a is ~a" "~a ist ~a" (%cell language (first c)) (second c)))
                          (step-ref step 'place)))
        (gone (map-with
                (lambda (entry)
                  (%say language "~a is not ~a" "~a ist nicht ~a" (%cell language (first entry))
                        (%either language (map-with second (rest entry)))))
                (group-by first (step-ref step 'remove)))))
    (%say language "So ~a." "Also: ~a." (string-join (append placed gone) ", "))))

; Why

(defproc %reason (language step)
  (let* ((part (lambda (name) (step-ref step name)))
         (say (lambda (english german &rest words) (apply %say language english german words)))
         (cells (part 'cells)) (groups (part 'groups)) (digits (part 'digits))
         (shown-cells (%cells language cells)) (shown-digits (%series language digits)))
    (cond
      ((part 'reason)
        (if (string? (part 'reason))
          (part 'reason)
          (or (second (assoc language (part 'reason))) (second (first (part 'reason))))))
      (t
        (case (part 'technique)
          (full-house
            (say "~a is the only open cell of ~a." "~a ist die einzige offene Zelle in ~a." shown-cells
                 (%groups language groups)))
          ((hidden-single hidden-single-line)
            (say "in ~a, only ~a can be ~a." "in ~a kann nur ~a die ~a sein." (%groups language groups) shown-cells
                 shown-digits))
          (naked-single
            (say "~a can only be ~a." "~a kann nur ~a sein." shown-cells shown-digits))
          (clue
            (case (part 'clue)
              (cage (say "the digits of the cage ~a differ and add up to ~a."
                         "die Ziffern des Käfigs ~a sind verschieden und haben die Summe ~a." shown-cells (part 'sum)))
              (arrow (say "~a is the sum of the other digits of its arrow, ~a."
                          "~a ist die Summe der anderen Ziffern seines Pfeils, ~a."
                       (%cell language (first cells)) (%cells language (rest cells))))
              (t (say "the digits become greater from cell to cell: ~a."
                      "die Ziffern werden von Zelle zu Zelle größer: ~a." shown-cells))))
          (rule-of-45
            (if (single? cells)
              (say "cages and units together leave ~a for ~a." "Käfige und Einheiten zusammen lassen ~a für ~a."
                   (part 'sum) shown-cells)
              (say "cages and units together leave the sum ~a for ~a."
                   "Käfige und Einheiten zusammen lassen die Summe ~a für ~a." (part 'sum) shown-cells)))
          ((pointing claiming)
            (say "in ~a, ~a can only be in ~a, which all lie in ~a."
                 "in ~a kann ~a nur in ~a stehen, die alle in ~a liegen."
              (%group language (first groups)) shown-digits shown-cells (%group language (second groups))))
          ((naked-pair naked-triple naked-quad)
            (say "in ~a, ~a share ~a, so no cell that sees them all can have these."
                 "in ~a teilen sich ~a die Ziffern ~a; keine Zelle, die sie alle sieht, kann diese haben."
              (%groups language groups) shown-cells shown-digits))
          ((hidden-pair hidden-triple hidden-quad)
            (say "in ~a, ~a can only be in ~a, so nothing else can be there."
                 "in ~a können ~a nur in ~a stehen, also dort sonst nichts."
              (%groups language groups) shown-digits shown-cells))
          ((x-wing swordfish jellyfish finned-x-wing finned-swordfish)
            (%fish-reason language step))
          (xy-wing
            (say "~a can be ~a; either way one of ~a and ~a is ~a."
                 "~a kann ~a sein; so oder so ist eine von ~a und ~a die ~a."
              (%cell language (first cells)) (%either language (%others step)) (%cell language (second cells))
              (%cell language (third cells)) (%eliminated step)))
          (xyz-wing
            (say "one of ~a is ~a, whichever digit ~a has." "eine von ~a ist ~a, welche Ziffer ~a auch hat." shown-cells
                 (%eliminated step) (%cell language (first cells))))
          (w-wing
            (say "~a and ~a can both only be ~a, and one place of ~a in ~a is seen by each: one of the two is ~a."
              "~a und ~a können beide nur ~a sein, und jede sieht einen der beiden Plätze von ~a in ~a: eine von beiden ist ~a."
              (%cell language (first cells)) (%cell language (second cells)) (%either language digits)
              (%series language (%others step)) (%groups language groups) (%eliminated step)))
          ((simple-colouring remote-pairs)
            (say "~a and ~a take turns: either the first are all ~a, or the second."
                 "~a und ~a wechseln sich ab: entweder sind die ersten alle ~a oder die zweiten."
              (%cells language (first (part 'colours))) (%cells language (second (part 'colours)))
              (%either language digits)))
          ((wxyz-wing vwxyz-wing)
            (say "~a have one digit too many, ~a, and ~a has two of these: either way there is a place in these cells for ~a."
              "~a haben eine Ziffer zu viel, ~a, und ~a hat zwei davon: so oder so ist in diesen Zellen ein Platz für ~a."
              (%cells language (rest cells)) shown-digits (%cell language (first cells))
              (%series language (remove-duplicates (map-with second (part 'remove))))))
          ((unique-rectangle unique-loop) (%loop-reason language step))
          (bug-plus-one
            (say "all other cells have two candidates, and without ~a in ~a every digit would have two places in each unit: there would be two solutions."
              "alle anderen Zellen haben zwei Kandidaten, und ohne die ~a in ~a hätte jede Ziffer in jeder Einheit zwei Plätze: es gäbe zwei Lösungen."
              shown-digits shown-cells))
          ((grouped-turbot-fish grouped-x-chain) (%places-reason language step))
          ((turbot-fish short-x-chain x-chain xy-chain forcing-chain)
            (let ((chain (first (part 'chains))))
              (say "~a. So one of the ends is right: ~a, or ~a." "~a. Also stimmt eines der Enden: ~a oder ~a."
                (%chain language chain)
                (%literal language (append (take 2 (first chain)) '(t)))
                (%literal language (last chain)))))
          ((cell-forcing-chains unit-forcing-chains)
            (say "all ways lead to the same: ~a." "alle Wege führen zum selben: ~a."
              (string-join (map-with (lambda (chain) (%chain language chain)) (part 'chains)) "; ")))
          ((nishio forcing-net)
            ; The proof begins with the assumption.
            (let ((proof (map-with (lambda (literal) (%literal language literal)) (first (part 'chains)))))
              (say "assume ~a: then ~a, and ~a." "angenommen, ~a: dann ~a, und ~a." (first proof)
                (string-join (rest proof) ", ") (%deadlock language (part 'deadlock)))))
          (deep-forcing-net
            (say "assume ~a: then singles, locked candidates and pairs lead to a contradiction."
                 "angenommen, ~a: dann führen Einer, Schnitte und Paare zu einem Widerspruch."
                 (%assumed language step)))
          (nested-forcing-net
            (say "assume ~a: then trying what follows leads to a contradiction."
                 "angenommen, ~a: dann führt Probieren dessen, was folgt, zu einem Widerspruch."
                 (%assumed language step)))
          (t (say "in ~a." "in ~a." shown-cells)))))))

(defproc %assumed (language step)
  "The candidate that a step takes away because it leads to a contradiction."
  (%literal language (append (first (step-ref step 'remove)) '(t))))

(defproc %fish-reason (language step)
  (let* ((groups (step-ref step 'groups)) (half (quotient (length groups) 2)) (fins (step-ref step 'fins))
         (digits (%series language (step-ref step 'digits))))
    (string-append
      (%say language "in ~a, ~a can only be in ~a" "in ~a kann ~a nur in ~a stehen"
        (%groups language (take half groups)) digits (%groups language (drop half groups)))
      (if fins
        (%say language ", or in ~a: what sees that, too, cannot be ~a."
              " oder in ~a: was auch das sieht, kann nicht ~a sein." (%cells language fins) digits)
        "."))))

(defproc %loop-reason (language step)
  "Why the cells of a unique rectangle or loop cannot all have its two digits, and what that says of those that have
other candidates."
  (let* ((loop (apply append (step-ref step 'colours))) (digits (step-ref step 'digits))
         (roof (%cells language (step-ref step 'fins))) (groups (%groups language (step-ref step 'groups)))
         (others (set-difference (step-ref step 'cells) loop)))
    (string-append
      (%say language "if ~a had only ~a, these could be exchanged, and there would be two solutions"
            "hätten ~a nur ~a, ließen diese sich vertauschen, und es gäbe zwei Lösungen" (%cells language loop)
            (%series language digits))
      (case (step-ref step 'type)
        (1 (%say language "; only ~a can be anything else." "; nur ~a kann etwas anderes sein." roof))
        (2 (%say language "; so one of ~a is ~a." "; also ist eine von ~a die ~a." roof (%eliminated step)))
        (3 (%say language "; so one of ~a is something else, and with ~a it needs all their digits in ~a."
                 "; also ist eine von ~a etwas anderes und braucht mit ~a deren Ziffern in ~a auf." roof
                 (%cells language others) groups))
        (t (%say language "; and in ~a, ~a can only be in ~a." "; und in ~a kann ~a nur in ~a stehen." groups
                 (%series language (%others step)) roof))))))

(defproc %places-reason (language step)
  "A chain of one digit through several cells at once: by turns it is in none of them, and in one."
  (let* ((places (step-ref step 'places)) (digit (first (step-ref step 'digits)))
         (shown (lambda (cells) (string-join (map-with (lambda (cell) (%cell language cell)) cells) "/")))
         (ways (map-with (lambda (cells i) (format nil "~a~a~a" (shown cells) (if (odd? i) "=" "≠") digit))
                         places (iota (length places)))))
    (%say language "~a. So ~a is in one of ~a." "~a. Also steht die ~a in einer von ~a." (string-join ways " → ") digit
          (%cells language (append (first places) (last places))))))

(defproc %eliminated (step)
  "The digit that goes."
  (second (first (step-ref step 'remove))))

(defproc %others (step)
  "The digits of a pattern that do not go."
  (remove (%eliminated step) (step-ref step 'digits)))

(defproc %deadlock (language deadlock)
  (if (second deadlock)
    (%say language "~a has no place for ~a" "hat ~a keinen Platz für ~a" (%group language (first deadlock))
          (second deadlock))
    (%say language "~a has no digit left" "bleibt für ~a keine Ziffer" (%cell language (first deadlock)))))
