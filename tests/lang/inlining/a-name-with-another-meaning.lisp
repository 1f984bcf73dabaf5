; A name that the program has given another meaning is called, also with a `lambda` in place.

(defproc find-if (f l) (list 'mine (f l)))
(find-if (lambda (x) (length x)) '(1 2 3))                      ;=> (mine 3)

(let ((map-with (lambda (f l) (f l)))) (map-with (lambda (l) (first l)) '(5 6)))  ;=> 5
