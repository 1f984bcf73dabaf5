//! Text that is finished and is changed as a whole: `~( ~)` its case, `~< ~>` its spacing.

use super::sink::Sink;
use crate::fault::Result;
use crate::runtime::Runtime;

/// Case conversion that `~(` applies to the text in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Style {
    Lower,
    Upper,
    /// Every word begins with a capital.
    Words,
    /// The first word begins with a capital.
    Sentence,
}

impl Style {
    /// The style that the modifiers of `~(` ask for.
    pub fn of(colon: bool, at: bool) -> Style {
        match (colon, at) {
            (false, false) => Style::Lower,
            (true, false) => Style::Words,
            (false, true) => Style::Sentence,
            (true, true) => Style::Upper,
        }
    }

    pub fn apply(self, text: &str) -> String {
        match self {
            Style::Lower => text.to_lowercase(),
            Style::Upper => text.to_uppercase(),
            Style::Words | Style::Sentence => self.capitalize(text),
        }
    }

    fn capitalize(self, text: &str) -> String {
        let mut changed = String::with_capacity(text.len());
        let (mut in_word, mut done) = (false, false);
        for c in text.chars() {
            let begins = c.is_alphanumeric() && !in_word;
            if begins && !done {
                changed.extend(c.to_uppercase());
                done = self == Style::Sentence;
            } else {
                changed.extend(c.to_lowercase());
            }
            in_word = c.is_alphanumeric();
        }
        changed
    }
}

/// Spacing of the segments of `~< ~>`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Justification {
    /// Fewest characters of the whole.
    pub width: usize,
    /// The width beyond that grows in multiples of this.
    pub step: usize,
    /// Fewest characters of padding between two segments.
    pub least: usize,
    pub fill: char,
    /// There is padding before the first segment.
    pub before: bool,
    /// There is padding after the last segment.
    pub after: bool,
}

impl Justification {
    fn length(segments: &[String]) -> usize {
        segments.iter().map(|s| s.chars().count()).sum()
    }

    /// The places where padding goes: before the segments with these numbers, or after the last.
    fn gaps(&self, segments: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        // A segment that stands alone is pushed to the right.
        let alone = segments <= 1 && !self.before && !self.after;
        let first = if self.before || alone { 0 } else { 1 };
        let end = if self.after { segments + 1 } else { segments.max(first) };
        first..end.max(first)
    }

    /// Characters of the whole.
    pub fn total(&self, segments: &[String]) -> usize {
        let padding = self.least.saturating_mul(self.gaps(segments.len()).count());
        let needed = Justification::length(segments).saturating_add(padding);
        let beyond = needed.saturating_sub(self.width);
        self.width.saturating_add(beyond.checked_next_multiple_of(self.step.max(1)).unwrap_or(usize::MAX))
    }

    pub fn write(&self, rt: &mut Runtime, out: &mut Sink, segments: &[String]) -> Result<()> {
        let gaps = self.gaps(segments.len());
        let mut padding = self.total(segments).saturating_sub(Justification::length(segments));
        let mut left = gaps.clone().count();
        for i in 0..=segments.len() {
            if gaps.clone().any(|gap| gap == i) && left > 0 {
                // The remainder of the division goes to the later gaps.
                let share = padding / left;
                out.fill(rt, self.fill, share)?;
                padding -= share;
                left -= 1;
            }
            if let Some(segment) = segments.get(i) {
                out.push(rt, segment)?;
            }
        }
        Ok(())
    }
}
