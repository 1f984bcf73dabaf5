//! The form of the files in `tests/code`: definitions, and what they are compiled to.
//!
//! ```text
//! (defproc f (x) (car x))
//! ;; code of f
//! ;;    0 Car                   r3 <- r1
//! ;;    1 Return                r3
//! ```
//!
//! The lines after `;; code of` are what `(disassemble f)` prints once the whole file has been evaluated. `UPDATE=1`
//! writes them; a function without such a heading gets none.

use std::path::Path;

const HEADING: &str = ";; code of ";

/// The text of a file with its listings as they are now.
pub fn with_listings(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut engine = crate::support::host::builder().host(klammer::StdHost::new()).build();
    engine.eval::<()>(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut result = String::new();
    for line in text.lines() {
        if line.starts_with(";;") && !line.starts_with(HEADING) {
            continue;
        }
        result.push_str(line);
        result.push('\n');
        if let Some(name) = line.strip_prefix(HEADING) {
            let listing: String = engine
                .eval(&format!("(with-output-to-string (disassemble {name}))"))
                .unwrap_or_else(|e| panic!("{}: {name}: {e}", path.display()));
            for line in listing.lines() {
                result.push_str(";; ");
                result.push_str(line);
                result.push('\n');
            }
        }
    }
    result
}
