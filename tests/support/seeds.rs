//! Random bytes from seeds, for the targets of `fuzz/`.

/// Greatest number of bytes, as a power of two.
pub const MOST: u64 = 10;

/// Calls of the host take some bytes each.
pub const MAX_FOR_CALLS: u64 = 13;

/// Bytes from a seed: SplitMix64, of a random length from 8 to 2^`most`.
pub fn bytes(seed: u64, most: u64) -> Vec<u8> {
    let mut state = seed;
    let mut next = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let length = 8 << (next() % (most - 2));
    (0..length).map(|_| next() as u8).collect()
}
