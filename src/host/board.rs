//! Boards as they cross the host boundary: copied, or lent to be changed.

use super::function::{Arguments, Parameter};
use super::{Built, ConvertError, FromContext, FromLisp, IntoContext, IntoLisp};
use crate::fault::{Res, internal};
use crate::object::board::BoardArray;
use crate::runtime::Runtime;
use crate::value::Value;
use klammer_sudoku::board::Board;

impl FromLisp for Board {
    const EXPECTED: &'static str = "a board";
    const SPECIALIZER: Option<&'static str> = Some("board");
    fn from_lisp(given: FromContext<'_>) -> Result<Board, ConvertError> {
        given.rt.pay_out(size_of::<Board>())?;
        given.rt.heap.as_board(given.value).map(|b| b.board.clone()).ok_or_else(|| given.unfit::<Board>())
    }
}

impl IntoLisp for Board {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        count_layout(maker.rt, &self)?;
        let v = maker.rt.heap.board(BoardArray::new(self))?;
        maker.done(v)
    }
}

/// Counts the layout of a board, if that is none of a program's and none that all share.
fn count_layout(rt: &mut Runtime, board: &Board) -> Res<()> {
    let bytes = rt.search.add_layout(board.layout());
    if bytes > 0 { rt.heap.add_external(bytes) } else { Ok(()) }
}

/// A copy of it.
impl IntoLisp for &Board {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        count_layout(maker.rt, self)?;
        let v = maker.rt.heap.board_like(self)?;
        maker.done(v)
    }
}

/// A board that is lent, and where it goes back to.
#[derive(Default, Debug)]
pub struct LentBoard(Option<(Value, Board)>);

/// The program's board is, when the function returns, the board that the function has made of it.
impl Parameter for &mut Board {
    type Item<'a> = &'a mut Board;
    type Kept = LentBoard;
    const EXPECTS: &'static str = Board::EXPECTED;
    const SPECIALIZES: Option<&'static str> = Board::SPECIALIZER;

    fn keep(from: &mut Arguments<'_>) -> Res<LentBoard> {
        match from.next() {
            Some(v) => from.convert(v).map(|board| LentBoard(Some((v, board)))),
            None => Err(from.left_out()),
        }
    }

    fn lend<'a>(_: Option<&'a Runtime>, kept: &'a mut LentBoard) -> Res<&'a mut Board> {
        match &mut kept.0 {
            Some((_, board)) => Ok(board),
            None => internal("a board that is not there"),
        }
    }

    fn restore(rt: &mut Runtime, kept: &mut LentBoard) {
        if let Some((v, board)) = kept.0.take()
            && let Some(place) = rt.heap.as_board_mut(v)
        {
            place.board = board;
        }
    }
}
