//! What arrays hold: an element read, a value that becomes one, all of them at once. With long arrays that is done lot
//! by lot, and natives can pause in between.

use crate::fault::{Code, Condition, Limit, Res, internal};
use crate::heap::Heap;
use crate::object::array::Storage;
use crate::object::element::{Element, ElementKind};
use crate::printer::brief;
use crate::runtime::Runtime;
use crate::runtime::unfinished::{ENABLED, Work};
use crate::value::{Kind, Value};

/// Dimensions that an array can have: so many coordinates fit on the native stack.
pub(crate) const MAX_RANK: usize = 16;

/// Elements that are filled or copied for one tick.
pub(super) const ELEMENTS_PER_TICK: usize = 64;

pub(super) fn element(rt: &mut Runtime, array: Value, at: usize) -> Res<Value> {
    match rt.heap.as_array(array).and_then(|a| a.element(at)) {
        Some(element) => rt.heap.element_value(element),
        None => Ok(Value::NIL),
    }
}

/// `value` as an element: a number that is too large is a bad value, everything else the wrong type.
pub(super) fn converted(rt: &Runtime, function: &str, kind: ElementKind, value: Value) -> Res<Element> {
    match rt.heap.as_element(kind, value) {
        Some(element) => Ok(element),
        None if value.is_fixnum() || value.is(Kind::BIGINT) => {
            let c = Condition::unfit(Code::BadValue, kind.expected(), &brief(rt, value)).with_subject(function);
            Err(c.with_argument("value").with_irritants(&[value]).into())
        }
        None => Err(rt.wrong_type(function, "value", kind.expected(), value)),
    }
}

/// Elements that are filled or copied between two payments.
const LOT: usize = 1 << 16;

/// Are so many elements gone over in lots?
#[inline]
pub(super) fn are_many(count: usize) -> bool {
    ENABLED && count > LOT
}

/// What arrays are made of.
pub(super) trait Item: Copy + Send + 'static {
    /// Those of them that are values.
    fn values(_: &[Self]) -> &[Value] {
        &[]
    }
}

impl Item for Value {
    fn values(items: &[Value]) -> &[Value] {
        items
    }
}

impl Item for u8 {}
impl Item for bool {}
impl Item for i64 {}
impl Item for f64 {}

/// The elements of an array that is being made.
struct Items<T>(Vec<T>);

impl<T: Item> Work for Items<T> {
    fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        look(T::values(&self.0));
    }
}

/// So many elements, lot by lot: `next` says which come after those that there are, so many at most.
pub(super) fn items<T: Item>(rt: &mut Runtime, count: usize, next: impl Fn(&Heap, &mut Vec<T>, usize)) -> Res<Vec<T>> {
    let mut items = match rt.take_up() {
        Some(Items(items)) => items,
        None => {
            let mut items = Vec::new();
            items.try_reserve_exact(count).map_err(|_| Limit::Memory)?;
            items
        }
    };
    while items.len() < count {
        let before = items.len();
        next(&rt.heap, &mut items, LOT.min(count - before));
        if items.len() == before {
            return internal("an array that ends too soon");
        }
        if let Err(fault) = rt.pay_for_lot((items.len() - before) / ELEMENTS_PER_TICK) {
            return Err(rt.interrupt_work(Items(items), fault));
        }
    }
    Ok(items)
}

/// The elements from `start` to before `end` of a long array, lot by lot.
pub(super) fn copied(rt: &mut Runtime, array: Value, start: usize, end: usize) -> Res<Storage> {
    macro_rules! part {
        ($kind:ident) => {
            items(rt, end - start, |heap, items, most| {
                if let Some(Storage::$kind(all)) = heap.as_array(array).map(|a| &a.data) {
                    let from = start + items.len();
                    items.extend_from_slice(all.get(from..(from + most).min(all.len())).unwrap_or_default());
                }
            })?
        };
    }
    Ok(match &rt.heap.array_of(array)?.data {
        Storage::Bytes(_) => Storage::Bytes(part!(Bytes).into()),
        Storage::Bits(_) => Storage::Bits(part!(Bits).into()),
        Storage::Fixnums(_) => Storage::Fixnums(part!(Fixnums).into()),
        Storage::Floats(_) => Storage::Floats(part!(Floats).into()),
        _ => Storage::Values(part!(Values)),
    })
}

/// A place in an array up to which something has been done.
struct Place(usize);

impl Work for Place {
    fn each_value(&self, _: &mut dyn FnMut(&[Value])) {}
}

/// Stores `value` everywhere.
pub(super) fn fill(rt: &mut Runtime, function: &str, array: Value, value: Value) -> Res<()> {
    let a = rt.heap.array_of(array)?;
    let (kind, count) = (a.element_kind(), a.len());
    let element = converted(rt, function, kind, value)?;
    let Place(mut at) = rt.take_up().unwrap_or(Place(0));
    loop {
        let end = if ENABLED { count.min(at.saturating_add(LOT)) } else { count };
        let ticks = end.saturating_sub(at) / ELEMENTS_PER_TICK;
        if end >= count {
            rt.charge(ticks)?;
        }
        if let Some(a) = rt.heap.as_array_mut(array) {
            for at in at..end {
                a.set_element(at, element);
            }
        }
        if end >= count {
            return Ok(());
        }
        at = end;
        if let Err(fault) = rt.pay_for_lot(ticks) {
            return Err(rt.interrupt_work(Place(at), fault));
        }
    }
}
