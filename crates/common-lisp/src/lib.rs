//! Common Lisp as a dialect of Klammer: the language of the standard without what programs of a textbook's kind do
//! without. This file has the description of the dialect, and how its texts are evaluated.
//!
//! ```
//! let mut engine = klammer::Engine::builder().dialect(klammer_common_lisp::dialect()).build();
//! let text = "(require 'common-lisp) (defun square (x) (* x x)) (loop for i from 1 to 3 sum (square i))";
//! assert_eq!(engine.eval::<i64>(text)?, 14);
//! # Ok::<(), klammer::Error>(())
//! ```

mod dispatch;
mod equality;
mod format;
mod machine;
mod notation;
mod package;
mod sequences;

use std::sync::LazyLock;

use hashbrown::HashSet;
use klammer::dialect::{
    AssignmentPlaces, Description, Dialect, DialectLibrary, Evaluation, FormTreatment, GlobalId, Interpreter, Language,
    LibraryTexts, ModuleId, PackageId, PrinterRules, ReaderRules, Result, Runtime, Semantics, Spans, Symbol, Unwind,
    Value, Wording, operators,
};
use klammer_syntax::grammar::Labels;

use notation::{NameCase, READ_TIME, wishes};
use package::{Packages, USER};

/// Returns the dialect, for [`EngineBuilder::dialect`](klammer::EngineBuilder::dialect).
#[must_use]
pub fn dialect() -> &'static Language {
    static COMMON_LISP: Language = Language {
        library: DialectLibrary {
            name: NAME,
            dialect: DIALECT,
            library: LibraryTexts::new(TEXTS),
            natives: &[dispatch::TABLE, equality::TABLE, machine::TABLE, sequences::TABLE, package::TABLE],
            replacements: &[],
        },
        machine_builtins: &[machine::MACHINE_BUILTINS],
        operators: &[operators::LISP2],
        evaluation: &LispEvaluation,
        enter_continuation: None,
        offer: Some("%offer"),
    };
    &COMMON_LISP
}

const NAME: &str = "common-lisp";

const DIALECT: Dialect = {
    static DESCRIPTION: Description = Description {
        name: NAME,
        semantics: Semantics {
            separates_functions: true,
            has_dynamic_variables: true,
            key_comparison: Some("%eql"),
            places: Some(AssignmentPlaces { operator: "setf", setter }),
            ..Semantics::CORE
        },
        wording: Wording {
            definer: "defvar",
            elsewhere: ELSEWHERE,
            needless_modules: &["asdf", "uiop"],
            endings: &["cl", "lsp"],
            signs: &["(in-package ", "(defpackage ", "(defclass ", "(defgeneric ", "(declaim "],
        },
        reading: ReaderRules { labels: Labels::OutsideOfSkipped, refuses_stray_commas: true, ..ReaderRules::CORE },
        writing: PrinterRules { has_upper_digits: true, ..PrinterRules::CORE },
        notation: Some(&notation::LispNotation),
        ..Description::CORE
    };
    Dialect::new(&DESCRIPTION)
};

/// The symbol that stands for the function name `(setf place)`.
fn setter(rt: &mut Runtime, place: Symbol) -> Symbol {
    let (lisp, symbols) = rt.state::<Lisp>();
    lisp.packages.setter(symbols, place)
}

/// The texts of its library.
const TEXTS: &[(&str, &str)] = &[
    ("lisp/common-lisp/names.lisp", include_str!("../lisp/names.lisp")),
    ("lisp/common-lisp/array.lisp", include_str!("../lisp/array.lisp")),
    ("lisp/common-lisp/binding.lisp", include_str!("../lisp/binding.lisp")),
    ("lisp/common-lisp/condition.lisp", include_str!("../lisp/condition.lisp")),
    ("lisp/common-lisp/control.lisp", include_str!("../lisp/control.lisp")),
    ("lisp/common-lisp/float.lisp", include_str!("../lisp/float.lisp")),
    ("lisp/common-lisp/generic.lisp", include_str!("../lisp/generic.lisp")),
    ("lisp/common-lisp/iteration.lisp", include_str!("../lisp/iteration.lisp")),
    ("lisp/common-lisp/environment.lisp", include_str!("../lisp/environment.lisp")),
    ("lisp/common-lisp/list.lisp", include_str!("../lisp/list.lisp")),
    ("lisp/common-lisp/loop.lisp", include_str!("../lisp/loop.lisp")),
    ("lisp/common-lisp/macro.lisp", include_str!("../lisp/macro.lisp")),
    ("lisp/common-lisp/number.lisp", include_str!("../lisp/number.lisp")),
    ("lisp/common-lisp/object.lisp", include_str!("../lisp/object.lisp")),
    ("lisp/common-lisp/output.lisp", include_str!("../lisp/output.lisp")),
    ("lisp/common-lisp/package.lisp", include_str!("../lisp/package.lisp")),
    ("lisp/common-lisp/pathname.lisp", include_str!("../lisp/pathname.lisp")),
    ("lisp/common-lisp/place.lisp", include_str!("../lisp/place.lisp")),
    ("lisp/common-lisp/sequence.lisp", include_str!("../lisp/sequence.lisp")),
    ("lisp/common-lisp/stream.lisp", include_str!("../lisp/stream.lisp")),
    ("lisp/common-lisp/string.lisp", include_str!("../lisp/string.lisp")),
    ("lisp/common-lisp/structure.lisp", include_str!("../lisp/structure.lisp")),
    ("lisp/common-lisp/time.lisp", include_str!("../lisp/time.lisp")),
    ("lisp/common-lisp/type.lisp", include_str!("../lisp/type.lisp")),
    ("lisp/common-lisp/unsupported.lisp", include_str!("../lisp/unsupported.lisp")),
];

/// Their names, and what there is here: see [`Wording::elsewhere`].
const ELSEWHERE: &[(&str, &str)] = &[
    ("#f", "nil"),
    ("#t", "t"),
    ("begin", "progn"),
    ("define", "defun for a function, defvar for a variable"),
    ("defproc", "defun"),
    ("display", "princ"),
    ("empty?", "null"),
    ("eq?", "eq"),
    ("equal?", "equal"),
    ("for-each", "mapc"),
    ("hash-table-ref", "gethash"),
    ("hash-table-set!", "setf: (setf (gethash key table) value)"),
    ("map-with", "mapcar"),
    ("newline", "terpri"),
    ("null?", "null"),
    ("pair?", "consp"),
    ("set!", "setf"),
    ("string-append", "concatenate: (concatenate 'string a b)"),
    ("vector-ref", "aref"),
    ("vector-set!", "setf: (setf (aref v i) x)"),
    ("zero?", "zerop"),
];

/// State of Common Lisp in an engine.
#[derive(Clone, Default)]
struct Lisp {
    /// Options of the program for writing values.
    pub wish: PrintOptions,
    /// Options of the program for reading texts.
    pub reading: ReadOptions,
    /// Packages with their symbols.
    pub packages: Packages,
}

/// Returns the state of Common Lisp in this engine.
fn lisp(rt: &mut Runtime) -> &mut Lisp {
    rt.state().0
}

/// Returns the dialect's state, shared.
fn lisp_of(rt: &Runtime) -> &Lisp {
    static FRESH: LazyLock<Lisp> = LazyLock::new(Lisp::default);
    rt.existing_state::<Lisp>().unwrap_or_else(|| &*FRESH)
}

/// Options that the variables of a program give.
#[derive(Clone, Copy, Debug)]
struct ReadOptions {
    /// `*package*`
    pub package: PackageId,
    /// `*read-base*`
    pub base: u32,
    /// `*features*`: a list, of which only lists of keywords count; anything that is no list stands for [`FEATURES`].
    pub features: Value,
    /// Whether the text is a program, whose forms are evaluated.
    pub is_program: bool,
    /// Whether the text had a form that is evaluated at read time.
    pub has_read_time: bool,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions { package: USER, base: 10, features: Value::UNBOUND, is_program: false, has_read_time: false }
    }
}

/// Writing options that the variables beginning with `*print-` give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PrintOptions {
    /// Long lists take several lines.
    pub pretty: bool,
    pub case: NameCase,
    /// The base of integers and ratios.
    pub base: u32,
    /// Whether a number shows its base.
    pub radix: bool,
    /// Whether symbols without a package show that.
    pub gensym: bool,
    /// Whether parts that occur again are written as labels.
    pub circle: bool,
    /// The package in which symbols are read back.
    pub package: PackageId,
}

impl Default for PrintOptions {
    fn default() -> PrintOptions {
        PrintOptions {
            pretty: false,
            case: NameCase::Upper,
            base: 10,
            radix: false,
            gensym: true,
            circle: false,
            package: USER,
        }
    }
}

struct LispEvaluation;

impl Evaluation for LispEvaluation {
    fn before_form(&self, it: &mut Interpreter<'_>, module: ModuleId) {
        declare_history(it, module);
        let [package, base, features] =
            ["*package*", "*read-base*", "*features*"].map(|name| variable(it, module, name));
        let rt = it.rt();
        let reading = wishes(&rt.heap, package, base, features);
        lisp(rt).reading = reading;
    }

    fn after_form(&self, it: &mut Interpreter<'_>, module: ModuleId, value: Value) {
        note_value(it, module, value);
    }

    fn form_read(&self, it: &mut Interpreter<'_>, module: ModuleId, form: Value, spans: &mut Spans) -> Result<Value> {
        read_time_values(it, module, form, spans)
    }

    fn form(
        &self,
        it: &mut Interpreter<'_>,
        module: ModuleId,
        form: Value,
        spans: &mut Spans,
    ) -> Result<FormTreatment> {
        let latest = it.own_variable(module, "-");
        it.set(latest, form);
        if let Some(parts) = top_level_progn(it, module, form, spans)? {
            return Ok(FormTreatment::Parts(parts));
        }
        Ok(defined_by(it, module, form)?.map_or(FormTreatment::Plain, FormTreatment::Definition))
    }

    fn sequence_in_eval(&self, it: &mut Interpreter<'_>, module: ModuleId, form: Value) -> Result<Option<Value>> {
        top_level_progn(it, module, form, &mut Spans::new())
    }

    fn package(&self, it: &mut Interpreter<'_>) -> PackageId {
        lisp(it.rt()).reading.package
    }

    fn read_again(&self, it: &mut Interpreter<'_>, package: PackageId) {
        lisp(it.rt()).reading = ReadOptions { package, is_program: true, ..ReadOptions::default() };
    }
}

/// The variables of what was evaluated before, the latest first in each row: forms, values, lists of all values. `-` is
/// the form that is evaluated now.
const HISTORY: [[&str; 3]; 3] = [["+", "++", "+++"], ["*", "**", "***"], ["/", "//", "///"]];

/// Makes the variables of the history dynamic, each nil at first, unless they are.
fn declare_history(it: &mut Interpreter<'_>, module: ModuleId) {
    let latest = it.rt().symbols.intern("-");
    if it.is_dynamic(module, latest) {
        return;
    }
    for name in HISTORY.iter().flatten().chain(&["-"]) {
        let cell = it.own_variable(module, name);
        it.set(cell, Value::NIL);
        it.make_dynamic(cell);
    }
}

/// Notes a form and its values in the variables of the history.
fn note_value(it: &mut Interpreter<'_>, module: ModuleId, value: Value) {
    let form = it.own_variable(module, "-");
    let all = it.all_values(value);
    let all = it.rt().heap.list(&all).unwrap_or(Value::NIL);
    let latest = [it.present_value(form).unwrap_or(Value::NIL), it.first_value(value), all];
    for (names, mut value) in HISTORY.iter().zip(latest) {
        for name in names {
            let cell = it.own_variable(module, name);
            let old = it.present_value(cell).unwrap_or(Value::NIL);
            it.set(cell, value);
            value = old;
        }
    }
}

/// Returns the value of a variable of the program, if anybody has asked for it: before, it has its first value.
fn variable(it: &mut Interpreter<'_>, module: ModuleId, name: &str) -> Option<Value> {
    let name = it.rt().symbols.find(name)?;
    let cell = it.variable(module, name)?;
    it.present_value(cell)
}

/// Returns the form in which what `#.` stands before is replaced by its values, the innermost first.
fn read_time_values(it: &mut Interpreter<'_>, module: ModuleId, form: Value, spans: &mut Spans) -> Result<Value> {
    if !std::mem::take(&mut lisp(it.rt()).reading.has_read_time) {
        return Ok(form);
    }
    let root = it.rt().heap.pair(form, Value::NIL)?;
    let found = marked_parts(it.rt(), root)?;
    it.rooted(&[root], |it| {
        for (pair, is_first, part) in found.into_iter().rev() {
            let rest = it.rt().heap.cdr(part);
            let datum = it.rt().heap.car(rest);
            let value = it.evaluate_now(module, datum, spans)?;
            if is_first {
                it.rt().heap.set_car(pair, value);
            } else {
                it.rt().heap.set_cdr(pair, value);
            }
        }
        Ok(it.rt().heap.car(root))
    })
}

/// Returns the pairs whose first or second part has the mark of `#.`: the pair, whether it is the first part, and the
/// part.
fn marked_parts(rt: &mut Runtime, root: Value) -> Result<Vec<(Value, bool, Value)>> {
    let mark = rt.symbol(READ_TIME);
    // Labels may have made a circle.
    let (mut found, mut pending, mut visited) = (Vec::new(), vec![root], HashSet::new());
    while let Some(pair) = pending.pop() {
        if !visited.insert(pair.bits()) {
            continue;
        }
        rt.charge(1)?;
        rt.heap.reserve((pending.capacity() + visited.capacity()) * 2 * size_of::<Value>())?;
        for (part, is_first) in [(rt.heap.cdr(pair), false), (rt.heap.car(pair), true)] {
            if part.is_pair() {
                if rt.heap.car(part) == mark && rt.heap.cdr(part).is_pair() {
                    found.push((pair, is_first, part));
                }
                pending.push(part);
            }
        }
    }
    Ok(found)
}

/// Returns the cell that the form defines, if it is `(defun name ...)`.
fn defined_by(it: &mut Interpreter<'_>, module: ModuleId, form: Value) -> Result<Option<GlobalId>> {
    let Some(head) = it.library_head(module, form) else { return Ok(None) };
    let heap = &it.rt().heap;
    let name = heap.iter(form).nth(1).and_then(Value::as_symbol);
    match name.filter(|_| it.rt().symbols.name(head) == "defun") {
        Some(name) => it.function_to_define(module, name).map(Some),
        None => Ok(None),
    }
}

/// Returns the `progn` that a macro of the program (or `eval-when`) makes of a top-level form: its parts are top-level
/// forms, too.
fn top_level_progn(
    it: &mut Interpreter<'_>,
    module: ModuleId,
    form: Value,
    spans: &mut Spans,
) -> Result<Option<Value>> {
    if it.library_head(module, form).is_some_and(|name| it.rt().symbols.name(name) != "eval-when") {
        return Ok(None);
    }
    match it.expanded_sequence(module, form, spans, false) {
        // Expanding it once more as a part of the program will say where.
        Err(fault) if matches!(*fault, Unwind::Error(_)) => Ok(None),
        expanded => expanded,
    }
}
