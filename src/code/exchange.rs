//! Where arguments can change places: which registers hold them, and where the code begins again that uses them. It
//! costs nothing to be right: these places are looked up when something has failed.

use super::{Code, Reg};
use crate::types::TypeSet;

/// Two values that fit only if they change places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Exchangeable<T> {
    /// What holds them.
    pub places: [T; 2],
    /// Of which types they must be.
    pub types: [TypeSet; 2],
    /// Are they arguments of the function itself, so that it is its caller's language that counts?
    pub is_own: bool,
}

/// The instructions from `from` up to `to` have done nothing yet when they find that a value is of the wrong type; with
/// the values exchanged they begin again at `from`. (Unless one was of the right type: then both are no longer these.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Exchange {
    pub from: u32,
    pub to: u32,
    pub values: Exchangeable<Reg>,
}

impl Code {
    /// The exchanges that are possible at `pc`, and where the code goes on then.
    pub fn exchanges_at(&self, pc: usize) -> impl Iterator<Item = (usize, Exchangeable<Reg>)> {
        let owner = self.owner(pc);
        let start = owner.map_or(0, |p| p.code.start);
        let all = owner.map_or(&[][..], |p| &p.rare().exchanges);
        let offset = (pc as u32).wrapping_sub(start);
        let around = all.iter().filter(move |e| (e.from..e.to).contains(&offset));
        around.map(move |e| ((start + e.from) as usize, e.values))
    }
}
