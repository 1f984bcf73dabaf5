(catch 'a (list 'outer (catch 'a (throw 'a 1))))     ;=> (outer 1)
(catch 'a (catch 'b (throw 'a 1)) 'not-reached)      ;=> 1
(catch 'a (catch 'b (throw 'b 1)) 'reached)          ;=> reached
(catch 'b (catch 'a (throw 'b (catch 'b (throw 'b 2)))) 3)  ;=> 2
