//! A script that nobody trusts: it reaches nothing outside, and each run has its limits.
//!
//! `cargo run --example embed_sandbox`

use std::time::Duration;

use klammer::{Code, Context, Engine, Error, Limits, StdHost};

const SCRIPTS: [(&str, &str); 6] = [
    ("modest", "(length (iota 1000))"),
    ("endless", "(while t)"),
    ("greedy", "(let ((l nil)) (while t (setq l (cons l l))))"),
    ("deep", "(defproc f (n) (+ 1 (f n))) (f 1)"),
    ("curious", "(read-file \"/etc/passwd\")"),
    ("stubborn", "(catch-and-apply nil (lambda (tag c) 'caught) (work 1000000000))"),
];

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    let limits = Limits {
        ticks: Some(1_000_000),
        memory: 4 << 20,
        time: Some(Duration::from_secs(10)),
        depth: Some(10_000),
        ..Limits::default()
    };
    // No files, no clock, no environment: an engine has none of that unless it is granted. Output is.
    let host = StdHost::closed().output(std::io::stdout());
    let mut engine = Engine::builder().host(host).limits(limits).build();

    // Work of the host pays like that of the script.
    engine.define("work", |cx: &mut Context<'_>, steps: u64| -> Result<u64, Error> {
        for _ in 0..steps {
            cx.charge(1)?;
        }
        Ok(steps)
    });

    let mut codes = Vec::new();
    for (name, script) in SCRIPTS {
        match engine.eval::<i64>(script) {
            Ok(value) => println!("{name}: {value}, for {} ticks", engine.usage().ticks),
            Err(error) => {
                println!("{name}: {error}");
                codes.push(error.code());
            }
        }
    }
    // The engine is as good as new after each of them.
    assert_eq!(engine.eval::<i64>("(+ 1 2)")?, 3);
    assert_eq!(codes, [Code::OutOfTicks, Code::OutOfMemory, Code::TooDeep, Code::File, Code::OutOfTicks]);
    Ok(())
}
