//! Printing: the text of a value, for programs and for people.
//!
//! Owns the look of all values. [`writer`] traverses a value step by step without recursion. [`atom`] writes values
//! without parts, unless the dialect overrides it. This file drives both within the budget. Knows nothing of output:
//! see [`crate::runtime::Runtime::write`].

pub mod atom;
mod writer;
use writer::{PrintWalk, SharingLabels, WriterStep};
pub use writer::{WIDTH, pretty};

use crate::fault::Result;
use crate::num;
use crate::runtime::Runtime;
use crate::runtime::dialect::Dialect;
pub(crate) use crate::runtime::dialect::PrintStyle;
use crate::value::{Kind, Value};

/// Steps after which printing begins again, now looking out for cycles. Hardly any value is so large, and for those
/// that are the cost does not matter.
const CYCLE_CHECK_AFTER: usize = 4096;

/// Steps between two payments.
const LOT: usize = 64;

/// The text of a value in the notation of a dialect.
pub fn print_as(rt: &mut Runtime, v: Value, style: PrintStyle, dialect: Dialect) -> Result<String> {
    rt.writing_as(dialect, |rt| print(rt, v, style))
}

/// The text of a value, so that it reads back in that dialect; parts that are met more than once have labels.
pub fn print_shared(rt: &mut Runtime, v: Value, dialect: Dialect) -> Result<String> {
    rt.writing_as(dialect, |rt| {
        let labels = SharingLabels::of(rt, v, true)?;
        print_labelled(rt, v, PrintStyle::Readable, labels, usize::MAX)
    })
}

/// The text of a value in the notation that is in force. Where a value contains itself, `#<cycle>` stands for what is
/// being printed already, or a datum label does.
pub fn print(rt: &mut Runtime, v: Value, style: PrintStyle) -> Result<String> {
    match v.kind() {
        _ if prints_as_digits(rt, v) => Ok(v.untag().to_string()),
        _ if v.is_float() => num::print::number_to_string(rt, v, 10),
        Kind::STRING if style == PrintStyle::Display => {
            let bytes = rt.heap.text_of(v)?.as_str().len();
            rt.charge(bytes / LOT)?;
            rt.heap.reserve(bytes)?;
            Ok(rt.heap.text_of(v)?.as_str().to_string())
        }
        _ => print_up_to(rt, v, style, usize::MAX),
    }
}

/// Returns whether the value is a small integer that prints as its decimal digits.
pub(crate) fn prints_as_digits(rt: &Runtime, v: Value) -> bool {
    v.is_fixnum() && !rt.dialects.writing.notation().is_some_and(|n| n.changes_numerals(rt))
}

/// Prints a value, or about its first `limit` bytes: a text that long may lack its end.
pub(crate) fn print_up_to(rt: &mut Runtime, v: Value, style: PrintStyle, limit: usize) -> Result<String> {
    let labels = if rt.dialects.writing.notation().is_some_and(|n| n.labels_parts(rt)) {
        SharingLabels::of(rt, v, true)?.counted_from(1)
    } else {
        SharingLabels::default()
    };
    print_labelled(rt, v, style, labels, limit)
}

fn print_labelled(
    rt: &mut Runtime,
    v: Value,
    style: PrintStyle,
    labels: SharingLabels,
    limit: usize,
) -> Result<String> {
    Printing::with_labels(rt, v, style, labels, limit).finish(rt)
}

/// A value that is being printed.
struct Printing {
    value: Value,
    style: PrintStyle,
    limit: usize,
    /// Whether the walk does not look out for parts that contain themselves yet.
    unchecked: bool,
    walk: PrintWalk,
    steps: usize,
}

impl Printing {
    fn with_labels(rt: &Runtime, v: Value, style: PrintStyle, labels: SharingLabels, limit: usize) -> Printing {
        let unchecked = labels.is_empty();
        let walk = PrintWalk::new(v, style, limit, rt.dialects.writing).with_labels(labels);
        Printing { value: v, style, limit, unchecked, walk, steps: 0 }
    }

    /// The text.
    fn finish(&mut self, rt: &mut Runtime) -> Result<String> {
        let Printing { unchecked, ref mut walk, ref mut steps, .. } = *self;
        loop {
            match walk.step(rt) {
                WriterStep::Done => return Ok(std::mem::take(&mut walk.out)),
                WriterStep::More => {}
                WriterStep::Number(n) => {
                    let own = match rt.dialects.writing.notation().filter(|_| !n.is_float()) {
                        Some(notation) => notation.numeral(rt, n)?,
                        None => None,
                    };
                    let text = match own {
                        Some(text) => text,
                        None => num::print::number_to_string(rt, n, 10)?,
                    };
                    walk.text(&text);
                }
                WriterStep::Float(x) => {
                    let n = rt.heap.float(x)?;
                    let text = num::print::number_to_string(rt, n, 10)?;
                    walk.text(&text);
                }
                WriterStep::String(s) => {
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
            if *steps == CYCLE_CHECK_AFTER && unchecked {
                return self.begin_again(rt);
            }
        }
    }

    /// Prints a large value from its beginning, looking out for parts that contain themselves.
    #[cold]
    fn begin_again(&mut self, rt: &mut Runtime) -> Result<String> {
        let walk = PrintWalk::new(self.value, self.style, self.limit, rt.dialects.writing);
        self.walk = if rt.dialects.writing.writing().writes_labels {
            walk.with_labels(SharingLabels::of(rt, self.value, false)?)
        } else {
            walk.looking_for_cycles()
        };
        self.unchecked = false;
        self.finish(rt)
    }
}
/// Characters that [`brief`] shows at most.
const BRIEF: usize = 60;

/// A value in at most 60 characters, for messages; what does not fit is `...`. Never fails, and its work is bounded.
pub(crate) fn brief(rt: &Runtime, v: Value) -> String {
    // A complaint about what a program has done shows its values as it writes them, where the core would confuse them.
    let (program, writing) = (rt.dialects.program, rt.dialects.writing);
    let dialect = if program.has_false && writing == Dialect::CORE { program } else { writing };
    // A character takes up to four bytes; one more than fits shows that something is left out.
    let mut walk = PrintWalk::new(v, PrintStyle::Readable, BRIEF * 4 + 4, dialect);
    let mut complete = false;
    for _ in 0..BRIEF * 4 {
        match walk.step(rt) {
            WriterStep::Done => {
                complete = true;
                break;
            }
            WriterStep::More => {}
            WriterStep::Number(n) => walk.text(&num::print::brief(&rt.heap, n)),
            WriterStep::Float(x) => match Value::flonum(x).or_else(|| Value::short_float(x)) {
                Some(n) => walk.text(&num::print::brief(&rt.heap, n)),
                None => walk.text(&format!("{x:e}")),
            },
            WriterStep::String(s) => walk.string(rt, s),
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
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::fault::{Code, ErrorData};
    use crate::limits::Limits;
    use crate::object::array::{ArrayObject, Shape, Storage};
    use crate::object::table::TableObject;
    use crate::object::{Object, RecordNotation, RecordType};
    use crate::value::Kind;

    fn readable(rt: &mut Runtime, v: Value) -> String {
        print(rt, v, PrintStyle::Readable).unwrap()
    }

    #[test]
    fn lists_print_with_dots_and_abbreviations() {
        let mut rt = Runtime::for_tests();
        let (one, two) = (Value::fix(1), Value::fix(2));
        let dotted = rt.heap.list_with_tail(&[one], two).unwrap();
        assert_eq!(readable(&mut rt, dotted), "(1 . 2)");
        let nested = rt.heap.list(&[one, dotted, Value::NIL, Value::T]).unwrap();
        assert_eq!(readable(&mut rt, nested), "(1 (1 . 2) nil t)");
        for (name, shown) in [
            ("quote", "'(1 . 2)"),
            ("quasi-quote", "`(1 . 2)"),
            ("unquote", ",(1 . 2)"),
            ("unquote-splicing", ",@(1 . 2)"),
            ("function", "#'(1 . 2)"),
        ] {
            let operator = rt.symbol(name);
            let form = rt.heap.list(&[operator, dotted]).unwrap();
            assert_eq!(readable(&mut rt, form), shown);
            let longer = rt.heap.list(&[operator, one, two]).unwrap();
            assert_eq!(readable(&mut rt, longer), format!("({name} 1 2)"));
            let tail = rt.heap.pair(one, form).unwrap();
            assert_eq!(readable(&mut rt, tail), format!("(1 {name} (1 . 2))"));
        }
        let (unquote, at) = (rt.symbol("unquote"), rt.symbol("@x"));
        let form = rt.heap.list(&[unquote, at]).unwrap();
        assert_eq!(readable(&mut rt, form), "(unquote @x)");
    }

    #[test]
    fn style_reaches_strings_at_any_depth() {
        let mut rt = Runtime::for_tests();
        let text = rt.heap.string("a\"b\\\n\u{1}ä").unwrap();
        let odd = rt.symbol("odd name");
        let key = Value::keyword(rt.symbols.intern("key"));
        let inner = rt.heap.list(&[text, Value::character(' '), Value::character('x'), odd, key]).unwrap();
        let v = rt.heap.vector([inner, Value::character('\u{7f}')]).unwrap();
        assert_eq!(readable(&mut rt, v), r#"#(("a\"b\\\n\x1;ä" #\space #\x |odd name| :key) #\x7f)"#);
        assert_eq!(print(&mut rt, v, PrintStyle::Display).unwrap(), "#((a\"b\\\n\u{1}ä   x odd name :key) \u{7f})");
    }

    #[test]
    fn arrays_print_by_rank_and_element_kind() {
        let mut rt = Runtime::for_tests();
        let mut shown = |dimensions: &[usize], data: Storage| {
            let (shape, _) = Shape::new(dimensions).unwrap();
            let v = rt.heap.array(ArrayObject { shape, data }).unwrap();
            readable(&mut rt, v)
        };
        let values = |n: i64| Storage::Values((1..=n).map(Value::fix).collect());
        assert_eq!(shown(&[3], values(3)), "#(1 2 3)");
        assert_eq!(shown(&[0], values(0)), "#()");
        assert_eq!(shown(&[], values(1)), "#0A1");
        assert_eq!(shown(&[2, 2], values(4)), "#2A((1 2) (3 4))");
        assert_eq!(shown(&[3, 1], values(3)), "#2A((1) (2) (3))");
        assert_eq!(shown(&[2, 1, 2], values(4)), "#3A(((1 2)) ((3 4)))");
        assert_eq!(shown(&[3, 0], values(0)), "#<array 3 by 0>");
        assert_eq!(shown(&[2], Storage::Bytes([1, 255].into())), "#u8(1 255)");
        assert_eq!(shown(&[2], Storage::Fixnums([-1, 2].into())), "#s64(-1 2)");
        assert_eq!(shown(&[1, 2], Storage::Floats([0.5, 1e300].into())), "#2f64((0.5 1e300))");
    }

    #[test]
    fn unreadable_values_print_their_type() {
        let mut rt = Runtime::for_tests();
        let (point, x, y) = (rt.symbols.intern("point"), rt.symbols.intern("x"), rt.symbols.intern("y"));
        rt.heap.record_types.push(RecordType {
            name: point,
            fields: [x, y].into(),
            parent: None,
            notation: RecordNotation::Record,
        });
        let block = rt.heap.block(&[Value::fix(1), Value::NIL]).unwrap();
        let record = Value::reference(Kind::RECORD, 0, block);
        assert_eq!(readable(&mut rt, record), "#<point :x 1 :y nil>");
        let table = rt.heap.object(Object::Table(TableObject::default())).unwrap();
        assert_eq!(readable(&mut rt, table), "#<table 0 entries>");
        let condition = ErrorData::by("car", Code::WrongType, "no");
        let condition = rt.heap.condition(condition).unwrap();
        assert_eq!(readable(&mut rt, condition), "#<condition wrong-type: car: no>");
        rt.procedures.push_native("car".into());
        assert_eq!(readable(&mut rt, Value::reference(Kind::NATIVE, 0, 0)), "#<function car>");
        let values = rt.heap.object(Object::Values([Value::fix(1), table].into())).unwrap();
        assert_eq!(readable(&mut rt, values), "#<values 1 #<table 0 entries>>");
        let fresh = Value::symbol(rt.symbols.gensym("g"));
        assert_eq!(readable(&mut rt, fresh), "#:g1");
    }

    #[test]
    fn nested_lists_print_without_native_stack() {
        let mut rt = Runtime::for_tests();
        let mut deep = Value::NIL;
        // A test's thread has two megabytes of it.
        for _ in 0..200_000 {
            deep = rt.heap.pair(deep, Value::NIL).unwrap();
        }
        let text = readable(&mut rt, deep);
        assert_eq!(text.len(), 400_003);
        assert!(text.starts_with("((((") && text.contains("(nil)"));
    }

    #[test]
    fn a_value_inside_itself_prints_once() {
        let mut rt = Runtime::for_tests();
        let list = rt.heap.list(&[Value::fix(1), Value::fix(2)]).unwrap();
        let second = rt.heap.cdr(list);
        rt.heap.set_cdr(second, list);
        assert_eq!(readable(&mut rt, list), "(1 2 . #<cycle>)");
        rt.heap.set_cdr(second, Value::NIL);
        rt.heap.set_car(second, list);
        assert_eq!(readable(&mut rt, list), "(1 #<cycle>)");
        let array = rt.heap.vector([Value::fix(1), Value::NIL]).unwrap();
        rt.heap.values_mut(array).unwrap()[1] = array;
        assert_eq!(readable(&mut rt, array), "#(1 #<cycle>)");
    }

    #[test]
    fn shared_parts_print_each_time() {
        let mut rt = Runtime::for_tests();
        let shared = rt.heap.list(&[Value::fix(1)]).unwrap();
        let all = rt.heap.list(&vec![shared; 5000]).unwrap();
        let text = readable(&mut rt, all);
        assert!(!text.contains("cycle"));
        assert_eq!(text.matches("(1)").count(), 5000);
    }

    #[test]
    fn printing_obeys_ticks_and_memory() {
        let mut rt = Runtime::for_tests();
        let text = rt.heap.string("x".repeat(1 << 16)).unwrap();
        let all = rt.heap.list(&vec![text; 1000]).unwrap();
        rt.heap.set_limit(4 << 20);
        assert!(print(&mut rt, all, PrintStyle::Readable).is_err());
        let mut rt = Runtime::for_tests();
        let long = rt.heap.list(&vec![Value::T; 100_000]).unwrap();
        rt.budget.start(&Limits { ticks: Some(1000), ..Limits::default() }, std::time::Duration::ZERO);
        assert!(print(&mut rt, long, PrintStyle::Readable).is_err());
    }

    #[test]
    fn brief_is_brief() {
        let mut rt = Runtime::for_tests();
        let exactly = rt.heap.string("ä".repeat(58)).unwrap();
        assert_eq!(brief(&rt, exactly), format!("\"{}\"", "ä".repeat(58)));
        let more = rt.heap.string("\u{1F600}".repeat(1 << 20)).unwrap();
        assert_eq!(brief(&rt, more), format!("\"{}...", "\u{1F600}".repeat(56)));
        let circular = rt.heap.list(&[Value::fix(1)]).unwrap();
        rt.heap.set_cdr(circular, circular);
        assert_eq!(brief(&rt, circular).chars().count(), 60);
        let mut deep = Value::NIL;
        for _ in 0..100_000 {
            deep = rt.heap.pair(deep, Value::NIL).unwrap();
        }
        assert_eq!(brief(&rt, deep), format!("{}...", "(".repeat(57)));
        assert_eq!(brief(&rt, Value::NIL), "nil");
    }

    proptest! {
        #[test]
        fn printing_of_any_circular_data_ends(
            links in prop::collection::vec((0usize..12, 0usize..12), 12), root in 0usize..12
        ) {
            let mut rt = Runtime::for_tests();
            let nodes: Vec<Value> = (0..12)
                .map(|i| match i % 3 {
                    0 => rt.heap.vector([Value::NIL, Value::NIL]).unwrap(),
                    _ => rt.heap.pair(Value::NIL, Value::NIL).unwrap(),
                })
                .collect();
            for (&node, (a, b)) in nodes.iter().zip(links) {
                let (a, b) = (nodes[a], if b == 11 { Value::NIL } else { nodes[b] });
                if let Some(elements) = rt.heap.values_mut(node) {
                    elements.copy_from_slice(&[a, b]);
                } else {
                    rt.heap.set_car(node, a);
                    rt.heap.set_cdr(node, b);
                }
            }
            // Sharing may make the text long, but it ends: no limit on ticks, and at most 12 levels.
            rt.budget.start(&Limits { ticks: Some(50_000_000), ..Limits::default() }, std::time::Duration::ZERO);
            let text = print(&mut rt, nodes[root], PrintStyle::Readable).unwrap();
            prop_assert_eq!(text.matches('(').count(), text.matches(')').count());
            prop_assert!(brief(&rt, nodes[root]).chars().count() <= 60);
        }
    }
}
