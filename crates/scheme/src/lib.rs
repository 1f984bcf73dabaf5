//! Scheme as a dialect of Klammer: the small language of R7RS, with what programs for other implementations use
//! besides.
//!
//! ```
//! let mut engine = klammer::Engine::builder().dialect(klammer_scheme::dialect()).build();
//! let text = "(require 'scheme) (define (square x) (* x x)) (call-with-values (lambda () (values 2 3)) list)";
//! assert_eq!(engine.eval::<(i64, i64)>(text)?, (2, 3));
//! # Ok::<(), klammer::Error>(())
//! ```

mod data;

use klammer::dialect::{
    Description, Dialect, DialectLibrary, Evaluation, FormTreatment, GlobalId, Interpreter, Language, LibraryTexts,
    ModuleId, Next, Notation, PrintStyle, PrinterRules, ReaderRules, Result, Runtime, Semantics, Spans, Symbol, Value,
    Wording, machine_builtins, misused, operators, text, well_known,
};
use klammer_syntax::grammar::{Hooks, Labels};
use klammer_syntax::lexer::is_delimiter;

use data::error;

/// Returns the dialect, for [`EngineBuilder::dialect`](klammer::EngineBuilder::dialect).
#[must_use]
pub fn dialect() -> &'static Language {
    static SCHEME: Language = Language {
        library: DialectLibrary {
            name: NAME,
            dialect: DIALECT,
            library: LibraryTexts::new(TEXTS),
            natives: &[data::TABLE],
            replacements: &[("not", "%not"), ("null?", "%null?"), ("boolean?", "%boolean?")],
        },
        machine_builtins: &[MACHINE_BUILTINS],
        operators: &[operators::HYGIENIC_MACROS],
        evaluation: &SchemeEvaluation,
        enter_continuation: Some("%enter-continuation"),
        offer: None,
    };
    &SCHEME
}

const NAME: &str = "scheme";

const DIALECT: Dialect = {
    static PROGRAMS: Description = Description {
        name: NAME,
        library: Some(LIBRARY),
        semantics: Semantics {
            has_plain_constants: true,
            has_keywords: false,
            has_local_definitions: true,
            is_strict: true,
            binds_words: true,
            key_comparison: Some("%eqv?"),
            ..OF_ITS_KIND.semantics
        },
        wording: Wording {
            definer: "define",
            elsewhere: ELSEWHERE,
            endings: &["scm", "ss", "sld", "sls"],
            ..Wording::CORE
        },
        reading: ReaderRules {
            has_directives: true,
            has_complex_numerals: true,
            quasi_quote: well_known::QUASIQUOTE,
            ..OF_ITS_KIND.reading
        },
        writing: PrinterRules {
            abbreviates: false,
            writes_labels: true,
            is_shown_at_prompt: true,
            ..PrinterRules::CORE
        },
        notation: Some(&SchemeNotation),
    };
    Dialect::new(&PROGRAMS)
};

/// The library is written in the core's language, but `#f` is what it is in Scheme.
const LIBRARY: Dialect = {
    static LIBRARY: Description = Description { name: "the library of scheme", ..OF_ITS_KIND };
    Dialect::new(&LIBRARY)
};

const OF_ITS_KIND: Description = Description {
    semantics: Semantics { has_false: true, ..Semantics::CORE },
    reading: ReaderRules { labels: Labels::Everywhere, ..ReaderRules::CORE },
    ..Description::CORE
};

/// The texts of its library.
const TEXTS: &[(&str, &str)] = &[
    ("lisp/scheme/names.lisp", include_str!("../lisp/names.lisp")),
    ("lisp/scheme/syntax.lisp", include_str!("../lisp/syntax.lisp")),
    ("lisp/scheme/control.lisp", include_str!("../lisp/control.lisp")),
    ("lisp/scheme/list.lisp", include_str!("../lisp/list.lisp")),
    ("lisp/scheme/number.lisp", include_str!("../lisp/number.lisp")),
    ("lisp/scheme/string.lisp", include_str!("../lisp/string.lisp")),
    ("lisp/scheme/srfi-13.lisp", include_str!("../lisp/srfi-13.lisp")),
    ("lisp/scheme/vector.lisp", include_str!("../lisp/vector.lisp")),
    ("lisp/scheme/srfi-132.lisp", include_str!("../lisp/srfi-132.lisp")),
    ("lisp/scheme/srfi-133.lisp", include_str!("../lisp/srfi-133.lisp")),
    ("lisp/scheme/table.lisp", include_str!("../lisp/table.lisp")),
    ("lisp/scheme/port.lisp", include_str!("../lisp/port.lisp")),
    ("lisp/scheme/fixnum.lisp", include_str!("../lisp/fixnum.lisp")),
    ("lisp/scheme/stream.lisp", include_str!("../lisp/stream.lisp")),
    ("lisp/scheme/bytes.lisp", include_str!("../lisp/bytes.lisp")),
    ("lisp/scheme/compatibility.lisp", include_str!("../lisp/compatibility.lisp")),
    ("lisp/scheme/matrix.lisp", include_str!("../lisp/matrix.lisp")),
    ("lisp/scheme/library.lisp", include_str!("../lisp/library.lisp")),
];

/// Their names, and what there is here: see [`Wording::elsewhere`].
const ELSEWHERE: &[(&str, &str)] = &[
    ("aref", "vector-ref"),
    ("car?", "pair?"),
    ("defmacro", "define-syntax"),
    ("defparameter", "define"),
    ("defproc", "define: (define (name parameter...) expr...)"),
    ("defun", "define: (define (name parameter...) expr...)"),
    ("defvar", "define"),
    ("dolist", "for-each: (for-each (lambda (x) ...) list)"),
    ("dotimes", "do: (do ((i 0 (+ i 1))) ((= i count)) expr...)"),
    ("false", "#f"),
    ("format", "display"),
    ("funcall", "nothing: the function stands first in its call, (f x)"),
    ("gethash", "hash-table-ref"),
    ("incf", "set!: (set! x (+ x 1))"),
    ("mapcar", "map"),
    ("map-with", "map"),
    ("multiple-value-bind", "call-with-values, or receive"),
    ("nil", "'() for the empty list, #f for false"),
    ("print", "display, and newline ends a line"),
    ("progn", "begin"),
    ("setf", "set!"),
    ("setq", "set!"),
    ("true", "#t"),
];

struct SchemeEvaluation;

impl Evaluation for SchemeEvaluation {
    /// Reserves the names that the text defines in the first column. A program may use them before their definitions,
    /// and may define a `repeat` with another meaning.
    fn begin_text(&self, it: &mut Interpreter<'_>, module: ModuleId, text: &str) -> Result<Vec<GlobalId>> {
        it.rt().charge(text.len() / 64)?;
        let mut reserved = Vec::new();
        for line in text.lines() {
            let Some(target) = line.strip_prefix("(define ") else { continue };
            let target = target.trim_start().trim_start_matches('(');
            let end = target.find(is_delimiter).unwrap_or(target.len());
            if let Some(name) = target.get(..end).filter(|n| !n.is_empty()) {
                reserved.extend(it.reserve(module, name)?);
            }
        }
        Ok(reserved)
    }

    fn form(
        &self,
        it: &mut Interpreter<'_>,
        module: ModuleId,
        form: Value,
        spans: &mut Spans,
    ) -> Result<FormTreatment> {
        if let Some(files) = files_to_include(it, module, form)? {
            let included = files.into_iter().try_fold(Value::NIL, |_, file| include(it, module, file));
            return included.map(FormTreatment::Done);
        }
        // The parts of an expansion may define names that the next ones use.
        Ok(it.expanded_sequence(module, form, spans, true)?.map_or(FormTreatment::Plain, FormTreatment::Parts))
    }
}

struct SchemeNotation;

impl Hooks for SchemeNotation {}

impl Notation for SchemeNotation {
    fn character(&self, out: &mut String, c: char) -> bool {
        character(out, c);
        true
    }

    fn constant(&self, _: &Runtime, v: Value) -> Option<&'static str> {
        match v {
            Value::NIL => Some("()"),
            Value::T => Some("#t"),
            _ => None,
        }
    }

    /// Unreadable symbols are written like others.
    fn qualifier(&self, _: &Runtime, _: Symbol, _: &mut String) -> bool {
        true
    }

    fn name(&self, rt: &Runtime, symbol: Symbol, style: PrintStyle, out: &mut String, limit: usize) -> bool {
        let written = rt.name(symbol);
        // A name beyond the limit is cut anyway, and need not be looked through.
        let escapes = style == PrintStyle::Readable && written.len() < limit;
        if escapes {
            name(out, written, limit);
        }
        escapes
    }
}

/// Appends the name of a symbol as Scheme writes it, where a colon at its beginning means nothing special.
fn name(out: &mut String, word: &str, limit: usize) {
    let plain = matches!(word, "t" | "nil") || word.strip_prefix(':').is_some_and(|rest| !text::needs_bars(rest));
    if plain { out.push_str(word) } else { text::name(out, word, limit) }
}

/// A character as Scheme writes it.
fn character(out: &mut String, c: char) {
    let name = match c {
        '\0' => "null",
        '\x07' => "alarm",
        '\x08' => "backspace",
        '\x1b' => "escape",
        '\x7f' => "delete",
        c => return text::character(out, c),
    };
    out.push_str("#\\");
    out.push_str(name);
}

// Natives of Scheme that need the machine: its dynamic context, errors, libraries.

/// `error`: asks the handlers of the dynamic context if there are any, or else is an error like others.
fn signal(it: &mut Interpreter<'_>, message: Value, irritants: &[Value]) -> Result<Next> {
    if it.dynamic_context().is_nil() {
        return Err(error(it.rt(), message, irritants)?.into());
    }
    // Comes first: when it is defined, garbage may be collected, and nobody else holds what is made here.
    let raise = it.library_function(NAME, "%raise-error")?;
    let condition = error(it.rt(), message, irritants)?;
    let object = it.condition_object(condition)?;
    Ok(Next::Call(raise, vec![object]))
}

machine_builtins! { "control";
    "%winds" () => |it| Ok(Next::Return(it.dynamic_context()));
    "%set-winds!" (Required context) => |it| {
        it.set_dynamic_context(context);
        Ok(Next::Return(Value::NIL))
    };
    "%error" (Required message, Rest irritants) => |it| signal(it, message, &irritants);
    "%new-module" () => |it| it.new_module().map(|m| Next::Return(Value::fix(i64::from(m.0))));
    "%evaluate-in" (Required module, Required form) => |it| {
        let module = it.module(module)?;
        it.evaluate_in(module, form).map(Next::Return)
    };
    "%load-library" (Required file) => |it| Ok(Next::Return(Value::boolean(load_library(it, file)?)));
    "%forms-of-file" (Required file, Required folds_case) => |it| {
        forms_of_file(it, file, !folds_case.is_false()).map(Next::Return)
    };
    "%visible-names" () => |it| library_names(it).map(Next::Return);
    "%share-name" (Required module, Required name, Required shown) => |it| {
        let (Some(name), Some(shown)) = (name.as_symbol(), shown.as_symbol()) else { return misused("%share-name") };
        let module = if module.is_nil() { it.current_module() } else { it.module(module)? };
        it.share_name(module, name, shown)?;
        Ok(Next::Return(Value::NIL))
    };
}

/// Extensions of files that can contain a library.
const ENDINGS: [&str; 2] = ["sld", "scm"];

/// Evaluates the file that a library is looked for in, in a module of its own: `a/b.sld` or `a/b.scm` for `(a b)`.
/// Returns whether there is one.
fn load_library(it: &mut Interpreter<'_>, file: Value) -> Result<bool> {
    let Some(name) = it.rt().heap.as_str(file).map(str::to_string) else {
        return misused("%load-library");
    };
    let names = ENDINGS.map(|ending| format!("{name}.{ending}"));
    let Some((path, text)) = it.find_file(&names)? else { return Ok(false) };
    let module = it.new_module()?;
    it.evaluate("import", module, &path, text)?;
    Ok(true)
}

/// Returns the forms of a file as a list: what `include` stands for where it is a part of another form.
fn forms_of_file(it: &mut Interpreter<'_>, file: Value, folds_case: bool) -> Result<Value> {
    let (path, text) = it.read_file("include", file)?;
    it.read_forms(path.display().to_string(), text, folds_case)
}

/// Evaluates the forms of a file at top level, where they keep their places.
fn include(it: &mut Interpreter<'_>, module: ModuleId, file: Value) -> Result<Value> {
    let (path, text) = it.read_file("include", file)?;
    it.evaluate("include", module, &path, text)
}

/// Returns the files that a form at top level includes, if it is a call of the dialect's `include`.
fn files_to_include(it: &mut Interpreter<'_>, module: ModuleId, form: Value) -> Result<Option<Vec<Value>>> {
    match it.library_head(module, form) {
        Some(name) if it.rt().symbols.name(name) == "include" => {
            let files = it.rt().heap.cdr(form);
            it.rt().list_items("include", files).map(Some)
        }
        _ => Ok(None),
    }
}

/// Returns the names that the modules of the dialect see without importing anything.
fn library_names(it: &mut Interpreter<'_>) -> Result<Value> {
    let names: Vec<Value> = it.library_names()?.into_iter().map(Value::symbol).collect();
    it.rt().heap.list(&names)
}
