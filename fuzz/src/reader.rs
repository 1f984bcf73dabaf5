//! Any bytes as a source text.

use klammer::{Engine, Handle};

use super::subject::{Outcome, Subject, tiny_limits};

/// Reads the bytes as data: what prints must read back and print the same. Then runs them as a program.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut subject = Subject::new(tiny_limits());
    if let Outcome::Value(printed) = subject.run(&format!("'(\n{text}\n)")) {
        check_round_trip(&mut subject.engine, &printed);
    }
    subject.run(&text);
}

/// Prefixes of notations that cannot be read: things that are only themselves, symbols without a name, arrays that are
/// no vectors.
const UNREADABLE: &[&str] = &["#<", "#:", "#u8(", "#0A", "#2", "#3", "#4", "#f64(", "#fixnum("];

/// `printed` is how some value prints: read, it must print the same again.
pub fn check_round_trip(engine: &mut Engine, printed: &str) {
    if UNREADABLE.iter().any(|u| printed.contains(u)) {
        return;
    }
    match engine.eval::<Handle>(&format!("'{printed}")) {
        Ok(value) => match engine.inspect().repr(&value) {
            Ok(again) => assert_eq!(again, printed, "a value prints differently when it has been read back"),
            Err(e) => assert!(e.is_limit(), "{e:#}"),
        },
        Err(e) => assert!(e.is_limit(), "what was printed does not read: {printed}: {e:#}"),
    }
}
