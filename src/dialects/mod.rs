//! The dialects that the crate was built with: the only place that knows which there are.
//!
//! Each has a folder of its own and a feature of the crate. What one consists of is said in [`crate::vm::language`] and
//! [`crate::runtime::dialect`]; `CONTRIBUTING.md` has the steps to another.

#[cfg(feature = "common-lisp")]
mod common_lisp;
#[cfg(feature = "scheme")]
mod scheme;
#[cfg(test)]
mod tests;

use crate::vm::language::Dialects;

pub(crate) static DIALECTS: Dialects = Dialects {
    languages: &[
        #[cfg(feature = "scheme")]
        &scheme::SCHEME,
        #[cfg(feature = "common-lisp")]
        &common_lisp::COMMON_LISP,
    ],
    left_out: &[
        #[cfg(not(feature = "scheme"))]
        "scheme",
        #[cfg(not(feature = "common-lisp"))]
        "common-lisp",
    ],
};
