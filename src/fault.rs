//! Reasons for which an evaluation unwinds: throws, errors and limits.
//!
//! They carry values and travel as `Box<Unwind>`, so that a native's result fits two registers. The host
//! sees [`crate::Error`], which holds no values; `Runtime::error` makes the one from the other.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::call_site::{CallSites, expansions_of};
use crate::memory::allocated;
use crate::source::{SourceId, Sources, Span};
use crate::symbol::{self, Symbol, Symbols};
use crate::value::Value;

/// Result of anything that can fail inside the engine.
pub type Result<T, E = Box<Unwind>> = std::result::Result<T, E>;

/// Reason for which an evaluation unwinds.
#[derive(Debug)]
pub enum Unwind {
    /// `(throw tag value)`.
    Throw {
        /// Tag that a `catch` must have.
        tag: Value,
        /// Value of that `catch`.
        value: Value,
    },
    /// An error that has not become a condition object yet.
    Error(ErrorData),
    /// A limit was exceeded. No script sees this one.
    Limit(Limit),
}

/// An error as data inside the engine: the content of a condition object.
///
/// It is small, because programs catch most errors and never look at them. Where it happened and who complains under
/// which name follows from the trail, once somebody asks.
#[derive(Debug, Clone)]
pub struct ErrorData {
    pub(crate) code: Code,
    pub(crate) kind: ErrorKind,
    /// Function or operator that complains. `None` if the problem says it all.
    pub(crate) subject: Option<Cow<'static, str>>,
    /// Argument that is wrong.
    pub(crate) argument: Option<Argument>,
    /// The values the message speaks of.
    pub(crate) irritants: SmallVec<[Value; 2]>,
    /// The frames at the throw, until the error has been located.
    pub(crate) trail: Option<Arc<RawBacktrace>>,
    details: Option<Box<Details>>,
}

/// The problem that an error is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErrorKind {
    /// A problem in words: `is defined twice`.
    Message(Arc<str>),
    /// A value that does not fit: `must be a list, got 3`. The first irritant is what came; its text is there if it had
    /// to be made at once.
    Unfit { expected: Cow<'static, str>, got: Option<Box<str>> },
    /// An object of the host that a function of the host has, of this name if it is known.
    InUse { holder: Option<Box<str>> },
}

/// Parts that few errors have, and those that location adds.
#[derive(Debug, Clone)]
pub(crate) struct Details {
    /// Place at which it happened; [`Span::NONE`] until it is known.
    pub span: Span,
    /// The name within `span` that is wrong.
    pub name_span: Option<Span>,
    /// The function of the library that the program called, if it is something inside of it that complains.
    pub called: Option<Cow<'static, str>>,
    /// The place in a text of the library that the program called at `span`.
    pub library: Option<Span>,
    /// The global variable that is not defined, if that is what is wrong.
    pub unbound: Option<u32>,
    /// Hint that might help ("did you mean").
    pub help: Option<String>,
    /// The calls that led here, innermost first.
    pub trace: Vec<TraceEntry>,
    /// Calls in the middle that the trace does not have.
    pub calls_left_out: u64,
    /// A second place that belongs to the message (where an unclosed list began).
    pub related: Option<(Span, String)>,
    /// Macros whose expansion produced the code at `span`, innermost first: name and place of the call.
    pub expansion: Vec<(String, Span)>,
    /// The function of the program whose result is wrong.
    pub blamed: Option<Blamed>,
    /// The host's own error, if it is one of its functions that has failed.
    pub cause: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

/// A function whose result is wrong.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Blamed {
    Function(u32),
    /// The one that this name means in the program.
    Named(Symbol),
    /// The machine has found its definition, which is the place of the error.
    Defined(FrameLabel),
}

/// Bytes that an error of the host counts, whose size is unknown.
const CAUSE_BYTES: usize = 256;

static NO_DETAILS: Details = Details::none();

impl Details {
    const fn none() -> Details {
        Details {
            span: Span::NONE,
            name_span: None,
            called: None,
            library: None,
            unbound: None,
            help: None,
            trace: Vec::new(),
            calls_left_out: 0,
            related: None,
            expansion: Vec::new(),
            blamed: None,
            cause: None,
        }
    }

    fn bytes(&self) -> usize {
        let mut bytes = allocated(size_of::<Details>());
        if let Some(Cow::Owned(name)) = &self.called {
            bytes += allocated(name.capacity());
        }
        if self.cause.is_some() {
            bytes += CAUSE_BYTES;
        }
        let texts = self.help.iter().chain(self.related.iter().map(|(_, text)| text));
        bytes += texts.map(|text| allocated(text.capacity())).sum::<usize>();
        if !self.expansion.is_empty() {
            bytes += allocated(self.expansion.capacity() * size_of::<(String, Span)>());
            bytes += self.expansion.iter().map(|e| allocated(e.0.capacity())).sum::<usize>();
        }
        bytes + allocated(self.trace.capacity() * size_of::<TraceEntry>())
    }
}

/// The frames at a throw, innermost first. Errors that one call site throws again share them.
#[derive(Debug)]
pub(crate) struct RawBacktrace {
    pub frames: Vec<RawFrame>,
    /// Number of those that belong to the innermost run.
    pub in_run: usize,
    pub callee: Callee,
}

/// Frames in a row that were at the same place.
#[derive(Debug, Clone)]
pub(crate) struct RawFrame {
    /// The function's call sites; nothing for the bottom of a run.
    pub sites: Option<Arc<dyn CallSites>>,
    /// The function's number, which lives as long as the condition does, and the offset of the instruction in it.
    pub function: u32,
    pub offset: u32,
    pub repeated: u32,
}

/// Function that the innermost instruction of a trail calls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Callee {
    /// None: the instruction has failed itself.
    Instruction,
    /// None: the instruction reads or writes a field of a record.
    Field,
    /// A value.
    Value,
    /// A global variable of this name, in a module of the library or not.
    Global {
        name: Symbol,
        in_library: bool,
        is_native: bool,
        /// Whether it is the function that complains.
        complains: bool,
    },
}

impl RawBacktrace {
    /// Bytes held, for the memory limit.
    fn bytes(&self) -> usize {
        allocated(size_of::<RawBacktrace>()) + allocated(self.frames.capacity() * size_of::<RawFrame>())
    }

    /// The numbers of the functions.
    pub fn functions(&self) -> impl Iterator<Item = u32> + '_ {
        self.frames.iter().map(|f| f.function).filter(|&f| f != u32::MAX)
    }

    /// The texts in which its places are.
    fn sources(&self) -> impl Iterator<Item = SourceId> + '_ {
        self.frames.iter().flat_map(|f| {
            let site = f.sites.as_ref().map(|sites| (sites, sites.site(f.offset)));
            let spans = site.into_iter().flat_map(|(sites, site)| {
                let calls = expansions_of(&**sites, site).map(|e| e.call);
                let inlined = sites.inlined().calls.iter().flat_map(|c| [c.function.span, c.place.span]);
                [site.span, sites.function().span].into_iter().chain(calls).chain(inlined)
            });
            spans.filter(|s| !s.is_none()).map(|s| s.source())
        })
    }
}

/// An argument that something is wrong with.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// The one for the parameter of this name.
    Named(Cow<'static, str>),
    /// Counted from 1, where parameters have no names of their own.
    Position(usize),
    /// The result that the host has asked for, of the function of this name.
    Result(Option<Box<str>>),
    /// A value that the program has given to a function of the host.
    Given,
}

impl From<&str> for Argument {
    fn from(name: &str) -> Argument {
        Argument::Named(Cow::Owned(name.into()))
    }
}

impl From<usize> for Argument {
    fn from(position: usize) -> Argument {
        Argument::Position(position)
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Named(name) => f.write_str(name),
            Argument::Position(position) => write!(f, "argument {position}"),
            Argument::Result(Some(function)) => write!(f, "the result of {function}"),
            Argument::Result(None) => f.write_str("the result"),
            Argument::Given => f.write_str("the value passed to it"),
        }
    }
}

/// A function of which a trace speaks. The text is made only for those who read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FrameLabel {
    Named(Symbol),
    Anonymous,
    /// A form at top level of this text.
    TopLevel(SourceId),
    /// A form that is evaluated.
    Form,
}

impl FrameLabel {
    pub fn name(self) -> Option<Symbol> {
        match self {
            FrameLabel::Named(name) => Some(name),
            _ => None,
        }
    }

    pub fn text(self, symbols: &Symbols, sources: &Sources) -> String {
        match self {
            FrameLabel::Named(name) => symbols.name(name).to_string(),
            FrameLabel::Anonymous => "an anonymous function".to_string(),
            FrameLabel::TopLevel(source) => {
                sources.get(source).map_or(String::new(), |source| format!("the top level of {}", source.name))
            }
            FrameLabel::Form => "a form that is evaluated".to_string(),
        }
    }
}

/// One call that was under way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TraceEntry {
    pub function: FrameLabel,
    pub span: Span,
    /// Number of equal calls in a row that this entry stands for.
    pub repeated: u32,
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $id:ident = $name:literal,)*) => {
        /// Kind of an error. [`Code::as_str`] is the name that scripts and JSON see; it does not change between
        /// versions.
        ///
        /// ```
        /// use klammer::{Code, Engine};
        ///
        /// let error = Engine::new().eval::<i64>("(car 5)").unwrap_err();
        /// assert_eq!((error.code(), error.code().as_str()), (Code::WrongType, "wrong-type"));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $doc])* $id,)*
            /// Something suspicious that the engine's [`Advisor`](crate::hints::Advisor) has found: a warning, with
            /// the name of the lint.
            Lint(&'static str),
        }

        impl Code {
            /// Every code there is, except those of lints.
            pub const ALL: &[Code] = &[$(Code::$id),*];

            /// The code's name, in kebab case.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$id => $name,)* Code::Lint(name) => name }
            }

            /// One sentence on when it happens.
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Code::$id => concat!($($doc),*).trim_ascii(),)*
                    Code::Lint(_) => "Something in a program is suspicious (a warning).",
                }
            }
        }
    };
}

codes! {
    /// A list, string, block comment or prefix is still open at the end of the text.
    Unclosed = "unclosed",
    /// A closing parenthesis that closes nothing.
    StrayParenthesis = "stray-parenthesis",
    /// A token that is no datum: a lone dot, an unknown `#` syntax, a bad escape.
    BadToken = "bad-token",
    /// A special form or macro is used with the wrong shape.
    Syntax = "syntax",
    /// Code is nested deeper, or a function is larger, than the compiler takes.
    TooComplex = "too-complex",
    /// A variable that nothing has defined is read.
    UnboundVariable = "unbound-variable",
    /// Something that is no function is called.
    NotAFunction = "not-a-function",
    /// A function is called with too few or too many arguments, or an unknown keyword.
    ArgumentCount = "argument-count",
    /// An argument has the wrong type.
    WrongType = "wrong-type",
    /// An argument has the right type but a value that makes no sense there.
    BadValue = "bad-value",
    /// An index or coordinate is out of range.
    IndexOutOfRange = "index-out-of-range",
    /// An exact division by zero.
    DivisionByZero = "division-by-zero",
    /// No method of a generic function fits the arguments.
    NoMethod = "no-applicable-method",
    /// A tag is thrown that nothing catches.
    UncaughtThrow = "uncaught-throw",
    /// A continuation is entered where it cannot be.
    Continuation = "bad-continuation",
    /// The program called `error`.
    User = "user-error",
    /// A file or module cannot be read or found.
    File = "file",
    /// The host's function failed.
    Host = "host",
    /// The host's function panicked: a mistake in the host, not in the program.
    HostPanic = "host-panic",
    /// The tick limit is reached.
    OutOfTicks = "out-of-ticks",
    /// The memory limit is reached.
    OutOfMemory = "out-of-memory",
    /// The time limit is reached.
    OutOfTime = "out-of-time",
    /// More calls are under way than the depth limit allows.
    TooDeep = "too-deep",
    /// An integer would have more bits than the limit allows.
    IntegerTooLarge = "integer-too-large",
    /// The host asked the evaluation to stop.
    Interrupted = "interrupted",
    /// A function assigns a variable that nothing defines (a warning).
    UndefinedAssignment = "undefined-assignment",
    /// Two required modules define the same name, or the host one of the library (a warning).
    AmbiguousName = "ambiguous-name",
    /// The program ended itself with `exit`.
    Exit = "exit",
    /// The engine contradicts itself: please report it.
    Internal = "internal",
}

/// Limit that stopped an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Number of ticks.
    Ticks,
    /// Bytes of the heap.
    Memory,
    /// Time of an evaluation.
    Time,
    /// Calls on the stack.
    Depth,
    /// Size of an integer.
    IntegerBits,
    /// The host has stopped the evaluation.
    Interrupt,
}

impl Limit {
    pub(crate) fn code(self) -> Code {
        match self {
            Limit::Ticks => Code::OutOfTicks,
            Limit::Memory => Code::OutOfMemory,
            Limit::Time => Code::OutOfTime,
            Limit::Depth => Code::TooDeep,
            Limit::IntegerBits => Code::IntegerTooLarge,
            Limit::Interrupt => Code::Interrupted,
        }
    }
}

impl ErrorData {
    /// An error of this kind. A long text is cut.
    pub fn new(code: Code, problem: impl Into<String>) -> ErrorData {
        ErrorData::of_program(code, shortened(problem.into()))
    }

    /// An error that this function or operator complains of.
    pub fn by(subject: &str, code: Code, problem: impl Into<String>) -> ErrorData {
        ErrorData::new(code, problem).with_subject(subject)
    }

    /// An error with a message that the program has made: the program can ask for all of it. It is cut where the host
    /// sees it.
    pub fn of_program(code: Code, message: impl Into<String>) -> ErrorData {
        ErrorData::of_kind(code, ErrorKind::Message(message.into().into()))
    }

    #[inline]
    pub(crate) fn of_kind(code: Code, kind: ErrorKind) -> ErrorData {
        ErrorData { code, kind, subject: None, argument: None, irritants: SmallVec::new(), trail: None, details: None }
    }

    /// `add: expected 2 arguments (a b), got 3`
    pub(crate) fn count(subject: &str, required: usize, most: Option<usize>, signature: &str, got: usize) -> ErrorData {
        let expected = match most {
            Some(most) if most == required => format!("{required}"),
            Some(most) => format!("{required} to {most}"),
            None => format!("at least {required}"),
        };
        let noun = if required == 1 && most.is_none_or(|most| most == 1) { "argument" } else { "arguments" };
        let shown = if matches!(signature, "" | "()") { String::new() } else { format!(" {signature}") };
        ErrorData::by(subject, Code::ArgumentCount, format!("expected {expected} {noun}{shown}, got {got}"))
    }

    /// `must be a list, got 3`; who complains, and of which argument, is to be added.
    pub(crate) fn unfit(code: Code, expected: &str, got: &str) -> ErrorData {
        ErrorData::of_kind(code, ErrorKind::Unfit { expected: expected.to_string().into(), got: Some(got.into()) })
    }

    /// A value that does not fit. It is shown only to those who read the message: most errors that a program catches
    /// nobody reads.
    pub(crate) fn unrendered(code: Code, expected: Cow<'static, str>, got: Value) -> ErrorData {
        let c = ErrorData::of_kind(code, ErrorKind::Unfit { expected, got: None });
        ErrorData { irritants: SmallVec::from_buf_and_len([got, Value::NIL], 1), ..c }
    }

    /// Shows the value that does not fit, unless that has been done; `show` is how a value reads.
    pub(crate) fn render_value(&mut self, show: impl FnOnce(Value) -> String) {
        if let ErrorKind::Unfit { got: got @ None, .. } = &mut self.kind {
            *got = Some(self.irritants.first().map_or(String::new(), |&v| show(v)).into());
        }
    }

    /// Returns whether the message can be read: the value that does not fit has been shown, and the error located.
    pub(crate) fn is_rendered(&self) -> bool {
        self.trail.is_none() && !matches!(self.kind, ErrorKind::Unfit { got: None, .. })
    }

    /// Returns the problem in words, without who complains.
    pub(crate) fn problem(&self) -> Cow<'_, str> {
        match &self.kind {
            ErrorKind::Message(problem) => (**problem).into(),
            ErrorKind::Unfit { expected, got } => {
                let got = got.as_deref().map_or(String::new(), |got| format!(", got {got}"));
                shortened(format!("must be {expected}{got}")).into()
            }
            ErrorKind::InUse { holder: Some(holder) } => {
                format!("the object is in use by {holder} until that returns").into()
            }
            ErrorKind::InUse { holder: None } => "the object is in use by a function of the host".into(),
        }
    }

    pub(crate) fn details(&self) -> &Details {
        self.details.as_deref().unwrap_or(&NO_DETAILS)
    }

    pub(crate) fn details_mut(&mut self) -> &mut Details {
        self.details.get_or_insert_with(|| Box::new(Details::none()))
    }

    /// The place at which it happened, as far as it is known.
    pub(crate) fn span(&self) -> Span {
        self.details().span
    }

    pub(crate) fn help(&self) -> Option<&str> {
        self.details().help.as_deref()
    }

    /// The error with a function or operator that complains.
    pub(crate) fn with_subject(mut self, subject: &str) -> ErrorData {
        self.subject = Some(symbol::shown(subject).to_string().into());
        self
    }

    /// Returns the expected kind of value and the value that came instead, which does not fit.
    pub(crate) fn mismatch(&self) -> Option<(&str, &str)> {
        match &self.kind {
            ErrorKind::Unfit { expected, got: Some(got) } => Some((expected, got)),
            _ => None,
        }
    }

    /// Adds the values that the message speaks of.
    pub fn with_irritants(mut self, values: &[Value]) -> ErrorData {
        self.irritants.extend_from_slice(values);
        self
    }

    pub(crate) fn with_argument(mut self, argument: impl Into<Argument>) -> ErrorData {
        self.argument = Some(argument.into());
        self
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> ErrorData {
        self.details_mut().help = Some(help.into());
        self
    }

    /// Sets the place.
    pub fn at(mut self, span: Span) -> ErrorData {
        self.details_mut().span = span;
        self
    }

    pub(crate) fn with_related(mut self, span: Span, text: impl Into<String>) -> ErrorData {
        self.details_mut().related = Some((span, text.into()));
        self
    }

    /// Returns the message that programs and people read: `sort: <: argument 2 must be a number, got a`.
    pub(crate) fn message(&self) -> Cow<'_, str> {
        let called = &self.details().called;
        if called.is_none() && self.subject.is_none() && self.argument.is_none() {
            return self.problem();
        }
        let mut text = String::new();
        for name in called.iter().chain(&self.subject) {
            text.push_str(name);
            text.push_str(": ");
        }
        if let Some(argument) = &self.argument {
            text.push_str(&argument.to_string());
            text.push(' ');
        }
        text.push_str(&self.problem());
        shortened(text).into()
    }

    /// The names that it keeps.
    pub(crate) fn names(&self) -> impl Iterator<Item = Symbol> + '_ {
        let d = self.details();
        let blamed = match d.blamed {
            Some(Blamed::Named(name)) => Some(name),
            Some(Blamed::Defined(running)) => running.name(),
            _ => None,
        };
        let callee = match self.trail.as_ref().map(|trail| trail.callee) {
            Some(Callee::Global { name, .. }) => Some(name),
            _ => None,
        };
        d.trace.iter().filter_map(|call| call.function.name()).chain(blamed).chain(callee)
    }

    /// The texts in which its places are.
    pub(crate) fn sources(&self) -> impl Iterator<Item = SourceId> + '_ {
        let d = self.details();
        let spans = [d.span].into_iter().chain(d.library).chain(d.related.iter().map(|r| r.0));
        let spans = spans.chain(d.trace.iter().map(|t| t.span)).chain(d.expansion.iter().map(|e| e.1));
        let forms = d.trace.iter().filter_map(|t| match t.function {
            FrameLabel::TopLevel(source) => Some(source),
            _ => None,
        });
        let located = spans.filter(|s| !s.is_none()).map(|s| s.source()).chain(forms);
        located.chain(self.trail.iter().flat_map(|trail| trail.sources()))
    }

    /// Bytes that it holds beyond itself, for the memory limit.
    pub(crate) fn bytes(&self) -> usize {
        let mut bytes = match &self.kind {
            ErrorKind::Message(problem) => allocated(problem.len()),
            ErrorKind::Unfit { expected, got } => {
                let expected = if let Cow::Owned(expected) = expected { allocated(expected.capacity()) } else { 0 };
                expected + got.as_ref().map_or(0, |got| allocated(got.len()))
            }
            ErrorKind::InUse { holder } => holder.as_ref().map_or(0, |holder| allocated(holder.len())),
        };
        if let Some(Cow::Owned(name)) = &self.subject {
            bytes += allocated(name.capacity());
        }
        bytes += match &self.argument {
            Some(Argument::Named(Cow::Owned(name))) => allocated(name.capacity()),
            Some(Argument::Result(Some(name))) => allocated(name.len()),
            _ => 0,
        };
        if self.irritants.spilled() {
            bytes += allocated(self.irritants.capacity() * size_of::<Value>());
        }
        bytes + self.trail.as_ref().map_or(0, |t| t.bytes()) + self.details.as_ref().map_or(0, |d| d.bytes())
    }
}

/// Characters of a message that are shown at its beginning and at its end, and lines likewise.
const MESSAGE_START: (usize, usize) = (1200, 24);
const MESSAGE_END: (usize, usize) = (300, 6);

/// A message for people. Names and data in it may have any length, so it omits the middle of a long one.
pub(crate) fn shortened(message: String) -> String {
    // Short ones, nearly all, are not looked through.
    if message.len() <= MESSAGE_START.1 {
        return message;
    }
    let start = leading(message.char_indices(), MESSAGE_START, |(at, c)| at + c.len_utf8());
    let end = leading(message.char_indices().rev(), MESSAGE_END, |(at, _)| at);
    match message.get(start..end).filter(|middle| !middle.is_empty()) {
        None => message,
        Some(middle) => {
            let (first, last) = (message.get(..start).unwrap_or(""), message.get(end..).unwrap_or(""));
            format!("{first} ... ({} characters left out) ... {last}", middle.chars().count())
        }
    }
}

/// Returns the end of the first characters, up to a number of characters and lines.
fn leading(
    characters: impl Iterator<Item = (usize, char)>,
    (most, lines): (usize, usize),
    border: impl Fn((usize, char)) -> usize,
) -> usize {
    let mut newlines = 0;
    let within = characters.take(most).take_while(|&(_, c)| {
        newlines += usize::from(c == '\n');
        newlines <= lines
    });
    within.last().map_or(0, border)
}

impl From<ErrorData> for Box<Unwind> {
    #[cold]
    fn from(c: ErrorData) -> Self {
        // The error is written to the box at once, not moved there.
        Box::write(Box::new_uninit(), Unwind::Error(c))
    }
}

impl From<Limit> for Box<Unwind> {
    #[cold]
    fn from(l: Limit) -> Self {
        Box::new(Unwind::Limit(l))
    }
}

/// Shorthand: a failed result with this code and message.
#[cold]
pub fn fail<T>(code: Code, message: impl Into<String>) -> Result<T> {
    Err(ErrorData::new(code, message).into())
}

/// Shorthand: a failed result of which this function or operator complains.
#[cold]
pub fn fail_in<T>(subject: &str, code: Code, problem: impl Into<String>) -> Result<T> {
    Err(ErrorData::by(subject, code, problem).into())
}

/// The engine contradicts itself. Reported as an error, never as a panic.
#[cold]
#[inline(never)]
pub fn internal<T>(what: &str) -> Result<T> {
    fail(Code::Internal, format!("internal error: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_lose_their_middle() {
        assert_eq!(shortened("short\n".repeat(30)), "short\n".repeat(30));
        let long = shortened("ä".repeat(10_000));
        assert_eq!(long, format!("{} ... (8500 characters left out) ... {}", "ä".repeat(1200), "ä".repeat(300)));
        let lines = shortened("a\n".repeat(1000));
        assert_eq!(lines, format!("{}a ... (1939 characters left out) ... {}", "a\n".repeat(24), "a\n".repeat(6)));
        let c = ErrorData::new(Code::User, "x".repeat(1 << 20));
        assert!(c.message().len() < 2000);
    }

    #[test]
    fn a_message_is_made_of_its_parts() {
        let c = ErrorData::by("%car", Code::WrongType, "must be a pair, got 3").with_argument("list");
        assert_eq!(c.message(), "car: list must be a pair, got 3");
        let mut c = ErrorData { argument: Some(Argument::Position(2)), ..c };
        c.details_mut().called = Some("sort".into());
        assert_eq!(c.message(), "sort: car: argument 2 must be a pair, got 3");
        // The message of a program is all its own.
        assert_eq!(ErrorData::of_program(Code::User, "x".repeat(5000)).message().len(), 5000);
        assert!(ErrorData::by(&"x".repeat(5000), Code::User, "no").message().len() < 2000);
    }
}
