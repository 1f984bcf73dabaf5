//! Errors drawn for people, and written for programs ([`json`]).
//!
//! Owns the layout of reports (by `annotate-snippets`). Knows [`Error`] and nothing of the engine.

mod json;
#[cfg(test)]
mod tests;

use std::ops::Range;

use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet, normalize_untrusted_str,
};

use crate::error::{Error, Place};
use crate::source::boundary_before;

/// Options for drawing a report.
///
/// ```
/// use klammer::{Engine, RenderOptions};
///
/// let error = Engine::new().eval::<i64>("(+ 1 (car 5))").unwrap_err();
/// let drawn = error.render(&RenderOptions::default());
/// assert!(drawn.contains("(car 5)"), "{drawn}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RenderOptions {
    /// Colours, for terminals. Off by default.
    pub colour: bool,
    /// Columns to which long source lines are cut. 120 by default.
    pub width: usize,
    /// Whether help that is longer than that is wrapped between words. Off by default: a terminal wraps anywhere.
    pub wrap: bool,
}

impl Default for RenderOptions {
    fn default() -> RenderOptions {
        RenderOptions { colour: false, width: 120, wrap: false }
    }
}

impl RenderOptions {
    /// Colours on or off.
    pub fn colour(self, colour: bool) -> RenderOptions {
        RenderOptions { colour, ..self }
    }

    /// The width of the terminal.
    pub fn width(self, width: usize) -> RenderOptions {
        RenderOptions { width, ..self }
    }

    /// Wrapping on or off.
    pub fn wrap(self, wrap: bool) -> RenderOptions {
        RenderOptions { wrap, ..self }
    }
}

/// Bytes of the lines that are shown, and of one of them.
const MOST_EXCERPT: usize = 100_000;
const MOST_LINE: usize = 2000;

/// Characters before the text of a help, with a line number of four digits.
const MARGIN: usize = 13;

/// Bytes of a longer line that are shown before and after the beginning of the place.
const PART_BEFORE: usize = 40;
const PART_BEHIND: usize = 60;

/// Wraps the words of a text into lines of at most `width` characters.
fn wrapped(text: &str, width: usize) -> String {
    let whole = textwrap::Options::new(width).break_words(false).word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(text, whole)
}

impl Error {
    /// The error with its source line, what might help, and how the evaluation came there. Several lines, the last
    /// without a line end.
    pub fn render(&self, options: &RenderOptions) -> String {
        self.draw(Level::ERROR, options)
    }

    /// [`Error::render`] for what is only a warning.
    pub fn render_warning(&self, options: &RenderOptions) -> String {
        self.draw(Level::WARNING, options)
    }

    fn draw(&self, level: Level<'static>, options: &RenderOptions) -> String {
        let mut group = Group::with_title(level.primary_title(self.message()).id(self.code().as_str()));
        group = group.elements(self.excerpts());
        if let Some(help) = self.help() {
            let help = normalize_untrusted_str(help);
            let help = if options.wrap { wrapped(&help, options.width.saturating_sub(MARGIN)) } else { help };
            group = group.element(Level::HELP.message(help));
        }
        for line in self.context() {
            group = group.element(Level::NOTE.no_name().message(normalize_untrusted_str(&line)));
        }
        let renderer = if options.colour { Renderer::styled() } else { Renderer::plain() };
        renderer.term_width(options.width).render(&[group])
    }

    /// The source lines of the error's place and of the related one, in one piece if they are from the same text.
    fn excerpts(&self) -> Vec<Element<'_>> {
        let related = self.related().map(|r| (&r.place, AnnotationKind::Context, Some(r.text.as_str())));
        let Some(place) = self.place() else {
            return related.into_iter().flat_map(|r| excerpt_or_part(&[r])).collect();
        };
        let primary = (place, AnnotationKind::Primary, None);
        match related {
            None => excerpt_or_part(&[primary]),
            Some(related) if related.0.same_source(place) => excerpt_or_part(&[primary, related]),
            Some(related) => [excerpt_or_part(&[primary]), excerpt_or_part(&[related])].concat(),
        }
    }
}

/// A place in an excerpt, how it is marked, and what is said about it.
type Mark<'a> = (&'a Place, AnnotationKind, Option<&'a str>);

/// The lines that some places of one text stand on; of lines that nobody can read, the part where the first place
/// begins.
fn excerpt_or_part<'a>(marks: &[Mark<'a>]) -> Vec<Element<'a>> {
    let Some(first) = marks.first() else { return Vec::new() };
    let (text, lines) = lines_of(marks);
    let shown = text.get(lines).unwrap_or("");
    if shown.len() <= MOST_EXCERPT && shown.lines().all(|line| line.len() <= MOST_LINE) {
        return vec![excerpt(marks)];
    }
    let (place, kind, label) = *first;
    let range = place.in_text().0;
    let line = whole_lines(text, range.start..range.start);
    let near = range.start - line.start <= PART_BEFORE;
    let start = if near { line.start } else { boundary_before(text, range.start - PART_BEFORE).max(line.start) };
    let end = boundary_before(text, range.start + PART_BEHIND).min(line.end);
    let marked = range.start - start..range.end.min(end) - start;
    let snippet = Snippet::source(text.get(start..end).unwrap_or("")).line_start(place.line() as usize);
    let snippet = snippet.annotation(kind.span(marked).label(label));
    if near {
        return vec![snippet.path(place.file()).into()];
    }
    // The column is that of the whole line.
    let origin = Origin::path(place.file()).line(place.line() as usize).char_column(place.column() as usize);
    vec![origin.into(), snippet.into()]
}

/// The text that some places are in, and the whole lines from the first to the last of them.
fn lines_of<'a>(marks: &[Mark<'a>]) -> (&'a str, Range<usize>) {
    let text = marks.first().map_or("", |(place, ..)| place.in_text().1);
    let ranges = || marks.iter().map(|(place, ..)| place.in_text().0);
    let start = ranges().map(|r| r.start).min().unwrap_or(0);
    let end = ranges().map(|r| r.end).max().unwrap_or(0);
    (text, whole_lines(text, start..end))
}

/// The lines that some places of one text stand on, with marks under the places. The first is the one that counts.
fn excerpt<'a>(marks: &[Mark<'a>]) -> Element<'a> {
    let Some((first, ..)) = marks.first() else { return Snippet::<Annotation<'_>>::source("").into() };
    let (text, lines) = lines_of(marks);
    let line = marks.iter().map(|(place, ..)| place.line()).min().unwrap_or(1);
    let mut snippet =
        Snippet::source(text.get(lines.clone()).unwrap_or("")).path(first.file()).line_start(line as usize);
    for (place, kind, label) in marks {
        let range = place.in_text().0;
        let annotation = kind.span(range.start - lines.start..range.end - lines.start);
        snippet = snippet.annotation(annotation.label(*label));
    }
    snippet.into()
}

/// `range`, made longer to the beginning and end of its lines.
fn whole_lines(text: &str, range: Range<usize>) -> Range<usize> {
    let start = text.get(..range.start).and_then(|t| t.rfind('\n')).map_or(0, |i| i + 1);
    let end = text.get(range.end..).and_then(|t| t.find('\n')).map_or(text.len(), |i| range.end + i);
    start..end
}
