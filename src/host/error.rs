//! Errors at the host boundary: from host functions into a program, and from a program to the host, with hints added.

use std::error::Error as StdError;
use std::sync::Arc;

use super::data::Value as Data;
use super::to_value;
use crate::builtins::arg::{Arg, SpaceRef};
use crate::error::Error;
use crate::fault::{Argument, Blamed, Code, ErrorData, ErrorKind, Result, Unwind};
use crate::handle::Handle;
use crate::runtime::{Runtime, with_article};
use crate::source::Span;
use crate::symbol::{ModuleId, well_known};
use crate::value::{Kind, Value};
use crate::vm::Vm;
use crate::vm::backtrace;
use crate::vm::describe;
use crate::vm::generic;
use crate::vm::host_call::Uncatchable;

// ---- from the host to a program

/// Any error, as functions of the host return it.
pub(crate) type AnyError = Box<dyn StdError + Send + Sync>;

/// An error of a function of the host, with what a program can ask of it. Any other error will do where code and data
/// are not wanted.
///
/// A function that calls back gets an [`Error`] from [`Context::call`](crate::Context::call). If it has errors of its
/// own as well, it returns a `Box<dyn Error + Send + Sync>`, and `?` takes all of them. In the program, an `Error`
/// continues as the error or throw that it was, and a `HostError` has its code. Others have [`Code::Host`] and their
/// text.
///
/// ```
/// use klammer::{Code, Context, Engine, Error, Handle, HostError};
///
/// type AnyError = Box<dyn std::error::Error + Send + Sync>;
///
/// let mut engine = Engine::new();
/// engine.define("with-number", |cx: &mut Context<'_>, text: &str, f: Handle| -> Result<i64, AnyError> {
///     let n: i64 = text.parse()?;
///     if n < 0 {
///         return Err(HostError::new("no number is below 0 here").with_code(Code::BadValue).into());
///     }
///     if n > 1000 {
///         return Err("that is too many".into());
///     }
///     Ok(cx.call(&f, (n,))?)
/// });
/// assert_eq!(engine.eval::<i64>("(with-number \"21\" (lambda (n) (* 2 n)))")?, 42);
/// let mut code = |text: &str| engine.eval::<i64>(text).unwrap_err().code();
/// assert_eq!(code("(with-number \"x\" print)"), Code::Host);
/// assert_eq!(code("(with-number \"-1\" print)"), Code::BadValue);
/// assert_eq!(code("(with-number \"2000\" print)"), Code::Host);
/// assert_eq!(code("(with-number \"0\" (lambda (n) (/ 1 n)))"), Code::DivisionByZero);
/// let found: i64 = engine.eval("(catch 'found (with-number \"7\" (lambda (n) (throw 'found n))))")?;
/// assert_eq!(found, 7);
/// # Ok::<(), Error>(())
/// ```
///
/// ```
/// use klammer::{Code, Engine, Error, HostError};
///
/// let mut engine = Engine::new();
/// engine.define("port", |n: i64| {
///     u16::try_from(n).map_err(|e| HostError::new("no such port").with_code(Code::BadValue).with_source(e))
/// });
/// let error = engine.eval::<i64>("(port 100000)").unwrap_err();
/// assert_eq!((error.code(), error.message()), (Code::BadValue, "no such port"));
/// assert!(std::error::Error::source(&error).unwrap().is::<std::num::TryFromIntError>());
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct HostError(Box<HostErrorParts>);

#[derive(Debug, thiserror::Error)]
#[error("{message}")]
struct HostErrorParts {
    message: Box<str>,
    code: Code,
    function: Option<Box<str>>,
    argument: Option<Box<str>>,
    help: Option<Box<str>>,
    data: Vec<Data>,
    blamed: Option<Handle>,
    source: Option<AnyError>,
}

impl HostError {
    /// An error with this message, and the code [`Code::Host`].
    pub fn new(message: impl Into<String>) -> HostError {
        HostError(Box::new(HostErrorParts {
            message: message.into().into_boxed_str(),
            code: Code::Host,
            function: None,
            argument: None,
            help: None,
            data: Vec::new(),
            blamed: None,
            source: None,
        }))
    }

    /// With the code that `condition-code` tells the program.
    #[must_use]
    pub fn with_code(mut self, code: Code) -> HostError {
        self.0.code = code;
        self
    }

    /// With the name of the function that complains, which errors begin with.
    #[must_use]
    pub fn with_function(mut self, name: impl Into<String>) -> HostError {
        self.0.function = Some(name.into().into());
        self
    }

    /// With the name of the argument that is wrong, of which the message says what: "must be even".
    #[must_use]
    pub fn with_argument(mut self, name: impl Into<String>) -> HostError {
        self.0.argument = Some(name.into().into());
        self
    }

    /// With a hint at what might help.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> HostError {
        self.0.help = Some(help.into().into());
        self
    }

    /// With values that the message speaks of, which `condition-irritants` gives to the program: handles, or data.
    #[must_use]
    pub fn with_data(mut self, data: impl IntoIterator<Item = impl Into<Data>>) -> HostError {
        self.0.data.extend(data.into_iter().map(Into::into));
        self
    }

    /// Blames a program's function that returned an unexpected value: the error has the place of its definition, not
    /// that of the call of the host function. Without effect for what is no function with a text of the program's.
    #[must_use]
    pub fn with_blame(mut self, function: Handle) -> HostError {
        self.0.blamed = Some(function);
        self
    }

    /// Adds the cause of the error, which the host finds as the `source` of the error that comes back to it.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<AnyError>) -> HostError {
        self.0.source = Some(source.into());
        self
    }

    fn into_condition(self, irritants: Vec<Value>, blamed: Option<u32>) -> ErrorData {
        let parts = *self.0;
        let cause = parts.source.map(Arc::from);
        let mut c = ErrorData::new(parts.code, parts.message);
        c.subject = parts.function.map(|name| String::from(name).into());
        c.irritants = irritants.into();
        let d = c.details_mut();
        (d.help, d.cause) = (parts.help.map(String::from), cause);
        d.blamed = blamed.map(Blamed::Function);
        match parts.argument {
            Some(name) => c.with_argument(&*name),
            None => c,
        }
    }
}

/// Most causes of an error that are looked at: a chain of them may lead back to itself.
const MAX_SOURCES: usize = 64;

/// Makes the program's error of an error of the host. An error that has come to the host from the program goes on as it
/// was.
#[cold]
#[inline(never)]
pub(crate) fn to_fault(rt: &mut Runtime, error: AnyError) -> Box<Unwind> {
    let error = match error.downcast::<Error>() {
        Ok(own) => match own.thrown().and_then(|t| rethrow(rt, t)) {
            Some(fault) => return fault,
            None => own as AnyError,
        },
        Err(error) => error,
    };
    // A throw to a tag of the program passes through, also if the host has wrapped it in an error of its own.
    let mut next = error.source();
    for _ in 0..MAX_SOURCES {
        let Some(inner) = next else { break };
        if let Some(own) = inner.downcast_ref::<Error>()
            && let Some(fault) = own.thrown().filter(|_| !own.is_condition()).and_then(|t| rethrow(rt, t))
        {
            return fault;
        }
        next = inner.source();
    }
    let error = match error.downcast::<HostError>() {
        Ok(mut own) => {
            let data = std::mem::take(&mut own.0.data);
            let function = own.0.blamed.take().and_then(|f| rt.host_roots.value_of(&f).ok());
            let blamed = function.filter(|f| f.is(Kind::CLOSURE)).map(Value::meta);
            let irritants: Result<Vec<Value>> = data.into_iter().map(|x| to_value(rt, x)).collect();
            return match irritants {
                Ok(irritants) => own.into_condition(irritants, blamed).into(),
                Err(fault) => fault,
            };
        }
        Err(error) => error,
    };
    let message = error.to_string();
    let mut c = ErrorData::new(Code::Host, message);
    c.details_mut().cause = Some(error.into());
    c.into()
}

/// Returns the value that was thrown, unless it was in another engine.
fn rethrow(rt: &Runtime, (tag, value): &(Handle, Handle)) -> Option<Box<Unwind>> {
    let (tag, value) = (rt.host_roots.value_of(tag).ok()?, rt.host_roots.value_of(value).ok()?);
    Some(Box::new(Unwind::Throw { tag, value }))
}

// ---- from a program to the host

/// A fault on its way through the host: an error that, returned, goes on as the fault that it was.
#[cold]
pub(crate) fn to_passing_error(vm: &mut Vm, fault: Unwind) -> Error {
    // An error has its place now, in the run that it has ended.
    let fault = match fault {
        Unwind::Error(c) => match vm.condition_object(attribute_to_caller(vm, c)) {
            Ok((tag, value)) => Unwind::Throw { tag, value },
            Err(fault) => *fault,
        },
        other => other,
    };
    let thrown = match fault {
        Unwind::Throw { tag, value } if tag != Value::EXIT => {
            let is_condition = value.is(Kind::CONDITION) && tag == Value::symbol(well_known::ERROR);
            Some((vm.program.rt.host_roots.handle_of(tag), vm.program.rt.host_roots.handle_of(value), is_condition))
        }
        _ => None,
    };
    if let Some(ended) = Uncatchable::of(&fault) {
        vm.host.ended = Some(ended);
    }
    let module = vm.program.current_module();
    let error = to_host_error(vm, module, fault);
    match thrown {
        Some((tag, value, is_condition)) => error.with_thrown(tag, value, is_condition),
        None => error,
    }
}

/// Returns the error, blamed on the host function that made the call or took the value.
fn attribute_to_caller(vm: &Vm, mut c: ErrorData) -> ErrorData {
    // The function that has an object is known where a program passes the object, not where the host looks at it.
    if let ErrorKind::InUse { holder: None } = c.kind {
        c.kind = ErrorKind::Message(c.problem().into());
    }
    let of_result = matches!(c.argument, Some(Argument::Result(_)));
    let is_own = c.subject.is_none() && c.span().is_none() && (of_result || c.code == Code::NotAFunction);
    let Some(name) = backtrace::callback_called(vm).filter(|_| is_own) else { return c };
    c.subject = Some(name.to_string().into());
    if matches!(c.argument, Some(Argument::Result(None))) {
        c.argument = Some(Argument::Given);
    }
    c
}

/// The error that a fault is to the host.
pub(crate) fn to_host_error(vm: &Vm, module: ModuleId, fault: Unwind) -> Error {
    match fault {
        Unwind::Error(mut c) => {
            backtrace::capture_backtrace(vm, &mut c);
            with_advice(vm, module, c)
        }
        Unwind::Throw { tag: Value::EXIT, value } => Error::exit(value.as_fixnum().map_or(1, |n| n as u8)),
        Unwind::Throw { tag, value } => with_advice(vm, module, backtrace::uncaught_condition(vm, tag, value)),
        Unwind::Limit(limit) => {
            let stopped = vm.stopped.clone();
            with_advice(vm, module, stopped.unwrap_or_else(|| backtrace::limit_condition(vm, limit)))
        }
    }
}

/// Sets the place to that of the function where the library calls a function of the program with a wrong number of
/// arguments. No form of the program is then under way.
fn point_at_definition(vm: &Vm, main: ModuleId, c: &mut ErrorData) {
    let is_library = |span: Span| vm.program.rt.sources.is_library(span.source());
    let Some(name) = c.subject.as_deref().filter(|_| c.code == Code::ArgumentCount && is_library(c.span())) else {
        return;
    };
    let cell = vm.program.rt.symbols.find(name).and_then(|symbol| vm.program.find_cell(main, symbol));
    let spans =
        cell.map(|cell| describe::definition_spans(&vm.program, vm.program.globals.value(cell))).unwrap_or_default();
    let Some((&span, source)) = spans.first().and_then(|span| Some((span, vm.program.rt.sources.get(span.source())?)))
    else {
        return;
    };
    if is_library(span) {
        return;
    }
    let text = source.text.get(span.start() as usize..span.end() as usize).unwrap_or("");
    let own = c.span();
    let call =
        vm.program.rt.sources.get(own.source()).and_then(|s| s.text.get(own.start() as usize..own.end() as usize));
    let d = c.details_mut();
    d.help = call.map(|call| format!("the library calls it: {call}"));
    d.library = Some(own);
    d.span = span.up_to(span.start() + text.lines().next().map_or(0, str::len) as u32);
}

/// Returns the reason why there is no state where one was expected, if a search has just found that there is none.
fn search_reason<'a>(vm: &'a Vm, c: &ErrorData) -> Option<&'a str> {
    let (expected, got) = c.mismatch()?;
    let rt = &vm.program.rt;
    let searched = rt.heap.host.classes.values().filter(|class| class.space.is_some());
    let mut names = searched.map(|class| with_article(class.title));
    let is_state = expected.contains(SpaceRef::EXPECTED) || names.any(|name| expected.contains(&name));
    rt.search.noted().filter(|_| is_state && got == "nil")
}

/// The error that a condition is, with what might help. `main` is the module of the program.
fn with_advice(vm: &Vm, main: ModuleId, mut c: ErrorData) -> Error {
    vm.program.rt.complete(&mut c);
    if c.code == Code::WrongType {
        generic::tell_methods(&vm.program, &mut c);
    }
    point_at_definition(vm, main, &mut c);
    if let Some(reason) = search_reason(vm, &c) {
        let help = match c.help() {
            Some(help) => format!("{help}; here: {reason}"),
            None => format!("there is no solution: {reason}"),
        };
        c.details_mut().help = Some(help);
    }
    describe::explained(vm, main, c)
}
