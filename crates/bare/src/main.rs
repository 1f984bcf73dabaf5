//! Defines a function of the host, evaluates a text, calls the function that the text defines: the least that a program
//! embeds the library for. The size of this program is the cost of the library for an embedder.

fn main() -> Result<(), klammer::Error> {
    let mut engine = klammer::Engine::new();
    engine.define("distance", |x: f64, y: f64| x.hypot(y));
    let text = std::env::args().nth(1).unwrap_or_else(|| "(defproc score (x y) (- 100 (distance x y)))".to_string());
    let value: klammer::Value = engine.eval(&text)?;
    let score: f64 = engine.call("score", (3.0, 4.0))?;
    println!("{value:?} {score}");
    Ok(())
}
