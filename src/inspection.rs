//! Data for tools that look into programs: frames that an error went through, documentation, profiles, and the
//! lines on which a debugger can pause.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::sync::{Arc, Weak};
use std::time::Duration;

use crate::error::{Error, Place};
use crate::handle::Handle;
use crate::source::{Source, SourceId};

/// A call that an error went through, with the variables that could be seen where it stopped.
///
/// There is an example at [`crate::inspect::Inspect::take_error_frames`].
#[derive(Debug)]
#[non_exhaustive]
pub struct ErrorFrame {
    /// The function; `None` for a top-level form.
    pub function: Option<String>,
    /// Place of the program in it.
    pub place: Option<Place>,
    /// The variables in the order of their scopes, outermost first, with their values. One that another of the same
    /// name hides is left out.
    pub locals: Vec<(String, Handle)>,
}

/// Reason for which a program pauses for its debugger.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PauseReason {
    /// The step that the debugger asked for is over.
    Step,
    /// The program has reached a line or a function of the [`Breakpoints`].
    Breakpoint,
    /// The program has called `break`, with this message.
    Break(Option<String>),
    /// An error has been raised. The program goes on with its handler, or ends.
    Error(Error),
    /// Somebody has set the request of
    /// [`Inspect::attach_debugger`](crate::inspect::Inspect::attach_debugger).
    Requested,
}

/// Continuation of a program after a pause.
///
/// There is an example at [`Inspect::attach_debugger`](crate::inspect::Inspect::attach_debugger).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Resume {
    /// Pauses only where [`Breakpoints`] say so.
    Continue,
    /// Pauses at the next form, wherever it is.
    Step,
    /// Pauses at the next form of the same function, or of one that waits for it.
    Next,
    /// Pauses at the next form of a function that waits for this one.
    Out,
    /// Goes on with the step that was under way. It is for pauses on request that only change the breakpoints.
    Unchanged,
    /// Ends the program as `(exit 0)` does: its cleanups run.
    End,
}

/// Errors at which a debugger pauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum ErrorBreaks {
    /// None.
    Never,
    /// Errors that no handler of the program takes.
    #[default]
    Uncaught,
    /// All, as they are raised.
    All,
}

/// Places at which a program pauses for its debugger.
///
/// There is an example at [`Inspect::attach_debugger`](crate::inspect::Inspect::attach_debugger).
#[derive(Clone, Debug, Default)]
pub struct Breakpoints {
    /// Files with the lines chosen in them.
    pub(crate) lines: Vec<(String, Vec<u32>)>,
    pub(crate) functions: Vec<String>,
    /// Errors at which the program pauses.
    pub errors: ErrorBreaks,
    /// Whether lines have changed since the debugger last looked.
    pub(crate) has_changed: bool,
}

impl Breakpoints {
    /// Chooses these lines of a file, from 1, in place of those chosen before. A line on which no form begins stands
    /// for the next one on which one does. The file is one whose path ends as this one does, or this one as its path.
    pub fn set_lines(&mut self, file: &str, lines: &[u32]) {
        self.lines.retain(|(known, _)| known != file);
        if !lines.is_empty() {
            self.lines.push((file.to_string(), lines.to_vec()));
        }
        self.has_changed = true;
    }

    /// Returns the lines that have been chosen in files.
    pub fn lines(&self) -> impl Iterator<Item = (&str, &[u32])> {
        self.lines.iter().map(|(file, lines)| (file.as_str(), lines.as_slice()))
    }

    /// Chooses these functions, by their names, in place of those chosen before. The program pauses when one has been
    /// called.
    pub fn set_functions<S: Into<String>>(&mut self, names: impl IntoIterator<Item = S>) {
        self.functions = names.into_iter().map(Into::into).collect();
    }

    /// Returns the names of the functions that have been chosen.
    #[must_use]
    pub fn functions(&self) -> &[String] {
        &self.functions
    }
}

/// A name that a search in the documentation has found.
///
/// There is an example at [`crate::docs::Docs::find`].
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub struct Found {
    /// The name.
    pub name: String,
    /// The module that must be required before it can be used; `None` if it is there already.
    pub module: Option<String>,
    /// The first sentence of its documentation. Empty if there is none.
    pub summary: String,
}

/// Documentation of a module of the library.
///
/// ```
/// let module = klammer::Engine::new().docs().module("amb").unwrap();
/// assert!(module.names.iter().any(|name| name == "all-values"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub struct ModuleDocumentation {
    /// Purpose of the module.
    pub text: String,
    /// The names that it gives its users, in the order of its text.
    pub names: Vec<String>,
}

// Profiles of programs: the share of each function, and the flame graph of all calls.

/// The unit that a profile measures in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProfileUnit {
    /// Time of the host's clock, from a sample every half millisecond. Calls of functions are estimated.
    #[default]
    Time,
    /// Ticks. The same program has the same profile on every machine, and the calls are counted one by one. The
    /// program runs several times slower.
    Ticks,
}

/// The shares of a program's functions ([`crate::inspect::Inspect::start_profile`]).
///
/// There is an example at [`crate::inspect::Inspect::start_profile`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Profile {
    /// The unit of [`ProfiledFunction::own`], [`ProfiledFunction::total`] and [`ProfiledStack::own`].
    pub unit: ProfileUnit,
    /// All ticks that the profile covers.
    pub ticks: u64,
    /// The time that they took.
    pub time: Duration,
    /// The functions that took part, the one with the largest share of its own first.
    pub functions: Vec<ProfiledFunction>,
    /// The calls that were under way, each after its caller.
    pub stacks: Vec<ProfiledStack>,
}

/// A function's part in a [`Profile`].
///
/// There is an example at [`crate::inspect::Inspect::start_profile`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProfiledFunction {
    /// Its name; for a function without one, for a top-level form and for work of the engine, a description.
    pub name: String,
    /// Its kind.
    pub kind: ProfiledKind,
    /// The place of its definition, if it is written in the language.
    pub place: Option<Place>,
    /// The share of the function alone, in nanoseconds or ticks. Builtins that the compiler turns into instructions,
    /// such as `+` and `car`, belong to their caller.
    pub own: u64,
    /// The share of the function and of all that it calls, in nanoseconds or ticks.
    pub total: u64,
    /// The number of calls. Zero for an estimate means that there were few.
    pub calls: u64,
    /// Whether the number of calls is an estimate.
    pub is_estimate: bool,
}

/// Kind of a function in a [`Profile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProfiledKind {
    /// A function or top-level form of a program.
    Program,
    /// A function of the library that is written in the language.
    Library,
    /// A builtin, or a function of the host.
    Native,
    /// Work of the engine: reading, compiling, collecting garbage.
    Engine,
}

/// A sequence of nested calls in a [`Profile`].
///
/// There is an example at [`crate::inspect::Inspect::start_profile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProfiledStack {
    /// The index of the innermost function in [`Profile::functions`]. A function that calls itself stands there once.
    pub function: usize,
    /// The index of the calls around it in [`Profile::stacks`].
    pub caller: Option<usize>,
    /// The share of the innermost function, in nanoseconds or ticks.
    pub own: u64,
}

/// Width of a flame graph, its margins, and the height of a row.
const WIDTH: f64 = 1200.0;
const MARGIN: f64 = 10.0;
const HEADER: f64 = 44.0;
const ROW: f64 = 17.0;

/// Width of a letter, for texts that must fit.
const LETTER: f64 = 7.0;

/// Narrower boxes are left out.
const NARROWEST: f64 = 0.2;

/// Rows that a flame graph has at most.
const MAX_ROWS: usize = 120;

impl Profile {
    /// The sum of all shares, in nanoseconds or ticks.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.stacks.iter().map(|stack| stack.own).sum()
    }

    /// A share in words: `12.3 ms`, or a number of ticks.
    #[must_use]
    pub fn amount(&self, share: u64) -> String {
        match self.unit {
            ProfileUnit::Time => format!("{:.1} ms", share as f64 / 1e6),
            ProfileUnit::Ticks => format!("{share} ticks"),
        }
    }

    /// Draws the calls as a flame graph, in SVG that needs no other file. A box is as wide as the share of a call, and
    /// stands on its caller. A pointer on it shows the function, its place and its share.
    ///
    /// ```
    /// use klammer::inspect::ProfileUnit;
    ///
    /// let mut engine = klammer::Engine::new();
    /// engine.inspect().start_profile(ProfileUnit::Ticks);
    /// engine.eval::<()>("(defproc spin (n) (dotimes (i n) (list i))) (spin 10000)")?;
    /// let picture = engine.inspect().stop_profile().flame_graph("spin");
    /// assert!(picture.starts_with("<svg") && picture.contains("<title>spin"));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[must_use]
    pub fn flame_graph(&self, title: &str) -> String {
        let boxes = self.boxes();
        let rows = boxes.iter().map(|b| b.row + 1).max().unwrap_or(1);
        let height = HEADER + rows as f64 * ROW + MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"monospace\" \
             font-size=\"11\">\n<style>rect {{ stroke: #fff; stroke-width: .5 }} g:hover rect {{ stroke: #000 }} \
             text {{ pointer-events: none; fill: #111 }}</style>\n\
             <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n\
             <text x=\"{MARGIN}\" y=\"18\" font-size=\"14\">{}</text>\n<text x=\"{MARGIN}\" y=\"35\">{}</text>\n",
            escaped(title),
            escaped(&format!("{}; orange: the program, blue: the library, green: builtins", self.amount(self.total()))),
        );
        for b in &boxes {
            let Some(function) = self.functions.get(b.function) else { continue };
            let y = height - MARGIN - (b.row + 1) as f64 * ROW;
            let share = b.total as f64 * 100.0 / self.total().max(1) as f64;
            let place = function.place.as_ref().map_or(String::new(), |place| format!(" ({place})"));
            let label = format!("{}{place}: {}, {share:.1} %", function.name, self.amount(b.total));
            let _ = write!(
                svg,
                "<g><title>{}</title><rect x=\"{:.2}\" y=\"{y:.1}\" width=\"{:.2}\" height=\"{ROW}\" fill=\"{}\"/>",
                escaped(&label),
                b.left,
                b.width,
                colour(function),
            );
            let letters = ((b.width - 4.0) / LETTER).max(0.0) as usize;
            if letters >= 3 {
                let _ = write!(
                    svg,
                    "<text x=\"{:.2}\" y=\"{:.1}\">{}</text>",
                    b.left + 3.0,
                    y + 12.5,
                    escaped(&shortened(&function.name, letters)),
                );
            }
            svg.push_str("</g>\n");
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The boxes of the flame graph, each after the one below it.
    fn boxes(&self) -> Vec<FlameBox> {
        let mut totals: Vec<u64> = self.stacks.iter().map(|stack| stack.own).collect();
        let mut above: Vec<Vec<usize>> = vec![Vec::new(); self.stacks.len()];
        let mut open: Vec<(usize, usize, f64)> = Vec::new();
        // Calls come after their callers.
        for (i, stack) in self.stacks.iter().enumerate().rev() {
            let own = totals.get(i).copied().unwrap_or(0);
            match stack.caller {
                Some(caller) => {
                    if let Some(total) = totals.get_mut(caller) {
                        *total += own;
                    }
                    if let Some(calls) = above.get_mut(caller) {
                        calls.push(i);
                    }
                }
                None => open.push((i, 0, 0.0)),
            }
        }
        let total = |i: usize| totals.get(i).copied().unwrap_or(0);
        let scale = (WIDTH - 2.0 * MARGIN) / self.total().max(1) as f64;
        let mut left = MARGIN;
        // The first is drawn leftmost, and is the last of the stack.
        for place in open.iter_mut().rev() {
            place.2 = left;
            left += total(place.0) as f64 * scale;
        }
        let mut boxes = Vec::new();
        while let Some((i, row, left)) = open.pop() {
            let width = total(i) as f64 * scale;
            let Some(stack) = self.stacks.get(i).filter(|_| width >= NARROWEST && row < MAX_ROWS) else { continue };
            boxes.push(FlameBox { function: stack.function, total: total(i), row, left, width });
            let mut from = left;
            for &call in above.get(i).into_iter().flatten().rev() {
                open.push((call, row + 1, from));
                from += total(call) as f64 * scale;
            }
        }
        boxes
    }
}

/// A box of a flame graph.
struct FlameBox {
    function: usize,
    total: u64,
    row: usize,
    left: f64,
    width: f64,
}

/// The colour of a function: the hue says its kind, the shade tells neighbours apart.
fn colour(function: &ProfiledFunction) -> String {
    let hash = function.name.bytes().fold(7u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte)));
    let hue = match function.kind {
        ProfiledKind::Program => 25 + hash % 25,
        ProfiledKind::Library => 200 + hash % 25,
        ProfiledKind::Native => 95 + hash % 35,
        ProfiledKind::Engine => return "#ccc".to_string(),
    };
    format!("hsl({hue},75%,{}%)", 62 + hash / 25 % 12)
}

fn shortened(text: &str, letters: usize) -> String {
    match text.chars().count() {
        n if n <= letters => text.to_string(),
        _ => text.chars().take(letters.saturating_sub(2)).collect::<String>() + "..",
    }
}

/// Text as it stands in SVG.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            // XML has no such characters.
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

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
