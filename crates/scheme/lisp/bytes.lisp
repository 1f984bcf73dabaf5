; Ports of bytes: what is read comes from a bytevector, what is written becomes one.

(setq %byte-port-type (%make-structure-type 'byte-port '(input bytes position open) nil 'opaque))

(defproc open-input-bytevector (bytes)
  "A port that reads the bytes of a bytevector.

(read-u8 (open-input-bytevector #u8(5 6)))  ;=> 5"
  (make-record %byte-port-type t bytes 0 t))

(defproc open-output-bytevector ()
  "A port that collects the bytes written to it.

(let ((p (open-output-bytevector))) (write-u8 1 p) (write-bytevector #u8(2 3) p) (get-output-bytevector p))  ;=> #u8(1 2 3)"
  (make-record %byte-port-type #f nil 0 t))

(defproc get-output-bytevector (port)
  "The bytes written so far.

(get-output-bytevector (open-output-bytevector))  ;=> #u8()"
  (%list->bytes (reverse (record-ref %byte-port-type (%byte-port port #f "get-output-bytevector") 1))))

(defproc binary-port? (object)
  "Returns whether `object` is a port of bytes.

(binary-port? (open-input-bytevector #u8()))  ;=> t
(binary-port? (current-output-port))          ;=> #f"
  (record-of-type? %byte-port-type object))

(defproc %byte-port (port input function)
  "The port, if it is one of bytes that is open in this direction."
  (unless (binary-port? port)
    (%core-error (string-append function ": expected a binary port, got") port))
  (unless (%eq? input (record-ref %byte-port-type port 0))
    (%core-error (string-append function (if input ": this is no input port:" ": this is no output port:")) port))
  (unless (record-ref %byte-port-type port 3)
    (%core-error (string-append function ": the port is closed:") port))
  port)

(defproc %next-byte (port move function)
  "The next byte of a port, or the end of file; `move` says how many bytes are read."
  (let* ((port (%byte-port (or port (current-input-port)) t function))
         (bytes (record-ref %byte-port-type port 1))
         (at (record-ref %byte-port-type port 2)))
    (cond
      ((>= at (array-length bytes)) (eof-object))
      (t (record-set! %byte-port-type port 2 (+ at move)) (aref bytes at)))))

(defproc read-u8 (&optional port)
  "Reads a byte.

(read-u8 (open-input-bytevector #u8(7)))                ;=> 7
(eof-object? (read-u8 (open-input-bytevector #u8())))   ;=> t
(read-u8)                                               ;!! user-error"
  (%next-byte port 1 "read-u8"))

(defproc peek-u8 (&optional port)
  "The next byte, which stays to be read.

(let ((p (open-input-bytevector #u8(7 8)))) (list (peek-u8 p) (read-u8 p)))  ;=> (7 7)"
  (%next-byte port 0 "peek-u8"))

(defproc u8-ready? (&optional port)
  "Returns whether there is a byte to be read without waiting. There always is.

(u8-ready? (open-input-bytevector #u8()))  ;=> t"
  t)

(defproc read-bytevector (count &optional port)
  "Reads at most that many bytes; the end of file if there are none.

(read-bytevector 2 (open-input-bytevector #u8(1 2 3)))  ;=> #u8(1 2)"
  (let* ((port (%byte-port (or port (current-input-port)) t "read-bytevector"))
         (bytes (record-ref %byte-port-type port 1))
         (at (record-ref %byte-port-type port 2))
         (end (min (+ at count) (array-length bytes))))
    (cond
      ((and (= at end) (> count 0)) (eof-object))
      (t (record-set! %byte-port-type port 2 end) (subarray bytes at end)))))

(defproc read-bytevector! (bytes &optional port (start 0) end)
  "Reads bytes into a bytevector, and returns how many.

(let ((b (make-bytevector 3 0))) (read-bytevector! b (open-input-bytevector #u8(7 8)) 1) b)  ;=> #u8(0 7 8)"
  (let ((read (read-bytevector (- (%end end bytes) start) port)))
    (cond
      ((eof-object? read) read)
      (t (vector-copy! bytes start read) (array-length read)))))

(defproc write-u8 (byte &optional port)
  "Writes a byte.

(let ((p (open-output-bytevector))) (write-u8 65 p) (utf8->string (get-output-bytevector p)))  ;=> \"A\"
(write-u8 1)  ;!! user-error
(write-u8 256 (open-output-bytevector))  ;!! user-error"
  (unless (and (exact-integer? byte) (<= 0 byte 255))
    (%core-error "write-u8: expected an integer from 0 to 255, got" byte))
  (let ((port (%byte-port (or port (current-output-port)) #f "write-u8")))
    (record-set! %byte-port-type port 1 (cons byte (record-ref %byte-port-type port 1)))))

(defproc write-bytevector (bytes &optional port (start 0) end)
  "Writes the bytes of a bytevector, or of a part of it.

(let ((p (open-output-bytevector))) (write-bytevector #u8(1 2 3) p 1) (get-output-bytevector p))  ;=> #u8(2 3)"
  (let loop ((i start))
    (when (< i (%end end bytes))
      (write-u8 (aref bytes i) port)
      (loop (+ i 1)))))

(defproc open-binary-input-file (file)
  "Not supported: files are texts.

(open-binary-input-file \"data\")  ;!! user-error"
  (error "open-binary-input-file: files of bytes are not supported"))

(defproc open-binary-output-file (file)
  "Not supported: files are texts.

(open-binary-output-file \"data\")  ;!! user-error"
  (error "open-binary-output-file: files of bytes are not supported"))

; Operations on all ports.

(defproc flush-output-port (&optional port)
  "Sends what has been written on its way.

(let ((p (open-output-bytevector))) (write-u8 7 p) (flush-output-port p) (get-output-bytevector p))  ;=> #u8(7)"
  (cond
    ((not port) (flush-output))
    ((binary-port? port) (%byte-port port #f "flush-output-port"))
    (t (flush-output port)))
  (void))

(defproc port? (object)
  "Returns whether `object` is a port.

(port? (current-output-port))  ;=> t"
  (or (%text-port? object) (binary-port? object)))

(defproc input-port? (object)
  "Returns whether `object` can be read from.

(input-port? (open-input-string \"a\"))  ;=> t"
  (if (binary-port? object) (record-ref %byte-port-type object 0) (%text-input-port? object)))

(defproc output-port? (object)
  "Returns whether `object` can be written to.

(output-port? (open-input-string \"a\"))  ;=> #f"
  (if (binary-port? object) (not (record-ref %byte-port-type object 0)) (%text-output-port? object)))

(defproc input-port-open? (port)
  "Returns whether the port can still be read from.

(let ((p (open-input-string \"a\"))) (close-port p) (input-port-open? p))  ;=> #f"
  (if (binary-port? port) (record-ref %byte-port-type port 3) (%text-port-open? port)))

(defalias output-port-open? input-port-open?)

(defproc close-port (port)
  "Closes the port.

(let ((p (open-input-bytevector #u8(1)))) (close-port p) (read-u8 p))  ;!! user-error"
  (if (binary-port? port) (record-set! %byte-port-type port 3 #f) (%close-text-port port)))

(defalias close-input-port close-port)
(defalias close-output-port close-port)
(defalias %text-port? core:port?)
(defalias %text-input-port? core:input-port?)
(defalias %text-output-port? core:output-port?)
(defalias %text-port-open? core:port-open?)
(defalias %close-text-port core:close-port)
(defalias textual-port? %text-port?)
