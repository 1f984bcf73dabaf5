//! Compiled code for people to read: one line for each instruction, by the roles that the table of instructions gives
//! to its fields.

use std::fmt::Write;

use super::Code;
use super::insn::{Field, Insn};
use crate::value::{Kind, Value};

/// Referent that an instruction has by number, for callers that know its name.
#[derive(Clone, Copy)]
pub(crate) enum Referent {
    Constant(Value),
    Global(u32),
    Function(u32),
    RecordType(u32),
}

impl Code {
    /// The instructions of a function, with what `name` calls the things that they refer to. Jumps name the line they
    /// lead to.
    pub fn listing(&self, number: u32, name: impl Fn(Referent) -> String) -> String {
        let mut text = String::new();
        for (line, insn) in self.instructions(number).iter().enumerate() {
            let fields = self.fields(*insn, line, &name);
            // Writing to a string does not fail.
            let _ = writeln!(text, "{line:4} {:21} {}", insn.name(), fields.join(" "));
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text
    }

    /// The fields of an instruction, in the order of the table.
    fn fields(&self, mut insn: Insn, line: usize, name: impl Fn(Referent) -> String) -> Vec<String> {
        let mut shown: Vec<String> = Vec::new();
        // Registers side by side, whose number comes after the first of them.
        let mut first = None;
        insn.each_field(&mut |label, field| {
            let text = match field {
                Field::Dest(r) => format!("r{r} <-"),
                Field::Source(r) | Field::Changed(r) => format!("r{r}"),
                Field::First(r) => {
                    first = Some(*r);
                    return;
                }
                Field::Window(r) => format!("r{r}:"),
                Field::Count(n) => match first {
                    Some(a) => format!("r{a}..r{}", u16::from(a) + u16::from(*n)),
                    None => format!("{n}"),
                },
                Field::Top(r) => format!("{label}=r{r}"),
                Field::Index(i) => format!("[{i}]"),
                Field::Flag(true) => label.to_string(),
                Field::Flag(false) => return,
                Field::Int(i) => i.to_string(),
                Field::Short(i) => i.to_string(),
                Field::Word(w) => Value::from_raw(i64::from(w.get())).untag().to_string(),
                Field::Kinds(kind) => kind_name(*kind).to_string(),
                Field::Constant(k) => {
                    let value = self.consts.get(*k as usize).copied().unwrap_or(Value::NIL);
                    name(Referent::Constant(value))
                }
                Field::Global(g) => name(Referent::Global(*g)),
                Field::Inner(f) => name(Referent::Function(*f)),
                Field::RecordType(t) => name(Referent::RecordType(*t)),
                Field::Offset(off) => format!("-> {}", (line + 1).wrapping_add_signed(*off as isize)),
            };
            shown.push(text);
        });
        shown
    }
}

/// The kinds that instructions ask for.
fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::NUMBERS => "number",
        Kind::SYMBOL => "symbol",
        Kind::KEYWORD => "keyword",
        Kind::STRING => "string",
        Kind::CHARACTER => "character",
        Kind::ARRAY => "array",
        Kind::TABLE => "table",
        Kind::RECORD => "record",
        _ => "kind",
    }
}
