//! Construction of arrays from dimensions, options and lists.

use std::sync::Arc;

use super::element::{ELEMENTS_PER_TICK, MAX_RANK, converted, fill};
use crate::fault::{Code, Limit, Res, complain, internal};
use crate::list::Walk;
use crate::object::array::{Array, Shape, Storage, dimensions_text};
#[cfg(feature = "search")]
use crate::object::board::BoardArray;
use crate::object::element::{Element, ElementKind};
use crate::printer::brief;
use crate::runtime::Runtime;
use crate::value::Value;
#[cfg(feature = "search")]
use klammer_boards::board::{Board, Layout};

/// The dimensions that a list or a single integer states.
fn dimensions(rt: &mut Runtime, function: &'static str, v: Value) -> Res<Vec<usize>> {
    let size = |v: Value| v.as_fixnum().and_then(|n| usize::try_from(n).ok());
    if let Some(n) = size(v) {
        return Ok(vec![n]);
    }
    let expected = "an integer that is not negative, or a list of such";
    let mut result = Vec::new();
    if !v.has_elements() && !v.is_nil() {
        return Err(rt.wrong_type(function, "dimensions", expected, v));
    }
    let mut walk = Walk::new(function, "dimensions", v);
    while let Some(d) = walk.next(rt)? {
        match size(d) {
            Some(_) if result.len() == MAX_RANK => {
                return complain(function, Code::BadValue, format!("an array has at most {MAX_RANK} dimensions"));
            }
            Some(d) => result.push(d),
            None => return Err(rt.wrong_type(function, "dimensions", expected, v)),
        }
    }
    Ok(result)
}

/// The shape with these dimensions and the number of elements, paid for.
pub(super) fn shape(rt: &mut Runtime, dimensions: &[usize], kind: ElementKind) -> Res<(Shape, usize)> {
    let Some((shape, count)) = Shape::new(dimensions) else { return Err(Limit::Memory.into()) };
    rt.heap.reserve(count.saturating_mul(element_bytes(kind)))?;
    rt.charge(count / ELEMENTS_PER_TICK)?;
    Ok((shape, count))
}

fn filled(count: usize, element: Element) -> Res<Storage> {
    fn repeat<T: Clone>(count: usize, x: T) -> Res<Box<[T]>> {
        let mut elements = Vec::new();
        if elements.try_reserve_exact(count).is_err() {
            return Err(Limit::Memory.into());
        }
        elements.resize(count, x);
        Ok(elements.into_boxed_slice())
    }
    Ok(match element {
        Element::Any(x) => Storage::Values(repeat(count, x)?.into_vec()),
        Element::Byte(x) => Storage::Bytes(repeat(count, x)?),
        Element::Bit(x) => Storage::Bits(repeat(count, x)?),
        Element::Fixnum(x) => Storage::Fixnums(repeat(count, x)?),
        Element::Float(x) => Storage::Floats(repeat(count, x)?),
        #[cfg(feature = "search")]
        Element::Digits(_) => return internal("a board without a layout"),
    })
}

/// Element kinds that `:of` accepts, for messages.
const KINDS: &str =
    if cfg!(feature = "search") { "byte, fixnum, float, digits or any" } else { "byte, fixnum, float or any" };

/// Parses the options after the dimensions in a call of `make-array`: kind and initial element.
fn array_options(rt: &Runtime, options: &[Value]) -> Res<(ElementKind, Option<Value>)> {
    let name = |v: Value| v.as_keyword().or(v.as_symbol()).map(|s| rt.name(s));
    let is_option = |v: Value| v.as_keyword().is_some_and(|s| matches!(rt.name(s), "of" | "initial"));
    let (mut kind, mut initial) = (ElementKind::Any, None);
    let mut rest = options;
    if let [first, more @ ..] = rest
        && !is_option(*first)
    {
        initial = Some(*first);
        rest = more;
    }
    while let [option, more @ ..] = rest {
        let (option, [value, more @ ..]) = (*option, more) else {
            return complain("make-array", Code::ArgumentCount, format!("no value after {}", brief(rt, *option)));
        };
        if !is_option(option) {
            let shown = brief(rt, option);
            return complain("make-array", Code::ArgumentCount, format!("options are :of and :initial, got {shown}"));
        }
        if name(option) == Some("initial") {
            initial = Some(*value);
        } else {
            let Some(k) = name(*value).and_then(ElementKind::from_name) else {
                let shown = brief(rt, *value);
                return complain("make-array", Code::BadValue, format!(":of must be {KINDS}, got {shown}"));
            };
            kind = k;
        }
        rest = more;
    }
    Ok((kind, initial))
}

/// `default` is what the elements are that can be anything, if the options do not say.
pub(super) fn make_array(rt: &mut Runtime, wanted: Value, options: &[Value], default: Value) -> Res<Value> {
    let dimensions = dimensions(rt, "make-array", wanted)?;
    let (kind, initial) = array_options(rt, options)?;
    #[cfg(feature = "search")]
    if let ElementKind::Digits(_) = kind {
        let board = make_board(rt, &dimensions)?;
        if let Some(v) = initial {
            fill(rt, "make-array", board, v)?;
        }
        return Ok(board);
    }
    let element = match initial {
        Some(v) => converted(rt, "make-array", kind, v)?,
        None if kind == ElementKind::Any => Element::Any(default),
        None => kind.default_element(),
    };
    make_filled(rt, &dimensions, kind, element)
}

fn make_filled(rt: &mut Runtime, dimensions: &[usize], kind: ElementKind, element: Element) -> Res<Value> {
    let (shape, count) = shape(rt, dimensions, kind)?;
    let data = filled(count, element)?;
    rt.heap.array(Array { shape, data })
}

fn element_bytes(kind: ElementKind) -> usize {
    if matches!(kind, ElementKind::Byte | ElementKind::Bit) { 1 } else { size_of::<Value>() }
}

/// An array of bits.
pub(crate) fn make_bits(rt: &mut Runtime, wanted: Value, initial: Value) -> Res<Value> {
    let dimensions = dimensions(rt, "make-array", wanted)?;
    let element = converted(rt, "make-array", ElementKind::Bit, initial)?;
    make_filled(rt, &dimensions, ElementKind::Bit, element)
}

/// A board with the boxes that its size has by custom.
#[cfg(feature = "search")]
fn make_board(rt: &mut Runtime, dimensions: &[usize]) -> Res<Value> {
    let layout = match *dimensions {
        [rows, columns] if rows == columns => rt.search.classic(rows).cloned(),
        _ => None,
    };
    let Some(layout) = layout else {
        let message = format!(
            "a board of digits has as many rows as columns, which boxes can fill; got {} (see board-variant)",
            dimensions_text(dimensions)
        );
        return complain("make-array", Code::BadValue, message);
    };
    new_board(rt, &layout)
}

/// A board on which everything is possible.
#[cfg(feature = "search")]
pub(crate) fn new_board(rt: &mut Runtime, layout: &Arc<Layout>) -> Res<Value> {
    rt.heap.reserve(layout.cells() * 2 * size_of::<u64>())?;
    rt.charge(layout.cells() / ELEMENTS_PER_TICK)?;
    rt.heap.board(BoardArray::new(Board::new(layout)))
}

pub(super) fn list_to_array(rt: &mut Runtime, list: Value, wanted: Option<Value>) -> Res<Value> {
    let is_list = |v: Value| v.is_nil() || v.has_elements();
    if !is_list(list) {
        if wanted.is_some_and(is_list) {
            let message = "the list comes first, then the dimensions: (list->array list dimensions)";
            return complain("list->array", Code::WrongType, message);
        }
        return Err(rt.wrong_type("list->array", "list", "a list", list));
    }
    let items = rt.list_items("list->array", list)?;
    let Some(wanted) = wanted else { return rt.heap.vector(items) };
    let dimensions = dimensions(rt, "list->array", wanted)?;
    match Shape::new(&dimensions) {
        Some((shape, count)) if count == items.len() => rt.heap.array(Array { shape, data: Storage::Values(items) }),
        Some((shape, count)) if dimensions.first() == Some(&items.len()) => {
            rt.heap.reserve(count.saturating_mul(size_of::<Value>()))?;
            let rows = items.len();
            let items = flat_rows(rt, items, dimensions.get(1..).unwrap_or(&[]))?;
            if items.len() != count {
                let text = dimensions_text(&dimensions);
                return complain("list->array", Code::BadValue, format!("{rows} rows do not make an array of {text}"));
            }
            rt.heap.array(Array { shape, data: Storage::Values(items) })
        }
        _ => {
            let (n, text) = (items.len(), dimensions_text(&dimensions));
            complain("list->array", Code::BadValue, format!("{n} elements do not fill an array of {text}"))
        }
    }
}

/// The elements of lists inside of each other, row after row; `dimensions` are those of a row. What has another shape
/// has another number of elements, too, or is told here.
fn flat_rows(rt: &mut Runtime, rows: Vec<Value>, dimensions: &[usize]) -> Res<Vec<Value>> {
    let mut elements = rows;
    for &length in dimensions {
        let mut inner = Vec::new();
        for row in elements {
            let row = rt.list_items("list->array", row)?;
            if row.len() != length {
                let n = row.len();
                return complain(
                    "list->array",
                    Code::BadValue,
                    format!("a row has {n} elements where the array has {length}"),
                );
            }
            rt.charge(1)?;
            rt.heap.reserve((inner.len() + row.len()).saturating_mul(2 * size_of::<Value>()))?;
            inner.extend(row);
        }
        elements = inner;
    }
    Ok(elements)
}
