//! Place, digit and level of a step that assigns or eliminates something.

use crate::fault::{Code, ErrorData, Result, complain};
use crate::printer::brief;
use crate::runtime::Runtime;
use crate::symbol::well_known;
use crate::value::Value;
use klammer_sudoku::board::Level;

/// The level of that name.
pub(crate) fn level_named(rt: &Runtime, function: &str, name: Value) -> Result<Level> {
    Ok(match name.as_symbol() {
        Some(well_known::FORWARD) => Level::Forward,
        Some(well_known::NAKED) => Level::Naked,
        Some(well_known::HIDDEN) => Level::Hidden,
        Some(well_known::LOCKED) => Level::Locked,
        Some(well_known::PAIRS) => Level::Pairs,
        Some(well_known::DISTINCT) => Level::Distinct,
        _ => {
            let levels = "forward, naked, hidden, locked, pairs or distinct";
            let c = ErrorData::unfit(Code::BadValue, levels, &brief(rt, name));
            return Err(c.with_subject(function).with_argument("level").into());
        }
    })
}

/// The level that the options `:level name` state.
pub(super) fn level_option(rt: &Runtime, function: &str, options: &[Value]) -> Result<Option<Level>> {
    match *options {
        [] => Ok(None),
        [key, name] if key.as_keyword() == Some(well_known::LEVEL) => level_named(rt, function, name).map(Some),
        [key, ..] => {
            let shown = brief(rt, key);
            complain(function, Code::ArgumentCount, format!("expected the option :level and its value, got {shown}"))
        }
    }
}

/// Place and digit of a step. The place is a cell, which is a list or a row and a column, or a variable of a store.
#[derive(Clone, Copy)]
pub(super) struct Putting<'a> {
    pub place: Value,
    pub column: Option<Value>,
    pub digit: Value,
    pub options: &'a [Value],
    /// The keyword that stands where a digit would be after a row and a column.
    pub key: Option<Value>,
}

impl Putting<'_> {
    /// The level that the options state.
    #[inline]
    pub fn level(&self, rt: &Runtime, function: &str) -> Result<Option<Level>> {
        match (self.key, self.options) {
            (None, options) => level_option(rt, function, options),
            (Some(key), &[name]) => level_option(rt, function, &[key, name]),
            (Some(key), _) => level_option(rt, function, &[key]),
        }
    }
}
