(getenv "KLAMMER_TEST")     ;=> "set"
(getenv "NO_SUCH_THING")    ;=> nil
(command-line)              ;=> ("test" "one")
(current-time)              ;=> 0.0
