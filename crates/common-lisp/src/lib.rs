//! Common Lisp as a dialect of Klammer: the language of the standard without what programs of a textbook's kind do
//! without.
//!
//! ```
//! let mut engine = klammer::Engine::builder().dialect(klammer_common_lisp::dialect()).build();
//! let text = "(require 'common-lisp) (defun square (x) (* x x)) (loop for i from 1 to 3 sum (square i))";
//! assert_eq!(engine.eval::<i64>(text)?, 14);
//! # Ok::<(), klammer::Error>(())
//! ```

mod equality;
mod evaluation;
mod format;
mod machine;
mod notation;
mod package;
mod packages;
mod sequences;
mod text;

use std::sync::LazyLock;

use klammer::dialect::{
    AssignmentPlaces, Description, Dialect, DialectLibrary, Language, LibraryTexts, PackageId, PrinterRules,
    ReaderRules, Runtime, Semantics, Symbol, Value, Wording, operators,
};
use klammer_syntax::grammar::Labels;
use notation::NameCase;
use package::{Packages, USER};

/// Returns the dialect, for [`EngineBuilder::dialect`](klammer::EngineBuilder::dialect).
#[must_use]
pub fn dialect() -> &'static Language {
    static COMMON_LISP: Language = Language {
        library: DialectLibrary {
            name: NAME,
            dialect: DIALECT,
            library: LibraryTexts::new(TEXTS),
            natives: &[equality::TABLE, sequences::TABLE, text::TABLE, packages::TABLE],
            replacements: &[],
        },
        machine_builtins: &[machine::MACHINE_BUILTINS],
        operators: &[operators::LISP2],
        evaluation: &evaluation::LispEvaluation,
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
