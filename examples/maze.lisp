; The way out of a maze: a search that goes deeper and deeper, and leaves all of it at once when the goal is found.
;
; Shows `catch` and `throw`, and that a `throw` needs no help from the procedures on the way.

(setq maze
  (list->array
    (append-map string->list
      '("#########"
        "#S..#...#"
        "##.##.#.#"
        "#..#..#.#"
        "#.###.#G#"
        "#.....###"
        "#########"))
    '(7 9)))

(defproc look (r c)
  (aref maze r c))

(defproc explore (r c path)
  "Looks for the goal from row `r` and column `c` on; `path` is the way there, backwards. Throws it to the tag `found`."
  (cond
    ((= (look r c) #\#) nil)
    ((member? (list r c) path) nil)
    ((= (look r c) #\G) (throw 'found (reverse (cons (list r c) path))))
    (t
      (dolist (step '((-1 0) (0 1) (1 0) (0 -1)))
        (explore (+ r (first step)) (+ c (second step)) (cons (list r c) path))))))

(setq way (catch 'found (explore 1 1 nil) nil))
(format t "~d steps~%" (- (length way) 1))
(dolist (place way)
  (unless (member? (look (first place) (second place)) '(#\S #\G))
    (aset maze (first place) (second place) #\*)))
(dotimes (r 7)
  (dotimes (c 9) (display (look r c)))
  (newline))
;>> 19 steps
;>> #########
;>> #S*.#***#
;>> ##*##*#*#
;>> #**#.*#*#
;>> #*###*#G#
;>> #*****###
;>> #########
