//! Long lists on several lines.
//!
//! As many elements on a line as fit. An element that does not fit on a line of its own is broken itself, and then
//! stands alone. The elements of a list begin one column to the right of its parenthesis.

use super::{PrintStyle, print};
use crate::fault::Result;
use crate::object::RecordNotation;
use crate::object::array::{Shape, Storage};
use crate::runtime::Runtime;
use crate::symbol::well_known;
use crate::value::{Kind, Value};

/// Default line width, in characters.
pub const WIDTH: usize = 80;

/// Maximum depth of lists that are examined: deeper ones are not broken.
const DEPTH: usize = 60;

/// Returns the text of a value that will begin at `column`, in lines of at most `most` characters.
pub fn pretty(rt: &mut Runtime, v: Value, style: PrintStyle, column: usize, most: usize) -> Result<String> {
    let flat = print(rt, v, style)?;
    if column + width(&flat) <= most
        || !has_parts(rt, v)
        || rt.dialects.writing.notation().is_some_and(|n| n.labels_parts(rt))
        || flat.contains("#<cycle>")
    {
        return Ok(flat);
    }
    let mut layout = Layout { rt, style, width: most, out: String::new(), column, lines: 0 };
    layout.value(v, 0, 0)?;
    Ok(layout.out)
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn has_parts(rt: &Runtime, v: Value) -> bool {
    let heap = &rt.heap;
    v.is_pair()
        || heap.as_array(v).is_some_and(|a| a.shape == Shape::Vector && matches!(a.data, Storage::Values(_)))
        || heap
            .record_type(v)
            .is_some_and(|t| v.is(Kind::RECORD) && t.notation == RecordNotation::Structure && !t.fields.is_empty())
}

struct Layout<'rt> {
    rt: &'rt mut Runtime,
    style: PrintStyle,
    width: usize,
    out: String,
    /// Column of the next character.
    column: usize,
    /// Lines that are complete.
    lines: usize,
}

impl Layout<'_> {
    fn push(&mut self, text: &str) -> Result<()> {
        self.rt.charge(1 + text.len() / 32)?;
        self.rt.heap.reserve(self.out.len() + text.len())?;
        self.out.push_str(text);
        self.lines += text.matches('\n').count();
        self.column = match text.rsplit_once('\n') {
            Some((_, line)) => width(line),
            None => self.column + width(text),
        };
        Ok(())
    }

    fn new_line(&mut self, indent: usize) -> Result<()> {
        self.push(&format!("\n{:indent$}", ""))
    }

    /// Writes a value after which `after` characters must fit on the line.
    fn value(&mut self, v: Value, after: usize, depth: usize) -> Result<()> {
        let flat = print(self.rt, v, self.style)?;
        if self.column + width(&flat) + after <= self.width || depth > DEPTH || !has_parts(self.rt, v) {
            return self.push(&flat);
        }
        if v.is_pair() {
            return self.list(v, after, depth);
        }
        if v.is(Kind::RECORD) {
            return self.structure(v, after, depth);
        }
        self.push("#(")?;
        let items: Vec<Value> = match self.rt.heap.as_array(v).map(|a| &a.data) {
            Some(Storage::Values(items)) => items.clone(),
            _ => Vec::new(),
        };
        self.elements(&items, None, after, depth)
    }

    fn list(&mut self, list: Value, after: usize, depth: usize) -> Result<()> {
        let mut items = Vec::new();
        let mut rest = list;
        while rest.is_pair() {
            items.push(self.rt.heap.car(rest));
            rest = self.rt.heap.cdr(rest);
            self.rt.charge(1)?;
        }
        self.rt.heap.reserve(items.capacity() * size_of::<Value>())?;
        if let (&[head, datum], true) = (items.as_slice(), rest.is_nil()) {
            let mark = match head.as_symbol() {
                Some(well_known::QUOTE) => "'",
                Some(well_known::FUNCTION) => "#'",
                _ => "",
            };
            if !mark.is_empty() {
                self.push(mark)?;
                return self.value(datum, after, depth + 1);
            }
        }
        self.push("(")?;
        self.elements(&items, (!rest.is_nil()).then_some(rest), after, depth)
    }

    /// The elements of what has just been opened, perhaps what comes after a dot, and the closing parenthesis.
    fn elements(&mut self, items: &[Value], tail: Option<Value>, after: usize, depth: usize) -> Result<()> {
        let indent = self.column;
        let mut broken = false;
        for (i, &item) in items.iter().enumerate() {
            let last = i + 1 == items.len() && tail.is_none();
            let after = if last { after + 1 } else { 1 };
            if i > 0 {
                let flat = print(self.rt, item, self.style)?;
                if broken || self.column + 1 + width(&flat) + after > self.width {
                    self.new_line(indent)?;
                } else {
                    self.push(" ")?;
                }
            }
            let lines = self.lines;
            self.value(item, after, depth + 1)?;
            broken = self.lines > lines;
        }
        if let Some(tail) = tail {
            self.push(" . ")?;
            self.value(tail, after + 1, depth + 1)?;
        }
        self.push(")")
    }

    /// Each slot on a line of its own.
    fn structure(&mut self, v: Value, after: usize, depth: usize) -> Result<()> {
        let Some((name, fields)) = self.rt.heap.record_type(v).map(|t| (t.name, t.fields.to_vec())) else {
            return Ok(());
        };
        self.push("#S(")?;
        let indent = self.column;
        let name = print(self.rt, Value::symbol(name), self.style)?;
        self.push(&name)?;
        for (i, &field) in fields.iter().enumerate() {
            self.new_line(indent)?;
            let keyword = print(self.rt, Value::keyword(field), PrintStyle::Readable)?;
            self.push(&keyword)?;
            self.push(" ")?;
            let after = if i + 1 == fields.len() { after + 1 } else { 0 };
            let value = self.rt.heap.word(v, i);
            self.value(value, after, depth + 1)?;
        }
        self.push(")")
    }
}
