//! A program of the host's, a function for it, and what comes back.
//!
//! `cargo run --example embed_hello`

use klammer::{Engine, Error};

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();

    // A Rust closure is a function of the program.
    engine.define("area", |width: f64, height: f64| width * height);

    // A text is evaluated, and its value comes as the Rust type that is asked for.
    let total: f64 = engine.eval("(+ (area 2 3) (area 4 0.5))")?;
    println!("total: {total}");
    assert_eq!(total, 8.0);

    // Functions of the program are called from Rust.
    engine.eval::<()>("(defproc greeting (name) (format nil \"Hello, ~a!\" name))")?;
    let text: String = engine.call("greeting", ("Ada",))?;
    println!("{text}");
    assert_eq!(text, "Hello, Ada!");

    // An error is data: a code, a place, a message.
    let error = engine.eval::<f64>("(area 2\n      'three)").unwrap_err();
    println!("{error:#}");
    assert_eq!(error.place().map(|place| place.line()), Some(1));
    Ok(())
}
