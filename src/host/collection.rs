//! Lists, arrays, hash tables, sets and tuples.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};

use smallvec::smallvec;

use super::{
    Built, ConvertError, FromContext, FromLisp, IntoContext, IntoLisp, from_value, object_of, part, sealed, to_value,
};
use crate::builtins::table;
use crate::fault::{Result, Unwind};
use crate::object::Object;
use crate::object::array::{self, Shape, Storage};
use crate::object::table as objects;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};
use crate::vm::Vm;

/// The elements of a list or vector; `None` for anything else. Each costs something, so that those of lists that share
/// their parts do.
pub(super) fn elements(rt: &mut Runtime, v: Value) -> Result<Option<Vec<Value>>> {
    rt.charge(1)?;
    if v.is(Kind::ARRAY) {
        let is_vector = rt.heap.as_array(v).is_some_and(array::ArrayView::is_vector);
        return if is_vector { row_major(rt, v).map(Some) } else { Ok(None) };
    }
    match rt.list_items("convert", v) {
        Ok(items) => Ok(Some(items)),
        Err(fault) if matches!(*fault, Unwind::Error(_)) => Ok(None),
        Err(limit) => Err(limit),
    }
}

/// The elements of an array of any rank.
pub(super) fn row_major(rt: &mut Runtime, v: Value) -> Result<Vec<Value>> {
    rt.charge(rt.heap.as_array(v).map_or(0, array::ArrayView::len) / 16)?;
    rt.heap.elements(v, usize::MAX)
}

/// Each element converted. The one that does not fit is named by its number.
fn converted<T: FromLisp>(rt: &mut Runtime, items: Vec<Value>) -> Result<Vec<T>, ConvertError> {
    rt.charge_output(items.len().saturating_mul(size_of::<T>()))?;
    rt.in_parts(|rt| {
        // All the room at once: elements can be as large as boards.
        let mut all = Vec::with_capacity(items.len());
        for (i, x) in items.into_iter().enumerate() {
            all.push(from_value(rt, x).map_err(|e: ConvertError| e.within(|| element(i)))?);
        }
        Ok(all)
    })
}

/// Bytes that an entry of a set or table takes besides its contents, about.
const ENTRY: usize = 16;

pub(super) fn element(i: usize) -> String {
    format!("as element {}", i + 1)
}

/// A list of the values of `items`. Its pairs are taken together, so that they are adjacent.
fn list<T: IntoLisp>(
    maker: IntoContext<'_>,
    items: impl DoubleEndedIterator<Item = T> + ExactSizeIterator,
) -> Result<Built<'_>, ConvertError> {
    let mut list = Value::NIL;
    let mut items = items.rev();
    while items.len() > 0 {
        let row = maker.rt.heap.row(items.len())?;
        for (number, x) in row.zip(items.by_ref()) {
            let v = to_value(maker.rt, x)?;
            list = maker.rt.heap.fill(number, v, list);
        }
    }
    maker.done(list)
}

impl<T: FromLisp> FromLisp for Vec<T> {
    const EXPECTED: &'static str = "a list";
    const SPECIALIZER: Option<&'static str> = Some("list");
    fn from_lisp(given: FromContext<'_>) -> Result<Vec<T>, ConvertError> {
        let FromContext { rt, value, .. } = given;
        let items = elements(rt, value)?.ok_or_else(|| ConvertError::unfit(Self::EXPECTED, value))?;
        converted(rt, items)
    }
}

impl<T: IntoLisp> IntoLisp for Vec<T> {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        list(maker, self.into_iter())
    }
}

impl<T: IntoLisp + Clone> IntoLisp for &Vec<T> {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        maker.make(self.as_slice())
    }
}

impl<T: FromLisp, const N: usize> FromLisp for [T; N] {
    const EXPECTED: &'static str = "a list of fixed length";
    const SPECIALIZER: Option<&'static str> = Some("list");
    fn from_lisp(given: FromContext<'_>) -> Result<[T; N], ConvertError> {
        let FromContext { rt, value, .. } = given;
        let items = elements(rt, value)?.ok_or_else(|| ConvertError::unfit(Self::EXPECTED, value))?;
        let items: Vec<T> = converted(rt, items)?;
        items.try_into().map_err(|_| ConvertError::unfit(format!("a list of {N} elements"), value))
    }
}

impl<T: IntoLisp, const N: usize> IntoLisp for [T; N] {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        list(maker, self.into_iter())
    }
}

impl<T: IntoLisp + Clone> IntoLisp for &[T] {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        list(maker, self.iter().cloned())
    }
}

macro_rules! sets {
    ($($t:ident [$($bound:path),*] [$($s:ident: $sb:path)?];)*) => { $(
        impl<T: FromLisp $(+ $bound)* $(, $s: $sb + Default)?> FromLisp for $t<T $(, $s)?> {
            const EXPECTED: &'static str = "a list";
            const SPECIALIZER: Option<&'static str> = Some("list");
            fn from_lisp(given: FromContext<'_>) -> Result<Self, ConvertError> {
                let rt = given.rt;
                let items = elements(rt, given.value)?;
                let items = items.ok_or_else(|| ConvertError::unfit(Self::EXPECTED, given.value))?;
                rt.charge_output(items.len().saturating_mul(size_of::<T>() + ENTRY))?;
                Ok(converted(rt, items)?.into_iter().collect())
            }
        }

        /// The elements as the collection gives them.
        impl<T: IntoLisp $(, $s)?> IntoLisp for $t<T $(, $s)?> {
            fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
                list(maker, self.into_iter().collect::<Vec<T>>().into_iter())
            }
        }
    )* };
}

sets! {
    HashSet [Eq, Hash] [S: BuildHasher];
    BTreeSet [Ord] [];
    VecDeque [] [];
}

/// An array of any rank: its dimensions, and its elements row by row.
///
/// ```
/// use klammer::{Array, Engine};
///
/// let mut engine = Engine::new();
/// let array: Array<i64> = engine.eval("(make-array '(2 3) 7)")?;
/// assert_eq!((array.dimensions.as_slice(), array.elements.len()), (&[2, 3][..], 6));
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Array<T> {
    /// The length in each direction; one number for a vector.
    pub dimensions: Vec<usize>,
    /// As many as the dimensions multiplied.
    pub elements: Vec<T>,
}

impl<T: FromLisp> FromLisp for Array<T> {
    const EXPECTED: &'static str = "an array";
    const SPECIALIZER: Option<&'static str> = Some("array");
    fn from_lisp(given: FromContext<'_>) -> Result<Array<T>, ConvertError> {
        let Some(dimensions) = given.rt.heap.as_array(given.value).map(array::ArrayView::dimensions) else {
            return Err(given.unfit::<Self>());
        };
        let items = row_major(given.rt, given.value)?;
        Ok(Array { dimensions, elements: converted(given.rt, items)? })
    }
}

impl<T: IntoLisp> IntoLisp for Array<T> {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        let shape = Shape::new(&self.dimensions).filter(|(_, count)| *count == self.elements.len());
        let Some((shape, _)) = shape else {
            let message = format!(
                "an array of {} elements cannot have the dimensions {:?}",
                self.elements.len(),
                self.dimensions
            );
            return Err(super::HostError::new(message).into());
        };
        let values = sealed::ArgumentTuple::into_arguments(self.elements, maker.rt)?.into_vec();
        let v = maker.rt.heap.array(array::ArrayObject { shape, data: Storage::Values(values.into()) })?;
        maker.done(v)
    }
}

/// A hash table as its entries, in the order in which they came into it.
///
/// ```
/// use klammer::{Engine, Table};
///
/// let Table(entries): Table<String, i64> =
///     Engine::new().eval("(let ((h (make-table))) (table-set! h \"b\" 1) (table-set! h \"a\" 2) h)")?;
/// assert_eq!(entries, [("b".to_string(), 1), ("a".to_string(), 2)]);
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Eq, Hash)]
pub struct Table<K, V>(pub Vec<(K, V)>);

/// Keys and values of a hash table, converted.
fn entries<K: FromLisp, V: FromLisp, C: FromIterator<(K, V)>>(given: FromContext<'_>) -> Result<C, ConvertError> {
    let found: Vec<(Value, Value)> = match object_of(&given) {
        Some(Object::Table(t)) => t.iter().collect(),
        _ => return Err(ConvertError::unfit("a hash table", given.value)),
    };
    let rt = given.rt;
    rt.charge(1 + found.len() / 16)?;
    rt.charge_output(found.len().saturating_mul(size_of::<(K, V)>() + ENTRY))?;
    let convert = |rt: &mut Runtime, (k, v)| {
        let key = from_value(rt, k).map_err(|e: ConvertError| e.within(|| "as a key".into()))?;
        let shown = |rt: &Runtime| format!("as the value of {}", rt.show(k));
        match from_value(rt, v) {
            Ok(value) => Ok((key, value)),
            Err(error) => Err(ConvertError::within(error, || shown(rt))),
        }
    };
    rt.in_parts(|rt| found.into_iter().map(|entry| convert(rt, entry)).collect())
}

fn make_table<K: IntoLisp, V: IntoLisp>(
    maker: IntoContext<'_>,
    items: impl Iterator<Item = (K, V)>,
) -> Result<Built<'_>, ConvertError> {
    let rt = maker.rt;
    let result = rt.heap.object(Object::Table(objects::TableObject::default()))?;
    for (k, v) in items {
        let (k, v) = (to_value(rt, k)?, to_value(rt, v)?);
        table::set(rt, result, k, v)?;
    }
    IntoContext { rt }.done(result)
}

macro_rules! tables {
    ($($t:ident [$($bound:path),*] [$($s:ident: $sb:path)?];)*) => { $(
        impl<K: FromLisp $(+ $bound)*, V: FromLisp $(, $s: $sb + Default)?> FromLisp for $t<K, V $(, $s)?> {
            const EXPECTED: &'static str = "a hash table";
            const SPECIALIZER: Option<&'static str> = Some("table");
            fn from_lisp(given: FromContext<'_>) -> Result<Self, ConvertError> {
                entries(given)
            }
        }

        impl<K: IntoLisp, V: IntoLisp $(, $s)?> IntoLisp for $t<K, V $(, $s)?> {
            fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
                make_table(maker, self.into_iter())
            }
        }
    )* };
}

tables! {
    HashMap [Eq, Hash] [S: BuildHasher];
    BTreeMap [Ord] [];
}

impl<K: FromLisp, V: FromLisp> FromLisp for Table<K, V> {
    const EXPECTED: &'static str = "a hash table";
    const SPECIALIZER: Option<&'static str> = Some("table");
    fn from_lisp(given: FromContext<'_>) -> Result<Self, ConvertError> {
        entries(given).map(Table)
    }
}

impl<K: IntoLisp, V: IntoLisp> IntoLisp for Table<K, V> {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        make_table(maker, self.0.into_iter())
    }
}

/// Tuples are arguments, and lists of that number of elements.
macro_rules! tuples {
    ($($expected:literal: $($t:ident $v:ident $n:literal),*;)*) => { $(
        #[expect(private_interfaces, private_bounds, reason = "nobody outside can call it")]
        impl<$($t: IntoLisp),*> sealed::ArgumentTuple for ($($t,)*) {
            #[inline]
            fn into_arguments(self, rt: &mut Runtime) -> Result<sealed::Values> {
                let ($($v,)*) = self;
                Ok(smallvec![$(to_value(rt, $v)?),*])
            }

            fn passed_to<R>(self, vm: &mut Vm, f: impl FnOnce(&mut Vm, &[Value]) -> Result<R>) -> Result<R> {
                let ($($v,)*) = self;
                let values = [$(to_value(&mut vm.program.rt, $v)?),*];
                f(vm, &values)
            }
        }

        impl<$($t: FromLisp),*> FromLisp for ($($t,)*) {
            const EXPECTED: &'static str = $expected;
            const SPECIALIZER: Option<&'static str> = Some("list");
            fn from_lisp(given: FromContext<'_>) -> Result<Self, ConvertError> {
                let items = elements(given.rt, given.value)?;
                let Some(&[$($v),*]) = items.as_deref() else { return Err(given.unfit::<Self>()) };
                Ok(($(part(given.rt, $v).map_err(|e| e.within(|| element($n)))?,)*))
            }
        }

        impl<$($t: IntoLisp),*> IntoLisp for ($($t,)*) {
            fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
                let items = sealed::ArgumentTuple::into_arguments(self, maker.rt)?;
                let v = maker.rt.heap.list(&items)?;
                maker.done(v)
            }
        }
    )* };
}

#[expect(private_interfaces, private_bounds, reason = "nobody outside can call it")]
impl sealed::ArgumentTuple for () {
    fn into_arguments(self, _: &mut Runtime) -> Result<sealed::Values> {
        Ok(sealed::Values::new())
    }

    fn passed_to<R>(self, vm: &mut Vm, f: impl FnOnce(&mut Vm, &[Value]) -> Result<R>) -> Result<R> {
        f(vm, &[])
    }
}

tuples! {
    "a list of one": A a 0;
    "a list of two": A a 0, B b 1;
    "a list of three": A a 0, B b 1, C c 2;
    "a list of four": A a 0, B b 1, C c 2, D d 3;
    "a list of five": A a 0, B b 1, C c 2, D d 3, E e 4;
    "a list of six": A a 0, B b 1, C c 2, D d 3, E e 4, F f 5;
    "a list of seven": A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6;
    "a list of eight": A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7;
    "a list of nine": A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7, I i 8;
    "a list of ten": A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7, I i 8, J j 9;
    "a list of eleven": A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7, I i 8, J j 9, K k 10;
    "a list of twelve": A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7, I i 8, J j 9, K k 10, L l 11;
}
