//! The lines of a picture: which there are between cells, and how heavy they are.

use super::Shape;
use crate::board::{GroupKind, Layout};

/// Weight of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Line {
    None,
    Light,
    Heavy,
}

/// Border between two places beside each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Border {
    /// Both are outside.
    Outside,
    /// Both are in one box and one cage.
    Inner,
    /// Two cages meet, or a cage ends.
    Cage,
    /// Two boxes or regions meet, or the board ends.
    Area,
}

/// Returns whether the layout has as many rows and columns as the shape.
pub(super) fn fits(layout: &Layout, shape: Shape) -> bool {
    (layout.rows(), layout.columns()) == (shape.size(), shape.size())
}

/// The borders of a square board.
pub(super) struct Frame {
    pub size: usize,
    /// For each place the boxes or regions that contain it; none for a hole.
    areas: Vec<Option<Vec<usize>>>,
    cages: Vec<Option<usize>>,
    pub has_cages: bool,
}

impl Frame {
    /// The borders that a layout has; without one, those of the shape's boxes.
    pub fn new(shape: Shape, layout: Option<&Layout>) -> Frame {
        let size = shape.size();
        let mut areas: Vec<Option<Vec<usize>>> = vec![Some(Vec::new()); shape.cells()];
        let mut cages = vec![None; shape.cells()];
        match layout.filter(|layout| fits(layout, shape)) {
            Some(layout) => {
                for (number, group) in layout.groups().iter().enumerate() {
                    for &cell in &group.cells {
                        match group.kind {
                            GroupKind::Box | GroupKind::Region => {
                                areas.get_mut(cell).into_iter().flatten().for_each(|areas| areas.push(number));
                            }
                            GroupKind::Cage => cages.get_mut(cell).into_iter().for_each(|cage| *cage = Some(number)),
                            _ => {}
                        }
                    }
                }
                for hole in (0..size * size).filter(|&cell| !layout.is_cell(cell)) {
                    areas.get_mut(hole).into_iter().for_each(|areas| *areas = None);
                }
            }
            None if shape.has_boxes() => {
                for (cell, areas) in areas.iter_mut().enumerate() {
                    areas.iter_mut().for_each(|areas| areas.push(shape.box_of(cell / size, cell % size)));
                }
            }
            None => {}
        }
        let has_cages = cages.iter().any(Option::is_some);
        Frame { size, areas, cages, has_cages }
    }

    /// Returns the number of a place from coordinates counted from one: before the first and after the last there are
    /// places outside.
    fn place(&self, row: usize, column: usize) -> Option<usize> {
        let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
        (row < self.size && column < self.size).then_some(row * self.size + column)
    }

    fn between(&self, a: Option<usize>, b: Option<usize>) -> Border {
        let area = |place: Option<usize>| place.and_then(|place| self.areas.get(place)).and_then(Option::as_ref);
        let cage = |place: Option<usize>| place.and_then(|place| self.cages.get(place)).copied().flatten();
        match (area(a), area(b)) {
            (None, None) => Border::Outside,
            (Some(ours), Some(theirs)) => {
                let neither = ours.is_empty() && theirs.is_empty();
                let apart = !neither && !ours.iter().any(|area| theirs.contains(area));
                match (apart, cage(a) == cage(b)) {
                    (true, _) => Border::Area,
                    (false, false) => Border::Cage,
                    (false, true) => Border::Inner,
                }
            }
            _ => Border::Area,
        }
    }

    /// Returns the border above a place; after the last row, the border below it.
    pub fn above(&self, row: usize, column: usize) -> Border {
        self.between(self.place(row, column + 1), self.place(row + 1, column + 1))
    }

    /// Returns the border left of a place; after the last column, the border right of it.
    pub fn left(&self, row: usize, column: usize) -> Border {
        self.between(self.place(row + 1, column), self.place(row + 1, column + 1))
    }

    /// The borders that meet in the upper left corner of a place: up, right, down, left.
    pub fn corner(&self, row: usize, column: usize) -> [Border; 4] {
        let place = |up: usize, left: usize| self.place(row + up, column + left);
        [
            self.between(place(0, 0), place(0, 1)),
            self.between(place(0, 1), place(1, 1)),
            self.between(place(1, 0), place(1, 1)),
            self.between(place(0, 0), place(1, 0)),
        ]
    }
}

/// The character in which lines meet: up, right, down, left.
pub(super) fn joint(arms: [Line; 4]) -> char {
    // For each sum of arms, up counting 1, right 3, down 9 and left 27, light once and heavy twice.
    const JOINTS: [char; 81] = [
        ' ', '╵', '╹', '╶', '└', '┖', '╺', '┕', '┗', '╷', '│', '╿', '┌', '├', '┞', '┍', '┝', '┡', '╻', '╽', '┃', '┎',
        '┟', '┠', '┏', '┢', '┣', '╴', '┘', '┚', '─', '┴', '┸', '╼', '┶', '┺', '┐', '┤', '┦', '┬', '┼', '╀', '┮', '┾',
        '╄', '┒', '┧', '┨', '┰', '╁', '╂', '┲', '╆', '╊', '╸', '┙', '┛', '╾', '┵', '┹', '━', '┷', '┻', '┑', '┥', '┩',
        '┭', '┽', '╃', '┯', '┿', '╇', '┓', '┪', '┫', '┱', '╅', '╉', '┳', '╈', '╋',
    ];
    let index = arms.iter().rev().fold(0, |sum, line| 3 * sum + *line as usize);
    JOINTS.get(index).copied().unwrap_or(' ')
}

/// The same with characters of ASCII.
pub(super) fn plain_joint(arms: [Line; 4]) -> char {
    let [up, right, down, left] = arms;
    let (upright, level) = (up.max(down), left.max(right));
    match (upright, level) {
        (Line::None, Line::None) => ' ',
        (Line::Heavy, _) => '#',
        (_, Line::Heavy) => '=',
        (_, Line::None) if up == down => '|',
        (Line::None, _) if left == right => '-',
        _ => '+',
    }
}
