; The calendar. A point in time is a number: seconds since the beginning of 1970 in UTC, as `(current-time)` gives it.
; Adding and comparing points in time is adding and comparing numbers; a day has 86400 seconds. There is no time zone
; but UTC; `parse-date` knows offsets from it.

(defproc make-date (year month day &optional (hour 0) (minute 0) (second 0))
  "The point in time of a date of the calendar, in UTC: seconds since the beginning of 1970.

(make-date 1970 1 1)               ;=> 0
(make-date 2024 2 29 12 30)        ;=> 1709209800
(- (make-date 2025 1 1) (make-date 2024 1 1))  ;=> 31622400
(make-date 2023 2 29)              ;!! bad-value"
  (%make-date year month day hour minute second))

(defproc date-parts (seconds)
  "The date of a point in time, in UTC, as a list: year, month, day, hour, minute, second (with its fraction), day of
the week (1 is Monday, 7 Sunday) and day of the year (from 1).

(date-parts 0)                             ;=> (1970 1 1 0 0 0 4 1)
(date-parts (make-date 2024 12 31 23 59))  ;=> (2024 12 31 23 59 0 2 366)
(date-parts -0.5)                          ;=> (1969 12 31 23 59 59.5 3 365)
(date-parts 1e20)                          ;!! bad-value"
  (%date-parts seconds))

(defproc format-date (seconds &optional (format "%Y-%m-%dT%H:%M:%SZ"))
  "A point in time as a text, in UTC. The format is that of C's `strftime`: `%Y` the year, `%m` the month, `%d` the day,
`%H` the hour, `%M` the minute, `%S` the second, `%j` the day of the year, `%a` and `%A` the day of the week, `%b` and
`%B` the name of the month, `%s` the seconds, `%%` a percent sign. Without one, the date is written
as ISO 8601 has it.

(format-date 0)                            ;=> \"1970-01-01T00:00:00Z\"
(format-date 1709209800 \"%d %b %Y, %H:%M\")  ;=> \"29 Feb 2024, 12:30\"
(format-date 0 \"%Q%\")                      ;!! bad-value"
  (%format-date seconds format))

(defproc parse-date (string &optional format)
  "The point in time that a text means: as ISO 8601 has it, or in a format like that of `format-date`. Nil if it means
none. Without an offset it is in UTC.

(parse-date \"2024-02-29\")                          ;=> 1709164800
(parse-date \"2024-02-29T14:30:00+02:00\")            ;=> 1709209800
(parse-date \"29.2.2024\" \"%d.%m.%Y\")                ;=> 1709164800
(parse-date \"yesterday\")                           ;=> nil"
  (if format (%parse-date string format) (%parse-date string)))
