//! A program with the commands of `klammer`, whose scripts, prompt and documentation know its own functions.
//!
//! ```text
//! cargo run -p klammer-cli --example embed_own_cli -- -e '(gross 200)'
//! cargo run -p klammer-cli --example embed_own_cli -- doc gross
//! cargo run -p klammer-cli --example embed_own_cli
//! ```

use std::process::ExitCode;

use klammer_cli::App;

/// Cents of tax in each hundred.
const TAX: u64 = 20;

/// Tests give it command lines of theirs.
pub fn tool() -> App {
    App::new("shop").version("1.0").engine(|engine| {
        engine
            .define("gross", |net: u64| net * (100 + TAX) / 100)
            .parameters(["net"])
            .doc("What an article costs with its tax, in cents.")
            .example("(gross 200)", "240");
        engine.eval("(defproc total (articles) (fold-left + 0 (map-with gross articles)))")
    })
}

/// Tests have one of their own.
#[allow(dead_code)]
pub fn main() -> ExitCode {
    tool().run()
}
