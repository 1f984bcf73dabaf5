//! What Common Lisp keeps in an engine: the packages, and what the variables of a program say about reading and writing
//! at the moment.

use std::sync::LazyLock;

use super::names::NameCase;
use super::package::{Packages, USER};
use crate::runtime::Runtime;
use crate::runtime::extension::States;
use crate::symbol::PackageId;
use crate::value::Value;

/// What Common Lisp keeps in an engine.
#[derive(Clone, Default)]
pub(super) struct Lisp {
    /// How programs want values to be written.
    pub wish: Wish,
    /// How they want texts to be read.
    pub reading: Reading,
    /// What names mean in their packages.
    pub packages: Packages,
}

/// What Common Lisp keeps in this engine.
pub(super) fn lisp(states: &mut States) -> &mut Lisp {
    states.get_mut()
}

/// The same for those who change nothing.
pub(super) fn lisp_of(rt: &Runtime) -> &Lisp {
    static FRESH: LazyLock<Lisp> = LazyLock::new(Lisp::default);
    rt.states.get::<Lisp>().unwrap_or_else(|| &*FRESH)
}

/// What the variables of a program say about reading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// `*package*`
    pub package: PackageId,
    /// `*read-base*`
    pub base: u32,
    /// `*features*`: a list, of which only lists of keywords count; anything that is no list stands for [`FEATURES`].
    pub features: Value,
    /// Is it the text of a program, whose forms are evaluated?
    pub is_program: bool,
    /// Has something been read that is evaluated at once?
    pub has_read_time: bool,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading { package: USER, base: 10, features: Value::UNBOUND, is_program: false, has_read_time: false }
    }
}

/// What the variables of Common Lisp that begin with `*print-` say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wish {
    /// Long lists take several lines.
    pub pretty: bool,
    pub case: NameCase,
    /// The base of integers and ratios.
    pub base: u32,
    /// Does a number show its base?
    pub radix: bool,
    /// Do symbols without a package show that?
    pub gensym: bool,
    /// Are parts that are met again written as labels?
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
