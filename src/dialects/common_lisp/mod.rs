//! Common Lisp: the language of the standard without what programs of a textbook's kind do without.

mod elsewhere;
mod equality;
mod evaluation;
mod machine;
mod names;
mod operators;
mod package;
mod packages;
mod reading;
mod several;
mod signal;
mod state;
mod text;
mod values;
mod writing;

use crate::library::File;
use crate::module::layers::Layer;
use crate::runtime::Runtime;
use crate::runtime::dialect::{Description, Dialect, Labels, Places};
use crate::symbol::Symbol;
use crate::vm::language::Language;

/// Programs in Common Lisp.
pub(super) static COMMON_LISP: Language = Language {
    layer: Layer {
        name: NAME,
        dialect: DIALECT,
        files: FILES,
        rows: &[values::TABLE, text::TABLE, packages::TABLE],
        stand_ins: &[],
    },
    controls: &[machine::CONTROLS, several::CONTROLS, signal::CONTROLS],
    operators: operators::SPECIALS,
    evaluation: &evaluation::LispEvaluation,
    enter_continuation: None,
    offer: Some("%offer"),
};

const NAME: &str = "common-lisp";

const DIALECT: Dialect = {
    static DESCRIPTION: Description = Description {
        name: NAME,
        separates_functions: true,
        definer: "defvar",
        elsewhere: elsewhere::ELSEWHERE,
        takes_first_value: true,
        has_dynamic_variables: true,
        places: Some(Places { operator: "setf", setter }),
        notation: Some(&writing::LispNotation),
        has_upper_digits: true,
        labels: Labels::OutsideOfSkipped,
        ..Description::CORE
    };
    Dialect::new(&DESCRIPTION)
};

/// The symbol that stands for the function name `(setf place)`.
fn setter(rt: &mut Runtime, place: Symbol) -> Symbol {
    state::lisp(&mut rt.states).packages.setter(&mut rt.symbols, place)
}

/// The files of its library.
const FILES: &[File] = &[
    ("lisp/common-lisp/names.lisp", include_str!("../../../lisp/common-lisp/names.lisp")),
    ("lisp/common-lisp/array.lisp", include_str!("../../../lisp/common-lisp/array.lisp")),
    ("lisp/common-lisp/binding.lisp", include_str!("../../../lisp/common-lisp/binding.lisp")),
    ("lisp/common-lisp/condition.lisp", include_str!("../../../lisp/common-lisp/condition.lisp")),
    ("lisp/common-lisp/control.lisp", include_str!("../../../lisp/common-lisp/control.lisp")),
    ("lisp/common-lisp/float.lisp", include_str!("../../../lisp/common-lisp/float.lisp")),
    ("lisp/common-lisp/generic.lisp", include_str!("../../../lisp/common-lisp/generic.lisp")),
    ("lisp/common-lisp/iteration.lisp", include_str!("../../../lisp/common-lisp/iteration.lisp")),
    ("lisp/common-lisp/environment.lisp", include_str!("../../../lisp/common-lisp/environment.lisp")),
    ("lisp/common-lisp/list.lisp", include_str!("../../../lisp/common-lisp/list.lisp")),
    ("lisp/common-lisp/loop.lisp", include_str!("../../../lisp/common-lisp/loop.lisp")),
    ("lisp/common-lisp/macro.lisp", include_str!("../../../lisp/common-lisp/macro.lisp")),
    ("lisp/common-lisp/number.lisp", include_str!("../../../lisp/common-lisp/number.lisp")),
    ("lisp/common-lisp/object.lisp", include_str!("../../../lisp/common-lisp/object.lisp")),
    ("lisp/common-lisp/output.lisp", include_str!("../../../lisp/common-lisp/output.lisp")),
    ("lisp/common-lisp/package.lisp", include_str!("../../../lisp/common-lisp/package.lisp")),
    ("lisp/common-lisp/pathname.lisp", include_str!("../../../lisp/common-lisp/pathname.lisp")),
    ("lisp/common-lisp/place.lisp", include_str!("../../../lisp/common-lisp/place.lisp")),
    ("lisp/common-lisp/sequence.lisp", include_str!("../../../lisp/common-lisp/sequence.lisp")),
    ("lisp/common-lisp/stream.lisp", include_str!("../../../lisp/common-lisp/stream.lisp")),
    ("lisp/common-lisp/string.lisp", include_str!("../../../lisp/common-lisp/string.lisp")),
    ("lisp/common-lisp/structure.lisp", include_str!("../../../lisp/common-lisp/structure.lisp")),
    ("lisp/common-lisp/time.lisp", include_str!("../../../lisp/common-lisp/time.lisp")),
    ("lisp/common-lisp/type.lisp", include_str!("../../../lisp/common-lisp/type.lisp")),
    ("lisp/common-lisp/unsupported.lisp", include_str!("../../../lisp/common-lisp/unsupported.lisp")),
];
