//! The characters that stand for digits and blanks: 1 to 9, then letters from A, which is 10.

/// What a character means in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Symbol {
    Blank,
    Digit(u8),
}

/// Letters of both cases are read; what letters beyond the largest size mean is said too, so that a complaint can name
/// it.
pub(crate) fn symbol(c: char) -> Option<Symbol> {
    match c {
        '0' | '.' | '*' | '_' => Some(Symbol::Blank),
        _ => c.to_digit(36).and_then(|d| u8::try_from(d).ok()).map(Symbol::Digit),
    }
}

/// How a digit is written: 1 to 9, then letters from A, which is 10; `?` beyond Z.
#[must_use]
pub fn character(digit: u32) -> char {
    char::from_digit(digit, 36).map_or('?', |c| c.to_ascii_uppercase())
}

/// The digits of a size as a person reads them.
pub(crate) fn range(size: usize) -> String {
    match size {
        0..=9 => format!("1 to {size}"),
        10 => "1 to 9 or A".into(),
        _ => format!("1 to 9 or A to {}", u32::try_from(size).map_or('?', character)),
    }
}
