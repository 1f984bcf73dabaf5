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
mod elsewhere;
mod evaluation;
mod include;
mod machine;
mod notation;
mod values;

use klammer::dialect::{Description, Dialect, Language, Layer, LibraryTexts, operators, well_known};
use klammer_syntax::grammar::Labels;

/// Returns the dialect, for [`EngineBuilder::dialect`](klammer::EngineBuilder::dialect).
#[must_use]
pub fn dialect() -> &'static Language {
    static SCHEME: Language = Language {
        layer: Layer {
            name: NAME,
            dialect: DIALECT,
            library: LibraryTexts::new(TEXTS),
            natives: &[values::TABLE, data::TABLE],
            stand_ins: &[("not", "%not"), ("null?", "%null?"), ("boolean?", "%boolean?")],
        },
        controls: &[machine::CONTROLS],
        operators: &[operators::BY_RULES],
        evaluation: &evaluation::SchemeEvaluation,
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
