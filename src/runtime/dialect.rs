//! Differences between the languages on one core: a description that reader, printer, compiler and loader consult.
//!
//! The core knows one description, its own ([`Dialect::CORE`]). All others are handed to the machine when it is made
//! (`vm/dialects.rs`), and a module gets one by requiring the library of that language.

use std::fmt;

use klammer_syntax::grammar::Grammar;
pub(crate) use klammer_syntax::grammar::Labels;

use super::Runtime;
use super::notation::{Hooks, Notation};
use crate::symbol::{Symbol, well_known};

/// Syntax, semantics and notation of a module: reading of its text, meaning of bodies and names, writing of values.
#[derive(Clone, Copy)]
pub struct Dialect(&'static Description);

/// Assignment to places.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// `(operator place value)` does it.
    pub operator: &'static str,
    /// The symbol that stands for the function name `(operator name)`.
    pub setter: fn(&mut Runtime, Symbol) -> Symbol,
}

/// Description of a dialect. All but a few fields are as in [`Description::CORE`].
pub struct Description {
    /// For messages of ours only.
    pub name: &'static str,
    /// Dialect of the files of its library, if that is not the core.
    pub library: Option<Dialect>,

    // ---- what names and bodies mean
    /// Whether falsehood is a value of its own, different from the empty list.
    pub has_false: bool,
    /// Whether functions and variables have separate namespaces.
    pub separates_functions: bool,
    /// Whether a form that yields several values yields only the first where one is expected.
    pub takes_first_value: bool,
    /// Whether the library's variables whose names begin with `*` are bound dynamically in a body.
    pub has_dynamic_variables: bool,
    /// Whether bodies can begin with definitions.
    pub has_local_definitions: bool,
    /// Whether a body without an expression is an error, and so is an assignment to an undefined variable.
    pub is_strict: bool,
    /// Whether words such as `else` lose their special meaning where they are bound as variables.
    pub binds_words: bool,
    /// The function of its library that compares the keys of `case`, if they are not compared as by `equal?`.
    pub key_comparison: Option<&'static str>,
    /// Assignment to places, if names can stand for them and lists such as `(setf place)` name functions.
    pub places: Option<Places>,

    // ---- words for people
    /// The operator that defines a variable.
    pub definer: &'static str,
    /// Extensions of files with its programs, unless any extension will do.
    pub endings: &'static [&'static str],
    /// Modules that programs in it load and that have nothing to add here.
    pub needless_modules: &'static [&'static str],
    /// Beginnings of forms that no program in the core's language has.
    pub signs: &'static [&'static str],
    /// Names of other languages, and what is written here for them.
    pub elsewhere: &'static [(&'static str, &'static str)],

    // ---- notation
    /// Notation for reading and writing, where it differs from the core's.
    pub notation: Option<&'static dyn Notation>,
    /// Whether the digits of numerals are upper case.
    pub has_upper_digits: bool,
    /// Whether words that begin with a colon are keywords in any position.
    pub has_keywords: bool,
    /// Whether directives in a text say if the case of names counts.
    pub has_directives: bool,
    /// Whether there are notations of complex numbers, which the reader refuses as such.
    pub has_complex_numerals: bool,
    /// Regions in which datum labels (`#0=`, `#0#`) stand for an earlier part of the text.
    pub labels: Labels,
    /// Whether the printer writes labels for values that contain themselves.
    pub writes_labels: bool,
    /// Brackets of lists.
    pub list_brackets: (&'static str, &'static str),
    /// Whether `(quote x)` is written as `'x`.
    pub abbreviates: bool,
    /// Symbol that a backquote stands for.
    pub quasi_quote: Symbol,
    /// Whether the reader refuses a comma outside of a template.
    pub refuses_stray_commas: bool,
    /// Whether `t` and `nil` are ordinary names.
    pub has_plain_constants: bool,
    /// Whether a prompt shows values in this notation, and nothing that the language leaves unspecified.
    pub is_shown_at_prompt: bool,
}

impl std::fmt::Debug for Description {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Description")
    }
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
    /// The core.
    pub const CORE: Dialect = {
        static CORE: Description = Description::CORE;
        Dialect(&CORE)
    };

    /// Makes the dialect of this description.
    pub const fn new(description: &'static Description) -> Dialect {
        Dialect(description)
    }

    /// Returns the form with which a program defines a variable that it assigns.
    pub(crate) fn definition(self, name: &str) -> String {
        format!("({} {name} {})", self.definer, if self.has_false { "#f" } else { "nil" })
    }

    /// Returns the dialect of the files of its library.
    pub(crate) fn of_library(self) -> Dialect {
        self.library.unwrap_or(Dialect::CORE)
    }

    /// Returns the grammar of its texts.
    pub(crate) fn grammar(self) -> Grammar {
        Grammar {
            hooks: self.notation.map(|notation| notation as &dyn Hooks),
            labels: self.labels,
            has_directives: self.has_directives,
            refuses_stray_commas: self.refuses_stray_commas,
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
