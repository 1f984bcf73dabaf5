//! Printing: the text of a value, for programs and for people.
//!
//! Owns how everything looks. [`walk`] goes through a value step by step without recursion; [`leaf`] writes what has no
//! parts, by [`atom`] where the dialect has no way of its own; this file drives them within the budget. Knows nothing
//! of output: see [`crate::runtime::Runtime::write`].

pub mod atom;
mod atom_style;
mod labels;
mod pretty;
mod writer;

use crate::fault::Result;
use crate::num;
use crate::runtime::Runtime;
use crate::runtime::dialect::Dialect;
pub(crate) use crate::runtime::notation::Style;
use crate::value::Value;

use labels::Labels;
pub use pretty::{WIDTH, pretty};
use writer::{Step, Walk};

/// Steps after which printing begins again, now looking out for cycles. Hardly any value is so large, and for those
/// that are the cost does not matter.
const CARELESS_STEPS: usize = 4096;

/// Steps between two payments.
const LOT: usize = 64;

/// The text of a value in the notation of a dialect.
pub fn print_as(rt: &mut Runtime, v: Value, style: Style, dialect: Dialect) -> Result<String> {
    rt.writing_as(dialect, |rt| print(rt, v, style))
}

/// The text of a value, so that it reads back in that dialect; parts that are met more than once have labels.
pub fn print_shared(rt: &mut Runtime, v: Value, dialect: Dialect) -> Result<String> {
    rt.writing_as(dialect, |rt| {
        let labels = Labels::of(rt, v, true)?;
        print_labelled(rt, v, Style::Readable, labels, usize::MAX)
    })
}

/// The text of a value in the notation that is in force. Where a value contains itself, `#<cycle>` stands for what is
/// being printed already, or a datum label does.
pub fn print(rt: &mut Runtime, v: Value, style: Style) -> Result<String> {
    print_up_to(rt, v, style, usize::MAX)
}

/// The same, or its beginning of about `limit` bytes: a text that is at least as long may lack its end.
pub(crate) fn print_up_to(rt: &mut Runtime, v: Value, style: Style, limit: usize) -> Result<String> {
    let labels = if rt.dialect.notation.is_some_and(|n| n.labels_parts(rt)) {
        Labels::of(rt, v, true)?.counted_from(1)
    } else {
        Labels::default()
    };
    print_labelled(rt, v, style, labels, limit)
}

fn print_labelled(rt: &mut Runtime, v: Value, style: Style, labels: Labels, limit: usize) -> Result<String> {
    Printing::with_labels(rt, v, style, labels, limit).finish(rt)
}

/// A value that is being printed.
struct Printing {
    value: Value,
    style: Style,
    limit: usize,
    /// Whether the walk does not look out for parts that contain themselves yet.
    careless: bool,
    walk: Walk,
    steps: usize,
}

impl Printing {
    fn with_labels(rt: &Runtime, v: Value, style: Style, labels: Labels, limit: usize) -> Printing {
        let careless = labels.is_empty();
        let walk = Walk::new(v, style, limit, rt.dialect).with_labels(labels);
        Printing { value: v, style, limit, careless, walk, steps: 0 }
    }

    /// The text.
    fn finish(&mut self, rt: &mut Runtime) -> Result<String> {
        let Printing { careless, ref mut walk, ref mut steps, .. } = *self;
        loop {
            match walk.step(rt) {
                Step::Done => return Ok(std::mem::take(&mut walk.out)),
                Step::More => {}
                Step::Number(n) => {
                    let own = match rt.dialect.notation.filter(|_| !n.is_float()) {
                        Some(notation) => notation.numeral(rt, n)?,
                        None => None,
                    };
                    let text = match own {
                        Some(text) => text,
                        None => num::print::number_to_string(rt, n, 10)?,
                    };
                    walk.text(&text);
                }
                Step::Float(x) => {
                    let n = rt.heap.float(x)?;
                    let text = num::print::number_to_string(rt, n, 10)?;
                    walk.text(&text);
                }
                Step::String(s) => {
                    let bytes = walk.string_bytes(rt, s);
                    if bytes > LOT {
                        rt.charge(bytes / LOT)?;
                        walk.make_room(rt, bytes)?;
                    }
                    walk.string(rt, s);
                }
            }
            *steps += 1;
            if *steps % LOT == 0 {
                rt.charge(LOT)?;
                rt.heap.reserve(walk.bytes())?;
                if walk.is_full() {
                    return Ok(std::mem::take(&mut walk.out));
                }
            }
            if *steps == CARELESS_STEPS && careless {
                return self.begin_again(rt);
            }
        }
    }

    /// Prints a large value from its beginning, looking out for parts that contain themselves.
    #[cold]
    fn begin_again(&mut self, rt: &mut Runtime) -> Result<String> {
        let walk = Walk::new(self.value, self.style, self.limit, rt.dialect);
        self.walk = if rt.dialect.writes_labels {
            walk.with_labels(Labels::of(rt, self.value, false)?)
        } else {
            walk.looking_for_cycles()
        };
        self.careless = false;
        self.finish(rt)
    }
}
/// Characters that [`brief`] shows at most.
const BRIEF: usize = 60;

/// A value in at most 60 characters, for messages; what does not fit is `...`. Never fails, and its work is bounded.
pub(crate) fn brief(rt: &Runtime, v: Value) -> String {
    // A complaint about what a program has done shows its values as it writes them, where the core would confuse them.
    let dialect = if rt.program.has_false && rt.dialect == Dialect::CORE { rt.program } else { rt.dialect };
    // A character takes up to four bytes; one more than fits shows that something is left out.
    let mut walk = Walk::new(v, Style::Readable, BRIEF * 4 + 4, dialect);
    let mut complete = false;
    for _ in 0..BRIEF * 4 {
        match walk.step(rt) {
            Step::Done => {
                complete = true;
                break;
            }
            Step::More => {}
            Step::Number(n) => walk.text(&num::print::brief(&rt.heap, n)),
            Step::Float(x) => match Value::flonum(x).or_else(|| Value::short_float(x)) {
                Some(n) => walk.text(&num::print::brief(&rt.heap, n)),
                None => walk.text(&format!("{x:e}")),
            },
            Step::String(s) => walk.string(rt, s),
        }
        if walk.is_full() {
            break;
        }
    }
    let mut text = walk.out;
    if complete && text.chars().count() <= BRIEF {
        return text;
    }
    if let Some((end, _)) = text.char_indices().nth(BRIEF - 3) {
        text.truncate(end);
    }
    text.push_str("...");
    text
}

#[cfg(test)]
mod tests;
