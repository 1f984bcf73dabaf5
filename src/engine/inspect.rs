//! Inspection of an engine by prompts, debuggers, profilers and tests: values as text, programs, searches,
//! documentation.

use std::borrow::Cow;
use std::path::Path;

use klammer_syntax::complete::first_error;
use klammer_syntax::grammar::Grammar;

use super::Engine;
use crate::documentation::Documentation;
use crate::error::{Error, Place};
use crate::fault::{Code, ErrorData, Result, Unwind};
use crate::handle::Handle;
use crate::host::{FromLisp, context, guarded_result};
use crate::inspection::{ErrorFrame, Found, ModuleDocumentation, Profile, ProfileUnit};
use crate::library;
use crate::object::Object;
use crate::printer::{PrintStyle, pretty, print, print_as, print_up_to};
use crate::random::RandomState;
use crate::runtime::Runtime;
use crate::runtime::dialect::Dialect;
use crate::search::{SearchStatistics, Sink};
use crate::value::Value;
use crate::vm::{bootstrap, describe, profiler, vm_natives};

/// A view of an engine for consoles, debuggers, profilers and tests: [`Engine::inspect`] gives it.
///
/// ```
/// use klammer::{Engine, Handle};
///
/// let mut engine = Engine::new();
/// let value: Handle = engine.eval("(list 1 \"two\")")?;
/// assert_eq!(engine.inspect().repr(&value)?, "(1 \"two\")");
/// assert_eq!(engine.inspect().kind(&value)?, "a list");
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Debug)]
pub struct Inspect<'e> {
    pub(super) engine: &'e mut Engine,
}

impl<'e> Inspect<'e> {
    pub(super) fn new(engine: &'e mut Engine) -> Inspect<'e> {
        Inspect { engine }
    }

    /// Evaluates the form of `text` that begins at or after the byte `position`, and moves that to its end. `None` at
    /// the end of the text. After an error `position` is unchanged. A text that is evaluated form by form with the same
    /// name stays one text for messages. If the name is a path, files that the text loads are looked for in its folder.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let text = "(+ 1 2) (* 3 4)";
    /// let mut position = 0;
    /// let mut values = Vec::new();
    /// while let Some(value) = engine.inspect().eval_form::<i64>("<prompt>", text, &mut position)? {
    ///     values.push(value);
    /// }
    /// assert_eq!(values, [3, 12]);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// The console of a game evaluates a line and shows the value or the error:
    ///
    /// ```
    /// use klammer::{Engine, Handle};
    ///
    /// fn answer(engine: &mut Engine, line: &str) -> String {
    ///     let value = engine.eval::<Handle>(("<console>", line));
    ///     value.and_then(|value| engine.inspect().display(&value)).unwrap_or_else(|error| error.to_string())
    /// }
    ///
    /// let mut engine = Engine::new();
    /// assert_eq!(answer(&mut engine, "(setq gold 7) (list 'gold gold)"), "(gold 7)");
    /// assert_eq!(answer(&mut engine, "(car 5)"), "car: list must be a list, got 5");
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::eval`]. `position` has moved if only the conversion of the value has failed.
    pub fn eval_form<T: FromLisp>(&mut self, name: &str, text: &str, position: &mut usize) -> Result<Option<T>, Error> {
        let lenient = self.engine.lenient;
        // The text loads files from the folder of its name; the name of an input is no path.
        let folder = Path::new(name).parent().filter(|folder| !folder.as_os_str().is_empty()).map(Path::to_path_buf);
        let mut end = None;
        let result = self.engine.evaluated_to::<Option<T>>(|e| {
            let source = e.vm.program.rt.sources.shared(name, text);
            let Some((value, behind)) = e.vm.evaluate_next(e.main, &source, *position, folder, lenient)? else {
                return Ok(None);
            };
            end = Some(behind);
            guarded_result(&mut e.vm.program.rt, value).map(Some)
        });
        if result.is_ok() || end.is_some() {
            *position = end.unwrap_or(text.len());
        }
        result
    }

    /// Returns the text that a prompt shows of a value. In a program in Scheme it has the notation of Scheme, and
    /// nothing of what that language does not specify. Each of several values has a line of its own; all else is as
    /// [`Inspect::repr`](crate::inspect::Inspect::repr) makes it. The table of such functions, and an example, are at
    /// [`Inspect::display`](crate::inspect::Inspect::display).
    ///
    /// # Errors
    /// As for [`Inspect::repr`](crate::inspect::Inspect::repr).
    pub fn show(&mut self, handle: &Handle) -> Result<Option<String>, Error> {
        let dialect = self.engine.vm.program.dialect(self.engine.main);
        self.engine.begin();
        let rt = &mut self.engine.vm.program.rt;
        let text = rt.host_roots.value_of(handle).and_then(|v| {
            let values = match rt.heap.as_object(v) {
                Some(Object::Values(values)) => values.to_vec(),
                _ if !dialect.writing().is_shown_at_prompt => return print(rt, v, PrintStyle::Readable).map(Some),
                _ if v == Value::UNSPECIFIED => Vec::new(),
                _ => vec![v],
            };
            let lines = values.into_iter().map(|v| print_as(rt, v, PrintStyle::Readable, dialect));
            let lines = lines.collect::<Result<Vec<String>>>()?;
            Ok((!lines.is_empty()).then(|| lines.join("\n")))
        });
        text.map_err(|f| self.engine.error(*f))
    }

    /// Returns the text of [`Inspect::show`](crate::inspect::Inspect::show), for people, in the notation of the
    /// program's language. Long lists break into lines of at most `width` characters, a table shows its entries, and
    /// multiple values take a line each. `None` if there is nothing to show.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let value = engine.eval("(list 'ready (iota 12) \"text\")")?;
    /// assert_eq!(engine.inspect().show_within(&value, 20)?.unwrap(), "(ready\n (0 1 2 3 4 5 6 7 8\n  9 10 11)\n \"text\")");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// Of a value whose text has more than a million bytes the beginning is shown, without regard to the width; the
    /// last line says so.
    ///
    /// # Errors
    /// As for [`Inspect::repr`](crate::inspect::Inspect::repr).
    pub fn show_within(&mut self, handle: &Handle, width: usize) -> Result<Option<String>, Error> {
        self.engine.begin();
        let dialect = self.engine.vm.program.dialect(self.engine.main);
        let rt = &mut self.engine.vm.program.rt;
        let shown = rt.host_roots.value_of(handle).and_then(|v| laid_out(rt, dialect, v, width));
        shown.map_err(|f| self.engine.error(*f))
    }

    /// The value as `display` writes it: for users, strings without their quotes. What makes text of a value:
    ///
    /// | | for | strings | in an engine for Scheme | long values |
    /// |---|---|---|---|---|
    /// | `display` | users, a log | without quotes | `#t`, as there | on one line |
    /// | [`Inspect::repr`](crate::inspect::Inspect::repr) | text that is read again | with quotes | `t`, as in the language itself | on one line |
    /// | [`Inspect::show`](crate::inspect::Inspect::show) | a prompt | with quotes | as there; nothing for an unspecified value | on one line |
    /// | [`Inspect::show_within`](crate::inspect::Inspect::show_within) | a prompt that people read | with quotes | the same | on several lines; cut off after a million bytes |
    /// | [`Context::display`], [`Context::repr`] | the same two in a function | without, with | `t`, as in the language itself | on one line |
    /// | [`Context::show`] | messages of errors | with quotes | `t`, as in the language itself | cut off after some words |
    ///
    /// [`Context::display`]: crate::Context::display
    /// [`Context::repr`]: crate::Context::repr
    /// [`Context::show`]: crate::Context::show
    ///
    /// ```
    /// use klammer::{Context, Engine, Handle};
    ///
    /// let mut engine = Engine::new();
    /// let value: Handle = engine.eval("(list 'door \"open\" 3)")?;
    /// assert_eq!(engine.inspect().display(&value)?, "(door open 3)");
    /// assert_eq!(engine.inspect().repr(&value)?, "(door \"open\" 3)");
    /// assert_eq!(engine.inspect().show(&value)?.unwrap(), "(door \"open\" 3)");
    /// assert_eq!(engine.inspect().show_within(&value, 8)?.unwrap(), "(door\n \"open\"\n 3)");
    /// engine.define("brief", |cx: &mut Context<'_>, x: Handle| cx.show(&x));
    /// assert!(engine.eval::<String>("(brief (iota 1000))")?.ends_with("..."));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Inspect::repr`](crate::inspect::Inspect::repr).
    pub fn display(&mut self, handle: &Handle) -> Result<String, Error> {
        self.engine.begin();
        let dialect = self.engine.vm.program.dialect(self.engine.main);
        let rt = &mut self.engine.vm.program.rt;
        let text = rt.host_roots.value_of(handle).and_then(|v| print_as(rt, v, PrintStyle::Display, dialect));
        text.map_err(|f| self.engine.error(*f))
    }

    /// The value as it is written in a program, strings with their quotes. The text of data is read as that data again.
    /// For users there is [`Inspect::display`](crate::inspect::Inspect::display), where the table of such functions
    /// stands.
    ///
    /// ```
    /// use klammer::{Engine, Handle};
    ///
    /// let mut engine = Engine::new();
    /// let value: Handle = engine.eval("(list 1 \"two\" 'three)")?;
    /// assert_eq!(engine.inspect().repr(&value)?, "(1 \"two\" three)");
    /// assert_eq!(engine.inspect().display(&value)?, "(1 two three)");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When printing it exceeds a limit, or the handle belongs to another engine.
    pub fn repr(&mut self, handle: &Handle) -> Result<String, Error> {
        self.engine.begin();
        let rt = &mut self.engine.vm.program.rt;
        let text = rt.host_roots.value_of(handle).and_then(|v| print(rt, v, PrintStyle::Readable));
        text.map_err(|f| self.engine.error(*f))
    }

    /// The symbol that `type-of` gives.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let list: klammer::Handle = engine.eval("(list 1 2)")?;
    /// assert_eq!(engine.inspect().kind(&list)?, "a list");
    /// assert_eq!(engine.inspect().type_name(&list)?, "list");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the handle belongs to another engine.
    pub fn type_name(&mut self, handle: &Handle) -> Result<String, Error> {
        let name: Handle = self.engine.evaluated(|e| call_core(e, "type-of", handle))?;
        self.repr(&name)
    }

    /// Returns the kind of a value, in words: "an integer".
    ///
    /// # Errors
    /// When the handle belongs to another engine.
    pub fn kind(&self, handle: &Handle) -> Result<Cow<'static, str>, Error> {
        let rt = &self.engine.vm.program.rt;
        rt.host_roots.value_of(handle).map(|v| rt.describe_kind(v)).map_err(|f| self.engine.error(*f))
    }

    /// Writes `text` where the program's output goes, and sees to it that it arrives.
    ///
    /// # Errors
    /// When the host cannot write.
    pub fn write(&mut self, text: &str) -> Result<(), Error> {
        self.engine.vm.program.rt.write(text).map_err(|fault| self.engine.error(*fault))?;
        self.engine.flush(false)
    }

    /// Begins a new line of output, unless the program has just ended one.
    ///
    /// # Errors
    /// When the host cannot write.
    pub fn fresh_line(&mut self) -> Result<(), Error> {
        if self.engine.vm.program.rt.ports.column > 0 { self.write("\n") } else { Ok(()) }
    }

    /// The frames that the error went through which the last evaluation ended with, innermost first; at most 64. Empty
    /// unless the engine is [inspected](crate::EngineBuilder::inspected), and as soon as they are taken or anything
    /// else is evaluated. Calls in tail position have no frames.
    ///
    /// ```
    /// let mut engine = klammer::Engine::builder().inspected(true).build();
    /// engine.eval::<()>("(defproc half (n) (+ 1 (/ n 'two)))")?;
    /// engine.eval::<i64>("(half 8)").unwrap_err();
    /// let frames = engine.inspect().take_error_frames();
    /// assert_eq!(frames[0].function.as_deref(), Some("half"));
    /// let (name, value) = &frames[0].locals[0];
    /// assert_eq!((name.as_str(), engine.inspect().repr(value)?.as_str()), ("n", "8"));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn take_error_frames(&mut self) -> Vec<ErrorFrame> {
        std::mem::take(&mut self.engine.vm.inspection.frames)
    }

    /// Samples the running code from now on, across evaluations and steps. Many short ones are sampled as well as a
    /// long one. A profile of time needs a thread, which ends with the profile; without threads, the host's clock is
    /// read more often.
    ///
    /// ```
    /// use klammer::inspect::ProfileUnit;
    ///
    /// let mut engine = klammer::Engine::new();
    /// engine.eval::<()>("(defproc spin (n) (dotimes (i n) (gcd i 6)))")?;
    /// engine.inspect().start_profile(ProfileUnit::Ticks);
    /// engine.eval::<()>("(spin 10000)")?;
    /// let profile = engine.inspect().stop_profile();
    /// assert_eq!(profile.functions[0].name, "spin");
    /// assert_eq!(profile.functions.iter().map(|f| f.own).sum::<u64>(), profile.total());
    /// let gcd = profile.functions.iter().find(|f| f.name == "gcd").unwrap();
    /// assert_eq!(gcd.calls, 10000);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn start_profile(&mut self, unit: ProfileUnit) {
        profiler::start(&mut self.engine.vm, unit);
    }

    /// Ends the profile that [`Inspect::start_profile`](crate::inspect::Inspect::start_profile) has begun, and returns
    /// it.
    pub fn stop_profile(&mut self) -> Profile {
        profiler::stop(&mut self.engine.vm)
    }

    /// From now on, each call of a global function writes its arguments and its result; or no longer. They go where the
    /// program's output goes.
    ///
    /// ```
    /// use std::io::Write;
    /// use std::sync::{Arc, Mutex};
    ///
    /// use klammer::{Engine, StdHost};
    ///
    /// #[derive(Clone, Default)]
    /// struct Paper(Arc<Mutex<Vec<u8>>>);
    ///
    /// impl Write for Paper {
    ///     fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
    ///         self.0.lock().unwrap().write(bytes)
    ///     }
    ///
    ///     fn flush(&mut self) -> std::io::Result<()> {
    ///         Ok(())
    ///     }
    /// }
    ///
    /// let paper = Paper::default();
    /// let host = StdHost::closed().output(paper.clone()).errors(paper.clone());
    /// let mut engine = Engine::builder().host(host).build();
    /// engine.run("(defproc double (n) (* 2 n))")?;
    /// engine.inspect().trace_calls("double", true)?;
    /// engine.run("(double 4)")?;
    /// engine.inspect().trace_calls("double", false)?;
    /// engine.run("(double 5)")?;
    /// let written = String::from_utf8(paper.0.lock().unwrap().clone())?;
    /// assert!(written.contains("(double 4)") && written.contains("8"), "{written}");
    /// assert!(!written.contains("(double 5)"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such function.
    pub fn trace_calls(&mut self, name: &str, traced: bool) -> Result<(), Error> {
        self.engine.evaluated(|e| {
            let f = context::global(&mut e.vm, e.main, name)?;
            if !f.is_procedure() {
                return Err(ErrorData::new(Code::BadValue, format!("{name} is no function")).into());
            }
            let symbol = e.vm.program.rt.symbols.intern(name);
            let wrapped = if traced {
                let wrap = bootstrap::core_function(&mut e.vm, "%traced")?;
                e.vm.call_nested(wrap, &[Value::symbol(symbol), f])?
            } else {
                let unwrap = bootstrap::core_function(&mut e.vm, "%untraced")?;
                e.vm.call_nested(unwrap, &[f])?
            };
            let cell = e.vm.rooted(&[wrapped], |vm| vm.program.define_function(e.main, symbol))?;
            e.vm.program.set_cell(cell, wrapped);
            Ok(Value::NIL)
        })
    }

    /// Returns the grammar of a program: that of the dialect that the engine has required, or else the one that the
    /// file's extension or the text indicates.
    ///
    /// ```
    /// use klammer::syntax::format::{FormatOptions, format};
    ///
    /// let text = "(print  'a)";
    /// let options = FormatOptions { grammar: klammer::Engine::new().inspect().grammar("x.lisp", text), ..FormatOptions::default() };
    /// assert_eq!(format(text, &options), "(print 'a)\n");
    /// ```
    #[must_use]
    pub fn grammar(&self, file: &str, text: &str) -> Grammar {
        let dialects = &self.engine.vm.dialects;
        let own = self.engine.vm.program.dialect(self.engine.main);
        dialects.dialect(self.dialect(file, text)).unwrap_or(own).grammar()
    }

    /// Returns the name of the dialect of a program: that of the engine if it has required one, or else the one that
    /// the file's extension or the text indicates.
    ///
    /// ```
    /// assert_eq!(klammer::Engine::new().inspect().dialect("x.lisp", "(print 1)"), "core");
    /// ```
    #[must_use]
    pub fn dialect(&self, file: &str, text: &str) -> &'static str {
        let dialects = &self.engine.vm.dialects;
        let own = self.engine.vm.program.dialect(self.engine.main);
        let shown = if own == Dialect::CORE { dialects.of_file(file).or_else(|| dialects.of_text(text)) } else { None };
        shown.unwrap_or(own.name())
    }

    /// Returns the endings of the names of files with programs.
    pub fn file_endings(&self) -> impl Iterator<Item = &'static str> {
        self.engine.vm.dialects.endings().chain(["lisp"])
    }

    /// Checks whether a text can be read, without compiling it.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// assert!(engine.inspect().check_syntax("good.lisp", "(f (g x))").is_ok());
    /// let error = engine.inspect().check_syntax("bad.lisp", "(f (g x)").unwrap_err();
    /// assert_eq!((error.code(), error.place().unwrap().line()), (klammer::Code::Unclosed, 1));
    /// ```
    ///
    /// # Errors
    /// The first error of the text, or a limit on memory.
    pub fn check_syntax(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let grammar = self.grammar(name, text);
        self.engine.vm.program.rt.reserve_source(name, text).map_err(|fault| self.engine.error(*fault))?;
        let Some(id) = self.engine.vm.program.rt.sources.add(name.to_string(), text) else { return Ok(()) };
        let source = self.engine.vm.program.rt.sources.get(id).cloned();
        let wrong = source.and_then(|source| first_error(&source, id, grammar));
        let result = wrong.map_or(Ok(()), |error| Err(self.engine.error(Unwind::Error(error.into()))));
        self.engine.vm.program.rt.sources.release(id);
        result
    }

    /// Expands the macro at the head of a form, again and again until its head is no macro.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.run("(defmacro twice (x) `(* 2 ,x))")?;
    /// let form: klammer::Handle = engine.eval("'(twice n)")?;
    /// let expanded = engine.inspect().expand_macro(&form)?;
    /// assert_eq!(engine.inspect().repr(&expanded)?, "(* 2 n)");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a macro fails.
    pub fn expand_macro(&mut self, form: &Handle) -> Result<Handle, Error> {
        self.engine.evaluated(|e| call_core(e, "expand-macro", form))
    }

    /// The instructions that a function was compiled to, a line for each.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let f: klammer::Handle = engine.eval("(lambda (x) (* x x))")?;
    /// assert!(engine.inspect().disassemble(&f)?.contains("Mul"));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the value is no function that is written in the language.
    pub fn disassemble(&mut self, function: &Handle) -> Result<String, Error> {
        self.engine.evaluated_to(|e| {
            let f = e.vm.program.rt.host_roots.value_of(function)?;
            let f = untraced(e, f)?;
            describe::listing(&mut e.vm.program, f)
        })
    }

    /// Returns the counts of what searches have done, which the host may set back.
    ///
    /// ```
    /// use klammer::inspect::SearchStatistics;
    ///
    /// let mut engine = klammer_search::builder().build();
    /// engine.eval::<()>("(require 'search) (count-solutions (board 4))")?;
    /// assert!(engine.inspect().search_statistics().nodes > 0);
    /// *engine.inspect().search_statistics() = SearchStatistics::default();
    /// assert_eq!(engine.inspect().search_statistics().nodes, 0);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[must_use]
    pub fn search_statistics(self) -> &'e mut SearchStatistics {
        &mut self.engine.vm.program.rt.search.statistics
    }

    /// Resets the state of searches: counts become 0, and the weights of places are forgotten.
    pub fn reset_search(&mut self) {
        self.engine.vm.program.rt.search.reset();
    }

    /// Returns the reason why the last search ended before it had tried anything, in words: the contradiction in the
    /// state that it was given. Nothing, if it did not end so.
    ///
    /// ```
    /// let mut engine = klammer_search::builder().build();
    /// engine.eval::<()>("(require 'search) (solve (read-puzzle \"1..1............\"))")?;
    /// assert_eq!(engine.inspect().contradiction().unwrap(), "1 stands twice in row 1, in r1c1 and r1c4");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[must_use]
    pub fn contradiction(self) -> Option<&'e str> {
        self.engine.vm.program.rt.search.noted()
    }

    /// From now on, `sink` receives each step of a search, whatever the script.
    /// `None` ends that. Nodes are counted from 1 again.
    ///
    /// ```
    /// use std::sync::mpsc::channel;
    ///
    /// let mut engine = klammer_search::builder().build();
    /// let (sender, events) = channel();
    /// engine.inspect().trace_search(Some(Box::new(move |event| sender.send(event).unwrap())));
    /// engine.eval::<()>("(assign (assign (board 4) 0 0 1) 1 2 1)")?;
    /// let depths: Vec<u32> = events.try_iter().map(|event| event.depth).collect();
    /// assert_eq!(depths, [1, 2]);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn trace_search(&mut self, sink: Option<Sink>) {
        self.engine.vm.program.rt.search.trace(sink);
    }

    /// Returns the state of the random numbers of programs. The host can keep it, and put it back in this engine or
    /// another one, to let them go on from there again.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let state = engine.inspect().random_state().clone();
    /// let first: i64 = engine.eval("(random 1000000)")?;
    /// *engine.inspect().random_state() = state;
    /// assert_eq!(engine.eval::<i64>("(random 1000000)")?, first);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[must_use]
    pub fn random_state(self) -> &'e mut RandomState {
        &mut self.engine.vm.program.rt.random
    }

    /// Collects garbage at every opportunity (in builds with debug assertions): shows values that are not kept alive as
    /// they should.
    #[doc(hidden)]
    pub fn stress_collector(&mut self, on: bool) {
        self.engine.vm.program.rt.heap.stress.every = u32::from(on);
    }

    /// Refuses the `n`th request for memory from now on and, if `lasting`, all later ones; 0 ends that. Returns whether
    /// memory has been refused since the last call. Only builds with debug assertions refuse. Tests use it to see that
    /// running out of memory leaves nothing half-done.
    #[doc(hidden)]
    pub fn refuse_memory(&mut self, n: u64, lasting: bool) -> bool {
        let heap = &mut self.engine.vm.program.rt.heap;
        let has_refused = heap.has_refused();
        heap.refuse(n, lasting);
        has_refused
    }
}

/// Returns a value on lines of at most `width` characters.
pub(super) fn laid_out(rt: &mut Runtime, dialect: Dialect, v: Value, width: usize) -> Result<Option<String>> {
    if v == Value::UNSPECIFIED && dialect.writing().is_shown_at_prompt {
        return Ok(None);
    }
    let beginning = rt.writing_as(dialect, |rt| print_up_to(rt, v, PrintStyle::Readable, MAX_SHOWN))?;
    if beginning.len() >= MAX_SHOWN {
        return Ok(Some(cut_off(&beginning)));
    }
    let parts: Vec<(Value, Value)> = match rt.heap.as_object(v) {
        Some(Object::Values(values)) => {
            let values: Vec<Value> = values.to_vec();
            let lines = values.into_iter().map(|v| rt.writing_as(dialect, |rt| shown(rt, v, 0, width)));
            let lines = lines.collect::<Result<Vec<String>>>()?;
            return Ok((!lines.is_empty()).then(|| lines.join("\n")));
        }
        Some(Object::Table(table)) => table.iter().collect(),
        _ => return rt.writing_as(dialect, |rt| shown(rt, v, 0, width)).map(Some),
    };
    rt.writing_as(dialect, |rt| {
        let mut text = shown(rt, v, 0, width)?;
        for (key, value) in parts {
            let key = shown(rt, key, 2, width)?;
            let last = key.lines().last().unwrap_or("");
            let column = last.chars().count() + 2 + if key.contains('\n') { 0 } else { 2 };
            let value = shown(rt, value, column, width)?;
            text.push_str(&format!("\n  {key}  {value}"));
            if text.len() >= MAX_SHOWN {
                return Ok(Some(cut_off(&text)));
            }
            rt.heap.reserve(text.len())?;
        }
        Ok(Some(text))
    })
}

/// Returns the function that a traced function wraps; any other function itself.
pub(super) fn untraced(e: &mut Engine, f: Value) -> Result<Value> {
    let behind = bootstrap::core_function(&mut e.vm, "%traced-function")?;
    e.vm.call_nested(behind, &[f])
}

fn call_core(e: &mut Engine, function: &str, argument: &Handle) -> Result<Value> {
    let argument = e.vm.program.rt.host_roots.value_of(argument)?;
    let function = bootstrap::core_function(&mut e.vm, function)?;
    e.vm.call_nested(function, &[argument])
}

/// Bytes of a value that people are shown.
const MAX_SHOWN: usize = 1_000_000;

fn cut_off(beginning: &str) -> String {
    format!("{beginning}\n... (this is the beginning: {MAX_SHOWN} bytes of text are shown)")
}

/// A value that begins at a column. Lists stand on several lines if they must.
fn shown(rt: &mut Runtime, v: Value, column: usize, width: usize) -> Result<String> {
    pretty(rt, v, PrintStyle::Readable, column, width)
}

// Documentation of the names and modules that programs of an engine can use, for tools.

/// A view of an engine that looks names, modules and their documentation up: [`Engine::docs`] gives it.
///
/// ```
/// let mut engine = klammer::Engine::new();
/// engine.define("area", |width: f64, height: f64| width * height).doc("The area of a rectangle.");
/// let mut docs = engine.docs();
/// assert_eq!(docs.describe("remove").unwrap().usage, ["(remove x list)"]);
/// assert!(docs.find("rectangle").iter().any(|found| found.name == "area"));
/// assert!(docs.modules().any(|name| name == "amb"));
/// ```
#[derive(Debug)]
pub struct Docs<'e> {
    engine: &'e mut Engine,
}

impl<'e> Docs<'e> {
    pub(super) fn new(engine: &'e mut Engine) -> Docs<'e> {
        Docs { engine }
    }

    /// All that is known of a global name: what it is bound to, how it is called, its documentation taken apart. `None`
    /// when it is not defined. There is an example at [`Documentation`]; names that one does not know are found by
    /// [`Docs::find`].
    #[must_use]
    pub fn describe(&mut self, name: &str) -> Option<Documentation> {
        let symbol = self.engine.vm.program.rt.symbols.find(name)?;
        self.engine.begin();
        describe::describe(&mut self.engine.vm, self.engine.main, symbol)
    }

    /// The documentation of what a global name is bound to.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.run("(defproc twice (n) \"Two times `n`.\" (* 2 n))")?;
    /// assert!(engine.docs().text("twice").unwrap().contains("Two times `n`."));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[must_use]
    pub fn text(&mut self, name: &str) -> Option<String> {
        let symbol = self.engine.vm.program.rt.symbols.find(name)?;
        self.engine.begin();
        vm_natives::documentation(&mut self.engine.vm, Value::symbol(symbol)).ok().flatten()
    }

    /// Looks for names, those of modules that have not been required included: by a part of the name, or by words of
    /// the documentation. The best come first.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let found = engine.docs().find("all-values");
    /// assert_eq!((found[0].name.as_str(), found[0].module.as_deref()), ("all-values", Some("amb")));
    /// ```
    #[must_use]
    pub fn find(&self, words: &str) -> Vec<Found> {
        describe::search_documentation(&self.engine.vm, self.engine.main, words)
    }

    /// Global names that a program can use at this point, in alphabetical order.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.define("area", |width: f64, height: f64| width * height);
    /// let names = engine.docs().names();
    /// assert!(names.contains(&"area".to_string()) && names.contains(&"car".to_string()));
    /// ```
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.engine.vm.program.visible_names(self.engine.main).into_iter().map(str::to_string).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns the names of the modules that `require` finds everywhere: those of the library, the dialects, and those
    /// of the host ([`Engine::module`]), of which [`Docs::module`] knows nothing.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.module("geometry", |_| {});
    /// let docs = engine.docs();
    /// assert!(docs.modules().any(|name| name == "amb") && docs.modules().any(|name| name == "geometry"));
    /// assert!(docs.module("amb").is_some() && docs.module("geometry").is_none());
    /// ```
    pub fn modules(&self) -> impl Iterator<Item = &str> {
        let vm = &self.engine.vm;
        let dialects = vm.dialects.iter().map(|language| language.library.name);
        let provided = vm.native_modules.provided.iter().map(|module| module.name.as_str());
        vm.native_modules.library_module_names().chain(dialects).chain(provided)
    }

    /// Returns the documentation of a module of the library, or of a dialect.
    ///
    /// ```
    /// let module = klammer::Engine::new().docs().module("amb").unwrap();
    /// assert!(module.names.iter().any(|name| name == "all-values"));
    /// ```
    #[must_use]
    pub fn module(&self, name: &str) -> Option<ModuleDocumentation> {
        if self.engine.vm.dialects.has(name) {
            let text = format!("Another language on the same core, for what comes after (require '{name}).");
            return Some(ModuleDocumentation { text, names: Vec::new() });
        }
        let (_, texts) = self.engine.vm.native_modules.library_module_named(name)?;
        let names = library::provided(texts).map(|(name, _)| name.to_string());
        Some(ModuleDocumentation { text: library::module_comment(texts), names: names.collect() })
    }

    /// Returns the places at which the function or macro that a global name is bound to was defined: of a generic
    /// function, each method. Empty for builtins and variables.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.eval::<()>(("shop.lisp", "\n(defproc price (n) (* 3 n))"))?;
    /// assert_eq!(engine.docs().definition("price")[0].to_string(), "shop.lisp:2:1");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[must_use]
    pub fn definition(&mut self, name: &str) -> Vec<Place> {
        self.engine.begin();
        let found = context::global(&mut self.engine.vm, self.engine.main, name).and_then(|f| untraced(self.engine, f));
        let spans = found.map(|f| describe::definition_spans(&self.engine.vm.program, f)).unwrap_or_default();
        spans.into_iter().filter_map(|span| Place::new(&self.engine.vm.program.rt.sources, span)).collect()
    }

    /// Returns what the engine's [`Advisor`](crate::hints::Advisor) says of a global name that nothing defines.
    #[must_use]
    pub fn hint(&self, name: &str) -> Option<String> {
        describe::hint_on_name(&self.engine.vm, self.engine.main, name)
    }
}

/// Number of arguments that a function can be called with. There is an example at [`Handle::name`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub struct Arity {
    /// Least number of arguments.
    pub least: usize,
    /// Largest number of arguments; `None` if there is no bound.
    pub most: Option<usize>,
}

impl Handle {
    /// The name of the function, macro or special operator that it holds, if that has one.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let f: klammer::Handle = engine.eval("(defproc half (n &optional rest?) (/ n 2)) half")?;
    /// let arity = f.arity(&engine)?.unwrap();
    /// assert_eq!((f.name(&engine)?.as_deref(), arity.least, arity.most), (Some("half"), 1, Some(2)));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it belongs to another engine.
    pub fn name(&self, engine: &Engine) -> Result<Option<String>, Error> {
        let v = engine.held(self)?;
        Ok(engine.vm.program.rt.procedure_name(v).map(str::to_string))
    }

    /// Returns the arity of the function that it holds; of a generic function, the bounds of its methods. `None` if it
    /// holds no function.
    ///
    /// # Errors
    /// When it belongs to another engine.
    pub fn arity(&self, engine: &Engine) -> Result<Option<Arity>, Error> {
        let v = engine.held(self)?;
        Ok(engine.vm.program.arity(v).map(|(least, most)| Arity { least, most }))
    }
}
