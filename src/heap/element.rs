//! Elements of arrays as values, and the other way round.

use super::Heap;
use crate::fault::Result;
use crate::object::array::ArrayObject;
use crate::object::element::{ElementKind, StoredElement};
use crate::value::Value;

impl Heap {
    /// A value as an element of this kind; `None` if it is none. A float array takes small integers too.
    pub(crate) fn as_element(&self, kind: ElementKind, v: Value) -> Option<StoredElement> {
        match kind {
            ElementKind::Any => Some(StoredElement::Any(v)),
            ElementKind::Byte => v.as_fixnum().and_then(|n| u8::try_from(n).ok()).map(StoredElement::Byte),
            ElementKind::Bit => v.as_fixnum().filter(|n| matches!(n, 0 | 1)).map(|n| StoredElement::Bit(n == 1)),
            ElementKind::Fixnum => v.as_fixnum().map(StoredElement::Fixnum),
            ElementKind::Digits => digit_set(self, v).map(StoredElement::Digits),
            ElementKind::Float => self.as_float(v).or(v.as_fixnum().map(|n| n as f64)).map(StoredElement::Float),
        }
    }

    pub(crate) fn element_value(&mut self, element: StoredElement) -> Result<Value> {
        match element {
            StoredElement::Any(v) => Ok(v),
            StoredElement::Byte(n) => Ok(Value::fix(n.into())),
            StoredElement::Bit(b) => Ok(Value::fix(b.into())),
            StoredElement::Fixnum(n) => self.integer(n.into()),
            StoredElement::Float(x) => self.float(x),
            StoredElement::Digits(set) => Ok(Value::digits(set)),
        }
    }

    /// Returns the element of an array at a row-major position, if there is one.
    #[inline]
    pub(crate) fn element(&self, array: Value, at: usize) -> Result<Option<StoredElement>> {
        let Some(a) = self.as_array(array) else { return Ok(None) };
        match a.element(at) {
            None => self.hosted_element(a, at),
            element => Ok(element),
        }
    }

    /// The elements of an array of any rank, row by row, but no more than `most`. Nothing is charged.
    pub fn elements(&mut self, array: Value, most: usize) -> Result<Vec<Value>> {
        let count = self.as_array(array).map_or(0, ArrayObject::len).min(most);
        self.reserve(count.saturating_mul(2 * size_of::<Value>()))?;
        let mut items = Vec::with_capacity(count);
        for at in 0..count {
            if let Some(element) = self.element(array, at)? {
                items.push(self.element_value(element)?);
            }
        }
        Ok(items)
    }
}

/// The members of a list of digits, if it is one; longer ones than there are digits are not looked through.
fn digit_set(heap: &Heap, v: Value) -> Option<u64> {
    if let Some(set) = v.as_digits() {
        return Some(set);
    }
    let mut set = 0;
    let mut rest = v;
    for _ in 0..2 * Value::DIGIT_COUNT {
        if !rest.is_pair() {
            break;
        }
        let digit = heap.car(rest).as_fixnum().filter(|d| (0..i64::from(Value::DIGIT_COUNT)).contains(d))?;
        set |= 1 << digit;
        rest = heap.cdr(rest);
    }
    rest.as_digits().map(|others| set | others)
}
