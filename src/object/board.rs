//! Boards as objects of the host that programs use as arrays of digit sets.

use std::any::TypeId;
use std::sync::Arc;

use super::array::Shape;
use super::element::{Element, ElementKind};
use super::host::{Copying, Data, HostClass, HostObject, Indexed, SharedPart, Steps};
use crate::symbol::well_known;
use klammer_sudoku::board::Board;

/// Returns the class of boards.
pub(crate) fn class() -> HostClass {
    fn board(data: &Data) -> Option<&Board> {
        data.downcast_ref()
    }
    let mut class = HostClass::new(TypeId::of::<Board>(), well_known::BOARD, "board");
    class.size = Some(Box::new(|data| data.downcast_ref().map_or(0, Board::heap_bytes)));
    class.copy = Some(Copying {
        copy: Box::new(|data| Some(Box::new(board(data)?.clone()))),
        reuse: Some(Box::new(|to, from| match (to.downcast_mut::<Board>(), board(from)) {
            (Some(to), Some(from)) => {
                to.clone_from(from);
                true
            }
            _ => false,
        })),
    });
    class.shared = Some(Box::new(|data| {
        let layout = board(data)?.layout();
        let known = Arc::downgrade(layout);
        let bytes = move || known.upgrade().map(|layout| layout.bytes());
        Some(SharedPart { at: Arc::as_ptr(layout).addr(), bytes: Arc::new(bytes) })
    }));
    class.indexed = Some(Indexed {
        kind: ElementKind::Digits,
        shape: Box::new(|data| {
            let layout = board(data)?.layout();
            Shape::new(&[layout.rows(), layout.columns()])
        }),
        get: Box::new(|data, at| Some(Element::Digits(board(data)?.get(at)))),
        set: Box::new(|data, at, element| match (data.downcast_mut::<Board>(), element) {
            (Some(board), Element::Digits(set)) if set & !board.layout().all() == 0 => {
                board.set(at, set);
                Ok(())
            }
            _ => Err("a list of digits that the board has"),
        }),
    });
    class
}

impl HostObject {
    /// Returns the board that the object is.
    #[inline]
    pub fn board(&self) -> Option<&Board> {
        self.own()?.downcast_ref()
    }

    /// Returns the board that the object is, and its steps.
    #[inline]
    pub fn board_mut(&mut self) -> Option<(&mut Board, &mut Steps)> {
        let (data, steps) = self.own_mut()?;
        Some((data.downcast_mut()?, steps))
    }
}
