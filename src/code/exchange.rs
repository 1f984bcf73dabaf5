//! Arguments that can change places: the registers that hold them, and the position where the code that uses them
//! begins again. Precision costs nothing: the machine looks these places up when something has failed.

use super::{Code, Reg};
use crate::types::TypeSet;

/// Two values that fit only if they change places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Exchangeable<T> {
    /// Places that hold the values.
    pub places: [T; 2],
    /// Types that the values must have.
    pub types: [TypeSet; 2],
    /// Whether they are arguments of the function itself, so that the language of its caller counts.
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
