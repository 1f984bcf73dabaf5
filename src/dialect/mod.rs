//! What differs between the languages, as questions that reader, loader, expander and printer ask.

use crate::symbol::{Symbol, well_known};

pub(crate) mod common_lisp;
#[cfg(feature = "scheme")]
pub(crate) mod scheme;

/// How the text of a module is read, what its bodies and names mean, and how its values are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Dialect {
    #[default]
    Core,
    /// The case of names does not count; functions and variables have nothing to do with each other.
    CommonLisp,
    /// `t` and `nil` are symbols like others, a backquote stands for `quasiquote`; bodies can hold definitions; `#f` is
    /// not the empty list.
    Scheme,
    /// The core's, but `#f` is what it is in Scheme: the library for Scheme is written so.
    SchemeLibrary,
}

impl Dialect {
    /// How a program defines a variable that it assigns.
    pub fn definition(self, name: &str) -> String {
        match self {
            Dialect::Core | Dialect::SchemeLibrary => format!("(setq {name} nil)"),
            Dialect::CommonLisp => format!("(defvar {name} nil)"),
            Dialect::Scheme => format!("(define {name} #f)"),
        }
    }

    /// Is falsehood a value of its own, which the empty list is not?
    pub fn has_false(self) -> bool {
        matches!(self, Dialect::Scheme | Dialect::SchemeLibrary)
    }

    /// How the files of a layer are read that gives its programs this dialect.
    pub fn of_library(self) -> Dialect {
        if self.has_false() { Dialect::SchemeLibrary } else { Dialect::Core }
    }

    /// Do functions and variables of one name have nothing to do with each other?
    pub fn separates_functions(self) -> bool {
        self == Dialect::CommonLisp
    }

    /// Does a form that gives several values give only the first of them to whoever asks for one?
    pub fn takes_first_value(self) -> bool {
        self == Dialect::CommonLisp
    }

    /// Are the layer's variables whose names begin with `*` bound for the time of a body?
    pub fn has_dynamic_variables(self) -> bool {
        self == Dialect::CommonLisp
    }

    /// Can bodies begin with definitions?
    pub fn has_local_definitions(self) -> bool {
        self == Dialect::Scheme
    }

    /// Is a body without an expression an error, and an assignment to a variable that nobody has defined?
    pub fn is_strict(self) -> bool {
        self == Dialect::Scheme
    }

    /// Are names that a text defines in the first column meant by those who call them before?
    pub fn reserves_definitions(self) -> bool {
        self == Dialect::Scheme
    }

    /// Do words such as `else` mean nothing special where they are the names of variables?
    pub fn binds_words(self) -> bool {
        self == Dialect::Scheme
    }

    /// Are the keys of `case` told apart by identity, 1 and 1.0, too?
    pub fn identifies_keys(self) -> bool {
        self == Dialect::Scheme
    }

    // ---- notation

    /// Do bars and backslashes protect parts of words, and do packages qualify them?
    pub fn qualifies_words(self) -> bool {
        self == Dialect::CommonLisp
    }

    /// Do variables of the program say how texts are read and values written?
    pub fn has_notation_variables(self) -> bool {
        self == Dialect::CommonLisp
    }

    /// Are the digits of numerals upper case, and do floats show their type?
    pub fn has_formal_numerals(self) -> bool {
        self == Dialect::CommonLisp
    }

    /// Are words that begin with a colon keywords, wherever they stand?
    pub fn has_keywords(self) -> bool {
        self != Dialect::Scheme
    }

    /// Do directives in a text say whether the case of names counts?
    pub fn has_directives(self) -> bool {
        self == Dialect::Scheme
    }

    /// Are there notations of complex numbers, which are refused as such?
    pub fn has_complex_numerals(self) -> bool {
        self == Dialect::Scheme
    }

    /// Do labels stand for what a text has written already? Not in what is `skipped` of Common Lisp.
    pub fn reads_labels(self, skipped: bool) -> bool {
        match self {
            Dialect::Core => false,
            Dialect::Scheme | Dialect::SchemeLibrary => true,
            Dialect::CommonLisp => !skipped,
        }
    }

    /// Are labels written for what contains itself?
    pub fn writes_labels(self) -> bool {
        self == Dialect::Scheme
    }

    /// What a backquote stands for.
    pub fn quasi_quote(self) -> Symbol {
        if self == Dialect::Scheme { well_known::QUASIQUOTE } else { well_known::QUASI_QUOTE }
    }

    /// Are `t` and `nil` names like others?
    pub fn has_plain_constants(self) -> bool {
        self == Dialect::Scheme
    }
}
