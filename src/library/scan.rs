//! Finds the definitions in a file of the library, which is scanned when it is first needed.

/// A definition in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScannedDefinition {
    /// Offset of its opening parenthesis.
    pub start: usize,
    pub name: &'static str,
    /// `(defalias name other)`: the name has the value of this other one from the start.
    pub alias: Option<&'static str>,
    /// `(definline (name parameter ...) ...)`: a function, calls of which with this number of arguments are compiled as
    /// its body.
    pub inline: Option<usize>,
    /// Another such definition of the name before it: it says only what calls become.
    pub is_further: bool,
    pub is_macro: bool,
    pub is_variable: bool,
}

/// Returns the definitions of a file, and the positions of its other forms and of definitions with an effect. Those are
/// evaluated as soon as the module is required.
pub(crate) fn scan(text: &'static str) -> (Vec<ScannedDefinition>, Vec<usize>) {
    let (mut definitions, mut at_once) = (Vec::new(), Vec::new());
    let mut before = "";
    for form in forms(text) {
        let start = form.as_ptr() as usize - text.as_ptr() as usize;
        let found = definition(form, start, before);
        if found.is_none() || !is_without_effect(form) {
            at_once.push(start);
        }
        before = found.map_or(before, |definition| definition.name);
        definitions.extend(found);
    }
    (definitions, at_once)
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

/// The definition that a form is, if it is one, after one of the name `before`.
fn definition(form: &'static str, start: usize, before: &str) -> Option<ScannedDefinition> {
    let mut words = form.strip_prefix('(')?.split([' ', '\n', ')']);
    let operator = words.next().filter(|word| word.starts_with("def") || *word == "setq")?;
    let name = words.next()?.trim_start_matches('(');
    let inline = (operator == "definline").then(|| parameters(form));
    Some(ScannedDefinition {
        start,
        name,
        alias: if operator == "defalias" { Some(words.next()?) } else { None },
        inline,
        is_further: inline.is_some() && name == before,
        is_macro: operator == "defmacro",
        is_variable: operator == "setq",
    })
}

/// Returns the number of parameters after `(definline (name`.
fn parameters(form: &str) -> usize {
    form.split(')').next().unwrap_or("").split_ascii_whitespace().count().saturating_sub(2)
}
