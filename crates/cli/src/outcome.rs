//! Programs that have searched and ended well, of which one can see that their writer expects something else.

use klammer::Engine;

use crate::console;

/// What reads the values of variables.
const READING: [&str; 6] = ["values-of", "(value ", "(lower ", "(upper ", "(candidates ", "'value"];

/// What finds solutions of a store.
const SOLVING: [&str; 6] = ["(solve ", "(find-solutions ", "(solutions ", "(minimize ", "(maximize ", "(solve-with-"];

/// What to say of a program that has ended.
pub fn notes(engine: &Engine, name: &str, text: &str) -> Vec<String> {
    let done = engine.search_statistics();
    // A program that has tried anything, or found anything, knows what it does.
    let has_only_failed = done.nodes == 0 && done.failures > 0 && done.failures == done.propagations;
    let contradiction = engine.contradiction().filter(|_| has_only_failed);
    let variables = console::has_written_variable()
        && SOLVING.iter().any(|word| text.contains(word))
        && !READING.iter().any(|word| text.contains(word));
    [
        contradiction.map(|reason| format!("{name} has found no solution: {reason}")),
        variables.then(|| {
            format!("{name} has written variables, which are names; their values are (values-of solution variables)")
        }),
    ]
    .into_iter()
    .flatten()
    .collect()
}
