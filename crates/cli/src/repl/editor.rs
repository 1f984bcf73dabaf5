//! The line while it is typed: when it is complete, what completes a name, what is drawn.
//!
//! The place that knows `rustyline`, but for what [`completion`] asks of its history.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::{env, fs};

use anstream::{AutoStream, ColorChoice};
use klammer::docs::Documentation;
use klammer::syntax::format::indentation;
use klammer::syntax::{Completeness, Grammar, Inside, Token, TokenKind, completeness, tokens};
use klammer_language_server::input::{self, CompletionSource};
use rustyline::completion::Completer;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{
    Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Context, Editor, Event, EventContext,
    EventHandler, Helper, KeyCode, KeyEvent, Modifiers, RepeatCount, Result,
};

use crate::console;
use crate::repl::commands::{CommandFacts, MARK};
use crate::repl::completion;
use crate::repl::completion::Suggestion;

/// Inputs that the history keeps.
const HISTORY_SIZE: usize = 10_000;

/// The names that an input can use, and the commands of the prompt.
pub trait InputNames {
    /// Returns the names of variables and functions, in alphabetical order.
    fn names(&mut self) -> Vec<String>;

    /// Returns the modules of the library.
    fn modules(&mut self) -> Vec<String>;

    /// Returns the documentation of a name, if there is any.
    fn describe(&mut self, name: &str) -> Option<Documentation>;

    /// Returns the commands.
    fn commands(&self) -> Vec<&'static CommandFacts>;
}

/// Asks for inputs at a terminal.
pub struct LineEditor<N: InputNames> {
    editor: Editor<Assistant<N>, DefaultHistory>,
    prompt: String,
    history: Option<PathBuf>,
}

impl<N: InputNames> LineEditor<N> {
    /// Names and parameters are those that the source knows at the time.
    pub fn new(source: N, prompt: String) -> Result<LineEditor<N>> {
        let colour = AutoStream::choice(&std::io::stdout()) != ColorChoice::Never;
        let config = Config::builder()
            .max_history_size(HISTORY_SIZE)?
            .completion_type(CompletionType::List)
            .color_mode(if colour { ColorMode::Enabled } else { ColorMode::Disabled })
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Assistant::new(source, colour)));
        let enter = Enter { margin: prompt.chars().count() };
        let enter = EventHandler::Conditional(Box::new(enter));
        editor.bind_sequence(KeyEvent(KeyCode::Enter, Modifiers::NONE), enter);
        let history = file().filter(|file| {
            let loaded = prepare(file).and_then(|()| match file.exists() {
                true => editor.load_history(file).map_err(|error| error.to_string()),
                // The first session has no file yet.
                false => Ok(()),
            });
            loaded.inspect_err(|trouble| not_recorded(file, trouble)).is_ok()
        });
        Ok(LineEditor { editor, prompt, history })
    }

    /// Characters on a line of the terminal, if it says so.
    pub fn width(&mut self) -> Option<usize> {
        self.editor.dimensions().map(|(columns, _)| usize::from(columns)).filter(|&columns| columns > 0)
    }

    /// Changes the source of the names.
    pub fn set_names(&mut self, names: N) {
        if let Some(assistant) = self.editor.helper_mut() {
            assistant.source = RefCell::new(names);
        }
    }

    /// One input: a command, or a text that is complete (or wrong in a way that more input cannot fix).
    pub fn read(&mut self) -> Result<String> {
        if let Some(assistant) = self.editor.helper_mut() {
            assistant.look_again();
        }
        let input = self.editor.readline(&self.prompt)?;
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
        Ok(without_margin(&input, self.prompt.chars().count()))
    }
}

/// Tells that the inputs of the session are not kept for the next one.
fn not_recorded(file: &Path, trouble: &str) {
    console::print_message(&format!("the history {} is not used: {trouble}", file.display()));
}

/// Helper that the editor calls while a line is typed.
struct Assistant<N> {
    source: RefCell<N>,
    commands: Vec<&'static CommandFacts>,
    /// Global names, in alphabetical order.
    names: Vec<String>,
    /// Modules of the library.
    modules: Vec<String>,
    /// Symbols and keywords of earlier inputs.
    words: BTreeSet<String>,
    /// Usages of the functions looked up since the last input, and the keywords that these functions take.
    usages: RefCell<HashMap<String, Vec<String>>>,
    keywords: RefCell<HashMap<String, Vec<String>>>,
    /// Whether the editor suggests anything: without colours, suggestions would look like input.
    suggests: bool,
    /// The line is drawn for the last time: nothing is marked any more.
    done: Cell<bool>,
}

impl<N: InputNames> Assistant<N> {
    fn new(source: N, suggests: bool) -> Assistant<N> {
        Assistant {
            commands: source.commands(),
            source: RefCell::new(source),
            names: Vec::new(),
            modules: Vec::new(),
            words: BTreeSet::new(),
            usages: RefCell::default(),
            keywords: RefCell::default(),
            suggests,
            done: Cell::new(false),
        }
    }

    /// Something may have been defined.
    fn look_again(&mut self) {
        let source = self.source.get_mut();
        (self.names, self.modules) = (source.names(), source.modules());
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
        self.known_of(&self.keywords, name, |d| input::keywords(&d))
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
        let found = self.source.borrow_mut().describe(name).map(told).unwrap_or_default();
        known.borrow_mut().insert(name.to_string(), found.clone());
        found
    }
}

impl<N: InputNames> Helper for Assistant<N> {}

impl<N: InputNames> Validator for Assistant<N> {
    fn validate(&self, context: &mut ValidationContext) -> Result<ValidationResult> {
        Ok(if is_finished(context.input()) { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}

fn is_command(input: &str) -> bool {
    input.trim_start().starts_with(MARK)
}

/// Returns whether Enter ends the input. The reader reports the error of a malformed one.
pub fn is_finished(input: &str) -> bool {
    is_command(input) || !matches!(completeness(input), Completeness::Incomplete { .. })
}

/// Enter begins an indented line where the form is not complete.
struct Enter {
    /// Characters of the prompt, before the first line.
    margin: usize,
}

impl ConditionalEventHandler for Enter {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let (line, position) = (context.line(), context.pos());
        if is_finished(line) {
            return None;
        }
        let new_line = new_line(line.get(..position)?, self.margin)?;
        Some(Cmd::Insert(1, new_line))
    }
}

impl<N: InputNames> Completer for Assistant<N> {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> Result<(usize, Vec<String>)> {
        let keywords = |name: &str| self.keywords(name);
        let Assistant { names, modules, words, commands, .. } = self;
        let known = CompletionSource { names, modules, words, keywords: &keywords };
        Ok(completion::complete(line, position, &known, commands))
    }
}

impl<N: InputNames> Hinter for Assistant<N> {
    type Hint = Suggestion;

    fn hint(&self, line: &str, position: usize, context: &Context<'_>) -> Option<Suggestion> {
        if position < line.len() || is_command(line) {
            return None;
        }
        if let Some(open) = completion::open(line) {
            return Some(open);
        }
        if !self.suggests {
            return None;
        }
        completion::earlier(line, context).or_else(|| completion::parameters(line, &|name| self.usage(name)))
    }
}

impl<N: InputNames> Highlighter for Assistant<N> {
    fn highlight<'l>(&self, line: &'l str, position: usize) -> Cow<'l, str> {
        Cow::Owned(highlight(line, (!self.done.get()).then_some(position)))
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.done.set(kind == CmdKind::ForcedRefresh);
        true
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(dim(hint))
    }
}

// Colours for the line that is typed, and marks on the parentheses that belong together. Knows tokens, not what they
// mean.

const RESET: &str = "\x1b[0m";
/// The parenthesis at the cursor and its other half.
const MATCH: &str = "\x1b[1;36m";

fn colour(kind: TokenKind) -> Option<&'static str> {
    match kind {
        TokenKind::Comment => Some("\x1b[2m"),
        TokenKind::String | TokenKind::Character => Some("\x1b[32m"),
        TokenKind::Number | TokenKind::Hash => Some("\x1b[33m"),
        TokenKind::Keyword => Some("\x1b[35m"),
        _ => None,
    }
}

/// Dims a text that is suggested, not typed.
pub fn dim(text: &str) -> String {
    format!("\x1b[2m{text}{RESET}")
}

/// The line with colours. `cursor` is where a parenthesis may want its other half shown.
pub fn highlight(line: &str, cursor: Option<usize>) -> String {
    let all: Vec<Token> = tokens(line).collect();
    let pair = cursor.and_then(|cursor| matching(&all, cursor));
    let mut coloured = String::with_capacity(line.len() * 2);
    for (i, token) in all.iter().enumerate() {
        let text = line.get(token.range.clone()).unwrap_or("");
        let marked = pair.is_some_and(|(a, b)| i == a || i == b);
        match if marked { Some(MATCH) } else { colour(token.kind) } {
            Some(colour) => {
                coloured.push_str(colour);
                coloured.push_str(text);
                coloured.push_str(RESET);
            }
            None => coloured.push_str(text),
        }
    }
    coloured
}

/// The numbers of two tokens: the parenthesis before the cursor, or else the one under it, and its other half.
fn matching(all: &[Token], cursor: usize) -> Option<(usize, usize)> {
    let before = all.iter().position(|t| t.kind == TokenKind::Close && t.range.end == cursor);
    let at = before.or_else(|| all.iter().position(|t| is_bracket(t) && t.range.contains(&cursor)))?;
    let other = match all.get(at)?.kind {
        TokenKind::Open => find_other(all.iter().enumerate().skip(at), TokenKind::Open),
        _ => find_other(all.iter().enumerate().take(at + 1).rev(), TokenKind::Close),
    };
    Some((at, other?))
}

fn is_bracket(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Open | TokenKind::Close)
}

/// The number of the token at which as many brackets of the first kind as of the other have been passed.
fn find_other<'t>(way: impl Iterator<Item = (usize, &'t Token)>, first: TokenKind) -> Option<usize> {
    let mut depth = 0usize;
    for (i, token) in way.filter(|(_, t)| is_bracket(t)) {
        depth = if token.kind == first { depth + 1 } else { depth.saturating_sub(1) };
        if depth == 0 {
            return Some(i);
        }
    }
    None
}

// The file of the inputs of earlier sessions. A prompt without a home folder has no history, and that is no error.

/// Names another file; empty for none.
const VARIABLE: &str = "KLAMMER_HISTORY";

/// A longer file is none that a prompt has written.
const MAX_BYTES: u64 = 64 << 20;

/// The file, in a folder that exists.
pub fn file() -> Option<PathBuf> {
    if let Some(path) = env::var_os(VARIABLE) {
        return (!path.is_empty()).then(|| path.into());
    }
    let folder = dirs::state_dir().or_else(dirs::data_local_dir)?.join(console::name());
    fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

/// Makes the file one that can be read as a whole, as text. A byte that is no UTF-8 becomes a mark.
///
/// # Errors
/// The reason why the file cannot be a history.
pub fn prepare(path: &Path) -> std::result::Result<(), String> {
    let Ok(data) = fs::metadata(path) else { return Ok(()) };
    if !data.is_file() {
        return Err("it is no ordinary file".into());
    }
    if data.len() > MAX_BYTES {
        return Err(format!("it has more than {} MiB", MAX_BYTES >> 20));
    }
    let bytes = fs::read(path).map_err(|cause| cause.to_string())?;
    match String::from_utf8(bytes) {
        Ok(_) => Ok(()),
        Err(error) => {
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            console::write_file(path, &text).map_err(|cause| cause.to_string())
        }
    }
}

// Indentation of the lines after the first, and their conversion to program text.

/// Returns the text that Enter inserts after `text`: a line break and the indentation of the next part of the form.
/// `None` if the text is complete, or no continuation can complete it.
pub fn new_line(text: &str, margin: usize) -> Option<String> {
    match completeness(text) {
        Completeness::Incomplete { inside: Inside::String | Inside::Name | Inside::Comment, .. } => Some("\n".into()),
        Completeness::Incomplete { .. } => Some(format!("\n{}", " ".repeat(depth(text, margin)))),
        _ => None,
    }
}

/// The column on the screen for the line after `text`, as `klammer fmt` indents it.
fn depth(text: &str, margin: usize) -> usize {
    // On the screen the first line begins after the prompt.
    let shown = format!("{}{text}", " ".repeat(margin));
    indentation(&shown, Grammar::CORE).max(margin)
}

/// The text without the margin, if all lines that begin between tokens have it. Pasted text has none, and stays as it
/// is.
pub fn without_margin(text: &str, margin: usize) -> String {
    let blanks = " ".repeat(margin);
    let mut stripped = String::with_capacity(text.len());
    for token in tokens(text) {
        let piece = text.get(token.range.clone()).unwrap_or("");
        if token.kind != TokenKind::Space || !piece.contains('\n') {
            stripped.push_str(piece);
            continue;
        }
        let last = token.range.end == text.len();
        for (i, line) in piece.split('\n').enumerate() {
            if i > 0 {
                stripped.push('\n');
            }
            match line.strip_prefix(&blanks) {
                Some(rest) if i > 0 => stripped.push_str(rest),
                // An empty line has no margin to lose; only the last part of the piece is before a token.
                _ if i == 0 || last || i < piece.matches('\n').count() => stripped.push_str(line),
                _ => return text.to_string(),
            }
        }
    }
    stripped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_ends_when_more_would_not_help() {
        for finished in ["", "(f)", "(f))", "1 2", ",doc (", "\"a\"", "; c"] {
            assert!(is_finished(finished), "{finished}");
        }
        for open in ["(f", "\"a", "#| c", "'", "(f ; )"] {
            assert!(!is_finished(open), "{open}");
        }
    }

    fn marked(line: &str, cursor: usize) -> String {
        highlight(line, Some(cursor)).replace(MATCH, "<").replace(RESET, ">")
    }

    #[test]
    fn the_parenthesis_before_the_cursor_is_matched() {
        assert_eq!(marked("(a (b))", 7), "<(>a (b)<)>");
        assert_eq!(marked("(a (b))", 6), "(a <(>b<)>)");
        assert_eq!(marked("(a (b))", 3), "(a <(>b<)>)");
        assert_eq!(marked("(a (b))", 1), "(a (b))");
        assert_eq!(marked("(a))", 4), "(a))");
    }

    #[test]
    fn parentheses_in_literals_do_not_count() {
        let plain = |line: &str, cursor| {
            let marked = marked(line, cursor);
            marked.replace("\x1b[32m", "").replace('>', "").matches('<').count()
        };
        assert_eq!(plain("(a \")\" #\\) b)", 13), 2);
        assert_eq!(plain("(a \")", 5), 0);
    }

    #[test]
    fn colours_leave_the_text_as_it_is() {
        let line = "(f \"ä\" 12 :key ; c";
        let mut text = highlight(line, None);
        for colour in ["\x1b[2m", "\x1b[32m", "\x1b[33m", "\x1b[35m", RESET] {
            text = text.replace(colour, "");
        }
        assert_eq!(text, line);
    }

    #[test]
    fn enter_continues_only_an_incomplete_form() {
        assert_eq!(new_line("(+ 1 2)", 9), None);
        assert_eq!(new_line("(+ 1 2))", 9), None);
        assert_eq!(new_line("", 9), None);
        assert_eq!(new_line("'", 9).as_deref(), Some("\n         "));
        assert_eq!(new_line("(print \"a", 9).as_deref(), Some("\n"));
    }

    #[test]
    fn a_line_begins_below_the_form_it_belongs_to() {
        assert_eq!(depth("(defproc f (x)", 9), 11);
        assert_eq!(depth("(defproc f (x)\n           (let ((a 1)", 9), 17);
        assert_eq!(depth("'(1 2", 9), 11);
        assert_eq!(depth("(", 9), 10);
        assert_eq!(depth("(f)", 9), 9);
        assert_eq!(depth(")", 9), 9);
    }

    #[test]
    fn the_margin_is_taken_off_where_it_was_put() {
        assert_eq!(without_margin("(f\n      x\n    y)", 4), "(f\n  x\ny)");
        assert_eq!(without_margin("(f\n\n      x)\n", 4), "(f\n\n  x)\n");
        assert_eq!(without_margin("(f\n  x\n      y)", 4), "(f\n  x\n      y)");
        assert_eq!(without_margin("(f \"a\n      b\"\n      x)", 4), "(f \"a\n      b\"\n  x)");
        assert_eq!(without_margin("(f ;c\n      x)", 4), "(f ;c\n  x)");
    }
}
