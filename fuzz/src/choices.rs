//! Decisions taken from bytes: a fuzzer that changes a byte changes one decision. When the bytes are used up, every
//! answer is the first one, so what is generated ends.

/// Rest of the bytes.
pub struct Choices<'a> {
    data: &'a [u8],
}

impl<'a> Choices<'a> {
    pub fn new(data: &'a [u8]) -> Choices<'a> {
        Choices { data }
    }

    pub fn is_used_up(&self) -> bool {
        self.data.is_empty()
    }

    /// Takes the next bytes, at most `n`, for decisions independent of the others. A program consumes all bytes that it
    /// gets.
    pub fn part(&mut self, n: usize) -> Choices<'a> {
        let (part, rest) = self.data.split_at(n.min(self.data.len()));
        self.data = rest;
        Choices::new(part)
    }

    pub fn byte(&mut self) -> u8 {
        match self.data.split_first() {
            Some((&b, rest)) => {
                self.data = rest;
                b
            }
            None => 0,
        }
    }

    /// A number below `n`, or 0.
    pub fn below(&mut self, n: usize) -> usize {
        let number =
            if n > 256 { usize::from(self.byte()) << 8 | usize::from(self.byte()) } else { self.byte().into() };
        number % n.max(1)
    }

    /// True once in `n` times.
    pub fn rarely(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }

    /// Everything that is left, as text.
    pub fn rest_as_text(&mut self) -> String {
        String::from_utf8_lossy(std::mem::take(&mut self.data)).into_owned()
    }
}
