//! A growing text, paid for and accounted for, with padding and columns.

use crate::fault::{Limit, Result};
use crate::limits::BYTES_PER_TICK;
use crate::runtime::Runtime;

/// A growing text.
#[derive(Debug)]
pub struct FormatSink {
    text: String,
    /// Column at which the text begins.
    start: usize,
    /// A byte offset and the column there, so that finding the column does not begin from the start every time.
    known: (usize, usize),
    /// Bytes of parts that were taken off and will come back.
    aside: usize,
}

impl FormatSink {
    /// Makes an empty text that will continue a line of which `column` characters are written.
    #[must_use]
    pub fn at_column(column: usize) -> FormatSink {
        FormatSink { text: String::new(), start: column, known: (0, column), aside: 0 }
    }

    /// Returns the text.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }

    /// Returns the bytes of the text.
    #[must_use]
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Returns whether there is no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns the bytes of memory held.
    #[must_use]
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

    /// Appends a text.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn push(&mut self, rt: &mut Runtime, text: &str) -> Result<()> {
        self.grow(rt, text.len())?;
        self.text.push_str(text);
        Ok(())
    }

    /// Appends a character some times.
    ///
    /// # Errors
    /// When a limit is reached.
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

    /// Returns the number of characters since the last newline.
    ///
    /// # Errors
    /// When a limit is reached.
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

    /// Returns the number of blanks from the present column to column `first`, or beyond it to a multiple of `step`
    /// columns from there; if `relative`, after `first` blanks to a multiple of `step`.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn blanks_to(&mut self, rt: &mut Runtime, first: usize, step: usize, relative: bool) -> Result<usize> {
        let column = self.column(rt)?;
        Ok(if relative {
            let after = column.saturating_add(first);
            if step == 0 { first } else { after.checked_next_multiple_of(step).unwrap_or(usize::MAX) - column }
        } else if column < first {
            first - column
        } else if step == 0 {
            0
        } else {
            step - (column - first) % step
        })
    }

    /// Appends a number in a field of this width, filled from the left. One that is too long becomes `overflow`.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn push_field(
        &mut self,
        rt: &mut Runtime,
        text: &str,
        width: Option<usize>,
        overflow: Option<char>,
        fill: char,
    ) -> Result<()> {
        match (overflow, width) {
            (Some(c), Some(width)) if text.chars().count() > width => self.fill(rt, c, width),
            _ => self.push_padded(rt, text, Padding::left(width.unwrap_or(0), fill)),
        }
    }
}

/// Padding of a text to a width.
#[derive(Clone, Copy, Debug)]
pub struct Padding {
    /// Fewest characters of the result.
    pub width: usize,
    /// Padding comes in multiples of this.
    pub step: usize,
    /// Fewest characters of padding.
    pub least: usize,
    /// The character of the padding.
    pub fill: char,
    /// Padding goes before the text, not after it.
    pub before: bool,
}

impl Padding {
    /// Makes padding before the text up to `width`.
    #[must_use]
    pub fn left(width: usize, fill: char) -> Padding {
        Padding { width, step: 1, least: 0, fill, before: true }
    }

    /// Returns the number of padding characters for a text of `length` characters.
    #[must_use]
    pub fn amount(&self, length: usize) -> usize {
        let missing = self.width.saturating_sub(length).saturating_sub(self.least);
        self.least.saturating_add(missing.checked_next_multiple_of(self.step.max(1)).unwrap_or(usize::MAX))
    }
}

impl FormatSink {
    /// Appends a text with its padding.
    ///
    /// # Errors
    /// When a limit is reached.
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

/// Case conversion that `~(` applies to the text in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LetterCase {
    /// All letters are small.
    Lower,
    /// All letters are capitals.
    Upper,
    /// Every word begins with a capital.
    Words,
    /// The first word begins with a capital.
    Sentence,
}

impl LetterCase {
    /// Returns the style that the modifiers of `~(` ask for.
    #[must_use]
    pub fn of(colon: bool, at: bool) -> LetterCase {
        match (colon, at) {
            (false, false) => LetterCase::Lower,
            (true, false) => LetterCase::Words,
            (false, true) => LetterCase::Sentence,
            (true, true) => LetterCase::Upper,
        }
    }

    /// Returns a text in this style.
    #[must_use]
    pub fn apply(self, text: &str) -> String {
        match self {
            LetterCase::Lower => text.to_lowercase(),
            LetterCase::Upper => text.to_uppercase(),
            LetterCase::Words | LetterCase::Sentence => self.capitalize(text),
        }
    }

    fn capitalize(self, text: &str) -> String {
        let mut changed = String::with_capacity(text.len());
        let (mut in_word, mut done) = (false, false);
        for c in text.chars() {
            let begins = c.is_alphanumeric() && !in_word;
            if begins && !done {
                changed.extend(c.to_uppercase());
                done = self == LetterCase::Sentence;
            } else {
                changed.extend(c.to_lowercase());
            }
            in_word = c.is_alphanumeric();
        }
        changed
    }
}
