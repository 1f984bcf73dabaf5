//! Tables for the ordinary 9 by 9 board, made by the compiler.
//!
//! A digit's plane has three bands of 27 bits: cell `c` is bit `c % 27` of band `c / 27`, so a band holds three rows of
//! nine bits, and a row three groups of three bits, one for each box.
#![expect(
    clippy::indexing_slicing,
    reason = "all of this is evaluated while compiling, where a wrong index is an error of compilation"
)]

/// All cells of a band.
pub(super) const BAND: u32 = (1 << 27) - 1;
/// The first cell of each row of a band.
pub(super) const FIRST: u32 = 1 | 1 << 9 | 1 << 18;
/// The last cell of each row of a band.
pub(super) const LAST: u32 = FIRST << 8;
/// All cells but the last of each row of a band.
pub(super) const BEFORE_LAST: u32 = LAST - FIRST;

/// For nine bits of a row: which of its three boxes have any.
pub(super) static BOXES: [u8; 512] = boxes();

/// For each set of (row, box) of a band in which a digit is possible, 3 bits for each row: the cells of those that are
/// part of some way to give each row its own box. None if there is no way. That is all that locked candidates between
/// rows and boxes of a band can say.
pub(super) static ACROSS: [u32; 512] = consistent(9, 3, 7);

/// For each set of (band, column) of a stack in which a digit is possible, 3 bits for each band: those that are part of
/// some way to give each band its own column.
pub(super) static DOWN: [u32; 512] = consistent(3, 1, 1);

/// For each cell, the cells that it sees.
pub(super) static PEERS: [[u32; 4]; 81] = peers();

const fn boxes() -> [u8; 512] {
    let mut table = [0; 512];
    let mut row = 0;
    while row < 512 {
        table[row] = (row & 7 != 0) as u8 | ((row >> 3 & 7 != 0) as u8) << 1 | ((row >> 6 != 0) as u8) << 2;
        row += 1;
    }
    table
}

/// The pairs (i, j) that are part of a one-to-one assignment, each written as `pattern` at bit `high * i + low * j`.
const fn consistent(high: u32, low: u32, pattern: u32) -> [u32; 512] {
    const ORDERS: [[u32; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut k = 0;
        while k < 6 {
            let [a, b, c] = ORDERS[k];
            let needed = 1 << a | 8 << b | 64 << c;
            if set & needed == needed {
                table[set] |= pattern << (low * a) | pattern << (high + low * b) | pattern << (2 * high + low * c);
            }
            k += 1;
        }
        set += 1;
    }
    table
}

const fn peers() -> [[u32; 4]; 81] {
    let mut table = [[0; 4]; 81];
    let mut a = 0;
    while a < 81 {
        let mut b = 0;
        while b < 81 {
            let (row, column) = (a / 9 == b / 9, a % 9 == b % 9);
            let same_box = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
            if a != b && (row || column || same_box) {
                table[a][b / 27] |= 1 << (b % 27);
            }
            b += 1;
        }
        a += 1;
    }
    table
}
