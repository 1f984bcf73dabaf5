//! Compilers that run inside one another share the native stack, and therefore the limit on nesting.

use klammer::Code;

use crate::support::documented::engine;

/// Runs a program on a thread with the native stack that the default limits ask for.
fn code_of(text: &'static str) -> Result<(), Code> {
    let run = move || engine().0.eval::<()>(text).map_err(|e| e.code());
    std::thread::Builder::new().stack_size(8 << 20).spawn(run).unwrap().join().unwrap()
}

#[test]
fn a_macro_that_evaluates_deep_code_with_such_macros_in_it_hits_the_limit() {
    let program = "
        (defproc nest (k form) (dotimes (i k form) (setq form (list 'progn (list 'if 't form)))))
        (defmacro deep (n) (if (= n 0) 1 (eval (nest 200 (list 'deep (- n 1))))))
        (deep 38)";
    assert_eq!(code_of(program), Err(Code::TooComplex));
}

#[test]
fn anonymous_macros_at_the_head_of_forms_can_be_nested_only_so_deep() {
    let program = "
        (defproc nest (k) (let ((form 1)) (dotimes (i k form) (setq form (list (list 'mlambda 'args form))))))
        (eval (nest 20))";
    assert_eq!(code_of(program), Ok(()));
    let program = "
        (defproc nest (k) (let ((form 1)) (dotimes (i k form) (setq form (list (list 'mlambda 'args form))))))
        (eval (nest 100000))";
    assert_eq!(code_of(program), Err(Code::TooComplex));
}

#[test]
fn library_macros_compile_deep_inside_a_form() {
    let program = "
        (defproc nest (k form) (dotimes (i k form) (setq form (list 'progn form))))
        (eval (nest 150 '(dotable (key value (make-table)) key)))";
    assert_eq!(code_of(program), Ok(()));
}
