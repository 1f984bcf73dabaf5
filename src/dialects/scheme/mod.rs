//! Scheme: the small language of R7RS, with what programs for other implementations use besides.

mod data;
mod elsewhere;
mod evaluation;
mod include;
mod machine;
mod notation;
mod operators;
mod values;

use crate::library::{File, file};
use crate::module::dialect_modules::Layer;
use crate::runtime::dialect::{Description, Dialect, Labels};
use crate::symbol::well_known;
use crate::vm::language::Language;

/// Programs in Scheme.
pub(super) static SCHEME: Language = Language {
    layer: Layer {
        name: NAME,
        dialect: DIALECT,
        files: FILES,
        rows: &[values::TABLE, data::TABLE],
        stand_ins: &[("not", "%not"), ("null?", "%null?"), ("boolean?", "%boolean?")],
    },
    controls: &[machine::CONTROLS],
    operators: operators::SPECIALS,
    evaluation: &evaluation::SchemeEvaluation,
    enter_continuation: Some("%enter-continuation"),
    offer: None,
};

const NAME: &str = "scheme";

const DIALECT: Dialect = {
    static PROGRAMS: Description = Description {
        name: NAME,
        library: Some(LIBRARY),
        has_local_definitions: true,
        definer: "define",
        endings: &["scm", "ss", "sld", "sls"],
        elsewhere: elsewhere::ELSEWHERE,
        is_strict: true,
        binds_words: true,
        key_comparison: Some("%eqv?"),
        notation: Some(&notation::SchemeNotation),
        has_keywords: false,
        has_directives: true,
        has_complex_numerals: true,
        writes_labels: true,
        abbreviates: false,
        quasi_quote: well_known::QUASIQUOTE,
        has_plain_constants: true,
        is_shown_at_prompt: true,
        ..OF_ITS_KIND
    };
    Dialect::new(&PROGRAMS)
};

/// The library is written in the core's language, but `#f` is what it is in Scheme.
const LIBRARY: Dialect = {
    static LIBRARY: Description = Description { name: "the library of scheme", ..OF_ITS_KIND };
    Dialect::new(&LIBRARY)
};

const OF_ITS_KIND: Description = Description { has_false: true, labels: Labels::Everywhere, ..Description::CORE };

/// The files of its library.
const FILES: &[File] = &[
    file!("lisp/scheme/names.lisp"),
    file!("lisp/scheme/syntax.lisp"),
    file!("lisp/scheme/control.lisp"),
    file!("lisp/scheme/list.lisp"),
    file!("lisp/scheme/number.lisp"),
    file!("lisp/scheme/string.lisp"),
    file!("lisp/scheme/srfi-13.lisp"),
    file!("lisp/scheme/vector.lisp"),
    file!("lisp/scheme/srfi-132.lisp"),
    file!("lisp/scheme/srfi-133.lisp"),
    file!("lisp/scheme/table.lisp"),
    file!("lisp/scheme/port.lisp"),
    file!("lisp/scheme/fixnum.lisp"),
    file!("lisp/scheme/stream.lisp"),
    file!("lisp/scheme/bytes.lisp"),
    file!("lisp/scheme/compatibility.lisp"),
    file!("lisp/scheme/matrix.lisp"),
    file!("lisp/scheme/library.lisp"),
];
