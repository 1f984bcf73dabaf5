; found: 2026-11-22, calls of every name: a helper of the library, called by a program, gave an error of the engine itself
(require 'scheme)
(%load-library 5)
;!! bad-value %load-library is for the compiler and the library only
