//! Tables for the ordinary 9 by 9 board, made by the compiler.
//!
//! A digit's plane has three bands of 27 bits: cell `c` is bit `c % 27` of band `c / 27`. A band holds three rows of
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

/// The bit of this number in its byte.
pub(super) const BIT_IN_BYTE: [u8; 32] = {
    let mut bits = [0; 32];
    let mut bit = 0;
    while bit < 32 {
        bits[bit] = 1 << (bit % 8);
        bit += 1;
    }
    bits
};

/// For each cell, itself.
pub(super) static ONLY: [[u32; 4]; 81] = {
    let mut table = [[0; 4]; 81];
    let mut cell = 0;
    while cell < 81 {
        table[cell][cell / 27] = 1 << (cell % 27);
        cell += 1;
    }
    table
};

/// For each cell, the cells that it sees.
pub(super) static PEERS: [[u32; 4]; 81] = peers();

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
