//! Where the definitions in a file of the library stand: found when the crate is built (`build.rs`, which this file is
//! a part of, too), so that an engine that begins, or a dialect that is required, does not have to look for them.

/// A definition in a file, by the places of its words. What [`scan`] finds is written down as it is shown by `Debug`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// Where its opening parenthesis is.
    pub start: u32,
    /// Its name, from there on.
    pub name: Word,
    /// In `(defalias name other)`, the other name.
    pub alias: Option<Word>,
    /// In `(definline (name parameter ...) ...)`, how many parameters there are.
    pub inline: Option<u8>,
    /// It is a `definline` of the same name as the definition before it.
    pub is_further: bool,
    pub is_macro: bool,
    pub is_variable: bool,
}

/// A word of a definition, so many bytes after its opening parenthesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub at: u8,
    pub length: u8,
}

impl Word {
    /// Its letters, in the file in which there is a definition at `start`.
    pub const fn bytes(self, text: &str, start: u32) -> &[u8] {
        let from = start as usize + self.at as usize;
        text.as_bytes().split_at(from + self.length as usize).0.split_at(from).1
    }

    pub fn text(self, text: &str, start: u32) -> Option<&str> {
        let from = start as usize + usize::from(self.at);
        text.get(from..from + usize::from(self.length))
    }
}

/// The definitions of a file: lines that begin with `(def` or, for a variable, with `(setq`. `None` if one has a word
/// that is too long or too far from its beginning.
#[cfg_attr(not(test), allow(dead_code, reason = "it is the build script that scans"))]
pub(crate) fn scan(text: &str) -> Option<Vec<Found>> {
    let mut found = Vec::new();
    let mut before = "";
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(definition) = definition(text, start, before)? {
            before = definition.name.text(text, definition.start)?;
            found.push(definition);
        }
        start += line.len();
    }
    Some(found)
}

/// The definition that begins at `start`, if one does, after one of the name `before`.
fn definition(text: &str, start: usize, before: &str) -> Option<Option<Found>> {
    let form = text.get(start..)?;
    let words = form.strip_prefix('(').map(|inside| inside.split([' ', '\n', ')']));
    let Some(mut words) = words else { return Some(None) };
    let Some(operator) = words.next().filter(|word| word.starts_with("def") || *word == "setq") else {
        return Some(None);
    };
    let name = words.next()?.trim_start_matches('(');
    let alias = if operator == "defalias" { Some(words.next()?) } else { None };
    let word = |word: &str| {
        let at = u8::try_from(word.as_ptr() as usize - form.as_ptr() as usize).ok()?;
        Some(Word { at, length: u8::try_from(word.len()).ok()? })
    };
    let inline = if operator == "definline" { Some(u8::try_from(parameters(form)).ok()?) } else { None };
    Some(Some(Found {
        start: u32::try_from(start).ok()?,
        name: word(name)?,
        alias: match alias {
            Some(alias) => Some(word(alias)?),
            None => None,
        },
        inline,
        is_further: inline.is_some() && name == before,
        is_macro: operator == "defmacro",
        is_variable: operator == "setq",
    }))
}

/// How many parameters follow `(definline (name`.
fn parameters(form: &str) -> usize {
    form.split(')').next().unwrap_or("").split_ascii_whitespace().count().saturating_sub(2)
}
