//! The command-line program.
fn main() {
    let mut e = klammer::Engine::new();
    let arg = std::env::args().nth(1).unwrap_or_default();
    let r = if arg == "-e" {
        let t = std::env::args().nth(2).unwrap_or_default();
        e.eval::<klammer::Handle>(&t)
    } else {
        e.eval_file::<klammer::Handle>(&arg)
    };
    match r {
        Ok(h) => println!("{}", e.print(&h).unwrap_or_default()),
        Err(e) => println!("{}", e.render(&klammer::RenderOptions::default())),
    }
}
