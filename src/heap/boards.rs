//! Boards, which are objects of the host.

use std::any::TypeId;
use std::sync::Arc;

use hashbrown::HashMap;

use super::Heap;
use crate::fault::{Result, internal};
use crate::object::board;
use crate::object::host::{HostClass, HostObject, Steps};
use crate::value::Value;
use klammer_sudoku::board::Board;

/// Returns the classes that are known from the start.
pub(super) fn classes() -> HashMap<TypeId, Arc<HostClass>> {
    [(TypeId::of::<Board>(), Arc::new(board::class()))].into_iter().collect()
}

impl Heap {
    /// Makes a board a value.
    pub(crate) fn board(&mut self, board: Board) -> Result<Value> {
        let Some(class) = self.host_classes.get(&TypeId::of::<Board>()) else { return internal("the class of boards") };
        let object = HostObject::new(Arc::clone(class), Box::new(board));
        self.host_object(object)
    }

    #[inline]
    pub(crate) fn as_board(&self, v: Value) -> Option<&Board> {
        self.as_host_object(v)?.board()
    }

    #[inline]
    pub(crate) fn board_of(&self, v: Value) -> Result<&Board> {
        self.as_board(v).map_or_else(|| internal("a board that is none"), Ok)
    }

    #[inline]
    pub(crate) fn board_of_mut(&mut self, v: Value) -> Result<(&mut Board, &mut Steps)> {
        let board = self.as_host_object_mut(v).and_then(HostObject::board_mut);
        board.map_or_else(|| internal("a board that is none"), Ok)
    }
}
