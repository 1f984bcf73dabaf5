//! Records for tools that look into frames, and the lines on which a debugger can pause a program.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Weak};

use crate::source::{Source, SourceId};

/// Records for tools that look into frames.
#[derive(Clone, Default)]
pub(crate) struct DebugInfo {
    /// Whether functions note the registers of programs' variables.
    pub keeps_locals: bool,
    /// The lines with points, if the compiler puts a point before each form of a program.
    pub points: Option<Box<DebugPoints>>,
}

/// The lines of each text that have points: calls by which a program tells a debugger which form comes next.
#[derive(Clone, Default)]
pub(crate) struct DebugPoints {
    texts: HashMap<SourceId, PointsOfText>,
    /// Whether there are lines that [`DebugPoints::take_news`] has not reported.
    has_news: bool,
}

#[derive(Clone)]
struct PointsOfText {
    /// The number of a text that is gone may be that of another one.
    text: Weak<Source>,
    /// For each line the offset of its first point.
    lines: BTreeMap<u32, u32>,
}

impl DebugPoints {
    /// Notes a point at an offset of a text.
    pub fn note(&mut self, id: SourceId, text: &Arc<Source>, start: u32) {
        let of_text = || PointsOfText { text: Arc::downgrade(text), lines: BTreeMap::new() };
        let known = self.texts.entry(id).or_insert_with(of_text);
        if known.text.as_ptr() != Arc::as_ptr(text) {
            *known = of_text();
        }
        let first = known.lines.entry(text.line_column(start).line).or_insert(u32::MAX);
        if start < *first {
            *first = start;
            self.has_news = true;
        }
    }

    /// Returns whether lines have come since this was last asked.
    pub fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.has_news)
    }

    /// Returns the first point on a line, or else on a line after it, in each text whose name `is_meant`.
    pub fn find<'a>(
        &'a self,
        line: u32,
        is_meant: impl Fn(&str) -> bool + 'a,
    ) -> impl Iterator<Item = (SourceId, u32)> + 'a {
        self.texts.iter().filter_map(move |(&id, known)| {
            let text = known.text.upgrade().filter(|text| is_meant(&text.name))?;
            drop(text);
            known.lines.range(line..).next().map(|(_, &start)| (id, start))
        })
    }
}
