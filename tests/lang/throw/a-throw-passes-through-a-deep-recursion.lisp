(defproc deep (n) (if (= n 0) (throw 'bottom 'reached) (+ 1 (deep (- n 1)))))
(catch 'bottom (deep 10000))            ;=> reached
(defproc deep-catch (n) (if (= n 0) (throw 'bottom 'reached) (catch n (+ 1 (deep-catch (- n 1))))))
(catch 'bottom (deep-catch 2000))       ;=> reached
