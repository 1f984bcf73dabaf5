//! What a text defines further on: a function of the library that it gives another meaning may do what a warning says
//! that it does not.

use hashbrown::HashMap;

use super::World;
use crate::source::{SourceId, Span};

/// The names that stand where definitions have them, in lower case, each with the place where it does so last.
type Places = HashMap<String, usize>;

/// What the texts define that have been looked at.
#[derive(Clone, Default)]
pub(crate) struct Definitions(HashMap<SourceId, Places>);

impl Definitions {
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl World {
    /// Does the text of a form seem to give this name a meaning of its own further on? It has not been read yet, so
    /// this goes by the words that definitions begin with.
    pub(crate) fn is_redefined_behind(&mut self, form: Span, name: &str) -> bool {
        let Some(source) = self.rt.sources.get(form.source()) else { return false };
        let places = self.warner.definitions.0.entry(form.source()).or_insert_with(|| places(&source.text));
        places.get(&name.to_lowercase()).is_some_and(|&place| place > form.start() as usize)
    }
}

fn places(text: &str) -> Places {
    let mut places = Places::new();
    for (open, _) in text.match_indices('(') {
        let behind = text.get(open + 1..).unwrap_or_default();
        let Some(end) = behind.find(|c: char| c.is_whitespace() || c == '(') else { continue };
        let (word, rest) = behind.split_at(end);
        let rest = rest.trim_start();
        // Also a program's own. A definition of Scheme may have the parameters beside the name.
        let defines = word.get(..3).is_some_and(|begin| begin.eq_ignore_ascii_case("def"));
        let assigns = ["setq", "set!"].iter().any(|name| word.eq_ignore_ascii_case(name));
        let rest = if defines { rest.trim_start_matches('(') } else { rest };
        let end = rest.find(|c: char| c.is_whitespace() || "()'\";".contains(c)).unwrap_or(rest.len());
        if let Some(name) = rest.get(..end).filter(|name| (defines || assigns) && !name.is_empty()) {
            places.insert(name.to_lowercase(), open);
        }
    }
    places
}
