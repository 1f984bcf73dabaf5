//! The line while it is typed: when it is complete, what completes a name, what is drawn.
//!
//! The one place that knows `rustyline`. It sees texts and names, no engine.

use std::borrow::Cow;
use std::cell::Cell;
use std::path::PathBuf;

use anstream::{AutoStream, ColorChoice};
use klammer::syntax::{Completeness, TokenKind, completeness, tokens};
use rustyline::completion::Completer;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{
    Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Context, Editor, Event, EventContext,
    EventHandler, Helper, KeyCode, KeyEvent, Modifiers, RepeatCount, Result,
};

use super::{PROMPT, commands, highlight, history, indent};

/// Inputs that the history keeps.
const HISTORY_SIZE: usize = 10_000;

/// Asks for inputs at a terminal.
pub struct LineEditor {
    editor: Editor<Assistant, DefaultHistory>,
    history: Option<PathBuf>,
}

impl LineEditor {
    pub fn new() -> Result<LineEditor> {
        let colour = AutoStream::choice(&std::io::stdout()) != ColorChoice::Never;
        let config = Config::builder()
            .max_history_size(HISTORY_SIZE)?
            .completion_type(CompletionType::List)
            .color_mode(if colour { ColorMode::Enabled } else { ColorMode::Disabled })
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Assistant::default()));
        let enter = EventHandler::Conditional(Box::new(Enter));
        editor.bind_sequence(KeyEvent(KeyCode::Enter, Modifiers::NONE), enter);
        let history = history::file();
        if let Some(file) = &history {
            // The first session has no file yet.
            let _ = editor.load_history(file);
        }
        Ok(LineEditor { editor, history })
    }

    /// The names that can be completed from now on, in alphabetical order.
    pub fn set_names(&mut self, names: Vec<String>) {
        if let Some(assistant) = self.editor.helper_mut() {
            assistant.names = names;
        }
    }

    /// One input: a command, or a text that is complete (or wrong in a way that more of it cannot mend).
    pub fn read(&mut self, prompt: &str) -> Result<String> {
        let input = self.editor.readline(prompt)?;
        let added = !input.trim().is_empty() && self.editor.add_history_entry(input.as_str())?;
        if let (true, Some(file)) = (added, &self.history) {
            // Written after each input, so that nothing is lost whatever happens. A history that cannot be written ends with the
            // session.
            let _ = self.editor.append_history(file);
        }
        Ok(indent::without_margin(&input, prompt.chars().count()))
    }
}

/// What the editor asks while a line is typed.
#[derive(Default)]
struct Assistant {
    names: Vec<String>,
    /// The line is drawn for the last time: nothing is marked any more.
    done: Cell<bool>,
}

impl Helper for Assistant {}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext) -> Result<ValidationResult> {
        Ok(if is_finished(context.input()) { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}

/// Is there nothing to wait for? What is wrong is finished too: the reader will say why.
fn is_finished(input: &str) -> bool {
    is_command(input) || !matches!(completeness(input), Completeness::Incomplete { .. })
}

fn is_command(input: &str) -> bool {
    input.trim_start().starts_with(commands::MARK)
}

/// Enter begins an indented line where the form is not complete.
struct Enter;

impl ConditionalEventHandler for Enter {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let (line, position) = (context.line(), context.pos());
        if is_finished(line) {
            return None;
        }
        let new_line = indent::new_line(line.get(..position)?, PROMPT.chars().count())?;
        Some(Cmd::Insert(1, new_line))
    }
}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> Result<(usize, Vec<String>)> {
        Ok(complete(line, position, &self.names))
    }
}

/// Where the name before the cursor begins, and what it may become.
fn complete(line: &str, position: usize, names: &[String]) -> (usize, Vec<String>) {
    let none = (position, Vec::new());
    let Some(token) = tokens(line).find(|t| t.range.start < position && position <= t.range.end) else { return none };
    let start = token.range.start;
    let Some(prefix) = line.get(start..position) else { return none };
    match token.kind {
        TokenKind::Symbol => {}
        // Just behind the mark.
        TokenKind::Prefix if is_command(line) && line.trim_start().len() == 1 => {
            return (position, commands::all().map(str::to_string).collect());
        }
        _ => return none,
    }
    let begins = |name: &&str| name.starts_with(prefix);
    let is_first = line.get(..start).is_some_and(|before| before.trim_start() == commands::MARK.to_string());
    let found: Vec<String> = if is_first {
        commands::all().filter(begins).map(str::to_string).collect()
    } else {
        names.iter().map(String::as_str).filter(begins).map(str::to_string).collect()
    };
    (start, found)
}

/// Nothing is suggested yet.
impl Hinter for Assistant {
    type Hint = String;
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, position: usize) -> Cow<'l, str> {
        Cow::Owned(highlight::highlight(line, (!self.done.get()).then_some(position)))
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.done.set(kind == CmdKind::ForcedRefresh);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_complete_at_the_cursor() {
        let names: Vec<String> = ["map", "map-with", "member?", "x"].map(String::from).into();
        let complete = |line: &str| complete(line, line.len(), &names);
        assert_eq!(complete("(map"), (1, vec!["map".to_string(), "map-with".into()]));
        assert_eq!(complete("(f (me"), (4, vec!["member?".to_string()]));
        assert_eq!(complete("'x"), (1, vec!["x".to_string()]));
        assert_eq!(complete("(f \"ma"), (6, vec![]));
        assert_eq!(complete("(f ; ma"), (7, vec![]));
        assert_eq!(complete("(f "), (3, vec![]));
        assert_eq!(complete("ä"), (0, vec![]));
    }

    #[test]
    fn commands_complete_behind_the_comma() {
        let names: Vec<String> = ["double".to_string(), "help-me".into()].into();
        assert_eq!(complete(",", 1, &names).1, commands::all().collect::<Vec<_>>());
        assert_eq!(complete(",h", 2, &names), (1, vec!["help".to_string()]));
        assert_eq!(complete(",doc d", 6, &names), (5, vec!["double".to_string()]));
    }

    #[test]
    fn an_input_is_finished_when_more_of_it_would_not_help() {
        for finished in ["", "(f)", "(f))", "1 2", ",doc (", "\"a\"", "; c"] {
            assert!(is_finished(finished), "{finished}");
        }
        for open in ["(f", "\"a", "#| c", "'", "(f ; )"] {
            assert!(!is_finished(open), "{open}");
        }
    }
}
