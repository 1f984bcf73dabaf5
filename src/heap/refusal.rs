//! Fail points for memory: tests refuse the nth request, or all requests from then on, to check that callers recover.

/// Counts requests for memory in builds with debug assertions.
#[derive(Default)]
pub(crate) struct FailPoint {
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
