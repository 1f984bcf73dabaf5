//! The account of memory: what is held, what the limit allows, and when a collection is due. Also what tests do to it:
//! refusing memory, and collecting at safepoints of their choice.

use crate::fault::{Limit, Result};

/// Minimum of slab bytes between collections. Reused memory should stay in the second-level cache, and a short program
/// should not wait for memory that it never uses.
const MIN_SLAB_THRESHOLD: usize = 256 << 10;

/// Bytes of new code and texts at which a collection is due, at least.
const MIN_FRESH_THRESHOLD: usize = 4 << 20;

/// Slab bytes whose allocation costs as much as examining one live cell.
const BYTES_PER_WORK: usize = 512;

/// Slab bytes between collections, at most, that the work of a collection is worth where little is in the slabs.
const MAX_BYTES_FOR_WORK: usize = 4 << 20;

/// The bytes that count beside cells and spare objects, with the limits on all.
pub(super) struct Account {
    /// Bytes of everything in the slabs.
    slabs: usize,
    /// Slab bytes at which the next collection is due: 0 once a native needed more than there was.
    slab_threshold: usize,
    /// Bytes that others hold (stack, code, symbols, sources); kept up to date by the machine.
    external: usize,
    /// Bytes of new code and texts at which the next collection is due: it frees them too.
    fresh_threshold: usize,
    limit: usize,
    /// Number of collections.
    collections: u64,
    /// Memory that tests refuse.
    pub refusal: FailPoint,
}

impl Account {
    pub fn new(limit: usize) -> Account {
        Account {
            slabs: 0,
            slab_threshold: MIN_SLAB_THRESHOLD.min(limit / 4),
            external: 0,
            fresh_threshold: MIN_FRESH_THRESHOLD.min(limit / 4),
            limit,
            collections: 0,
            refusal: FailPoint::default(),
        }
    }

    /// Returns the account of a copy of the heap, whose objects take other numbers of bytes.
    pub fn copy(&self, before: usize, after: usize) -> Account {
        let slabs = (self.slabs + after).saturating_sub(before);
        Account { slabs, refusal: FailPoint::default(), ..*self }
    }

    /// Bytes in slabs and outside the heap.
    pub fn held(&self) -> usize {
        self.slabs + self.external
    }

    pub fn collections(&self) -> u64 {
        self.collections
    }

    pub fn limit(&self) -> usize {
        self.limit
    }

    pub fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
        self.slab_threshold = self.slab_threshold.min(self.slabs + limit / 4);
        self.fresh_threshold = self.fresh_threshold.min(limit / 4);
    }

    /// Returns whether a collection is due.
    #[inline(always)]
    pub fn is_due(&self) -> bool {
        self.slabs >= self.slab_threshold
    }

    /// Makes a collection due.
    pub fn press(&mut self) {
        self.slab_threshold = 0;
    }

    /// Fails if `used` bytes in all are more than is allowed. A collection is due then.
    #[inline]
    pub fn check(&mut self, used: usize) -> Result<()> {
        if used > self.limit || self.refusal.is_due() {
            self.press();
            return Err(Limit::Memory.into());
        }
        Ok(())
    }

    /// Counts `bytes` more in slabs.
    #[inline]
    pub fn add(&mut self, bytes: usize) {
        self.slabs += bytes;
    }

    #[inline]
    pub fn release(&mut self, bytes: usize) {
        self.slabs = self.slabs.saturating_sub(bytes);
    }

    /// States that an object takes another number of bytes.
    #[inline]
    pub fn resize(&mut self, before: usize, after: usize) {
        self.slabs = (self.slabs + after).saturating_sub(before);
    }

    /// Counts `bytes` more outside, until the next statement of all.
    pub fn add_external(&mut self, bytes: usize) {
        self.external = self.external.saturating_add(bytes);
    }

    /// States what is held outside, and how much code and text is new since the last collection.
    pub fn set_external(&mut self, bytes: usize, fresh: usize) {
        self.external = bytes;
        if fresh >= self.fresh_threshold {
            self.press();
        }
    }

    /// A collection has freed so many bytes of the slabs.
    pub fn collected(&mut self, freed: usize) {
        self.release(freed);
        self.slab_threshold = self.slabs + MIN_SLAB_THRESHOLD.min(self.limit / 4);
        self.collections += 1;
    }

    /// Decides when the next collection is due: after one that examined `work` cells' worth, with `used` bytes in all.
    pub fn schedule(&mut self, work: usize, used: usize) {
        let room = self.limit.saturating_sub(used);
        let for_work = work.saturating_mul(BYTES_PER_WORK).clamp(MIN_SLAB_THRESHOLD, MAX_BYTES_FOR_WORK);
        let worthwhile = self.slabs.max(used / 4).max(for_work);
        self.slab_threshold = self.slabs + worthwhile.min(room / 2 + 1);
        self.fresh_threshold = (used / 4).max(MIN_FRESH_THRESHOLD).min(room / 2 + 1);
    }
}

/// Collections at safepoints that tests choose: a missing root shows itself.
#[derive(Clone, Copy, Default)]
pub(crate) struct Stress {
    /// Collect at every N-th safepoint. 0: only where it is due.
    pub every: u32,
    /// Safepoints since the last collection.
    safepoints: u32,
    /// A collection has just been made for the instruction that is being repeated.
    collected: bool,
}

impl Stress {
    /// Allocations are made to collect first, once.
    pub fn is_due(&mut self) -> bool {
        self.collected = !self.collected && self.is_turn();
        self.collected
    }

    /// Returns whether a collection is to be made at this safepoint.
    pub fn is_turn(&mut self) -> bool {
        if self.every == 0 {
            return false;
        }
        self.safepoints = (self.safepoints + 1) % self.every;
        self.safepoints == 0
    }
}

/// Counts requests for memory in builds with debug assertions, of which tests refuse the nth, or all from then on, to
/// check that callers recover.
#[derive(Default)]
pub(super) struct FailPoint {
    /// Requests until the refused one; 0 when none will be.
    left: u64,
    /// Whether all questions after that are refused, too.
    lasting: bool,
    refused: bool,
}

impl FailPoint {
    /// Refuses the `n`th question from now on, and those after it where it is `lasting`. With `n` = 0, none.
    pub fn plan(&mut self, n: u64, lasting: bool) {
        *self = FailPoint { left: n, lasting, refused: false };
    }

    /// Returns whether a question has been refused since the last plan.
    pub fn has_happened(&self) -> bool {
        self.refused
    }

    /// Returns whether this question is refused.
    #[inline(always)]
    pub fn is_due(&mut self) -> bool {
        cfg!(debug_assertions) && self.left > 0 && self.count()
    }

    fn count(&mut self) -> bool {
        let due = self.left == 1;
        if !(due && self.lasting) {
            self.left -= 1;
        }
        self.refused |= due;
        due
    }
}
