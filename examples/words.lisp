; Counts words: reads a file, or standard input, and writes the most frequent ones.
;
;   klammer run examples/words.lisp [FILE]
;
; Shows reading line by line, hash tables, sorting and formatted output. Without a file, and with nothing at standard input, it counts its own
; verse.

(defvar *arguments* nil)

(setq verse "The time has come, the walrus said,\nto talk of many things: of shoes, and ships,\nand sealing wax, of cabbages, and kings.")

(defproc letters (line)
  "The line in lower case, with blanks for everything that is no letter."
  (string-map (lambda (char) (if (char-alphabetic? char) (char-downcase char) #\space)) line))

(defproc words (line)
  "The words of a line, in lower case."
  (string-split (letters line)))

(defproc count-words (port)
  "A table from each word of a port to how often it is there."
  (let ((counts (make-table)))
    (let loop ((line (read-line port)))
      (unless (eof-object? line)
        (dolist (word (words line))
          (table-update! counts word 1+ 0))
        (loop (read-line port))))
    counts))

(setq input
  (cond
    (*arguments* (open-input-file (first *arguments*)))
    ((eof-object? (peek-char)) (open-input-string verse))
    (t (current-input-port))))

(setq counted (sort (table->list (count-words input)) (lambda (a b) (> (second a) (second b)))))

(dolist (entry (take 5 counted))
  (format t "~4d ~a~%" (second entry) (first entry)))
;>>    3 of
;>>    3 and
;>>    2 the
;>>    1 time
;>>    1 has
