//! Names of other languages, and what there is here.

/// The names that only other languages have, one a line, sorted: whether the name means the same where it is no call
/// (`always`) or not (`called`), then the help, or after `=` the name here. Programs of the core get the help.
const NAMES: &str = include_str!("elsewhere.txt");

/// The lines: a name, whether it is looked up anywhere, and the help.
fn rows() -> impl Iterator<Item = (&'static str, bool, &'static str)> {
    NAMES.lines().filter_map(|line| {
        let (name, rest) = line.split_once(' ')?;
        let (kind, help) = rest.split_once(' ')?;
        Some((name, kind == "always", help))
    })
}

/// Returns the hint about a name at the head of a call, or anywhere.
pub(crate) fn help(name: &str, is_called: bool) -> Option<String> {
    let (.., help) = rows().find(|&(known, is_anywhere, _)| known == name && (is_called || is_anywhere))?;
    Some(match help.strip_prefix("= ") {
        Some(here) => format!("here this is called {here}"),
        None => help.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use klammer::Engine;

    use super::*;

    #[test]
    fn names_are_sorted_and_nothing_here_has_them() {
        assert!(rows().is_sorted_by(|a, b| a.0 < b.0), "sorted by name, each once");
        assert_eq!(rows().count(), NAMES.lines().count());
        let mut engine = Engine::new();
        for (name, ..) in rows() {
            assert!(!engine.eval::<bool>(&format!("(defined? (string->symbol {name:?}))")).unwrap(), "{name}");
        }
    }

    #[test]
    fn names_that_help_leads_to_are_there() {
        let mut engine = Engine::new();
        for (name, _, help) in rows() {
            let Some(here) = help.strip_prefix("= ") else { continue };
            let word = here.split([' ', ',', ':']).next().unwrap();
            let mut is_there = || engine.eval::<bool>(&format!("(defined? (string->symbol {word:?}))")).unwrap();
            assert!(["t", "nil"].contains(&word) || is_there(), "{name}: {word}");
        }
    }
}
