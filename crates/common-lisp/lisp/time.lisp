; Common Lisp: time.

(defproc get-internal-real-time ()
  "Milliseconds since some fixed moment, as an integer.

(integerp (get-internal-real-time))  ;=> t"
  (floor (current-milliseconds)))

(defproc get-internal-run-time ()
  "Milliseconds since some fixed moment, as an integer.

(integerp (get-internal-run-time))  ;=> t"
  (floor (current-milliseconds)))

(defproc get-universal-time ()
  "Seconds since the beginning of 1900, as an integer.

(integerp (get-universal-time))            ;=> t
(< (get-universal-time) (* 70 365 86400))  ;=> nil"
  ; The clock of the host counts from the beginning of 1970.
  (+ 2208988800 (floor (current-time))))

(defproc decode-universal-time (time &optional (zone 0))
  "The values of a time: second, minute, hour, date, month, year, day of the week from Monday as 0, nil, and the zone.
Partly: there is no summer time.

(multiple-value-list (decode-universal-time 86400))  ;=> (0 0 0 2 1 1900 1 nil 0)"
  (let* ((time (- time (* 3600 zone))) (days (floor (/ time 86400))) (seconds (modulo time 86400)))
    (let loop ((year (+ 1900 (floor (/ (* days 400) 146097)))))
      (cond
        ((< days (%days-before year)) (loop (- year 1)))
        ((>= days (%days-before (+ year 1))) (loop (+ year 1)))
        (t
          (let next ((month 1) (left (- days (%days-before year))))
            (let ((length (%month-length month year)))
              (if (>= left length)
                (next (+ month 1) (- left length))
                (#'values (modulo seconds 60) (modulo (quotient seconds 60) 60) (quotient seconds 3600) (+ left 1) month
                          year (modulo days 7) nil zone)))))))))

(defproc %days-before (year)
  "The number of days from the beginning of 1900 to that of a year."
  (let* ((last (- year 1)) (leaps (+ (- (floor (/ last 4)) (floor (/ last 100))) (floor (/ last 400)))))
    (+ (* 365 (- year 1900)) (- leaps 460))))

(defproc %leap-year? (year)
  "Returns whether the year has a 29th of February."
  (and (zero? (modulo year 4)) (or (not (zero? (modulo year 100))) (zero? (modulo year 400)))))

(defproc %month-length (month year)
  "The number of days of a month."
  (if (and (= month 2) (%leap-year? year)) 29 (nth (- month 1) '(31 28 31 30 31 30 31 31 30 31 30 31))))

(defproc encode-universal-time (second minute hour date month year &optional (zone 0))
  "The time as seconds since the beginning of 1900.

(encode-universal-time 0 0 0 2 1 1900)  ;=> 86400"
  (let ((days
          (+ (%days-before year)
            (fold-left + 0 (list-tabulate (- month 1) (lambda (i) (%month-length (+ i 1) year))))
            (- date 1))))
    (+ second (* 60 (+ minute (* 60 (+ hour zone (* 24 days))))))))

(defproc get-decoded-time ()
  "The values of the time now, as of `decode-universal-time`.

(length (multiple-value-list (get-decoded-time)))  ;=> 9"
  (decode-universal-time (get-universal-time)))

(defalias sleep core:sleep)
