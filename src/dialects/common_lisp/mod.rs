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
mod sequences;
mod several;
mod signal;
mod state;
mod text;
mod values;
mod writing;

use crate::library::{File, file};
use crate::module::dialect_modules::Layer;
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
        rows: &[values::TABLE, sequences::TABLE, text::TABLE, packages::TABLE],
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
    state::lisp(&mut rt.states).packages.setter(&mut rt.symbols, place)
}

/// The files of its library.
const FILES: &[File] = &[
    file!("lisp/common-lisp/names.lisp"),
    file!("lisp/common-lisp/array.lisp"),
    file!("lisp/common-lisp/binding.lisp"),
    file!("lisp/common-lisp/condition.lisp"),
    file!("lisp/common-lisp/control.lisp"),
    file!("lisp/common-lisp/float.lisp"),
    file!("lisp/common-lisp/generic.lisp"),
    file!("lisp/common-lisp/iteration.lisp"),
    file!("lisp/common-lisp/environment.lisp"),
    file!("lisp/common-lisp/list.lisp"),
    file!("lisp/common-lisp/loop.lisp"),
    file!("lisp/common-lisp/macro.lisp"),
    file!("lisp/common-lisp/number.lisp"),
    file!("lisp/common-lisp/object.lisp"),
    file!("lisp/common-lisp/output.lisp"),
    file!("lisp/common-lisp/package.lisp"),
    file!("lisp/common-lisp/pathname.lisp"),
    file!("lisp/common-lisp/place.lisp"),
    file!("lisp/common-lisp/sequence.lisp"),
    file!("lisp/common-lisp/stream.lisp"),
    file!("lisp/common-lisp/string.lisp"),
    file!("lisp/common-lisp/structure.lisp"),
    file!("lisp/common-lisp/time.lisp"),
    file!("lisp/common-lisp/type.lisp"),
    file!("lisp/common-lisp/unsupported.lisp"),
];
