//! What the loader sees of the forms of a text before they are compiled: calls without parentheses, and values that
//! nobody looks at.

use std::sync::Arc;

use super::World;
use crate::advice;
use crate::fault::{Code, Condition, Res};
use crate::reader::{TokenKind, is_delimiter, tokens};
use crate::runtime::dialect::Dialect;
use crate::source::{Source, Span, boundary_before};
use crate::symbol::{ModuleId, Symbol};
use crate::value::{Kind, Value};

/// Bytes before and behind a name that are looked at.
const MOST_SHOWN: usize = 200;

impl World {
    /// Looks at a form of a text, which has just been read.
    pub(crate) fn note_form(&mut self, module: ModuleId, form: Value, span: Span) -> Res<()> {
        self.warner.forgotten = None;
        if !self.is_watched(span) {
            return Ok(());
        }
        self.warn_before(span)?;
        if let Some(name) = form.as_symbol() {
            let Some(source) = self.rt.sources.get(span.source()).cloned() else { return Ok(()) };
            return self.note_uncalled(module, name, &source, span);
        }
        let is_file = self.loader.active.last().is_some_and(|a| a.folder.is_some());
        let Some(source) = self.rt.sources.get(span.source()).filter(|_| is_file) else { return Ok(()) };
        let begins_line = || match source.text.get(..span.start() as usize) {
            Some(before) => before.is_empty() || before.ends_with('\n'),
            None => false,
        };
        if form.is_pair() && begins_line() && is_unseen(source.text.get(span.end() as usize..).unwrap_or("")) {
            self.warner.forgotten = Some(span);
        }
        Ok(())
    }

    /// Is it a form of a file whose value nobody sees?
    pub(crate) fn is_forgotten(&self, span: Span) -> bool {
        !span.is_none() && self.warner.forgotten == Some(span)
    }

    /// Warns of the name of a function or operator that stands by itself among other forms of a line: `print x`.
    fn note_uncalled(&mut self, module: ModuleId, name: Symbol, source: &Arc<Source>, span: Span) -> Res<()> {
        let Some((before, behind)) = line_around(&source.text, span) else { return Ok(()) };
        let written = self.rt.name(name);
        if behind.is_empty() || source.text.get(span.start() as usize..span.end() as usize) != Some(written) {
            return Ok(());
        }
        let Some(what) = self.callable(module, name) else { return Ok(()) };
        // A call of what is no function says so when it is run.
        let is_touching = source.text.get(span.end() as usize..).is_some_and(|text| text.starts_with('('));
        if is_touching && !self.is_run_without_complaint(module, behind) {
            return Ok(());
        }
        let problem = format!("`{written}` stands outside of parentheses: the {what} is not called");
        let warning = Condition::new(Code::UnusedValue, problem).at(span);
        if self.dialect(module) == Dialect::CORE
            && let Some(help) = advice::on_line(&source.text, span.start() as usize, &|| self.visible_names(module))
        {
            // If the rest of the line is an error, it says the same.
            return self.warn_behind_line(warning.with_help(help));
        }
        let meant = meant(written, before, behind, is_touching, &|word| self.is_called(module, word));
        self.warn(warning.with_help(advice::call_in_front(&meant)))
    }

    /// What a global name means, if it means something that can be called.
    fn callable(&self, module: ModuleId, name: Symbol) -> Option<&'static str> {
        let cell = self.find_function(module, name).or_else(|| self.find_cell(module, name))?;
        self.called_as(self.globals.value(cell))
    }

    /// What a value is for messages, if it can stand at the head of a form.
    pub(crate) fn called_as(&self, value: Value) -> Option<&'static str> {
        match value.kind() {
            Kind::NATIVE | Kind::CLOSURE | Kind::GENERIC => Some("function"),
            Kind::LAZY if self.lazy_is_function(value) => Some("function"),
            Kind::LAZY if self.lazy_is_macro(value) => Some("operator"),
            Kind::SPECIAL | Kind::MACRO => Some("operator"),
            _ => None,
        }
    }

    /// Does a word name something that can be called?
    fn is_called(&self, module: ModuleId, word: &str) -> bool {
        self.rt.symbols.find(word).is_some_and(|name| self.callable(module, name).is_some())
    }

    /// Is a list such as `()` or `(sum 1 2)`, which was meant to be the arguments of what stands before it, evaluated
    /// as if nothing was wrong?
    fn is_run_without_complaint(&self, module: ModuleId, list: &str) -> bool {
        let mut words = tokens(list).skip(1).filter(|(kind, _)| !kind.is_blank());
        match words.next() {
            Some((TokenKind::Close(_), _)) => true,
            Some((TokenKind::Word, range)) => list.get(range).is_some_and(|word| self.is_called(module, word)),
            _ => false,
        }
    }
}

/// Does a text go on as it does behind a value that nobody is shown: with the next form on a line of its own, and no
/// comment beside or below that could say what the value is?
fn is_unseen(behind: &str) -> bool {
    let Some(below) = behind.trim_start_matches([' ', '\t', '\r']).strip_prefix('\n') else { return false };
    let is_shown = |line: &str| line.starts_with(';') && (line.contains("=>") || line.contains("!!"));
    let mut below = below.lines().map(str::trim_start).skip_while(|line| line.is_empty());
    let is_form = |line: &str| !line.is_empty() && !line.starts_with(';');
    let next = below.next().unwrap_or("");
    !is_shown(next) && (is_form(next) || below.any(is_form))
}

/// What stands before and behind a place on its line, without a comment. Nothing, if that is long: a text may be a
/// single line of a million names.
fn line_around(text: &str, span: Span) -> Option<(&str, &str)> {
    let (start, end) = (span.start() as usize, span.end() as usize);
    let before = text.get(boundary_before(text, start.saturating_sub(MOST_SHOWN))..start)?;
    let behind = text.get(end..boundary_before(text, end + MOST_SHOWN))?;
    let is_whole = behind.contains('\n') || end + behind.len() == text.len();
    let before = before.rsplit('\n').next()?.trim();
    let behind = behind.lines().next().filter(|_| is_whole)?;
    let comment = tokens(behind).find(|(kind, _)| *kind == TokenKind::LineComment).map(|(_, range)| range.start);
    Some((before, behind.get(..comment.unwrap_or(behind.len()))?.trim()))
}

/// The call that is meant by a name and what stands around it on its line, or touches it.
fn meant(name: &str, before: &str, behind: &str, is_touching: bool, is_called: &dyn Fn(&str) -> bool) -> String {
    if is_touching {
        return advice::respelled(&format!("{name}{behind}"), is_called);
    }
    if advice::infix_operator(name).is_some() && !before.is_empty() {
        return format!("({name} {before} {behind})");
    }
    let is_word = !behind.contains(is_delimiter);
    match name {
        "load" if is_word => format!("(load \"{behind}\")"),
        "require" if is_word => format!("(require '{behind})"),
        _ => format!("({name} {})", advice::respelled(behind, is_called)),
    }
}
