//! Text under construction: what it takes is paid for before it is there, and its column is known.

use crate::fault::{Limit, Result};
use crate::limits::BYTES_PER_TICK;
use crate::runtime::Runtime;

/// A growing text.
pub(crate) struct Sink {
    text: String,
    /// Column at which the text begins.
    start: usize,
    /// A byte offset and the column there, so that finding the column does not begin from the start every time.
    known: (usize, usize),
    /// Bytes of parts that were taken off and will come back.
    aside: usize,
}

impl Sink {
    /// An empty text that will continue a line of which `column` characters are written.
    pub fn at_column(column: usize) -> Sink {
        Sink { text: String::new(), start: column, known: (0, column), aside: 0 }
    }

    pub fn into_text(self) -> String {
        self.text
    }

    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Memory held.
    pub fn bytes(&self) -> usize {
        self.text.capacity() + self.aside
    }

    /// Makes room for `bytes` more, within the memory limit.
    fn grow(&mut self, rt: &mut Runtime, bytes: usize) -> Result<()> {
        rt.charge(bytes / BYTES_PER_TICK)?;
        if self.text.capacity() - self.text.len() >= bytes {
            return Ok(());
        }
        let wanted = self.text.len().saturating_add(bytes.max(self.text.len()).max(32));
        rt.heap.reserve(wanted.saturating_add(self.aside))?;
        self.text.try_reserve_exact(wanted - self.text.len()).map_err(|_| Limit::Memory.into())
    }

    pub fn push(&mut self, rt: &mut Runtime, text: &str) -> Result<()> {
        self.grow(rt, text.len())?;
        self.text.push_str(text);
        Ok(())
    }

    /// `count` times the character `c`.
    pub fn fill(&mut self, rt: &mut Runtime, c: char, count: usize) -> Result<()> {
        self.grow(rt, count.saturating_mul(c.len_utf8()))?;
        self.text.extend(std::iter::repeat_n(c, count));
        Ok(())
    }

    /// Takes off everything from byte `from` on.
    pub fn take_from(&mut self, from: usize) -> String {
        if self.known.0 > from {
            self.known = (0, self.start);
        }
        if self.text.is_char_boundary(from) { self.text.split_off(from) } else { String::new() }
    }

    /// Takes off everything from byte `from` on, to be written later: it still counts as held.
    pub fn set_aside(&mut self, from: usize) -> String {
        let part = self.take_from(from);
        self.aside = self.aside.saturating_add(part.len());
        part
    }

    /// Releases bytes that were set aside.
    pub fn forget_aside(&mut self, bytes: usize) {
        self.aside = self.aside.saturating_sub(bytes);
    }

    /// Characters since the last newline.
    pub fn column(&mut self, rt: &mut Runtime) -> Result<usize> {
        let (offset, column) = self.known;
        rt.charge((self.text.len() - offset) / BYTES_PER_TICK)?;
        let fresh = self.text.get(offset..).unwrap_or_default();
        let column = match fresh.rsplit_once('\n') {
            Some((_, line)) => line.chars().count(),
            None => column.saturating_add(fresh.chars().count()),
        };
        self.known = (self.text.len(), column);
        Ok(column)
    }
}

/// Padding of a text to a width.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Padding {
    /// Fewest characters of the result.
    pub width: usize,
    /// Padding comes in multiples of this.
    pub step: usize,
    /// Fewest characters of padding.
    pub least: usize,
    pub fill: char,
    /// Padding goes before the text, not after it.
    pub before: bool,
}

impl Padding {
    /// Padding before the text up to `width`.
    pub fn left(width: usize, fill: char) -> Padding {
        Padding { width, step: 1, least: 0, fill, before: true }
    }

    /// Returns the number of padding characters for a text of `length` characters.
    pub fn amount(&self, length: usize) -> usize {
        let missing = self.width.saturating_sub(length).saturating_sub(self.least);
        self.least.saturating_add(missing.checked_next_multiple_of(self.step.max(1)).unwrap_or(usize::MAX))
    }
}

impl Sink {
    /// `text` with its padding.
    pub fn push_padded(&mut self, rt: &mut Runtime, text: &str, padding: Padding) -> Result<()> {
        if padding.width == 0 && padding.least == 0 {
            return self.push(rt, text);
        }
        rt.charge(text.len() / BYTES_PER_TICK)?;
        let amount = padding.amount(text.chars().count());
        if padding.before {
            self.fill(rt, padding.fill, amount)?;
        }
        self.push(rt, text)?;
        if !padding.before {
            self.fill(rt, padding.fill, amount)?;
        }
        Ok(())
    }
}
