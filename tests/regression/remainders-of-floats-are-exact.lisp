; found: 2026-11-26, a comparison with exact fractions: a large quotient lost the remainder
(remainder 1e18 0.34)                        ;=> 0.2820395830781114
(remainder 1152921504606846976 0.33997)      ;=> 0.16568137217989853
(remainder -1152921504606846976 0.33997)     ;=> -0.16568137217989853
(remainder 1e300 1e-300)                     ;=> 4.891554850853602e-301
(modulo -1 1e-300)                           ;=> 1.0368134719602886e-301
(modulo 1e300 -1e-300)                       ;=> -5.108445149146398e-301
(remainder 1.7976931348623157e308 5e-324)    ;=> 0.0
(remainder -1e-320 5e-324)                   ;=> 0.0
(list (remainder 5.5 +inf.0) (modulo 5.5 +inf.0) (modulo -5.5 +inf.0) (modulo 5.5 -inf.0))  ;=> (5.5 5.5 +inf.0 -inf.0)
(list (remainder +inf.0 2) (modulo 1/3 +nan.0) (remainder +nan.0 2.0))  ;=> (+nan.0 +nan.0 +nan.0)
(list (remainder 7/5 0.5) (modulo 7/5 -0.5) (remainder (+ (expt 10 30) 1) 7.0))  ;=> (0.4 -0.1 2.0)
(list (remainder 1/3 2) (modulo -1/3 2) (remainder (expt 10 30) 1/3))  ;=> (1/3 5/3 0)
(list (remainder -6.0 3) (modulo -6.0 3) (remainder -0.0 3.0))  ;=> (0.0 0.0 0.0)
(modulo 5.5 0.0)                             ;!! division-by-zero
(list (floor 5.5 +inf.0) (floor -5.5 +inf.0) (ceiling 5 +inf.0) (round -1/2 -inf.0) (truncate 0 -inf.0))  ;=> (0 -1 1 0 0)
(floor 5.5 +nan.0)                           ;!! bad-value
(require 'scheme)
(call-with-values (lambda () (floor/ -1e18 0.34)) list)     ;=> (-2.9411764705882353e18 0.057960416921888636)
(call-with-values (lambda () (truncate/ 5.5 2)) list)       ;=> (2.0 1.5)
(call-with-values (lambda () (round/ 1e18 0.34)) list)      ;=> (2.9411764705882353e18 -0.057960416921888636)
(call-with-values (lambda () (ceiling/ 7.5 2)) list)        ;=> (4.0 -0.5)
(call-with-values (lambda () (euclidean/ -7.5 -2)) list)    ;=> (4.0 0.5)
(call-with-values (lambda () (balanced/ 5 2)) list)         ;=> (3 -1)
(list (balanced-remainder -1e-300 1.0) (balanced-remainder 1e308 1.7976931348623157e308))  ;=> (-1e-300 -7.976931348623157e307)
(list (div0 5 2) (mod0 5 2) (div -7.5 2) (mod -7.5 2))      ;=> (3 -1 -4.0 0.5)
