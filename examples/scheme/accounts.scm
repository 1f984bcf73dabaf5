; Records, association lists, closures with state, message passing.
(import (scheme base) (scheme write))

(define-record-type account
  (make-account owner balance history)
  account?
  (owner account-owner)
  (balance account-balance set-account-balance!)
  (history account-history set-account-history!))

(define (transact! account kind amount)
  (let ((new (if (eq? kind 'deposit) (+ (account-balance account) amount) (- (account-balance account) amount))))
    (if (< new 0) (error "insufficient funds:" (account-owner account) amount))
    (set-account-balance! account new)
    (set-account-history! account (cons (cons kind amount) (account-history account)))
    new))

(define bank '())
(define (open! name balance)
  (set! bank (cons (cons name (make-account name balance '())) bank)))
(define (find name) (cdr (assq name bank)))

(open! 'ann 100)
(open! 'bob 50)
(transact! (find 'ann) 'deposit 25)
(transact! (find 'bob) 'withdraw 20)
(write (map (lambda (e) (cons (car e) (account-balance (cdr e)))) bank))
(newline)
(write (guard (e (#t (list (error-object-message e) (error-object-irritants e))))
         (transact! (find 'bob) 'withdraw 1000)))
(newline)
(write (account-history (find 'ann)))
(write (account? (find 'ann)))
(write (account? 'ann))
(newline)

(define (make-stack)
  (let ((items '()))
    (lambda (message . args)
      (case message
        ((push) (set! items (append args items)) (length items))
        ((pop) (let ((x (car items))) (set! items (cdr items)) x))
        ((items) items)
        (else (error "unknown message" message))))))
(define stack (make-stack))
(stack 'push 1)
(stack 'push 2 3)
(write (list (stack 'pop) (stack 'items)))
(newline)

(define (sum-to n) (let loop ((i 0) (s 0)) (if (> i n) s (loop (+ i 1) (+ s i)))))
(write (sum-to 300000))
(newline)
(define-values (quotient* remainder*) (floor/ 17 5))
(write (list quotient* remainder*))
(write (call-with-values (lambda () (values 1 2 3)) list))
(write (let-values (((a b) (values 1 2)) ((c) (values 3))) (list a b c)))
(write (parameterize () (let*-values (((a b) (values 1 2)) ((c) (values (+ a b)))) (list a b c))))
(newline)

;>> ((bob . 30) (ann . 125))
;>> ("insufficient funds:" (bob 1000))
;>> ((deposit . 25))#t#f
;>> (2 (3 1))
;>> 45000150000
;>> (3 2)(1 2 3)(1 2 3)(1 2 3)
