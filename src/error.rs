//! The error that hosts see.
//!
//! Owns errors as data: no values, no borrowed texts, no reference to an engine, so an [`Error`] can be kept, cloned
//! and sent. Inside the engine it is an [`ErrorData`]; how an error is drawn for people is the affair of
//! [`crate::report`].

use std::fmt;
use std::io;
use std::sync::Arc;

use crate::fault::{Code, ErrorData, FrameLabel, TraceEntry, shortened};
use crate::handle::Handle;
use crate::source::{LineColumn, Source, Sources, Span, boundary_before};
use crate::symbol::Symbols;

/// Why an evaluation failed.
///
/// Displays as one line; with `{:#}` also where it happened and which calls led there. `unwrap` shows the long form,
/// and so does a `main` that returns it. With the feature `report`, `Error::render` shows the source line, and
/// `Error::to_json` writes everything for programs.
///
/// ```
/// use klammer::{Code, Engine};
///
/// let mut engine = Engine::new();
/// let text = "(defproc area (w h) (* w h))\n(+ 1 (area 2 'three))";
/// let error = engine.eval::<i64>(("areas.lisp", text)).unwrap_err();
/// assert_eq!(error.code(), Code::WrongType);
/// assert_eq!(error.irritants(), ["three"]);
/// let place = error.place().unwrap();
/// assert_eq!((place.file(), place.line()), ("areas.lisp", 1));
/// // The calls that led there, the innermost first.
/// assert_eq!(error.trace()[0].function, "area");
/// ```
#[derive(Clone, thiserror::Error)]
#[error(transparent)]
pub struct Error(Box<ErrorState>);

#[derive(Clone, Debug, thiserror::Error)]
struct ErrorState {
    code: Code,
    message: String,
    place: Option<Place>,
    help: Option<String>,
    related: Option<Related>,
    complaint: Option<Box<Complaint>>,
    origin: ErrorOrigin,
    irritants: Vec<String>,
    exit_status: Option<u8>,
    #[source]
    cause: Option<Cause>,
    thrown: Option<Thrown>,
}

/// The way of the evaluation to an error.
#[derive(Clone, Debug, Default)]
struct ErrorOrigin {
    /// The macros whose expansion made the code, innermost first.
    expansion: Vec<Expansion>,
    /// The calls that led to the error, innermost first.
    calls: Vec<Frame>,
    /// Number of calls that are left out in the middle.
    calls_left_out: u64,
    /// Place in the library's own text.
    library: Option<Place>,
}

impl ErrorOrigin {
    /// Returns a line for each step: macros, then calls, then the place in the library.
    fn lines(&self) -> Vec<String> {
        let expansion = self.expansion.iter().map(|e| match &e.place {
            Some(place) => format!("in the expansion of `{}` at {place}", e.name),
            None => format!("in the expansion of `{}`", e.name),
        });
        let library = self.library.iter().map(|place| format!("in the library, at {place}"));
        expansion.chain(without_middle(&self.calls, self.calls_left_out)).chain(library).collect()
    }
}

/// Error of the host that an error comes from. It is shared, and its source is the error itself, not the `Arc`.
#[derive(Clone, Debug)]
struct Cause(Arc<dyn std::error::Error + Send + Sync>);

impl std::ops::Deref for Cause {
    type Target = dyn std::error::Error + Send + Sync;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

/// Error as it is in the program, while it passes through a function of the host.
#[derive(Clone, Debug)]
struct Thrown {
    tag_and_value: (Handle, Handle),
    is_condition: bool,
}

/// A place in a source text. Lines and columns count from one, columns in characters; the end is the place after the
/// last character.
///
/// There is an example at [`Error`].
#[derive(Clone)]
pub struct Place {
    source: Arc<Source>,
    /// Offsets in bytes, at the beginning of characters.
    start: u32,
    end: u32,
    first: LineColumn,
    last: LineColumn,
}

/// Places are equal if they are in the same text of the same name.
impl PartialEq for Place {
    fn eq(&self, other: &Place) -> bool {
        let (a, b) = (&self.source, &other.source);
        (self.start, self.end) == (other.start, other.end)
            && (Arc::ptr_eq(a, b) || a.name == b.name && a.text == b.text)
    }
}

impl Eq for Place {}

/// A second place that belongs to an error.
///
/// There is an example at [`Error`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Related {
    /// The place itself.
    pub place: Place,
    /// Label of the place: its relation to the error.
    pub text: String,
}

/// A call that was under way.
///
/// There is an example at [`Error`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Frame {
    /// The function that was called: its name, or what it is ("an anonymous function", "the top level of a.lisp").
    pub function: String,
    is_named: bool,
    /// Place of the call.
    pub place: Option<Place>,
    /// Number of equal calls in a row that this one stands for.
    pub repeated: u32,
}

/// Parts of a message in which a function or an operator complains.
///
/// There is an example at [`Error::complaint`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Complaint {
    /// Function that the program called.
    pub function: String,
    /// Function that complains: the same one, or one of the library that it called.
    pub inner: String,
    /// Argument that is wrong: the name of a parameter, or `argument 2`.
    pub argument: Option<String>,
    /// Description of the values that fit, and the value that came, as it prints.
    pub mismatch: Option<(String, String)>,
}

impl Complaint {
    fn of(c: &ErrorData) -> Option<Complaint> {
        let inner = short_name(c.subject.clone()?.into_owned());
        let function = c.details().called.clone().map_or_else(|| inner.clone(), |name| short_name(name.into_owned()));
        let argument = c.argument.as_ref().map(ToString::to_string);
        let text = |text: &str| shortened(text.to_string());
        let mismatch = c.mismatch().map(|(expected, got)| (text(expected), text(got)));
        Some(Complaint { function, inner, argument, mismatch })
    }
}

/// A macro whose expansion made the code that failed.
///
/// There is an example at [`Error`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Expansion {
    /// The macro's name.
    pub name: String,
    /// Place of the use.
    pub place: Option<Place>,
}

/// Characters of a name that are shown.
const MAX_NAME: usize = 200;

impl Error {
    /// Returns the kind of the error.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// Returns the message, in one line.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the place at which it happened.
    pub fn place(&self) -> Option<&Place> {
        self.0.place.as_ref()
    }

    /// Returns a hint that might help.
    pub fn help(&self) -> Option<&str> {
        self.0.help.as_deref()
    }

    /// A second place that belongs to the message, such as the beginning of an unclosed list.
    pub fn related(&self) -> Option<&Related> {
        self.0.related.as_ref()
    }

    /// Returns the place of the error in the library's own text, if [`Error::place`] is the program's call of the
    /// library.
    pub fn library_place(&self) -> Option<&Place> {
        self.0.origin.library.as_ref()
    }

    /// The calls that led to the error, innermost first. Calls within the library are not among them.
    pub fn trace(&self) -> &[Frame] {
        &self.0.origin.calls
    }

    /// Returns the number of calls that [`Error::trace`] leaves out in its middle, if it would be very long.
    pub fn calls_left_out(&self) -> u64 {
        self.0.origin.calls_left_out
    }

    /// The macros whose expansion made the code at [`Error::place`], innermost first.
    pub fn expansion(&self) -> &[Expansion] {
        &self.0.origin.expansion
    }

    /// The values that the message speaks of, as they print.
    pub fn irritants(&self) -> &[String] {
        &self.0.irritants
    }

    /// Returns whether a limit ended the evaluation. Scripts cannot catch such an error.
    pub fn is_limit(&self) -> bool {
        matches!(
            self.0.code,
            Code::OutOfTicks
                | Code::OutOfMemory
                | Code::OutOfTime
                | Code::TooDeep
                | Code::IntegerTooLarge
                | Code::Interrupted
        )
    }

    /// The status with which the program ended itself by `exit`; its code is [`Code::Exit`] then. Its meaning is up
    /// to the host: the program `klammer` ends with this status.
    pub fn exit_status(&self) -> Option<u8> {
        self.0.exit_status
    }

    /// Returns the error with the tag and value that were thrown; the value is a condition if `is_condition`.
    pub(crate) fn with_thrown(mut self, tag: Handle, value: Handle, is_condition: bool) -> Error {
        self.0.thrown = Some(Thrown { tag_and_value: (tag, value), is_condition });
        self
    }

    /// Tag and value of what was thrown.
    pub(crate) fn thrown(&self) -> Option<&(Handle, Handle)> {
        self.0.thrown.as_ref().map(|t| &t.tag_and_value)
    }

    /// Returns whether it is an error of the program, and not a throw to a tag of its own.
    pub(crate) fn is_condition(&self) -> bool {
        self.0.thrown.as_ref().is_none_or(|t| t.is_condition)
    }

    /// The program ended itself.
    pub(crate) fn exit(status: u8) -> Error {
        let mut error = Error::plain(Code::Exit, format!("the program ended itself with status {status}"));
        error.0.exit_status = Some(status);
        error
    }

    /// A program that cannot be read; `name` is what it is read from, `cause` the [`std::io::Error`] of reading it. For
    /// hosts that read programs themselves.
    ///
    /// ```
    /// use klammer::{Code, Engine, Error};
    ///
    /// fn load(engine: &mut Engine, path: &str) -> Result<(), Error> {
    ///     let text = std::fs::read_to_string(path).map_err(|cause| Error::unreadable(path, &cause))?;
    ///     engine.eval((path, &text))
    /// }
    ///
    /// let error = load(&mut Engine::new(), "no-such-folder/rules.lisp").unwrap_err();
    /// assert_eq!(error.code(), Code::File);
    /// assert!(error.message().starts_with("cannot read no-such-folder/rules.lisp: "));
    /// ```
    pub fn unreadable(name: &str, cause: &io::Error) -> Error {
        Error::plain(Code::File, format!("cannot read {name}: {cause}"))
    }

    /// Returns an error of the host's own, for what is to return an [`Error`] where no program runs. Its
    /// [`source`](std::error::Error::source) is what it is made of, which may be a text; an [`Error`] stays what it is.
    /// In a function of the host, [`Context::fail`](crate::Context::fail) knows where it happens.
    ///
    /// ```
    /// use klammer::{Code, Engine, Error};
    ///
    /// fn load(engine: &mut Engine, lives: &str) -> Result<(), Error> {
    ///     let lives = lives.parse::<i64>().map_err(Error::other)?;
    ///     engine.set("lives", lives)
    /// }
    ///
    /// let error = load(&mut Engine::new(), "three").unwrap_err();
    /// assert_eq!((error.code(), error.message()), (Code::Host, "invalid digit found in string"));
    /// ```
    pub fn other(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
        match error.into().downcast::<Error>() {
            Ok(own) => *own,
            Err(other) => {
                let mut error = Error::plain(Code::Host, other.to_string());
                error.0.cause = Some(Cause(other.into()));
                error
            }
        }
    }

    /// Returns the name that nothing defines, if that is what is wrong.
    ///
    /// ```
    /// let error = klammer::Engine::new().eval::<()>("(+ 1 wdith)").unwrap_err();
    /// assert_eq!(error.unbound(), Some("wdith"));
    /// ```
    pub fn unbound(&self) -> Option<&str> {
        let is_about_name = matches!(self.0.code, Code::UnboundVariable | Code::UndefinedAssignment);
        self.0.irritants.first().filter(|_| is_about_name).map(String::as_str)
    }

    /// Returns the parts of the message, if a function or an operator complains.
    ///
    /// ```
    /// let error = klammer::Engine::new().eval::<()>("(nth 'a '(1 2))").unwrap_err();
    /// let complaint = error.complaint().unwrap();
    /// assert_eq!((&*complaint.function, complaint.argument.as_deref()), ("nth", Some("n")));
    /// let (expected, got) = complaint.mismatch.as_ref().unwrap();
    /// assert_eq!((&**expected, &**got), ("an integer that is not negative", "a"));
    /// ```
    pub fn complaint(&self) -> Option<&Complaint> {
        self.0.complaint.as_deref()
    }

    /// Returns the error with the host's hint instead of the engine's
    /// ([`Error::help`]).
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Error {
        self.0.help = Some(help.into());
        self
    }

    /// An error that happened nowhere in a program.
    pub(crate) fn plain(code: Code, message: String) -> Error {
        Error(Box::new(ErrorState {
            code,
            message,
            place: None,
            help: None,
            related: None,
            complaint: None,
            origin: ErrorOrigin::default(),
            irritants: Vec::new(),
            exit_status: None,
            cause: None,
            thrown: None,
        }))
    }

    /// The error that a condition is for the host, with its irritants as they print.
    pub(crate) fn from_condition(sources: &Sources, symbols: &Symbols, irritants: Vec<String>, c: ErrorData) -> Error {
        let place = |span| Place::new(sources, span);
        let frame = |call: TraceEntry| Frame {
            function: short_name(call.function.text(symbols, sources)),
            is_named: matches!(call.function, FrameLabel::Named(_)),
            place: place(call.span),
            repeated: call.repeated,
        };
        let message = shortened(c.message().into_owned());
        let complaint = Complaint::of(&c).map(Box::new);
        let d = c.details().clone();
        let expansion =
            d.expansion.into_iter().map(|(name, span)| Expansion { name: short_name(name), place: place(span) });
        Error(Box::new(ErrorState {
            code: c.code,
            message,
            place: place(d.name_span.unwrap_or(d.span)),
            help: d.help.map(shortened),
            related: d.related.and_then(|(span, text)| Some(Related { place: place(span)?, text: shortened(text) })),
            complaint,
            origin: ErrorOrigin {
                expansion: expansion.collect(),
                calls: d.trace.into_iter().map(frame).collect(),
                calls_left_out: d.calls_left_out,
                library: d.library.and_then(place),
            },
            irritants,
            exit_status: None,
            cause: d.cause.map(Cause),
            thrown: None,
        }))
    }

    /// Lines on how the evaluation came here: macros, then calls, then where in the library it was.
    #[cfg(any(test, feature = "report"))]
    pub(crate) fn context(&self) -> Vec<String> {
        self.0.origin.lines()
    }
}

/// The name of a function or macro, which may be of any length: its beginning.
fn short_name(name: String) -> String {
    match name.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}...", name.get(..end).unwrap_or("")),
        None => name,
    }
}

/// One line for each call; the middle of a long trace is left out.
fn without_middle(trace: &[Frame], left_out: u64) -> Vec<String> {
    const FIRST: usize = 8;
    const LAST: usize = 4;
    let line = |frame: &Frame| {
        let mark = if frame.is_named { "`" } else { "" };
        let mut line = format!("in {mark}{}{mark}", frame.function);
        if let Some(place) = &frame.place {
            line.push_str(&format!(", called from {place}"));
        }
        if frame.repeated > 1 {
            line.push_str(&format!(" ({} times)", frame.repeated));
        }
        line
    };
    if trace.len() <= FIRST + LAST + 1 {
        return trace.iter().map(line).collect();
    }
    let (first, rest) = trace.split_at(FIRST);
    let (middle, last) = rest.split_at(rest.len() - LAST);
    let calls = left_out + middle.iter().map(|frame| u64::from(frame.repeated.max(1))).sum::<u64>();
    first.iter().map(line).chain([format!("... {calls} more calls ...")]).chain(last.iter().map(line)).collect()
}

/// Read by people where a host ends with it (`unwrap`, an `Err` of `main`): the code, and what `{:#}` displays. `{:#?}`
/// shows all parts.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.debug_tuple("Error").field(&self.0).finish();
        }
        write!(f, "{}: {self:#}", self.code().as_str())
    }
}

impl fmt::Display for ErrorState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if !f.alternate() {
            return Ok(());
        }
        if let Some(place) = &self.place {
            write!(f, "\n  at {place}")?;
        }
        if let Some(related) = &self.related {
            write!(f, "\n  {}: {}", related.place, related.text)?;
        }
        if let Some(help) = &self.help {
            write!(f, "\n  help: {help}")?;
        }
        self.origin.lines().iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

impl Place {
    /// `None` for code without a place, or whose text is forgotten.
    pub(crate) fn new(sources: &Sources, span: Span) -> Option<Place> {
        if span.is_none() {
            return None;
        }
        let source = sources.get(span.source())?.clone();
        let start = boundary_before(&source.text, span.start() as usize) as u32;
        let end = boundary_before(&source.text, span.end().max(span.start()) as usize) as u32;
        let (first, last) = (source.line_column(start), source.line_column(end));
        Some(Place { source, start, end, first, last })
    }

    /// The name of the source: a file's path, or what stands for it.
    pub fn file(&self) -> &str {
        &self.source.name
    }

    /// The line on which it begins.
    pub fn line(&self) -> u32 {
        self.first.line
    }

    /// The column in which it begins.
    pub fn column(&self) -> u32 {
        self.first.column
    }

    /// The line on which it ends.
    pub fn end_line(&self) -> u32 {
        self.last.line
    }

    /// Returns the column after its last character.
    pub fn end_column(&self) -> u32 {
        self.last.column
    }

    /// Returns the text at the place.
    pub fn text(&self) -> &str {
        self.source.text.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// The whole line on which it begins.
    pub fn line_text(&self) -> &str {
        self.source.line(self.first.line)
    }

    /// Returns whether both are in the same text.
    #[cfg(feature = "report")]
    pub(crate) fn same_source(&self, other: &Place) -> bool {
        Arc::ptr_eq(&self.source, &other.source)
    }

    /// The offsets of the place in its text, and that text.
    pub fn in_text(&self) -> (std::ops::Range<usize>, &str) {
        (self.start as usize..self.end as usize, &self.source.text)
    }
}

/// `file:line:column`
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.source.name, self.first.line, self.first.column)
    }
}

/// Formats as `Display`, without the text of the file.
impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}-{}:{}", self.last.line, self.last.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::Runtime;
    use crate::source::SourceId;
    use crate::value::Value;

    fn runtime() -> Runtime {
        let mut rt = Runtime::for_tests();
        rt.sources.add("a.lisp", "(f 1)\n(gä\n 2)").unwrap();
        rt
    }

    fn span(start: u32, end: u32) -> Span {
        Span::new(SourceId(0), start, end)
    }

    fn call(rt: &mut Runtime, function: &str, start: u32) -> TraceEntry {
        let function = FrameLabel::Named(rt.symbols.intern(function));
        TraceEntry { function, span: span(start, start + 1), repeated: 1 }
    }

    #[test]
    fn an_error_is_small_and_can_be_sent() {
        fn sendable<T: Send + Sync + Clone + std::error::Error + 'static>() {}
        sendable::<Error>();
        assert_eq!(size_of::<Result<(), Error>>(), 8);
    }

    #[test]
    fn places_are_lines_and_columns_from_one() {
        let rt = runtime();
        let c = ErrorData::new(Code::WrongType, "no").at(span(6, 14)).with_irritants(&[Value::fix(7)]);
        let e = rt.error(c);
        let place = e.place().unwrap();
        assert_eq!((place.file(), place.line(), place.column()), ("a.lisp", 2, 1));
        assert_eq!((place.end_line(), place.end_column()), (3, 4));
        assert_eq!((place.text(), place.line_text()), ("(gä\n 2)", "(gä"));
        assert_eq!(e.irritants(), ["7"]);
        assert_eq!(format!("{place:?}"), "a.lisp:2:1-3:4");
        // Even offsets that a mistake has made are places.
        assert_eq!(Place::new(&rt.sources, span(9, 9999)).unwrap().text(), "ä\n 2)");
        assert!(Place::new(&rt.sources, Span::NONE).is_none());
    }

    #[test]
    fn the_plain_form_has_the_place_and_the_calls() {
        let mut rt = runtime();
        let mut c = ErrorData::new(Code::WrongType, "f: x must be a list, got 1").at(span(3, 4)).with_help("try");
        c.details_mut().trace = vec![call(&mut rt, "f", 0), TraceEntry { repeated: 3, ..call(&mut rt, "g", 6) }];
        c.details_mut().expansion = vec![("m".into(), span(6, 7))];
        let e = rt.error(c);
        assert_eq!(e.to_string(), "f: x must be a list, got 1");
        assert_eq!(
            format!("{e:#}"),
            "f: x must be a list, got 1\n  at a.lisp:1:4\n  help: try\n  in the expansion of `m` at a.lisp:2:1\n  \
             in `f`, called from a.lisp:1:1\n  in `g`, called from a.lisp:2:1 (3 times)"
        );
        assert_eq!(e.trace().len(), 2);
    }

    #[test]
    fn the_middle_of_a_long_trace_is_left_out() {
        let mut rt = runtime();
        let trace = (0..100).map(|i| call(&mut rt, &format!("f{i}"), 0)).collect();
        let mut c = ErrorData::new(Code::TooDeep, "too many calls");
        c.details_mut().trace = trace;
        let e = rt.error(c);
        assert!(e.is_limit() && e.code() == Code::TooDeep && e.place().is_none());
        let lines = e.context();
        assert_eq!(lines.len(), 13);
        assert_eq!(lines[8], "... 88 more calls ...");
        assert_eq!(lines[12], "in `f99`, called from a.lisp:1:1");
        assert_eq!(e.trace().len(), 100);
    }
}
