//! State of Common Lisp in an engine: the packages, and the current options of the program for reading and writing.

use std::sync::LazyLock;

use klammer::dialect::{PackageId, Runtime, Value};

use super::names::NameCase;
use super::package::{Packages, USER};

/// State of Common Lisp in an engine.
#[derive(Clone, Default)]
pub(super) struct Lisp {
    /// Options of the program for writing values.
    pub wish: Wish,
    /// Options of the program for reading texts.
    pub reading: Reading,
    /// Packages with their symbols.
    pub packages: Packages,
}

/// Returns the state of Common Lisp in this engine.
pub(super) fn lisp(rt: &mut Runtime) -> &mut Lisp {
    rt.states.get_mut()
}

/// The same for those who change nothing.
pub(super) fn lisp_of(rt: &Runtime) -> &Lisp {
    static FRESH: LazyLock<Lisp> = LazyLock::new(Lisp::default);
    rt.states.get::<Lisp>().unwrap_or_else(|| &*FRESH)
}

/// Reading options that the variables of a program give.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// `*package*`
    pub package: PackageId,
    /// `*read-base*`
    pub base: u32,
    /// `*features*`: a list, of which only lists of keywords count; anything that is no list stands for [`FEATURES`].
    pub features: Value,
    /// Whether the text is a program, whose forms are evaluated.
    pub is_program: bool,
    /// Whether the text had a form that is evaluated at read time.
    pub has_read_time: bool,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading { package: USER, base: 10, features: Value::UNBOUND, is_program: false, has_read_time: false }
    }
}

/// Writing options that the variables beginning with `*print-` give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wish {
    /// Long lists take several lines.
    pub pretty: bool,
    pub case: NameCase,
    /// The base of integers and ratios.
    pub base: u32,
    /// Whether a number shows its base.
    pub radix: bool,
    /// Whether symbols without a package show that.
    pub gensym: bool,
    /// Whether parts that occur again are written as labels.
    pub circle: bool,
    /// The package in which symbols are read back.
    pub package: PackageId,
}

impl Default for Wish {
    fn default() -> Wish {
        Wish {
            pretty: false,
            case: NameCase::Upper,
            base: 10,
            radix: false,
            gensym: true,
            circle: false,
            package: USER,
        }
    }
}
