//! What memory costs, for the account that is kept of it.

/// What the allocator takes for so many bytes: it rounds up, and keeps a word for itself.
pub(crate) const fn allocated(bytes: usize) -> usize {
    match bytes {
        0 => 0,
        1..=24 => 32,
        _ => bytes.saturating_add(8).saturating_add(15) & !15,
    }
}
