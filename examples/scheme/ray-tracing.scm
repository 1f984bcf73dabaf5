; A few spheres under one light, drawn with characters.
(define (vec x y z) (list x y z))
(define (dot a b) (apply + (map * a b)))
(define (scale a s) (map (lambda (x) (* x s)) a))
(define (add a b) (map + a b))
(define (sub a b) (map - a b))
(define (unit a) (scale a (/ 1. (sqrt (dot a a)))))

(define spheres
  (list (list (vec 0. 0. 6.) 2.)
        (list (vec 2.5 1.5 5.) 1.)
        (list (vec -2. -1. 4.) 0.7)))
(define light (unit (vec -1. 1. -1.)))

(define (hit sphere origin direction)
  (let* ((oc (sub origin (car sphere)))
         (b (dot oc direction))
         (c (- (dot oc oc) (* (cadr sphere) (cadr sphere))))
         (d (- (* b b) c)))
    (if (< d 0.)
        #f
        (let ((t (- (- b) (sqrt d))))
          (if (> t 1e-4) t #f)))))

(define (nearest origin direction)
  (let loop ((l spheres) (best #f) (distance 1e30))
    (if (null? l)
        (and best (cons best distance))
        (let ((t (hit (car l) origin direction)))
          (if (and t (< t distance))
              (loop (cdr l) (car l) t)
              (loop (cdr l) best distance))))))

(define (brightness direction)
  (let ((found (nearest (vec 0. 0. 0.) direction)))
    (if (not found)
        0
        (let* ((point (scale direction (cdr found)))
               (normal (unit (sub point (car (car found)))))
               (shade (dot normal light)))
          (cond ((<= shade 0.) 1)
                ((nearest (add point (scale normal 1e-3)) light) 1)
                (else (+ 1 (min 8 (inexact->exact (floor (* shade 9.)))))))))))

(define shades " .:-=+*#%@")
(do ((y 8 (- y 1)))
    ((< y -8))
  (do ((x -20 (+ x 1)))
      ((> x 20))
    (display (string-ref shades (brightness (unit (vec (/ x 22.) (/ y 11.) 1.))))))
  (newline))

;>>                                          
;>>                                          
;>>                                          
;>>                              @@@%%#+     
;>>                            %%%%##*+=:    
;>>                 @@@%%##*+  +***+==-..    
;>>               @@@@%%##**+=- ::::...      
;>>              @@%%%###**+=-:.             
;>>              %%%###**++=--:.             
;>>         %*=  ##****++==-:...             
;>>      @@%#+=:. ++++==--::...              
;>>      %#*+-:..   .-:::....                
;>>      ++=:...                             
;>>                                          
;>>                                          
;>>                                          
;>>                                          
