//! Errors drawn for people, and written as JSON for programs.
//!
//! Owns the layout of reports (by `annotate-snippets`). Knows [`Error`] and nothing of the engine.

use std::ops::Range;

use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet, normalize_untrusted_str,
};
use serde::Serialize;

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
const MAX_EXCERPT: usize = 100_000;
const MAX_LINE: usize = 2000;

/// Characters before the text of a help, with a line number of four digits.
const MARGIN: usize = 13;

/// Bytes of a longer line that are shown before and after the beginning of the place.
const PART_BEFORE: usize = 40;
const PART_AFTER: usize = 60;

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
type AnnotationMark<'a> = (&'a Place, AnnotationKind, Option<&'a str>);

/// The lines that some places of one text stand on; of lines that nobody can read, the part where the first place
/// begins.
fn excerpt_or_part<'a>(marks: &[AnnotationMark<'a>]) -> Vec<Element<'a>> {
    let Some(first) = marks.first() else { return Vec::new() };
    let (text, lines) = lines_of(marks);
    let shown = text.get(lines).unwrap_or("");
    if shown.len() <= MAX_EXCERPT && shown.lines().all(|line| line.len() <= MAX_LINE) {
        return vec![excerpt(marks)];
    }
    let (place, kind, label) = *first;
    let range = place.in_text().0;
    let line = whole_lines(text, range.start..range.start);
    let near = range.start - line.start <= PART_BEFORE;
    let start = if near { line.start } else { boundary_before(text, range.start - PART_BEFORE).max(line.start) };
    let end = boundary_before(text, range.start + PART_AFTER).min(line.end);
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
fn lines_of<'a>(marks: &[AnnotationMark<'a>]) -> (&'a str, Range<usize>) {
    let text = marks.first().map_or("", |(place, ..)| place.in_text().1);
    let ranges = || marks.iter().map(|(place, ..)| place.in_text().0);
    let start = ranges().map(|r| r.start).min().unwrap_or(0);
    let end = ranges().map(|r| r.end).max().unwrap_or(0);
    (text, whole_lines(text, start..end))
}

/// The lines that some places of one text stand on, with marks under the places. The first is the one that counts.
fn excerpt<'a>(marks: &[AnnotationMark<'a>]) -> Element<'a> {
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

impl Error {
    /// The error as one JSON object on one line. Every field is always there; what is unknown is `null`.
    pub fn to_json(&self) -> String {
        self.json("error")
    }

    /// [`Error::to_json`] for what is only a warning; they differ in the field `severity`.
    pub fn warning_to_json(&self) -> String {
        self.json("warning")
    }

    fn json(&self, severity: &str) -> String {
        let place = self.place().map(JsonLocation::of);
        let json = ErrorJson {
            severity,
            code: self.code().as_str(),
            message: self.message(),
            place: place.unwrap_or_default(),
            help: self.help(),
            related: self.related().map(|r| RelatedJson { place: JsonLocation::of(&r.place), text: &r.text }),
            library: self.library_place().map(JsonLocation::of),
            trace: self
                .trace()
                .iter()
                .map(|f| FrameJson {
                    function: &f.function,
                    place: f.place.as_ref().map(JsonLocation::of).unwrap_or_default(),
                    repeated: f.repeated,
                })
                .collect(),
            expansion: self
                .expansion()
                .iter()
                .map(|e| ExpansionJson {
                    name: &e.name,
                    place: e.place.as_ref().map(JsonLocation::of).unwrap_or_default(),
                })
                .collect(),
            irritants: self.irritants(),
        };
        // Nothing in there can fail to be written.
        serde_json::to_string(&json).unwrap_or_else(|_| "{}".to_string())
    }
}

#[derive(Serialize)]
struct ErrorJson<'a> {
    severity: &'a str,
    code: &'a str,
    message: &'a str,
    #[serde(flatten)]
    place: JsonLocation<'a>,
    help: Option<&'a str>,
    related: Option<RelatedJson<'a>>,
    library: Option<JsonLocation<'a>>,
    trace: Vec<FrameJson<'a>>,
    expansion: Vec<ExpansionJson<'a>>,
    irritants: &'a [String],
}

#[derive(Serialize, Default)]
struct JsonLocation<'a> {
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    end_line: Option<u32>,
    end_column: Option<u32>,
}

impl<'a> JsonLocation<'a> {
    fn of(place: &'a Place) -> JsonLocation<'a> {
        JsonLocation {
            file: Some(place.file()),
            line: Some(place.line()),
            column: Some(place.column()),
            end_line: Some(place.end_line()),
            end_column: Some(place.end_column()),
        }
    }
}

#[derive(Serialize)]
struct RelatedJson<'a> {
    text: &'a str,
    #[serde(flatten)]
    place: JsonLocation<'a>,
}

#[derive(Serialize)]
struct FrameJson<'a> {
    function: &'a str,
    #[serde(flatten)]
    place: JsonLocation<'a>,
    repeated: u32,
}

#[derive(Serialize)]
struct ExpansionJson<'a> {
    #[serde(rename = "macro")]
    name: &'a str,
    #[serde(flatten)]
    place: JsonLocation<'a>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::{Code, ErrorData, FrameLabel, TraceEntry, Unwind};
    use crate::reader::{Reader, Spans};
    use crate::runtime::Runtime;
    use crate::source::{SourceId, Span};

    fn runtime() -> Runtime {
        Runtime::for_tests()
    }

    /// The error that a text gives when it is read.
    fn reading(text: &str) -> Error {
        let mut rt = runtime();
        let id = rt.sources.add("solver.lisp", text).unwrap();
        let mut reader = Reader::new(id, rt.sources.get(id).unwrap().clone());
        loop {
            match reader.read(&mut rt, &mut Spans::new()).map_err(|fault| *fault) {
                Ok(v) => assert!(v.is_some(), "{text} reads"),
                Err(Unwind::Error(c)) => return rt.error(c),
                Err(other) => panic!("{other:?}"),
            }
        }
    }

    fn find(text: &str, part: &str) -> Span {
        let start = text.find(part).unwrap() as u32;
        Span::new(SourceId(0), start, start + part.len() as u32)
    }

    #[track_caller]
    fn check(error: &Error, expected: &str) {
        let rendered = error.render(&RenderOptions::default());
        assert_eq!(rendered, expected.trim_matches('\n'), "\n{rendered}\n");
    }

    #[test]
    fn a_wrong_type_in_a_line_with_tabs_and_umlauts() {
        let mut rt = runtime();
        let text = "(defproc größe (l)\n\t(list \"ä\"\t(+ 1 (first l))))\n(größe '(x))\n";
        rt.sources.add("größe.lisp", text).unwrap();
        let mut c =
            ErrorData::new(Code::WrongType, "+: number must be a number, got x").at(find(text, "(+ 1 (first l))"));
        let mut named = |name| FrameLabel::Named(rt.symbols.intern(name));
        c.details_mut().trace = vec![
            TraceEntry { function: named("größe"), span: find(text, "(größe '(x))"), repeated: 1 },
            TraceEntry { function: named("main"), span: Span::NONE, repeated: 3 },
        ];
        check(
            &rt.error(c),
            r#"
error[wrong-type]: +: number must be a number, got x
 --> größe.lisp:2:12
  |
2 |     (list "ä"    (+ 1 (first l))))
  |                  ^^^^^^^^^^^^^^^
  |
  = in `größe`, called from größe.lisp:3:1
  = in `main` (3 times)
"#,
        );
    }

    #[test]
    fn code_that_macros_made() {
        let mut rt = runtime();
        let text = "(defmacro inner (x) `(car ,x))\n(defmacro outer (x) `(inner ,x))\n(outer 3)\n";
        rt.sources.add("m.lisp", text).unwrap();
        let mut c = ErrorData::new(Code::WrongType, "car: pair must be a pair, got 3").at(find(text, "(car ,x)"));
        c.details_mut().expansion =
            vec![("inner".into(), find(text, "(inner ,x)")), ("outer".into(), find(text, "(outer 3)"))];
        check(
            &rt.error(c),
            r#"
error[wrong-type]: car: pair must be a pair, got 3
 --> m.lisp:1:22
  |
1 | (defmacro inner (x) `(car ,x))
  |                      ^^^^^^^^
  |
  = in the expansion of `inner` at m.lisp:2:22
  = in the expansion of `outer` at m.lisp:3:1
"#,
        );
    }

    #[test]
    fn a_limit_has_no_place() {
        let rt = runtime();
        check(
            &rt.error(ErrorData::new(Code::OutOfTicks, "the ticks are used up")),
            r#"
error[out-of-ticks]: the ticks are used up
"#,
        );
    }

    #[test]
    fn a_warning_has_its_title_and_colours() {
        let e = reading("(f))");
        let plain = e.render_warning(&RenderOptions::default());
        assert!(plain.starts_with("warning[stray-parenthesis]: "), "{plain}");
        let coloured = e.render_warning(&RenderOptions::default().colour(true));
        assert!(coloured.contains("\x1b["));
        assert!(!plain.contains('\x1b'));
    }

    #[test]
    fn json_has_every_field() {
        assert_eq!(
            reading("(f))").to_json(),
            concat!(
                r#"{"severity":"error","code":"stray-parenthesis","message":"this `)` closes nothing: `(f)` is already complete","#,
                r#""file":"solver.lisp","line":1,"column":4,"end_line":1,"end_column":5,"#,
                r#""help":"the form that begins on line 1 is closed by the `)` before it: remove one","#,
                r#""related":{"text":"this form was already complete here","file":"solver.lisp","line":1,"column":1,"end_line":1,"end_column":4},"#,
                r#""library":null,"trace":[],"expansion":[],"irritants":[]}"#,
            )
        );
    }

    #[test]
    fn a_related_place_elsewhere_has_its_excerpt() {
        let mut rt = runtime();
        rt.sources.add("a.lisp", "(f 1)").unwrap();
        rt.sources.add("b.lisp", "\n(defproc f (x)\n  x)").unwrap();
        let there = Span::new(SourceId(1), 1, 20);
        let c = ErrorData::new(Code::ArgumentCount, "f: too many arguments")
            .at(find("(f 1)", "(f 1)"))
            .with_related(there, "defined here");
        check(
            &rt.error(c),
            r#"
error[argument-count]: f: too many arguments
 --> a.lisp:1:1
  |
1 |   (f 1)
  |   ^^^^^
  |
 ::: b.lisp:2:1
  |
2 | / (defproc f (x)
3 | |   x)
  | |____- defined here
"#,
        );
    }

    #[test]
    fn a_form_of_many_lines_is_folded() {
        let text = format!("(begin\n{})", "  (f)\n".repeat(40));
        let mut rt = runtime();
        rt.sources.add("a.lisp", &*text).unwrap();
        let c = ErrorData::new(Code::Syntax, "begin: wrong").at(find(&text, &text));
        check(
            &rt.error(c),
            r#"
error[syntax]: begin: wrong
  --> a.lisp:1:1
   |
 1 | / (begin
 2 | |   (f)
 3 | |   (f)
 4 | |   (f)
...  |
41 | |   (f)
42 | | )
   | |_^
"#,
        );
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        let e = reading("(f \"\x1b[31m\" #\\\x1b[31mx \x07)");
        let rendered = e.render(&RenderOptions::default());
        assert!(!rendered.contains(['\x1b', '\x07']), "{rendered:?}");
    }

    #[test]
    fn a_line_of_a_megabyte_is_cut_to_the_width() {
        let text = "(a)".repeat(300_000) + ")" + &"(b)".repeat(300_000);
        let rendered = reading(&text).render(&RenderOptions::default().width(80));
        assert!(rendered.lines().all(|l| l.chars().count() < 120), "{}", rendered.len());
    }
}
