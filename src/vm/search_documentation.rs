//! Looking for names by what their documentation says, without compiling anything.

use klammer_syntax::lexer::tokens;
use klammer_syntax::token::TokenKind;

use super::Vm;
use crate::documentation;
use crate::inspection::Found;
use crate::library;
use crate::module::lazy::LazyOrigin;
use crate::runtime::dialect::Dialect;
use crate::symbol::ModuleId;
use crate::value::{Kind, Value};

/// Quality of a match. The best comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Name,
    BeginningOfName,
    PartOfName,
    Documentation,
}

/// Text that is searched for.
struct Query {
    whole: String,
    words: Vec<String>,
}

impl Query {
    fn new(text: &str) -> Query {
        let whole = text.trim().to_lowercase();
        let words = whole.split_whitespace().map(str::to_string).collect();
        Query { whole, words }
    }

    fn fit(&self, name: &str, text: &str) -> Option<Fit> {
        let name = name.to_lowercase();
        match name.find(&self.whole) {
            Some(0) if name == self.whole => return Some(Fit::Name),
            Some(0) => return Some(Fit::BeginningOfName),
            Some(_) => return Some(Fit::PartOfName),
            None => {}
        }
        let text = text.to_lowercase();
        let begins_word = |word: &str| {
            let before = |at: usize| text.get(..at).and_then(|t| t.chars().next_back());
            text.match_indices(word).any(|(at, _)| before(at).is_none_or(|c| !c.is_alphanumeric()))
        };
        let is_meant = |word: &String| name.contains(word.as_str()) || begins_word(word);
        self.words.iter().all(is_meant).then_some(Fit::Documentation)
    }
}

impl Vm {
    /// The names that can be seen in a module, and those of modules that have not been required, that fit what is
    /// looked for: part of a name, or words of the documentation. The best come first.
    pub(crate) fn search_documentation(&self, module: ModuleId, text: &str) -> Vec<Found> {
        let query = Query::new(text);
        if query.words.is_empty() {
            return Vec::new();
        }
        let mut names = self.program.visible_names(module);
        names.sort_unstable();
        names.dedup();
        // Entries of another language come last, whatever their names.
        let mut found: Vec<((bool, Fit, bool), Found)> = Vec::new();
        let mut add = |name: &str, text: &str, module: Option<&str>, is_foreign: bool| {
            let (text, _) = documentation::parse(text);
            if let Some(fit) = query.fit(name, &text) {
                let summary = documentation::first_sentence(&text);
                let rank = (is_foreign, fit, module.is_some());
                found.push((rank, Found { name: name.into(), module: module.map(str::to_string), summary }));
            }
        };
        for name in &names {
            add(name, &self.text_of_name(module, name), None, false);
        }
        let is_here = |name: &str| names.binary_search(&name).is_ok();
        // A program in another language cannot use the modules of the core's.
        let modules = self.native_modules.library_modules().filter(|_| self.program.dialect(module) == Dialect::CORE);
        for (module, texts) in modules {
            for (name, text) in library::provided(texts).filter(|(name, _)| !is_here(name)) {
                add(name, &docstring(text).unwrap_or_default(), Some(module), false);
            }
        }
        let used = self.program.dialect(module);
        for layer in self.dialects.iter().map(|l| &l.layer).filter(|l| l.dialect != used) {
            let is_private = |name: &str| crate::symbol::is_private(name);
            for d in layer.definitions().filter(|d| !d.is_further && !is_private(d.name) && !is_here(d.name)) {
                add(d.name, &d.text().and_then(docstring).unwrap_or_default(), Some(layer.name), true);
            }
        }
        found.sort_by(|a, b| (a.0, &a.1.name, &a.1.module).cmp(&(b.0, &b.1.name, &b.1.module)));
        found.into_iter().map(|(_, found)| found).collect()
    }

    /// The documentation text of a name; that of a definition that nobody has used yet is taken from its text.
    fn text_of_name(&self, module: ModuleId, name: &str) -> String {
        let cell = self.program.rt.symbols.find(name).and_then(|symbol| self.program.find_cell(module, symbol));
        let value = cell.map_or(Value::UNBOUND, |cell| self.program.globals.value(cell));
        let text =
            match self.program.definitions.lazy.get(value).filter(|_| value.is(Kind::LAZY)).map(|lazy| lazy.origin) {
                Some(LazyOrigin::Library(definition)) => definition.text().and_then(docstring),
                _ => self.documentation_of(value),
            };
        text.unwrap_or_default()
    }
}

/// Returns the docstring of a definition: the string after the name and the parameters, unless it is all that comes
/// there.
fn docstring(definition: &str) -> Option<String> {
    if definition.starts_with("(setq") {
        return None;
    }
    let mut depth = 0usize;
    let mut found = None;
    for (kind, range) in tokens(definition) {
        match kind {
            TokenKind::Open(_) | TokenKind::OpenVector | TokenKind::OpenBytes => depth += 1,
            TokenKind::Close(_) => depth = depth.saturating_sub(1),
            TokenKind::String if depth == 1 => {
                found = definition.get(range.start + 1..range.end.saturating_sub(1));
                break;
            }
            _ => {}
        }
    }
    found.map(|text| text.replace("\\\"", "\"").replace("\\\\", "\\"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_docstring_is_found_without_reading_the_definition() {
        let text = "(defproc f (x &optional (y \"no\"))\n  \"Says \\\"f\\\". Twice.\n\n(f 1)  ;=> 1\"\n  (g x))";
        assert_eq!(docstring(text).unwrap(), "Says \"f\". Twice.\n\n(f 1)  ;=> 1");
        assert_eq!(docstring("(defproc f (x) (g \"a\"))"), None);
        assert_eq!(docstring("(setq *a* \"text\")"), None);
    }

    #[test]
    fn names_fit_better_than_words() {
        let fit = |query: &str, name: &str, text: &str| Query::new(query).fit(name, text);
        assert!(fit("sort", "sort", "") < fit("sort", "sort-by", ""));
        assert!(fit("sort", "sort-by", "") < fit("sort", "stable-sort", ""));
        assert!(fit("sort", "stable-sort", "") < fit("sort", "order", "Sorts a list."));
        assert!(fit("list sorts", "order", "Sorts a list.").is_some());
        assert!(fit("orts", "x", "Sorts a list.").is_none());
    }
}
