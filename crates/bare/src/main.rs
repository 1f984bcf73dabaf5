//! Evaluates one text with the bare library. What such a program weighs is what the library costs an embedder.

fn main() -> Result<(), klammer::Error> {
    let text = std::env::args().nth(1).unwrap_or_default();
    let mut engine = klammer::Engine::new();
    let value: klammer::Value = engine.eval(&text)?;
    println!("{value:?}");
    Ok(())
}
