//! Positions of the definitions in a file of the library. The build script finds definitions in files of the core and
//! of dialects (`build.rs` includes this file). Other crates' files are scanned on first use.

/// Findings of [`scan`] in a file. They are written down as `Debug` shows them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scanned<'a> {
    pub definitions: &'a [ScannedDefinition],
    /// Positions of the other forms and of definitions with an effect. They are evaluated as soon as the module is
    /// required.
    pub at_once: &'a [u32],
}

/// A definition in a file, by the places of its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScannedDefinition {
    /// Position of its opening parenthesis.
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

/// A word of a definition, by its distance in bytes from the opening parenthesis.
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

/// Returns the definitions of a file and the positions of its forms that are evaluated at once, as [`Scanned`] has
/// them. `None` if a definition has a word that is too long or too far from its beginning.
pub(crate) fn scan(text: &str) -> Option<(Vec<ScannedDefinition>, Vec<u32>)> {
    let mut definitions = Vec::new();
    let mut at_once = Vec::new();
    let mut before = "";
    for form in forms(text) {
        let start = form.as_ptr() as usize - text.as_ptr() as usize;
        let found = definition(text, start, before)?;
        if let Some(definition) = found {
            before = definition.name.text(text, definition.start)?;
            definitions.push(definition);
        }
        if found.is_none() || !is_without_effect(form) {
            at_once.push(u32::try_from(start).ok()?);
        }
    }
    Some((definitions, at_once))
}

/// Returns the positions of all forms of a file.
#[allow(dead_code, reason = "the build script has no use for it")]
pub(crate) fn starts(text: &str) -> Vec<u32> {
    let start = |form: &str| u32::try_from(form.as_ptr() as usize - text.as_ptr() as usize).ok();
    forms(text).into_iter().filter_map(start).collect()
}

/// The top-level lists of a text.
fn forms(text: &str) -> Vec<&str> {
    let mut forms = Vec::new();
    let (mut depth, mut start, mut position) = (0usize, 0, 0);
    while let Some(&byte) = text.as_bytes().get(position) {
        match byte {
            b'(' => {
                if depth == 0 {
                    start = position;
                }
                depth += 1;
            }
            b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    forms.extend(text.get(start..=position));
                }
            }
            b';' | b'"' | b'|' | b'#' => {
                position += text.get(position..).map_or(1, token_length);
                continue;
            }
            _ => {}
        }
        position += 1;
    }
    // A list that is not closed is a form, too: its evaluation gives the reader's error.
    if depth > 0 {
        forms.extend(text.get(start..));
    }
    forms
}

/// Returns whether a form defines something and does nothing else, so that the time of its evaluation does not matter. Functions
/// and macros are such, and variables whose value is a literal list.
fn is_without_effect(form: &str) -> bool {
    let is_function = ["(defproc ", "(definline ", "(defmacro "].iter().any(|head| form.starts_with(head));
    let value = form.strip_prefix("(setq ").and_then(|rest| rest.split_once(char::is_whitespace)).map(|parts| parts.1);
    let list = value.and_then(|value| value.trim_start().strip_prefix('\''));
    is_function
        || list.is_some_and(|rest| {
            let list = forms(rest).first().copied().filter(|list| rest.starts_with(list));
            list.is_some_and(|list| rest.get(list.len()..) == Some(")"))
        })
}

/// Length in bytes of the first token, as far as form boundaries need it: a comment, string, name in bars, character
/// name, or single character.
fn token_length(text: &str) -> usize {
    match text.chars().next() {
        Some(';') => text.find('\n').unwrap_or(text.len()),
        Some(mark @ ('"' | '|')) => quoted(text, mark),
        // A character: what it is called begins with any character.
        Some('#') if text.starts_with("#\\") => 2 + text.chars().nth(2).map_or(0, char::len_utf8),
        first => first.map_or(0, char::len_utf8),
    }
}

/// Bytes of what stands between two marks, with both; a backslash takes its meaning from what follows it.
fn quoted(text: &str, mark: char) -> usize {
    let mut from = mark.len_utf8();
    while let Some(found) = text.get(from..).and_then(|rest| rest.find(mark)) {
        let before = text.get(from..from + found).unwrap_or("");
        let backslashes = before.len() - before.trim_end_matches('\\').len();
        from += found + mark.len_utf8();
        if backslashes % 2 == 0 {
            return from;
        }
    }
    text.len()
}

/// The definition that begins at `start`, if one does, after one of the name `before`.
fn definition(text: &str, start: usize, before: &str) -> Option<Option<ScannedDefinition>> {
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
    Some(Some(ScannedDefinition {
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

/// Returns the number of parameters after `(definline (name`.
fn parameters(form: &str) -> usize {
    form.split(')').next().unwrap_or("").split_ascii_whitespace().count().saturating_sub(2)
}
