//! The dialects that the crate was built with: the only place that knows which there are.
//!
//! Each has a folder of its own and a feature of the crate. What one consists of is said in [`crate::vm::language`] and
//! [`crate::runtime::dialect`]; `CONTRIBUTING.md` has the steps to another.

#[cfg(feature = "common-lisp")]
mod common_lisp;
#[cfg(feature = "scheme")]
mod scheme;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialect_is_there_with_its_feature() {
        for (name, built) in [("scheme", cfg!(feature = "scheme")), ("common-lisp", cfg!(feature = "common-lisp"))] {
            assert_eq!(DIALECTS.has(name), built);
            assert_eq!(DIALECTS.left_out.contains(&name), !built);
        }
    }

    #[test]
    fn a_layer_defines_each_name_once_as_its_programs_write_it() {
        for layer in DIALECTS.languages.iter().map(|l| &l.layer) {
            let mut seen = std::collections::HashSet::new();
            for name in layer.definitions().filter(|d| !d.is_further).map(|d| d.name) {
                assert!(!name.contains(':'), "{}: {name} has a prefix", layer.name);
                assert!(seen.insert(name), "{}: {name} is defined twice", layer.name);
            }
        }
    }
}
