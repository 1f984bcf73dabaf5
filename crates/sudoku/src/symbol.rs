//! The characters that stand for digits and blanks, and the alphabets in which puzzles use them.

/// A character of a cell, before it is known which digit it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CellChar {
    /// Never a digit.
    Blank,
    /// A blank or the first digit.
    Zero,
    /// 1 to 9.
    Digit(u8),
    /// A letter, counted from 1. An X is mostly a blank.
    Letter(u8),
}

/// Letters of both cases are read.
pub(crate) fn symbol(c: char) -> Option<CellChar> {
    Some(match c {
        '.' | '*' | '_' | '-' | '?' => CellChar::Blank,
        '0' => CellChar::Zero,
        '1'..='9' => CellChar::Digit(c as u8 - b'0'),
        _ if c.is_ascii_alphabetic() => CellChar::Letter(c.to_ascii_uppercase() as u8 - b'A' + 1),
        _ => return None,
    })
}

/// An X, which stands for no digit of boards with fewer than 24.
const X: u8 = 24;

/// Returns whether a character never stands for a digit of a puzzle of this size.
pub(crate) fn is_blank(c: char, size: usize) -> bool {
    matches!(symbol(c), Some(CellChar::Blank)) || matches!(c, 'x' | 'X') && size < X.into()
}

/// Returns whether some alphabet has this character for puzzles of this size.
pub(crate) fn is_cell(c: char, size: usize) -> bool {
    [Alphabet::One, Alphabet::Letters].iter().any(|alphabet| alphabet.read(c, size).is_some())
}

/// The digits as a text writes them. Boards always have the digits 1 to their size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Alphabet {
    /// 1 to 9, then letters from A, which is 10. 0 is a blank.
    #[default]
    One,
    /// 0 to 9, then letters from A, which is 10: the digit 1 of the board is written 0.
    Zero,
    /// Letters from A, which is the digit 1.
    Letters,
}

/// The meaning of a character in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    Blank,
    Digit(u8),
}

impl Alphabet {
    /// Returns the meaning of a character in a puzzle of this size, if it has one.
    pub(crate) fn read(self, c: char, size: usize) -> Option<Meaning> {
        let digit = |digit: u8| (usize::from(digit) <= size).then_some(Meaning::Digit(digit));
        match (symbol(c)?, self) {
            (CellChar::Blank, _) | (CellChar::Zero, Alphabet::One | Alphabet::Letters) => Some(Meaning::Blank),
            (CellChar::Zero, Alphabet::Zero) => Some(Meaning::Digit(1)),
            (CellChar::Digit(d), Alphabet::One) => digit(d),
            (CellChar::Digit(d), Alphabet::Zero) => digit(d + 1),
            (CellChar::Digit(_), Alphabet::Letters) => None,
            (CellChar::Letter(X), _) if is_blank(c, size) => Some(Meaning::Blank),
            (CellChar::Letter(l), Alphabet::One) => digit(l + 9),
            (CellChar::Letter(l), Alphabet::Zero) => digit(l + 10),
            (CellChar::Letter(l), Alphabet::Letters) => digit(l),
        }
    }

    /// Returns the digit that a number stands for, 1 to `size`.
    pub(crate) fn digit(self, number: u32, size: usize) -> Option<u32> {
        let digit = number.checked_add(1)? - self.number(1);
        (1..=size).contains(&(digit as usize)).then_some(digit)
    }

    /// Returns the number that stands for a digit in lists of numbers.
    #[must_use]
    pub fn number(self, digit: u32) -> u32 {
        if self == Alphabet::Zero { digit.saturating_sub(1) } else { digit }
    }

    /// Returns the character that stands for a digit, `?` if there is none.
    #[must_use]
    pub fn character(self, digit: u32) -> char {
        match self {
            Alphabet::One => character(digit),
            Alphabet::Zero => character(self.number(digit)),
            Alphabet::Letters => character(digit.saturating_add(9)),
        }
    }

    /// Describes the digits of a size.
    pub(crate) fn range(self, size: usize) -> String {
        let [first, last] = [1, size as u32].map(|digit| self.character(digit));
        match last {
            'A' => format!("{first} to 9 or A"),
            'B'.. if self != Alphabet::Letters => format!("{first} to 9 or A to {last}"),
            _ => format!("{first} to {last}"),
        }
    }

    /// Describes what a cell may have.
    pub(crate) fn expected(self, size: usize) -> String {
        let zero = if self == Alphabet::Zero { "" } else { "0 " };
        let digit = if self == Alphabet::Letters { "letter" } else { "digit" };
        // Somebody may have meant the 0 as a blank.
        let because = if self == Alphabet::Zero { ", because a 0 beside other blanks is a digit" } else { "" };
        format!("a {digit} {} or a blank ({zero}. * _){because}", self.range(size))
    }
}

/// The characters that a puzzle has, as far as they tell its alphabet.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Evidence {
    zero: bool,
    blank: bool,
    digit: bool,
    letter: bool,
}

impl Evidence {
    /// Takes a character of a cell into account.
    pub fn add(&mut self, c: char) {
        match symbol(c) {
            Some(CellChar::Zero) => self.zero = true,
            Some(CellChar::Blank) | Some(CellChar::Letter(X)) => self.blank = true,
            Some(CellChar::Digit(_)) => self.digit = true,
            Some(CellChar::Letter(_)) => self.letter = true,
            None => {}
        }
    }

    /// Takes a cell without any character into account.
    pub fn add_blank(&mut self) {
        self.blank = true;
    }

    /// Takes a 0 into account that cannot be a blank, such as one among candidates.
    pub fn add_zero_digit(&mut self) {
        self.zero = true;
        self.blank = true;
    }

    /// Returns the alphabet. A puzzle with one solution lacks at most one of its digits, so one that has letters and no
    /// other digits uses letters only. Where another character is the blank, 0 is a digit. A puzzle with neither is
    /// written as the one before it.
    pub fn alphabet(self, before: Alphabet) -> Alphabet {
        match self {
            Evidence { letter: true, digit: false, .. } => Alphabet::Letters,
            Evidence { zero: true, blank: true, .. } => Alphabet::Zero,
            Evidence { zero: false, .. } if before == Alphabet::Zero => Alphabet::Zero,
            _ => Alphabet::One,
        }
    }
}

/// Returns the character of a digit: 1 to 9, then letters from A, which is 10; `?` beyond Z.
#[must_use]
pub fn character(digit: u32) -> char {
    char::from_digit(digit, 36).map_or('?', |c| c.to_ascii_uppercase())
}
