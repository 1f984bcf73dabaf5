//! What differs between the languages on one core: a description that reader, printer, compiler and loader ask.
//!
//! The core knows one description, its own ([`Dialect::CORE`]). All others are handed to the machine when it is made
//! (`vm/language.rs`), and a module gets one by requiring the library of that language.

use std::fmt;

use super::Runtime;
use super::notation::Notation;
use crate::symbol::{Symbol, well_known};

/// How the text of a module is read, what its bodies and names mean, and how its values are written.
#[derive(Clone, Copy)]
pub(crate) struct Dialect(&'static Description);

/// Where datum labels (`#0=`, `#0#`) stand for what a text has written already.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Labels {
    Nowhere,
    Everywhere,
    /// Not in what a text has the reader skip.
    OutsideOfSkipped,
}

/// How places are assigned to.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    /// `(operator place value)` does it.
    pub operator: &'static str,
    /// The symbol that stands for the function name `(operator name)`.
    pub setter: fn(&mut Runtime, Symbol) -> Symbol,
}

/// What there is to say of a dialect. All but a few of these are as in [`Description::CORE`].
pub(crate) struct Description {
    /// For messages of ours only.
    pub name: &'static str,
    /// How the files of its library are read, if that is not the core's way.
    pub library: Option<Dialect>,

    // ---- what names and bodies mean
    /// Is falsehood a value of its own, which the empty list is not?
    pub has_false: bool,
    /// Do functions and variables of one name have nothing to do with each other?
    pub separates_functions: bool,
    /// Does a form that gives several values give only the first of them to whoever asks for one?
    pub takes_first_value: bool,
    /// Are the library's variables whose names begin with `*` bound for the time of a body?
    pub has_dynamic_variables: bool,
    /// Can bodies begin with definitions?
    pub has_local_definitions: bool,
    /// Is a body without an expression an error, and an assignment to a variable that nobody has defined?
    pub is_strict: bool,
    /// Do words such as `else` mean nothing special where they are the names of variables?
    pub binds_words: bool,
    /// The function of its library that compares the keys of `case`, if they are not compared as by `equal?`.
    pub key_comparison: Option<&'static str>,
    /// How it assigns to places, if names can stand for them and lists such as `(setf place)` name functions.
    pub places: Option<Places>,

    // ---- words for people
    /// The operators that assign a variable and that define one.
    pub setter: &'static str,
    pub definer: &'static str,
    /// What the names of files end with that have programs in it, unless all programs may have it.
    pub endings: &'static [&'static str],
    /// Modules that programs in it load and that have nothing to add here.
    pub needless_modules: &'static [&'static str],
    /// Beginnings of forms that no program in the core's language has.
    pub signs: &'static [&'static str],
    /// Names of other languages, and what is written here for them.
    pub elsewhere: &'static [(&'static str, &'static str)],

    // ---- notation
    /// What it reads and writes in ways of its own.
    pub notation: Option<&'static dyn Notation>,
    /// Are the digits of numerals upper case?
    pub has_upper_digits: bool,
    /// Are words that begin with a colon keywords, wherever they stand?
    pub has_keywords: bool,
    /// Do directives in a text say whether the case of names counts?
    pub has_directives: bool,
    /// Are there notations of complex numbers, which are refused as such?
    pub has_complex_numerals: bool,
    pub labels: Labels,
    /// Are labels written for what contains itself?
    pub writes_labels: bool,
    /// What lists are written between.
    pub list_brackets: (&'static str, &'static str),
    /// Is `(quote x)` written as `'x`?
    pub abbreviates: bool,
    /// What a backquote stands for.
    pub quasi_quote: Symbol,
    /// Is a comma outside of a template an error where it is read?
    pub refuses_stray_commas: bool,
    /// Are `t` and `nil` names like others?
    pub has_plain_constants: bool,
    /// Does a prompt show values in this notation, and nothing of what the language does not specify?
    pub is_shown_at_prompt: bool,
}

impl Description {
    /// The core's own.
    pub const CORE: Description = Description {
        name: "core",
        library: None,
        has_false: false,
        separates_functions: false,
        takes_first_value: false,
        has_dynamic_variables: false,
        has_local_definitions: false,
        is_strict: false,
        binds_words: false,
        key_comparison: None,
        places: None,
        setter: "setq",
        definer: "setq",
        endings: &[],
        needless_modules: &[],
        signs: &[],
        elsewhere: &[],
        notation: None,
        has_upper_digits: false,
        has_keywords: true,
        has_directives: false,
        has_complex_numerals: false,
        labels: Labels::Nowhere,
        writes_labels: false,
        list_brackets: ("(", ")"),
        abbreviates: true,
        quasi_quote: well_known::QUASI_QUOTE,
        refuses_stray_commas: false,
        has_plain_constants: false,
        is_shown_at_prompt: false,
    };
}

impl Dialect {
    pub const CORE: Dialect = {
        static CORE: Description = Description::CORE;
        Dialect(&CORE)
    };

    pub const fn new(description: &'static Description) -> Dialect {
        Dialect(description)
    }

    /// How a program defines a variable that it assigns.
    pub fn definition(self, name: &str) -> String {
        format!("({} {name} {})", self.definer, if self.has_false { "#f" } else { "nil" })
    }

    /// How the files of its library are read.
    pub fn of_library(self) -> Dialect {
        self.library.unwrap_or(Dialect::CORE)
    }

    /// Do datum labels count here? `skipped`: in what the reader is told to skip.
    pub fn reads_labels(self, skipped: bool) -> bool {
        match self.labels {
            Labels::Nowhere => false,
            Labels::Everywhere => true,
            Labels::OutsideOfSkipped => !skipped,
        }
    }
}

impl std::ops::Deref for Dialect {
    type Target = Description;

    fn deref(&self) -> &Description {
        self.0
    }
}

impl Default for Dialect {
    fn default() -> Dialect {
        Dialect::CORE
    }
}

/// There is one description of each.
impl PartialEq for Dialect {
    fn eq(&self, other: &Dialect) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Dialect {}

impl fmt::Debug for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
