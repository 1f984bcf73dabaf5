//! Faults inside the engine: the reasons for which an evaluation leaves its normal way.
//!
//! Faults carry values and travel as `Box<Fault>`, so that a native's result fits two registers. The host
//! sees [`crate::Error`], which holds no values; `Runtime::error` makes the one from the other.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::memory::allocated;
use crate::source::{SourceId, Sources, Span};
use crate::symbol::{self, Symbol, Symbols};
use crate::value::Value;

/// Result of anything that can fail inside the engine.
pub type Res<T> = Result<T, Box<Fault>>;

/// Why evaluation does not simply go on.
#[derive(Debug)]
#[allow(clippy::large_enum_variant)] // All of them travel in boxes.
pub enum Fault {
    /// `(throw tag value)`.
    Throw {
        /// Tag that a `catch` must have.
        tag: Value,
        /// Value of that `catch`.
        value: Value,
    },
    /// An error that has not become a condition object yet.
    Error(Condition),
    /// A limit was exceeded. No script sees this one.
    Limit(Limit),
}

/// An error as data inside the engine: the content of a condition object.
#[derive(Debug, Clone)]
pub struct Condition {
    pub(crate) code: Code,
    /// The function of the library that the program called, if it is something inside of it that complains.
    pub(crate) called: Option<Cow<'static, str>>,
    /// Function or operator that complains, by the name that the program used. `None` if the problem says it all.
    pub(crate) subject: Option<Cow<'static, str>>,
    /// Argument that is wrong.
    pub(crate) argument: Option<Argument>,
    /// Description of the error: "must be a list, got 3".
    pub(crate) problem: String,
    /// Parts of `problem`, for those who ask for one.
    pub(crate) finding: Option<Finding>,
    /// The values the message speaks of.
    pub(crate) irritants: SmallVec<[Value; 2]>,
    /// Place at which it happened; [`Span::NONE`] until the machine fills it in.
    pub(crate) span: Span,
    /// The name within `span` that is wrong.
    pub(crate) name_span: Option<Span>,
    /// The place in a text of the library that the program called at `span`.
    pub(crate) library: Option<Span>,
    /// The global variable that is not defined, if that is what is wrong.
    pub(crate) unbound: Option<u32>,
    /// Hint that might help ("did you mean").
    pub(crate) help: Option<String>,
    /// The calls that led here, innermost first, once somebody reads them: until then there is a trail.
    pub(crate) trace: Vec<TraceEntry>,
    pub(crate) trail: Vec<TrailEntry>,
    /// Calls in the middle that the trace does not have.
    pub(crate) calls_left_out: u64,
    /// A second place that belongs to the message (where an unclosed list began).
    pub(crate) related: Option<(Span, String)>,
    /// Macros whose expansion produced the code at `span`, innermost first: name and place of the call.
    pub(crate) expansion: Vec<(String, Span)>,
    /// The number of the function of the program whose result is wrong, if the host says so.
    pub(crate) blamed: Option<u32>,
    /// The host's own error, if it is one of its functions that has failed.
    pub(crate) cause: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

/// Parts of a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// A value that does not fit: `must be a list, got 3`.
    Unfit { expected: Cow<'static, str>, got: Box<str> },
    /// Likewise, but nobody has put it into words so far: the first irritant is what has come ([`Condition::tell`]).
    Untold { expected: Cow<'static, str> },
    /// A wrong number of arguments: how many there must be at least and at most, the parameters as `(a &optional b)`,
    /// or nothing if they have no names, and how many have come.
    Count { required: usize, most: Option<usize>, parameters: Box<str>, got: usize },
    /// The head of a call that is no function, and its kind of value: `an array`.
    Uncallable { got: Box<str>, kind: &'static str },
    /// An object of the host that a function of the host has.
    InUse,
    /// A value that the function of this name has returned, which a program defines and the library calls.
    Returned { by: Symbol },
}

impl Finding {
    fn bytes(&self) -> usize {
        let texts = match self {
            Finding::Unfit { expected, got } => [expected.len(), got.len()],
            Finding::Count { parameters, .. } => [parameters.len(), 0],
            Finding::Uncallable { got, .. } => [got.len(), 0],
            Finding::InUse | Finding::Untold { .. } | Finding::Returned { .. } => [0, 0],
        };
        texts.into_iter().map(allocated).sum()
    }
}

/// An argument that something is wrong with.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// The one for the parameter of this name.
    Named(Cow<'static, str>),
    /// Counted from 1, where parameters have no names of their own.
    Position(usize),
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
        }
    }
}

/// A function of which a trace speaks. The text is made only for those who read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Running {
    Named(Symbol),
    Anonymous,
    /// A form at top level of this text.
    TopLevel(SourceId),
    /// A form that is evaluated.
    Form,
}

impl Running {
    pub fn text(self, symbols: &Symbols, sources: &Sources) -> String {
        match self {
            Running::Named(name) => symbols.name(name).to_string(),
            Running::Anonymous => "an anonymous function".to_string(),
            Running::TopLevel(source) => {
                sources.get(source).map_or(String::new(), |source| format!("the top level of {}", source.name))
            }
            Running::Form => "a form that is evaluated".to_string(),
        }
    }
}

/// Frames in a row that were at the same place: what a trace is made of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TrailEntry {
    /// The function, which lives as long as the condition does, and the instruction after the one that it executed.
    pub function: u32,
    pub pc: u32,
    pub repeated: u32,
}

/// One call that was under way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TraceEntry {
    pub function: Running,
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
    /// An index or coordinate lies outside.
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
    /// The step budget is used up.
    OutOfFuel = "out-of-fuel",
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
    Fuel,
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
    /// A function of the host has asked, and its run waits for the answer. The machine parks the run, and nobody else
    /// sees it.
    Step,
}

impl Limit {
    pub(crate) fn code(self) -> Code {
        match self {
            Limit::Fuel => Code::OutOfFuel,
            Limit::Memory => Code::OutOfMemory,
            Limit::Time => Code::OutOfTime,
            Limit::Depth => Code::TooDeep,
            Limit::IntegerBits => Code::IntegerTooLarge,
            Limit::Interrupt => Code::Interrupted,
            Limit::Step => Code::Internal,
        }
    }
}

impl Condition {
    /// An error of this kind. A long text is cut.
    pub fn new(code: Code, problem: impl Into<String>) -> Condition {
        Condition::of_program(code, shortened(problem.into()))
    }

    /// An error that this function or operator complains of.
    pub fn by(subject: &str, code: Code, problem: impl Into<String>) -> Condition {
        Condition::new(code, problem).with_subject(subject)
    }

    /// An error with a message that the program has made: the program can ask for all of it. It is cut where the host
    /// sees it.
    pub fn of_program(code: Code, message: impl Into<String>) -> Condition {
        Condition {
            code,
            called: None,
            subject: None,
            argument: None,
            problem: message.into(),
            finding: None,
            irritants: SmallVec::new(),
            span: Span::NONE,
            name_span: None,
            library: None,
            unbound: None,
            help: None,
            trace: Vec::new(),
            trail: Vec::new(),
            calls_left_out: 0,
            related: None,
            expansion: Vec::new(),
            blamed: None,
            cause: None,
        }
    }

    /// `add: expected 2 arguments (a b), got 3`
    pub(crate) fn count(subject: &str, required: usize, most: Option<usize>, signature: &str, got: usize) -> Condition {
        let expected = match most {
            Some(most) if most == required => format!("{required}"),
            Some(most) => format!("{required} to {most}"),
            None => format!("at least {required}"),
        };
        let noun = if required == 1 && most.is_none_or(|most| most == 1) { "argument" } else { "arguments" };
        let shown = if matches!(signature, "" | "()") { String::new() } else { format!(" {signature}") };
        let c = Condition::by(subject, Code::ArgumentCount, format!("expected {expected} {noun}{shown}, got {got}"));
        let parameters = signature.trim_start_matches('(').trim_end_matches(')').into();
        Condition { finding: Some(Finding::Count { required, most, parameters, got }), ..c }
    }

    /// `must be a list, got 3`; who complains, and of which argument, is to be added.
    pub(crate) fn unfit(code: Code, expected: &str, got: &str) -> Condition {
        let finding = Finding::Unfit { expected: expected.to_string().into(), got: got.into() };
        Condition { finding: Some(finding), ..Condition::new(code, format!("must be {expected}, got {got}")) }
    }

    /// A value that does not fit. It is put into words only for those who read them: most errors that a program catches
    /// nobody reads.
    pub(crate) fn untold(code: Code, expected: Cow<'static, str>, got: Value) -> Condition {
        let c = Condition::of_program(code, String::new()).with_irritants(&[got]);
        Condition { finding: Some(Finding::Untold { expected }), ..c }
    }

    /// Puts into words what has not been; `show` is how a value reads.
    pub(crate) fn tell(&mut self, show: impl FnOnce(Value) -> String) {
        if let Some(Finding::Untold { expected }) = &mut self.finding {
            let expected = std::mem::take(expected);
            let got = self.irritants.first().map_or(String::new(), |&v| show(v));
            self.problem = shortened(format!("must be {expected}, got {got}"));
            self.finding = Some(Finding::Unfit { expected, got: got.into() });
        }
    }

    /// The error with a function or operator that complains.
    pub(crate) fn with_subject(mut self, subject: &str) -> Condition {
        self.subject = Some(symbol::shown(subject).to_string().into());
        self
    }

    /// Returns the expected kind of value and the value that came instead, which does not fit.
    pub(crate) fn mismatch(&self) -> Option<(&str, &str)> {
        match &self.finding {
            Some(Finding::Unfit { expected, got }) => Some((expected, got)),
            _ => None,
        }
    }

    /// Adds the values that the message speaks of.
    pub fn with_irritants(mut self, values: &[Value]) -> Condition {
        self.irritants.extend_from_slice(values);
        self
    }

    pub(crate) fn with_argument(mut self, argument: impl Into<Argument>) -> Condition {
        self.argument = Some(argument.into());
        self
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Condition {
        self.help = Some(help.into());
        self
    }

    /// Sets the place.
    pub fn at(mut self, span: Span) -> Condition {
        self.span = span;
        self
    }

    pub(crate) fn with_related(mut self, span: Span, text: impl Into<String>) -> Condition {
        self.related = Some((span, text.into()));
        self
    }

    /// Returns the message that programs and people read: `sort: <: argument 2 must be a number, got a`.
    pub(crate) fn message(&self) -> String {
        if self.called.is_none() && self.subject.is_none() && self.argument.is_none() {
            return self.problem.clone();
        }
        let mut text = String::new();
        for name in self.called.iter().chain(&self.subject) {
            text.push_str(name);
            text.push_str(": ");
        }
        if let Some(argument) = &self.argument {
            text.push_str(&argument.to_string());
            text.push(' ');
        }
        text.push_str(&self.problem);
        shortened(text)
    }

    /// The texts in which its places are.
    pub(crate) fn sources(&self) -> impl Iterator<Item = SourceId> + '_ {
        let spans = [self.span].into_iter().chain(self.library).chain(self.related.iter().map(|r| r.0));
        let spans = spans.chain(self.trace.iter().map(|t| t.span)).chain(self.expansion.iter().map(|e| e.1));
        let forms = self.trace.iter().filter_map(|t| match t.function {
            Running::TopLevel(source) => Some(source),
            _ => None,
        });
        spans.filter(|s| !s.is_none()).map(|s| s.source()).chain(forms)
    }

    /// Bytes the condition holds, for the memory limit.
    pub(crate) fn bytes(&self) -> usize {
        let mut bytes = allocated(size_of::<Condition>()) + allocated(self.problem.capacity());
        for name in self.called.iter().chain(&self.subject) {
            if let Cow::Owned(name) = name {
                bytes += allocated(name.capacity());
            }
        }
        if let Some(finding) = &self.finding {
            bytes += finding.bytes();
        }
        if let Some(help) = &self.help {
            bytes += allocated(help.capacity());
        }
        if let Some((_, text)) = &self.related {
            bytes += allocated(text.capacity());
        }
        if self.irritants.spilled() {
            bytes += allocated(self.irritants.capacity() * size_of::<Value>());
        }
        if !self.expansion.is_empty() {
            bytes += allocated(self.expansion.capacity() * size_of::<(String, Span)>());
            bytes += self.expansion.iter().map(|e| allocated(e.0.capacity())).sum::<usize>();
        }
        bytes
            + allocated(self.trace.capacity() * size_of::<TraceEntry>())
            + allocated(self.trail.capacity() * size_of::<TrailEntry>())
    }
}

/// Characters of a message that are shown at its beginning and at its end, and lines likewise.
const MESSAGE_START: (usize, usize) = (1200, 24);
const MESSAGE_END: (usize, usize) = (300, 6);

/// A message as people can read it: names and data in it may be of any length, so the middle of a long one is left out.
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

impl From<Condition> for Box<Fault> {
    #[cold]
    fn from(c: Condition) -> Self {
        Box::new(Fault::Error(c))
    }
}

impl From<Limit> for Box<Fault> {
    #[cold]
    fn from(l: Limit) -> Self {
        Box::new(Fault::Limit(l))
    }
}

/// Shorthand: a failed result with this code and message.
#[cold]
pub fn fail<T>(code: Code, message: impl Into<String>) -> Res<T> {
    Err(Condition::new(code, message).into())
}

/// Shorthand: a failed result of which this function or operator complains.
#[cold]
pub fn complain<T>(subject: &str, code: Code, problem: impl Into<String>) -> Res<T> {
    Err(Condition::by(subject, code, problem).into())
}

/// The engine contradicts itself. Reported as an error, never as a panic.
#[cold]
#[inline(never)]
pub fn internal<T>(what: &str) -> Res<T> {
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
        let c = Condition::new(Code::User, "x".repeat(1 << 20));
        assert!(c.message().len() < 2000);
    }

    #[test]
    fn a_message_is_made_of_its_parts() {
        let c = Condition::by("%car", Code::WrongType, "must be a pair, got 3").with_argument("list");
        assert_eq!(c.message(), "car: list must be a pair, got 3");
        let c = Condition { called: Some("sort".into()), argument: Some(Argument::Position(2)), ..c };
        assert_eq!(c.message(), "sort: car: argument 2 must be a pair, got 3");
        // The message of a program is all its own.
        assert_eq!(Condition::of_program(Code::User, "x".repeat(5000)).message().len(), 5000);
        assert!(Condition::by(&"x".repeat(5000), Code::User, "no").message().len() < 2000);
    }
}
