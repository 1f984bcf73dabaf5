//! Cost of memory, for the account that is kept of it.

/// Returns the bytes that the allocator takes for `bytes`: it rounds up, and keeps a word for itself.
pub(crate) const fn allocated(bytes: usize) -> usize {
    match bytes {
        0 => 0,
        1..=24 => 32,
        _ => bytes.saturating_add(8).saturating_add(15) & !15,
    }
}

/// Returns the bytes of a hash table with room for `capacity` entries of `entry` bytes. An eighth of its slots stays
/// free, and each slot has a control byte.
pub(crate) const fn table_bytes(capacity: usize, entry: usize) -> usize {
    capacity.saturating_add(capacity / 7).saturating_mul(entry + 1)
}
