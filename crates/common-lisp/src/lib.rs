//! Common Lisp as a dialect of Klammer: the language of the standard without what programs of a textbook's kind do
//! without.
//!
//! ```
//! let mut engine = klammer::Engine::builder().dialect(klammer_common_lisp::dialect()).build();
//! let text = "(require 'common-lisp) (defun square (x) (* x x)) (loop for i from 1 to 3 sum (square i))";
//! assert_eq!(engine.eval::<i64>(text)?, 14);
//! # Ok::<(), klammer::Error>(())
//! ```

mod elsewhere;
mod equality;
mod evaluation;
mod machine;
mod names;
mod package;
mod packages;
mod reading;
mod sequences;
mod several;
mod signal;
mod state;
mod text;
mod values;
mod writing;

use klammer::dialect::{Description, Dialect, Language, Layer, LibraryTexts, Places, Runtime, Symbol, operators};
use klammer_syntax::grammar::Labels;

use state::Lisp;

/// Returns the dialect, for [`EngineBuilder::dialect`](klammer::EngineBuilder::dialect).
#[must_use]
pub fn dialect() -> &'static Language {
    static COMMON_LISP: Language = Language {
        layer: Layer {
            name: NAME,
            dialect: DIALECT,
            library: LibraryTexts::new(TEXTS),
            natives: &[values::TABLE, sequences::TABLE, text::TABLE, packages::TABLE],
            stand_ins: &[],
        },
        controls: &[machine::CONTROLS, several::CONTROLS, signal::CONTROLS],
        operators: &[operators::SEPARATE_FUNCTIONS],
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
        separates_functions: true,
        definer: "defvar",
        endings: &["cl", "lsp"],
        needless_modules: &["asdf", "uiop"],
        signs: &["(in-package ", "(defpackage ", "(defclass ", "(defgeneric ", "(declaim "],
        elsewhere: elsewhere::ELSEWHERE,
        takes_first_value: true,
        has_dynamic_variables: true,
        places: Some(Places { operator: "setf", setter }),
        notation: Some(&writing::LispNotation),
        has_upper_digits: true,
        refuses_stray_commas: true,
        labels: Labels::OutsideOfSkipped,
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
