//! Boards as they cross the host boundary.

use super::object::{Class, HostType};
use super::{Built, ConvertError, IntoContext, IntoLisp};
use klammer_sudoku::board::Board;

/// The engine has the class of boards from the start (`object/board.rs`).
impl HostType for Board {
    const NAME: &'static str = "board";

    fn describe(_: &mut Class<'_, Board>) {}
}

/// A copy of it.
impl IntoLisp for &Board {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        maker.make(self.clone())
    }
}
