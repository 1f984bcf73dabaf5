//! Inspection of an engine by prompts, debuggers and profilers.

use std::path::Path;

use klammer_syntax::complete::first_error;
use klammer_syntax::grammar::Grammar;

use super::Engine;
use crate::convert::{FromLisp, context, guarded_result};
use crate::error::{Error, Place};
use crate::fault::{Code, ErrorData, Result, Unwind};
use crate::handle::Handle;
use crate::inspection::{ErrorFrame, Found, ModuleDocumentation, Profile};
use crate::library;
use crate::object::Object;
use crate::printer::{Style, pretty, print, print_as, print_up_to};
use crate::runtime::Runtime;
use crate::runtime::dialect::Dialect;
use crate::value::Value;
use crate::vm::backtrace;
use crate::vm::bootstrap;
use crate::vm::describe;

impl Engine {
    /// Evaluates the form of `text` that begins at or after the byte `position`, and moves that to its end. `None` at
    /// the end of the text. A text that is evaluated form by form with the same name stays one text for messages. If
    /// the name is a path, files that the text loads are looked for in its folder.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let text = "(+ 1 2) (* 3 4)";
    /// let mut position = 0;
    /// let mut values = Vec::new();
    /// while let Some(value) = engine.eval_form::<i64>("<prompt>", text, &mut position)? {
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
    ///     value.and_then(|value| engine.display(&value)).unwrap_or_else(|error| error.to_string())
    /// }
    ///
    /// let mut engine = Engine::new();
    /// assert_eq!(answer(&mut engine, "(setq gold 7) (list 'gold gold)"), "(gold 7)");
    /// assert_eq!(answer(&mut engine, "(car 5)"), "car: list must be a list, got 5");
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::eval`].
    pub fn eval_form<T: FromLisp>(&mut self, name: &str, text: &str, position: &mut usize) -> Result<Option<T>, Error> {
        let lenient = self.lenient;
        // The text loads files from the folder of its name; the name of an input is no path.
        let folder = Path::new(name).parent().filter(|folder| !folder.as_os_str().is_empty()).map(Path::to_path_buf);
        let mut end = None;
        let value = self.evaluated_to::<Option<T>>(|e| {
            let source = e.vm.program.rt.sources.shared(name, text);
            let Some((value, behind)) = e.vm.evaluate_next(e.main, &source, *position, folder, lenient)? else {
                return Ok(None);
            };
            end = Some(behind);
            guarded_result(&mut e.vm.program.rt, value).map(Some)
        })?;
        *position = end.unwrap_or(text.len());
        Ok(value)
    }

    /// Returns the text that a prompt shows of a value. In a program in Scheme it has the notation of Scheme, and
    /// nothing of what that language does not specify. Each of several values has a line of its own; all else is as
    /// [`Engine::repr`] makes it. The table of such functions, and an example, stand at [`Engine::display`].
    ///
    /// # Errors
    /// As for [`Engine::repr`].
    pub fn show(&mut self, handle: &Handle) -> Result<Option<String>, Error> {
        let dialect = self.vm.program.dialect(self.main);
        self.begin();
        let rt = &mut self.vm.program.rt;
        let text = rt.host_roots.held(handle).and_then(|v| {
            let values = match rt.heap.as_object(v) {
                Some(Object::Values(values)) => values.to_vec(),
                _ if !dialect.is_shown_at_prompt => return print(rt, v, Style::Readable).map(Some),
                _ if v == Value::UNSPECIFIED => Vec::new(),
                _ => vec![v],
            };
            let lines = values.into_iter().map(|v| print_as(rt, v, Style::Readable, dialect));
            let lines = lines.collect::<Result<Vec<String>>>()?;
            Ok((!lines.is_empty()).then(|| lines.join("\n")))
        });
        text.map_err(|f| self.error(*f))
    }

    /// Returns the text of [`Engine::show`], for people: in the notation of the program's language, long lists on
    /// several lines of at most `width` characters, a table with its entries, each of several values on a line of its
    /// own. `None` if there is nothing to show.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let value = engine.eval("(list 'ready (iota 12) \"text\")")?;
    /// assert_eq!(engine.show_within(&value, 20)?.unwrap(), "(ready\n (0 1 2 3 4 5 6 7 8\n  9 10 11)\n \"text\")");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// Of a value whose text has more than a million bytes the beginning is shown, without regard to the width; the
    /// last line says so.
    ///
    /// # Errors
    /// As for [`Engine::repr`].
    pub fn show_within(&mut self, handle: &Handle, width: usize) -> Result<Option<String>, Error> {
        self.begin();
        let shown = self.vm.program.rt.host_roots.held(handle).and_then(|v| self.laid_out(v, width));
        shown.map_err(|f| self.error(*f))
    }

    fn laid_out(&mut self, v: Value, width: usize) -> Result<Option<String>> {
        let dialect = self.vm.program.dialect(self.main);
        if v == Value::UNSPECIFIED && dialect.is_shown_at_prompt {
            return Ok(None);
        }
        let rt = &mut self.vm.program.rt;
        let beginning = rt.writing_as(dialect, |rt| print_up_to(rt, v, Style::Readable, MOST_SHOWN))?;
        if beginning.len() >= MOST_SHOWN {
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
                if text.len() >= MOST_SHOWN {
                    return Ok(Some(cut_off(&text)));
                }
                rt.heap.reserve(text.len())?;
            }
            Ok(Some(text))
        })
    }

    /// The value as `display` writes it: for users, strings without their quotes. What makes text of a value:
    ///
    /// | | for | strings | in an engine for Scheme | long values |
    /// |---|---|---|---|---|
    /// | `display` | users, a log | without quotes | `#t`, as there | on one line |
    /// | [`Engine::repr`] | text that is read again | with quotes | `t`, as in the language itself | on one line |
    /// | [`Engine::show`] | a prompt | with quotes | as there; nothing for an unspecified value | on one line |
    /// | [`Engine::show_within`] | a prompt that people read | with quotes | the same | on several lines; cut off after a million bytes |
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
    /// assert_eq!(engine.display(&value)?, "(door open 3)");
    /// assert_eq!(engine.repr(&value)?, "(door \"open\" 3)");
    /// assert_eq!(engine.show(&value)?.unwrap(), "(door \"open\" 3)");
    /// assert_eq!(engine.show_within(&value, 8)?.unwrap(), "(door\n \"open\"\n 3)");
    /// engine.define("brief", |cx: &mut Context<'_>, x: Handle| cx.show(&x));
    /// assert!(engine.eval::<String>("(brief (iota 1000))")?.ends_with("..."));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::repr`].
    pub fn display(&mut self, handle: &Handle) -> Result<String, Error> {
        self.begin();
        let dialect = self.vm.program.dialect(self.main);
        let rt = &mut self.vm.program.rt;
        let text = rt.host_roots.held(handle).and_then(|v| print_as(rt, v, Style::Display, dialect));
        text.map_err(|f| self.error(*f))
    }

    /// The symbol that `type-of` gives.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let list: klammer::Handle = engine.eval("(list 1 2)")?;
    /// assert_eq!(engine.kind(&list)?, "a list");
    /// assert_eq!(engine.type_name(&list)?, "list");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the handle belongs to another engine.
    pub fn type_name(&mut self, handle: &Handle) -> Result<String, Error> {
        let name: Handle = self.evaluated(|e| e.call_core("type-of", handle))?;
        self.repr(&name)
    }

    /// Returns the kind of a value, in words: "an integer".
    ///
    /// # Errors
    /// When the handle belongs to another engine.
    pub fn kind(&self, handle: &Handle) -> Result<&'static str, Error> {
        let rt = &self.vm.program.rt;
        rt.host_roots.held(handle).map(|v| rt.describe_kind(v)).map_err(|f| self.error(*f))
    }

    /// The frames that the error went through which the last evaluation ended with, innermost first; at most 64. Empty
    /// unless the engine is [inspected](crate::EngineBuilder::inspected), and as soon as they are taken or anything
    /// else is evaluated. Calls in tail position have no frames.
    ///
    /// ```
    /// let mut engine = klammer::Engine::builder().inspected(true).build();
    /// engine.eval::<()>("(defproc half (n) (+ 1 (/ n 'two)))")?;
    /// engine.eval::<i64>("(half 8)").unwrap_err();
    /// let frames = engine.take_error_frames();
    /// assert_eq!(frames[0].function.as_deref(), Some("half"));
    /// let (name, value) = &frames[0].locals[0];
    /// assert_eq!((name.as_str(), engine.repr(value)?.as_str()), ("n", "8"));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn take_error_frames(&mut self) -> Vec<ErrorFrame> {
        std::mem::take(&mut self.vm.inspection.frames)
    }

    /// From now on, looks every few hundred ticks at what is under way, over as many evaluations and steps as there
    /// are: many short ones are seen as well as a long one. Programs take no other way than without.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.eval::<()>("(defproc spin (n) (dotimes (i n) (list i)))")?;
    /// engine.start_profile();
    /// engine.eval::<()>("(spin 10000)")?;
    /// let profile = engine.stop_profile();
    /// assert_eq!(profile.functions[0].name, "spin");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn start_profile(&mut self) {
        backtrace::start_profile(&mut self.vm);
    }

    /// Ends the profile and returns the samples since [`Engine::start_profile`].
    pub fn stop_profile(&mut self) -> Profile {
        backtrace::stop_profile(&mut self.vm)
    }

    /// Looks for names, those of modules that have not been required included: by a part of the name, or by words of
    /// the documentation. The best come first.
    ///
    /// ```
    /// let engine = klammer::Engine::new();
    /// let found = engine.find_documentation("all-values");
    /// assert_eq!((found[0].name.as_str(), found[0].module.as_deref()), ("all-values", Some("amb")));
    /// ```
    #[must_use]
    pub fn find_documentation(&self, words: &str) -> Vec<Found> {
        describe::search_documentation(&self.vm, self.main, words)
    }

    /// Returns the documentation of a module of the library, or of a dialect.
    ///
    /// ```
    /// let module = klammer::Engine::new().module_documentation("amb").unwrap();
    /// assert!(module.names.iter().any(|name| name == "all-values"));
    /// ```
    #[must_use]
    pub fn module_documentation(&self, name: &str) -> Option<ModuleDocumentation> {
        if self.vm.dialects.has(name) {
            let text = format!("Another language on the same core, for what comes after (require '{name}).");
            return Some(ModuleDocumentation { text, names: Vec::new() });
        }
        let (_, texts) = self.vm.native_modules.library_module_named(name)?;
        let names = library::provided(texts).map(|(name, _)| name.to_string());
        Some(ModuleDocumentation { text: library::module_comment(texts), names: names.collect() })
    }

    /// Returns the grammar of a program: that of the dialect that the engine has required, or else that of the dialect
    /// which the ending of the file's name or the text shows.
    ///
    /// ```
    /// use klammer::syntax::format::{FormatOptions, format};
    ///
    /// let text = "(print  'a)";
    /// let options = FormatOptions { grammar: klammer::Engine::new().grammar("x.lisp", text), ..FormatOptions::default() };
    /// assert_eq!(format(text, &options), "(print 'a)\n");
    /// ```
    #[must_use]
    pub fn grammar(&self, file: &str, text: &str) -> Grammar {
        let own = self.vm.program.dialect(self.main);
        let name = || self.vm.dialects.of_file(file).or_else(|| self.vm.dialects.of_text(text));
        let shown = if own == Dialect::CORE { name() } else { None };
        shown.and_then(|name| self.vm.dialects.dialect(name)).unwrap_or(own).grammar()
    }

    /// Checks whether a text can be read, without compiling it.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// assert!(engine.check_syntax("good.lisp", "(f (g x))").is_ok());
    /// let error = engine.check_syntax("bad.lisp", "(f (g x)").unwrap_err();
    /// assert_eq!((error.code(), error.place().unwrap().line()), (klammer::Code::Unclosed, 1));
    /// ```
    ///
    /// # Errors
    /// The first error of the text, or a limit on memory.
    pub fn check_syntax(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let grammar = self.grammar(name, text);
        self.vm.program.rt.reserve_source(text).map_err(|fault| self.error(*fault))?;
        let Some(id) = self.vm.program.rt.sources.add(name.to_string(), text) else { return Ok(()) };
        let source = self.vm.program.rt.sources.get(id).cloned();
        let wrong = source.and_then(|source| first_error(&source, id, grammar));
        let result = wrong.map_or(Ok(()), |error| Err(self.error(Unwind::Error(Box::new(error.into())))));
        self.vm.program.rt.sources.release(id);
        result
    }

    /// Returns the endings of the names of files with programs.
    pub fn file_endings(&self) -> impl Iterator<Item = &'static str> {
        self.vm.dialects.endings().chain(["lisp"])
    }

    /// Returns what the engine's [`Advisor`](crate::hints::Advisor) says of a global name that nothing defines.
    #[must_use]
    pub fn hint_on_name(&self, name: &str) -> Option<String> {
        describe::hint_on_name(&self.vm, self.main, name)
    }

    /// Returns the places at which the function or macro that a global name is bound to was defined: of a generic
    /// function, each method. Empty for builtins and variables.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.eval::<()>(("shop.lisp", "\n(defproc price (n) (* 3 n))"))?;
    /// assert_eq!(engine.definition("price")[0].to_string(), "shop.lisp:2:1");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[must_use]
    pub fn definition(&mut self, name: &str) -> Vec<Place> {
        self.begin();
        let found = context::global(&mut self.vm, self.main, name).and_then(|f| self.behind_trace(f));
        let spans = found.map(|f| describe::definition_spans(&self.vm.program, f)).unwrap_or_default();
        spans.into_iter().filter_map(|span| Place::new(&self.vm.program.rt.sources, span)).collect()
    }

    /// The instructions that a function was compiled to, a line for each.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let f: klammer::Handle = engine.eval("(lambda (x) (* x x))")?;
    /// assert!(engine.disassemble(&f)?.contains("Mul"));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the value is no function that is written in the language.
    pub fn disassemble(&mut self, function: &Handle) -> Result<String, Error> {
        self.evaluated_to(|e| {
            let f = e.vm.program.rt.host_roots.held(function)?;
            let f = e.behind_trace(f)?;
            describe::listing(&mut e.vm.program, f)
        })
    }

    /// The function that a traced function reports on; else the function itself.
    fn behind_trace(&mut self, f: Value) -> Result<Value> {
        let behind = bootstrap::core_function(&mut self.vm, "%behind-trace")?;
        self.vm.call_nested(behind, &[f])
    }

    /// Expands the macro at the head of a form, again and again until its head is no macro.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.run("(defmacro twice (x) `(* 2 ,x))")?;
    /// let form: klammer::Handle = engine.eval("'(twice n)")?;
    /// let expanded = engine.expand_macro(&form)?;
    /// assert_eq!(engine.repr(&expanded)?, "(* 2 n)");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a macro fails.
    pub fn expand_macro(&mut self, form: &Handle) -> Result<Handle, Error> {
        self.evaluated(|e| e.call_core("expand-macro", form))
    }

    fn call_core(&mut self, function: &str, argument: &Handle) -> Result<Value> {
        let argument = self.vm.program.rt.host_roots.held(argument)?;
        let function = bootstrap::core_function(&mut self.vm, function)?;
        self.vm.call_nested(function, &[argument])
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
    /// engine.trace_calls("double", true)?;
    /// engine.run("(double 4)")?;
    /// engine.trace_calls("double", false)?;
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
        self.evaluated(|e| {
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
}

/// Bytes of a value that people are shown.
const MOST_SHOWN: usize = 1_000_000;

fn cut_off(beginning: &str) -> String {
    format!("{beginning}\n... (this is the beginning: {MOST_SHOWN} bytes of text are shown)")
}

/// A value that begins at a column. Lists stand on several lines if they must.
fn shown(rt: &mut Runtime, v: Value, column: usize, width: usize) -> Result<String> {
    pretty(rt, v, Style::Readable, column, width)
}
