//! The line while it is typed: when it is complete, what completes a name, what is drawn.
//!
//! The place that knows `rustyline`, but for what [`hint`] asks of its history.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use klammer::Documentation;
use klammer::syntax::{Completeness, Inside, TokenKind, completeness, tokens};
use rustyline::completion::Completer;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{
    Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Context, Editor, Event, EventContext,
    EventHandler, Helper, KeyCode, KeyEvent, Modifiers, RepeatCount, Result,
};

use super::completion::{self, Known};
use super::hint::{self, Suggestion};
use super::session::SharedEngine;
use super::{commands, highlight, history, indent};
use crate::console;

/// Greatest time between two keys of a paste: nobody types a long input faster.
const FAST: Duration = Duration::from_millis(20);

/// Bytes of an input that is looked at after each key, however fast they come.
const SHORT: usize = 1000;

/// Inputs that the history keeps.
const HISTORY_SIZE: usize = 10_000;

/// Asks for inputs at a terminal.
pub struct LineEditor {
    editor: Editor<Assistant, DefaultHistory>,
    prompt: String,
    history: Option<PathBuf>,
    paste: Arc<Mutex<Paste>>,
}

/// A text that a terminal without bracketed paste types line by line. Its lines are read one by one, as soon as it is
/// long: to edit all of them as one line would take time with the square of their number.
#[derive(Default)]
struct Paste {
    last_key: Option<Instant>,
    /// Lists that earlier lines have left open.
    open: usize,
    /// Set if the line that was read last is not the last line of the input.
    goes_on: bool,
}

impl Paste {
    /// Returns whether the last key came so soon before that nobody typed it.
    fn is_fast(&self) -> bool {
        self.last_key.is_some_and(|before| before.elapsed() < FAST)
    }

    /// Returns the completeness of a line after the earlier ones.
    fn completeness(&self, line: &str) -> Completeness {
        match self.open {
            0 => completeness(line),
            // What they have left open decides, not what is in it.
            open => completeness(&("(".repeat(open) + line)),
        }
    }

    fn is_finished(&self, line: &str) -> bool {
        let is_command = self.open == 0 && is_command(line);
        // The reader reports the error of a malformed input.
        is_command || !matches!(self.completeness(line), Completeness::Incomplete { .. })
    }
}

fn locked(paste: &Mutex<Paste>) -> std::sync::MutexGuard<'_, Paste> {
    paste.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LineEditor {
    /// Names and parameters are those that the engine knows at the time.
    pub fn new(engine: SharedEngine, prompt: String) -> Result<LineEditor> {
        let colour = AutoStream::choice(&std::io::stdout()) != ColorChoice::Never;
        let config = Config::builder()
            .max_history_size(HISTORY_SIZE)?
            .completion_type(CompletionType::List)
            .color_mode(if colour { ColorMode::Enabled } else { ColorMode::Disabled })
            .build();
        let mut editor = Editor::with_config(config)?;
        let paste = Arc::new(Mutex::new(Paste::default()));
        editor.set_helper(Some(Assistant::new(engine, colour, paste.clone())));
        let enter = Enter { margin: prompt.chars().count(), paste: paste.clone() };
        let enter = EventHandler::Conditional(Box::new(enter));
        editor.bind_sequence(KeyEvent(KeyCode::Enter, Modifiers::NONE), enter);
        let history = history::file().filter(|file| {
            let loaded = history::prepare(file).and_then(|()| match file.exists() {
                true => editor.load_history(file).map_err(|error| error.to_string()),
                // The first session has no file yet.
                false => Ok(()),
            });
            loaded.inspect_err(|trouble| not_recorded(file, trouble)).is_ok()
        });
        Ok(LineEditor { editor, prompt, history, paste })
    }

    /// Characters on a line of the terminal, if it says so.
    pub fn width(&mut self) -> Option<usize> {
        self.editor.dimensions().map(|(columns, _)| usize::from(columns)).filter(|&columns| columns > 0)
    }

    /// One input: a command, or a text that is complete (or wrong in a way that more of it cannot mend).
    pub fn read(&mut self) -> Result<String> {
        if let Some(assistant) = self.editor.helper_mut() {
            assistant.look_again();
        }
        *locked(&self.paste) = Paste::default();
        let mut input = self.editor.readline(&self.prompt)?;
        let mut is_paste = false;
        while std::mem::take(&mut locked(&self.paste).goes_on) {
            is_paste = true;
            input.push('\n');
            input.push_str(&self.editor.readline("")?);
        }
        let added = !input.trim().is_empty() && self.editor.add_history_entry(input.as_str())?;
        if let (true, Some(file)) = (added, &self.history) {
            // Written after each input, so that nothing is lost whatever happens.
            if let Err(error) = self.editor.append_history(file) {
                not_recorded(file, &error.to_string());
                self.history = None;
            }
        }
        if let Some(assistant) = self.editor.helper_mut() {
            assistant.note_words(&input);
        }
        Ok(if is_paste { input } else { indent::without_margin(&input, self.prompt.chars().count()) })
    }
}

/// Tells that the inputs of the session are not kept for the next one.
fn not_recorded(file: &Path, trouble: &str) {
    console::complain(&format!("the history {} is not used: {trouble}", file.display()));
}

/// Helper that the editor calls while a line is typed.
struct Assistant {
    engine: SharedEngine,
    /// Global names, in alphabetical order.
    names: Vec<String>,
    /// Symbols and keywords of earlier inputs.
    words: BTreeSet<String>,
    /// Usages of the functions looked up since the last input, and the keywords that these functions take.
    usages: RefCell<HashMap<String, Vec<String>>>,
    keywords: RefCell<HashMap<String, Vec<String>>>,
    /// Whether the editor suggests anything: without colours, suggestions would look like input.
    suggests: bool,
    /// The line is drawn for the last time: nothing is marked any more.
    done: Cell<bool>,
    /// Set if the last keys belong to a long pasted text. The editor works out neither hints nor colours for each
    /// character of such a text.
    is_pasted: Cell<bool>,
    paste: Arc<Mutex<Paste>>,
}

impl Assistant {
    fn new(engine: SharedEngine, suggests: bool, paste: Arc<Mutex<Paste>>) -> Assistant {
        Assistant {
            engine,
            names: Vec::new(),
            words: BTreeSet::new(),
            usages: RefCell::default(),
            keywords: RefCell::default(),
            suggests,
            done: Cell::new(false),
            is_pasted: Cell::new(false),
            paste,
        }
    }

    /// Something may have been defined.
    fn look_again(&mut self) {
        self.names = self.engine.borrow().names();
        self.usages.borrow_mut().clear();
        self.keywords.borrow_mut().clear();
    }

    fn note_words(&mut self, input: &str) {
        let words = tokens(input).filter(|t| matches!(t.kind, TokenKind::Symbol | TokenKind::Keyword));
        self.words.extend(words.filter_map(|t| input.get(t.range).map(str::to_string)));
    }

    fn usage(&self, name: &str) -> Vec<String> {
        self.known_of(&self.usages, name, |d| d.usage)
    }

    fn keywords(&self, name: &str) -> Vec<String> {
        self.known_of(&self.keywords, name, |d| completion::keywords(&d))
    }

    /// Returns `told` of the documentation of a name, which is looked up only once.
    fn known_of(
        &self,
        known: &RefCell<HashMap<String, Vec<String>>>,
        name: &str,
        told: impl FnOnce(Documentation) -> Vec<String>,
    ) -> Vec<String> {
        if let Some(known) = known.borrow().get(name) {
            return known.clone();
        }
        let found = self.engine.borrow_mut().describe(name).map(told).unwrap_or_default();
        known.borrow_mut().insert(name.to_string(), found.clone());
        found
    }
}

impl Helper for Assistant {}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext) -> Result<ValidationResult> {
        let is_finished = locked(&self.paste).is_finished(context.input());
        Ok(if is_finished { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}

fn is_command(input: &str) -> bool {
    input.trim_start().starts_with(commands::MARK)
}

/// Enter begins an indented line where the form is not complete.
struct Enter {
    /// Characters of the prompt, before the first line.
    margin: usize,
    paste: Arc<Mutex<Paste>>,
}

impl ConditionalEventHandler for Enter {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let (line, position) = (context.line(), context.pos());
        let mut paste = locked(&self.paste);
        if paste.is_finished(line) {
            return None;
        }
        if let Completeness::Incomplete { open, inside: Inside::List, .. } = paste.completeness(line)
            && paste.is_fast()
            && (paste.open > 0 || line.len() > SHORT)
            && position == line.len()
        {
            (paste.open, paste.goes_on) = (open, true);
            return Some(Cmd::AcceptLine);
        }
        let new_line = indent::new_line(line.get(..position)?, self.margin)?;
        Some(Cmd::Insert(1, new_line))
    }
}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> Result<(usize, Vec<String>)> {
        let keywords = |name: &str| self.keywords(name);
        Ok(completion::complete(line, position, &Known { names: &self.names, words: &self.words, keywords: &keywords }))
    }
}

impl Hinter for Assistant {
    type Hint = Suggestion;

    fn hint(&self, line: &str, position: usize, context: &Context<'_>) -> Option<Suggestion> {
        let is_pasted = {
            let paste = locked(&self.paste);
            paste.is_fast() && (paste.open > 0 || line.len() > SHORT)
        };
        self.is_pasted.set(is_pasted);
        let hint = if is_pasted { None } else { self.suggestion(line, position, context) };
        locked(&self.paste).last_key = Some(Instant::now());
        hint
    }
}

impl Assistant {
    fn suggestion(&self, line: &str, position: usize, context: &Context<'_>) -> Option<Suggestion> {
        if position < line.len() || is_command(line) {
            return None;
        }
        if let Some(open) = hint::open(line) {
            return Some(open);
        }
        if !self.suggests {
            return None;
        }
        hint::earlier(line, context).or_else(|| hint::parameters(line, &|name| self.usage(name)))
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, position: usize) -> Cow<'l, str> {
        if self.is_pasted.get() && !self.done.get() {
            return Cow::Borrowed(line);
        }
        let line = highlight::highlight(line, (!self.done.get()).then_some(position));
        locked(&self.paste).last_key = Some(Instant::now());
        Cow::Owned(line)
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.done.set(kind == CmdKind::ForcedRefresh);
        kind == CmdKind::ForcedRefresh || !self.is_pasted.get()
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(highlight::dim(hint))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_finished_when_more_of_it_would_not_help() {
        let paste = Paste::default();
        for finished in ["", "(f)", "(f))", "1 2", ",doc (", "\"a\"", "; c"] {
            assert!(paste.is_finished(finished), "{finished}");
        }
        for open in ["(f", "\"a", "#| c", "'", "(f ; )"] {
            assert!(!paste.is_finished(open), "{open}");
        }
        let paste = Paste { open: 2, ..Paste::default() };
        assert!(paste.is_finished("(f) 1))") && !paste.is_finished("(f) 1)") && !paste.is_finished(",x"));
    }
}
