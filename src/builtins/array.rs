//! Arrays: of any rank, of values or of unboxed bytes, fixnums and floats. Positions are checked, elements too.

use std::ops::Range;
use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use super::arg::{ArrayRef, ListRef, StoredValue};
use super::builtins;
use crate::fault::{Code, ErrorData, Limit, Result, Unwind, fail_in, internal};
use crate::heap::MAX_CELL_VECTOR;
use crate::list::{CostCounter, ListBuilder, ListWalk};
use crate::object::array::{ArrayElements, ArrayObject, ArrayView, Shape, Storage, dimensions_text};
use crate::object::array::{ElementKind, StoredElement};
use crate::object::host::{HostClass, HostObject, HostValue, guarded};
use crate::object::{HeapObject, Object};
use crate::printer::brief;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// The element at these coordinates. The error names `function`.
#[inline]
pub(crate) fn get(rt: &mut Runtime, function: &str, array: Value, coordinates: &[Value]) -> Result<Value> {
    if let &[i] = coordinates
        && i.is_fixnum()
        && array.is(Kind::STRING)
    {
        let text = rt.heap.text_of(array)?;
        let character = usize::try_from(i.untag()).ok().and_then(|i| text.char_at(i));
        return match character {
            Some(c) => Ok(Value::character(c)),
            None => fail_in(
                function,
                Code::IndexOutOfRange,
                format!("index {} is outside a string of {} characters", i.untag(), text.len()),
            ),
        };
    }
    if let &[row, column] = coordinates
        && let Some(a) = rt.heap.as_array(array)
        && let ArrayElements::Host { object, .. } = a.elements
        && let Some(at) = a.shape.position2(row.as_index(), column.as_index())
        && let Some(StoredElement::Digits(digits)) = object.element(at)?
    {
        return Ok(Value::digits(digits));
    }
    let at = locate(rt, function, array, coordinates)?;
    element(rt, array, at)
}

/// Stores `value` at these coordinates. The error names `function`.
#[inline]
pub(crate) fn set(rt: &mut Runtime, function: &str, array: Value, coordinates: &[Value], value: Value) -> Result<()> {
    let at = locate(rt, function, array, coordinates)?;
    store(rt, function, array, at, value)
}

/// The row-major position of these coordinates.
fn locate(rt: &Runtime, function: &str, array: Value, coordinates: &[Value]) -> Result<usize> {
    let Some(shape) = rt.heap.array_shape(array) else {
        return Err(rt.wrong_type(function, "array", "an array", array));
    };
    if let Some(&odd) = coordinates.iter().find(|c| !c.is_fixnum()) {
        return Err(rt.wrong_type(function, "a coordinate", "an integer", odd));
    }
    let at = match (coordinates, shape) {
        ([i], Shape::Vector) => Some(i.as_index()).filter(|&i| rt.heap.array_len(array).is_some_and(|len| i < len)),
        ([r, c], Shape::Matrix { .. }) => shape.position2(r.as_index(), c.as_index()),
        _ => rt.heap.array_of(array)?.position(coordinates.iter().map(|c| c.as_index())),
    };
    at.ok_or_else(|| outside(rt, function, array, coordinates))
}

/// `set-array-element: coordinates (5 0) outside an array of 2 by 2`
#[cold]
fn outside(rt: &Runtime, function: &str, array: Value, coordinates: &[Value]) -> Box<Unwind> {
    let shown: Vec<String> = coordinates.iter().take(MAX_RANK + 1).map(|&c| brief(rt, c)).collect();
    let dimensions = rt.heap.as_array(array).map(ArrayView::dimensions).unwrap_or_default();
    if let ([index], [length]) = (shown.as_slice(), dimensions.as_slice()) {
        let message = format!("index {index} outside a vector of {length}");
        return ErrorData::by(function, Code::IndexOutOfRange, message).with_irritants(coordinates).into();
    }
    let dimensions = dimensions_text(&dimensions);
    let message = format!("coordinates ({}) outside an array of {dimensions}", shown.join(" "));
    ErrorData::by(function, Code::IndexOutOfRange, message).with_irritants(coordinates).into()
}

fn store(rt: &mut Runtime, function: &str, array: Value, at: usize, value: Value) -> Result<()> {
    // Most arrays take any value.
    if let Some(place) = rt.heap.values_mut(array).and_then(|values| values.get_mut(at)) {
        *place = value;
        return Ok(());
    }
    let kind = rt.heap.array_of(array)?.element_kind();
    let element = converted(rt, function, kind, value)?;
    match rt.heap.array_object_mut(array) {
        Some(a) if !a.view().is_hosts() => _ = a.set_element(at, element),
        _ => set_hosted(rt, function, array, at..at + 1, element, value)?,
    }
    Ok(())
}

/// Stores `value`, which is this element, at some positions of an object of the host.
fn set_hosted(
    rt: &mut Runtime,
    function: &str,
    array: Value,
    at: Range<usize>,
    element: StoredElement,
    value: Value,
) -> Result<()> {
    match rt.heap.set_hosted_elements(array, at, element)? {
        Ok(()) => Ok(()),
        Err(expected) => Err(unfit(rt, function, expected, value)),
    }
}

/// Calls `then` with the coordinates in a list: no allocation, for this is the documented dialect's way to an element.
fn with_coordinates<T>(
    rt: &mut Runtime,
    function: &'static str,
    array: Value,
    list: Value,
    then: impl FnOnce(&mut Runtime, &[Value]) -> Result<T>,
) -> Result<T> {
    let mut coordinates = [Value::NIL; MAX_RANK];
    let mut walk = ListWalk::new(function, "coordinates", list);
    let mut rank = 0;
    while let Some(c) = walk.next(rt)? {
        let Some(place) = coordinates.get_mut(rank) else {
            let (shown, array) =
                (brief(rt, list), rt.heap.as_array(array).map(ArrayView::dimensions).unwrap_or_default());
            let array = dimensions_text(&array);
            return fail_in(
                function,
                Code::IndexOutOfRange,
                format!("coordinates {shown} outside an array of {array}"),
            );
        };
        *place = c;
        rank += 1;
    }
    then(rt, coordinates.get(..rank).unwrap_or(&[]))
}

// ---- making

/// A copy of one level of whatever can be changed; anything else is its own copy.
fn duplicate(rt: &mut Runtime, object: Value) -> Result<Value> {
    match object.kind() {
        Kind::PAIR => return super::list::copy(rt, object),
        Kind::RECORD => return super::record::copy(rt, object),
        _ => {}
    }
    let ticks = |bytes: usize| bytes / (ELEMENTS_PER_TICK * size_of::<Value>());
    if let Some(host) = rt.heap.as_host_object(object) {
        if host.class.copy.is_none() {
            return Ok(object);
        }
        let (copy, bytes) = rt.heap.copy_host_object(object)?;
        rt.charge(ticks(bytes))?;
        return Ok(copy);
    }
    let bytes = match (rt.heap.as_array(object), rt.heap.as_object(object)) {
        (Some(array), _) => array.len() * element_bytes(array.element_kind()),
        (_, Some(Object::Table(table))) => table.bytes(),
        _ => return Ok(object),
    };
    rt.heap.reserve(bytes)?;
    rt.charge(ticks(bytes))?;
    if let Some(array) = rt.heap.array_object(object).cloned() {
        return rt.heap.array(array);
    }
    if let Some(values) = rt.heap.values(object).map(<[Value]>::to_vec) {
        return rt.heap.vector(values);
    }
    match rt.heap.as_object(object) {
        Some(Object::Table(table)) => {
            let table = table.clone();
            rt.heap.object(Object::Table(table))
        }
        _ => Ok(object),
    }
}

fn subarray(rt: &mut Runtime, vector: Value, start: usize, end: Option<usize>) -> Result<Value> {
    let Some(array) = rt.heap.as_array(vector).filter(|a| a.is_vector()) else {
        return Err(rt.wrong_type("subarray", "vector", "an array of one dimension", vector));
    };
    let (length, kind) = (array.len(), array.element_kind());
    let end = end.unwrap_or(length);
    if start > end || end > length {
        return fail_in("subarray", Code::IndexOutOfRange, format!("{start} to {end} outside an array of {length}"));
    }
    shape(rt, &[end - start], kind)?;
    fn part<T: Clone>(elements: &[T], start: usize, end: usize) -> Box<[T]> {
        elements.get(start..end).unwrap_or(&[]).into()
    }
    let data = match rt.heap.as_array(vector).map(|a| a.elements) {
        Some(ArrayElements::Values(v)) => Storage::Vector(part(v, start, end).into_vec()),
        Some(ArrayElements::Bytes(v)) => Storage::Bytes(part(v, start, end)),
        Some(ArrayElements::Bits(v)) => Storage::Bits(part(v, start, end)),
        Some(ArrayElements::Fixnums(v)) => Storage::Fixnums(part(v, start, end)),
        Some(ArrayElements::Floats(v)) => Storage::Floats(part(v, start, end)),
        Some(ArrayElements::Host { .. }) => {
            let mut elements = rt.heap.elements(vector, end)?;
            elements.drain(..start);
            Storage::Vector(elements)
        }
        None => Storage::Vector(Vec::new()),
    };
    rt.heap.array(ArrayObject { shape: Shape::Vector, data })
}

/// The row-major position `index`, if it is inside.
fn row_major(rt: &Runtime, function: &str, array: Value, index: i64) -> Result<usize> {
    let length = rt.heap.array_of(array)?.len();
    match usize::try_from(index) {
        Ok(at) if at < length => Ok(at),
        _ => fail_in(function, Code::IndexOutOfRange, format!("index {index} outside an array of {length} elements")),
    }
}

builtins! { "array";
    /// Makes an array. `dimensions` is a list of sizes, or one size for a vector. A third argument, or the option
    /// `:initial`, is the initial value of all elements (else nil). With the option `:of`, the array holds only
    /// `'byte`s (0 to 255), `'fixnum`s or `'float`s, unboxed, and begins with 0. `:of 'digits` makes a board. Each
    /// element is a set of the digits from 1 to the number of rows, initially all of them. (See `board`.)
    ///
    /// (make-array '(2 2) 0)                 ;=> #2A((0 0) (0 0))
    /// (make-array 3)                        ;=> #(nil nil nil)
    /// (make-array 2 :of 'byte :initial 7)   ;=> #u8(7 7)
    /// (make-array '(2 -1))                  ;!! wrong-type
    /// (aref (make-array '(4 4) :of 'digits) 0 0)  ;=> (1 2 3 4)
    /// (make-array 2 :of 'chair)             ;!! bad-value
    fn "make-array" <HAS_FALSE> (rt, dimensions: Value, *options: Value) {
        make_array(rt, dimensions, options, if HAS_FALSE { Value::FALSE } else { Value::NIL })
    }

    /// An array of one dimension that holds the arguments.
    ///
    /// (vector 1 'a "x")  ;=> #(1 a "x")
    fn "vector" (rt, *elements: Value) {
        rt.charge(elements.len() / ELEMENTS_PER_TICK)?;
        rt.heap.vector(elements)
    }

    /// The element at `coordinates`, a list of one integer per dimension, counted from 0.
    ///
    /// (get-array-element (make-array '(2 2) 7) '(0 1))  ;=> 7
    /// (get-array-element (make-array '(2 2)) '(2 0))    ;!! index-out-of-range
    /// (get-array-element (make-array '(2 2)) '(0))      ;!! index-out-of-range
    #[inline_as(Coordinates)]
    fn "get-array-element" (rt, array: ArrayRef, coordinates: ListRef) {
        const NAME: &str = "get-array-element";
        with_coordinates(rt, NAME, array.0, coordinates.0, |rt, c| get(rt, NAME, array.0, c))
    }

    /// Stores `value` at `coordinates` and returns it.
    ///
    /// (let ((a (make-array '(2 2)))) (set-array-element a '(0 1) 7))  ;=> 7
    /// (set-array-element (make-array '(2 2)) '(5 0) 7)                ;!! index-out-of-range
    /// (set-array-element (make-array 2 :of 'byte) '(0) 256)           ;!! bad-value
    #[inline_as(Coordinates)]
    fn "set-array-element" (rt, array: ArrayRef, coordinates: ListRef, value: Value) {
        with_coordinates(rt, "set-array-element", array.0, coordinates.0, |rt, c| {
            set(rt, "set-array-element", array.0, c, value)
        })?;
        Ok(StoredValue(value))
    }

    /// The element at the coordinates, one argument per dimension; of a string, a character.
    ///
    /// (aref (vector 'a 'b 'c) 1)       ;=> b
    /// (aref "abc" 1)                   ;=> #\b
    /// (aref (make-array '(2 2) 7) 0 1) ;=> 7
    /// (aref (vector 1 2) 2)            ;!! index-out-of-range
    #[inline_as(Op(ArrayRef), Op(ArrayRef2))]
    fn "aref" (rt, array: Value, *coordinates: Value) {
        get(rt, "aref", array, coordinates)
    }

    /// Stores a value, the last argument, at the coordinates, one argument per dimension. Returns the value.
    ///
    /// (let ((a (vector 1 2))) (aset a 1 'x) a)  ;=> #(1 x)
    /// (aset (make-array '(2 2)) 0 1 7)          ;=> 7
    /// (aset (vector 1 2) 2 7)                   ;!! index-out-of-range
    #[inline_as(Op(ArraySet), Op(ArraySet2))]
    fn "aset" (rt, array: ArrayRef, *coordinates_and_value: Value) {
        let Some((&value, coordinates)) = coordinates_and_value.split_last() else {
            return fail_in("aset", Code::ArgumentCount, "the value is missing");
        };
        set(rt, "aset", array.0, coordinates, value)?;
        Ok(StoredValue(value))
    }

    /// The element at a position of the whole array, row after row.
    ///
    /// (row-major-aref (list->array '(1 2 3 4) '(2 2)) 2)  ;=> 3
    /// (row-major-aref (vector 1 2) 2)                     ;!! index-out-of-range
    fn "row-major-aref" (rt, array: ArrayRef, index: i64) {
        let at = row_major(rt, "row-major-aref", array.0, index)?;
        element(rt, array.0, at)
    }

    /// Stores `value` at a position of the whole array, row after row, and returns it.
    ///
    /// (let ((a (make-array '(2 2) 0))) (row-major-set! a 2 7) a)  ;=> #2A((0 0) (7 0))
    fn "row-major-set!" (rt, array: ArrayRef, index: i64, value: Value) {
        let at = row_major(rt, "row-major-set!", array.0, index)?;
        store(rt, "row-major-set!", array.0, at, value)?;
        Ok(StoredValue(value))
    }

    /// A shallow copy of an array, list, hash table or record: the copy can be changed, its elements are the same.
    /// Anything else is its own copy.
    ///
    /// (let ((a (vector 1 2))) (aset (duplicate a) 0 7) a)  ;=> #(1 2)
    fn "duplicate" (rt, object: Value) {
        duplicate(rt, object)
    }

    /// A list of the sizes of the array's dimensions.
    ///
    /// (array-dimensions (make-array '(2 3)))  ;=> (2 3)
    fn "array-dimensions" (rt, array: ArrayRef) {
        rt.heap.as_array(array.0).map(ArrayView::dimensions).unwrap_or_default()
    }

    /// Returns the number of dimensions of the array.
    ///
    /// (array-rank (make-array '(2 3)))  ;=> 2
    fn "array-rank" (rt, array: ArrayRef) {
        Ok(rt.heap.array_of(array.0)?.dimensions().len())
    }

    /// Returns the number of elements of the array, all dimensions together.
    ///
    /// (array-length (make-array '(2 3)))  ;=> 6
    #[inline_as(Op(ArrayLength))]
    fn "array-length" (rt, array: ArrayRef) {
        Ok(rt.heap.array_of(array.0)?.len())
    }

    /// Returns whether `object` is an array.
    ///
    /// (array? (vector 1))  ;=> t
    /// (array? '(1))        ;=> nil
    #[inline_as(Op(IsKind(Kind::ARRAY)))]
    fn "array?" (rt, object: Value) {
        object.is(Kind::ARRAY)
    }

    /// Stores `value` everywhere in the array, and returns the array.
    ///
    /// (fill-array! (make-array '(2 2)) 0)  ;=> #2A((0 0) (0 0))
    fn "fill-array!" (rt, array: ArrayRef, value: Value) {
        fill(rt, "fill-array!", array.0, value)?;
        Ok(StoredValue(array.0))
    }

    /// A list of the array's elements, row after row.
    ///
    /// (array->list (vector 1 2 3))           ;=> (1 2 3)
    /// (array->list (make-array '(2 2) 0))    ;=> (0 0 0 0)
    fn "array->list" (rt, array: ArrayRef) {
        let (mut made, mut meter) = (ListBuilder::new(), CostCounter::default());
        for at in 0..rt.heap.array_of(array.0)?.len() {
            meter.step(rt)?;
            let x = element(rt, array.0, at)?;
            made.push(&mut rt.heap, x)?;
        }
        Ok(made.finish(&mut rt.heap, Value::NIL))
    }

    /// An array of the elements of a list: a vector, or row after row an array of the given dimensions. The rows may be
    /// lists of their own.
    ///
    /// (list->array '(1 2 3))            ;=> #(1 2 3)
    /// (list->array '(1 2 3 4) '(2 2))   ;=> #2A((1 2) (3 4))
    /// (list->array '((1 2) (3 4)) '(2 2))  ;=> #2A((1 2) (3 4))
    /// (list->array '(1 2 3) '(2 2))     ;!! bad-value
    fn "list->array" (rt, list: Value, ?dimensions: Value) {
        list_to_array(rt, list, dimensions)
    }

    /// A vector of the elements from `start` to before `end`, or to the end of the vector.
    ///
    /// (subarray (vector 1 2 3 4) 1 3)  ;=> #(2 3)
    /// (subarray (vector 1 2) 1 5)      ;!! index-out-of-range
    fn "subarray" (rt, vector: ArrayRef, start: usize, ?end: usize) {
        subarray(rt, vector.0, start, end)
    }
}

/// The dimensions that a list or a single integer states.
fn dimensions(rt: &mut Runtime, function: &'static str, v: Value) -> Result<SmallVec<[usize; 2]>> {
    let size = |v: Value| v.as_fixnum().and_then(|n| usize::try_from(n).ok());
    if let Some(n) = size(v) {
        return Ok(smallvec![n]);
    }
    let expected = "an integer that is not negative, or a list of such";
    let mut result = SmallVec::new();
    if !v.has_elements() && !v.is_nil() {
        return Err(rt.wrong_type(function, "dimensions", expected, v));
    }
    let mut walk = ListWalk::new(function, "dimensions", v);
    while let Some(d) = walk.next(rt)? {
        match size(d) {
            Some(_) if result.len() == MAX_RANK => {
                return fail_in(function, Code::BadValue, format!("an array has at most {MAX_RANK} dimensions"));
            }
            Some(d) => result.push(d),
            None => return Err(rt.wrong_type(function, "dimensions", expected, v)),
        }
    }
    Ok(result)
}

/// The shape with these dimensions and the number of elements, paid for.
pub(super) fn shape(rt: &mut Runtime, dimensions: &[usize], kind: ElementKind) -> Result<(Shape, usize)> {
    let Some((shape, count)) = Shape::new(dimensions) else { return Err(Limit::Memory.into()) };
    rt.heap.reserve(count.saturating_mul(element_bytes(kind)))?;
    rt.charge(count / ELEMENTS_PER_TICK)?;
    Ok((shape, count))
}

fn filled(count: usize, element: StoredElement) -> Result<Storage> {
    fn repeat<T: Clone>(count: usize, x: T) -> Result<Box<[T]>> {
        let mut elements = Vec::new();
        if elements.try_reserve_exact(count).is_err() {
            return Err(Limit::Memory.into());
        }
        elements.resize(count, x);
        Ok(elements.into_boxed_slice())
    }
    Ok(match element {
        StoredElement::Any(x) => Storage::Values(repeat(count, x)?),
        StoredElement::Byte(x) => Storage::Bytes(repeat(count, x)?),
        StoredElement::Bit(x) => Storage::Bits(repeat(count, x)?),
        StoredElement::Fixnum(x) => Storage::Fixnums(repeat(count, x)?),
        StoredElement::Float(x) => Storage::Floats(repeat(count, x)?),
        StoredElement::Digits(_) => return internal("an array of digit sets that is no object of the host"),
    })
}

/// The elements of an array to be made: of a kind of the core, or as objects of a class of the host have them.
enum NewElements {
    Kind(ElementKind),
    Class(Arc<HostClass>),
}

/// Returns the element kinds that `:of` accepts, for messages.
fn kinds(rt: &Runtime) -> String {
    let mut hosted: Vec<&str> = rt.heap.host.classes.values().filter_map(|class| name_as(class)).collect();
    hosted.sort_unstable();
    let hosted: String = hosted.into_iter().map(|name| format!(", {name}")).collect();
    format!("byte, fixnum, float{hosted} or any")
}

/// Returns the name of a class among the kinds of elements.
fn name_as(class: &HostClass) -> Option<&'static str> {
    class.indexed.as_ref()?.made_as.as_ref().map(|(name, _)| *name)
}

/// Returns the class of the host with this name among the kinds of elements.
pub(super) fn made_as(rt: &Runtime, name: &str) -> Option<Arc<HostClass>> {
    rt.heap.host.classes.values().find(|class| name_as(class) == Some(name)).cloned()
}

/// Makes an object of a class that is a kind of elements; the inner error says what is wrong with the dimensions.
pub(super) fn new_of_class(
    rt: &mut Runtime,
    class: &HostClass,
    dimensions: &[usize],
) -> Result<Result<Box<dyn HostValue>, String>> {
    // The size of the elements is not known before.
    shape(rt, dimensions, ElementKind::Any)?;
    let made = class.indexed.as_ref().and_then(|indexed| indexed.made_as.as_ref());
    let Some((_, make)) = made else { return internal("a class of arrays") };
    guarded(class.title, || Ok(make(class, dimensions)))
}

/// Parses the options after the dimensions in a call of `make-array`: kind and initial element.
fn array_options(rt: &Runtime, options: &[Value]) -> Result<(NewElements, Option<Value>)> {
    let name = |v: Value| v.as_keyword().or(v.as_symbol()).map(|s| rt.name(s));
    let is_option = |v: Value| v.as_keyword().is_some_and(|s| matches!(rt.name(s), "of" | "initial"));
    let (mut kind, mut initial) = (NewElements::Kind(ElementKind::Any), None);
    let mut rest = options;
    if let [first, more @ ..] = rest
        && !is_option(*first)
    {
        initial = Some(*first);
        rest = more;
    }
    while let [option, more @ ..] = rest {
        let (option, [value, more @ ..]) = (*option, more) else {
            return fail_in("make-array", Code::ArgumentCount, format!("no value after {}", brief(rt, *option)));
        };
        if !is_option(option) {
            let shown = brief(rt, option);
            return fail_in("make-array", Code::ArgumentCount, format!("options are :of and :initial, got {shown}"));
        }
        if name(option) == Some("initial") {
            initial = Some(*value);
        } else {
            let own = name(*value).and_then(ElementKind::from_name).map(NewElements::Kind);
            let Some(found) = own.or_else(|| made_as(rt, name(*value)?).map(NewElements::Class)) else {
                let (kinds, shown) = (kinds(rt), brief(rt, *value));
                return fail_in("make-array", Code::BadValue, format!(":of must be {kinds}, got {shown}"));
            };
            kind = found;
        }
        rest = more;
    }
    Ok((kind, initial))
}

/// `default` is what the elements are that can be anything, if the options do not say.
pub(super) fn make_array(rt: &mut Runtime, wanted: Value, options: &[Value], default: Value) -> Result<Value> {
    let dimensions = dimensions(rt, "make-array", wanted)?;
    let (kind, initial) = array_options(rt, options)?;
    let kind = match kind {
        NewElements::Kind(kind) => kind,
        NewElements::Class(class) => {
            let data = match new_of_class(rt, &class, &dimensions)? {
                Ok(data) => data,
                Err(problem) => return fail_in("make-array", Code::BadValue, problem),
            };
            let array = rt.heap.host_object(HostObject::new(class, data))?;
            rt.heap.count_host_shares(array);
            if let Some(v) = initial {
                fill(rt, "make-array", array, v)?;
            }
            return Ok(array);
        }
    };
    let element = match initial {
        Some(v) => converted(rt, "make-array", kind, v)?,
        None if kind == ElementKind::Any => StoredElement::Any(default),
        None => kind.default_element(),
    };
    make_filled(rt, &dimensions, kind, element)
}

fn make_filled(rt: &mut Runtime, dimensions: &[usize], kind: ElementKind, element: StoredElement) -> Result<Value> {
    let (shape, count) = shape(rt, dimensions, kind)?;
    if let (Shape::Vector, StoredElement::Any(x)) = (&shape, element)
        && let Some(elements) = [x; MAX_CELL_VECTOR].get(..count)
    {
        return rt.heap.vector(elements);
    }
    let data = filled(count, element)?;
    rt.heap.array(ArrayObject { shape, data })
}

fn element_bytes(kind: ElementKind) -> usize {
    if matches!(kind, ElementKind::Byte | ElementKind::Bit) { 1 } else { size_of::<Value>() }
}

/// An array of bits.
pub(crate) fn make_bits(rt: &mut Runtime, wanted: Value, initial: Value) -> Result<Value> {
    let dimensions = dimensions(rt, "make-array", wanted)?;
    let element = converted(rt, "make-array", ElementKind::Bit, initial)?;
    make_filled(rt, &dimensions, ElementKind::Bit, element)
}

pub(super) fn list_to_array(rt: &mut Runtime, list: Value, wanted: Option<Value>) -> Result<Value> {
    let is_list = |v: Value| v.is_nil() || v.has_elements();
    if !is_list(list) {
        if wanted.is_some_and(is_list) {
            let message = "the list comes first, then the dimensions: (list->array list dimensions)";
            return fail_in("list->array", Code::WrongType, message);
        }
        return Err(rt.wrong_type("list->array", "list", "a list", list));
    }
    let items = rt.list_items("list->array", list)?;
    let Some(wanted) = wanted else { return rt.heap.vector(items) };
    let dimensions = dimensions(rt, "list->array", wanted)?;
    match Shape::new(&dimensions) {
        Some((shape, count)) if count == items.len() => {
            rt.heap.array(ArrayObject { shape, data: Storage::Values(items.into()) })
        }
        Some((shape, count)) if dimensions.first() == Some(&items.len()) => {
            rt.heap.reserve(count.saturating_mul(size_of::<Value>()))?;
            let rows = items.len();
            let items = flat_rows(rt, items, dimensions.get(1..).unwrap_or(&[]))?;
            if items.len() != count {
                let text = dimensions_text(&dimensions);
                return fail_in("list->array", Code::BadValue, format!("{rows} rows do not make an array of {text}"));
            }
            rt.heap.array(ArrayObject { shape, data: Storage::Values(items.into()) })
        }
        _ => {
            let (n, text) = (items.len(), dimensions_text(&dimensions));
            fail_in("list->array", Code::BadValue, format!("{n} elements do not fill an array of {text}"))
        }
    }
}

/// The elements of lists inside of each other, row after row; `dimensions` are those of a row. What has another shape
/// has another number of elements, too, or is told here.
fn flat_rows(rt: &mut Runtime, rows: Vec<Value>, dimensions: &[usize]) -> Result<Vec<Value>> {
    let mut elements = rows;
    for &length in dimensions {
        let mut inner = Vec::new();
        for row in elements {
            let row = rt.list_items("list->array", row)?;
            if row.len() != length {
                let n = row.len();
                return fail_in(
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

/// Maximum number of dimensions of an array: that many coordinates fit on the native stack.
pub(crate) const MAX_RANK: usize = 16;

/// Elements that are filled or copied for one tick.
pub(super) const ELEMENTS_PER_TICK: usize = 64;

pub(super) fn element(rt: &mut Runtime, array: Value, at: usize) -> Result<Value> {
    // Most arrays take any value.
    if let Some(values) = rt.heap.values(array) {
        return Ok(values.get(at).copied().unwrap_or(Value::NIL));
    }
    match rt.heap.element(array, at)? {
        Some(element) => rt.heap.element_value(element),
        None => Ok(Value::NIL),
    }
}

/// `value` as an element: a number that is too large is a bad value, everything else the wrong type.
pub(super) fn converted(rt: &Runtime, function: &str, kind: ElementKind, value: Value) -> Result<StoredElement> {
    match rt.heap.as_element(kind, value) {
        Some(element) => Ok(element),
        None => Err(unfit(rt, function, kind.expected(), value)),
    }
}

#[cold]
fn unfit(rt: &Runtime, function: &str, expected: &str, value: Value) -> Box<Unwind> {
    if value.is_fixnum() || value.is(Kind::BIGINT) {
        let c = ErrorData::unfit(Code::BadValue, expected, &brief(rt, value)).with_subject(function);
        return c.with_argument("value").with_irritants(&[value]).into();
    }
    rt.wrong_type(function, "value", expected, value)
}

/// Stores `value` everywhere.
pub(super) fn fill(rt: &mut Runtime, function: &str, array: Value, value: Value) -> Result<()> {
    let a = rt.heap.array_of(array)?;
    let (kind, count) = (a.element_kind(), a.len());
    let element = converted(rt, function, kind, value)?;
    rt.charge(count / ELEMENTS_PER_TICK)?;
    if let (Some(values), StoredElement::Any(x)) = (rt.heap.values_mut(array), element) {
        values.fill(x);
        return Ok(());
    }
    match rt.heap.array_object_mut(array) {
        Some(a) if !a.view().is_hosts() => (0..count).for_each(|at| _ = a.set_element(at, element)),
        _ => set_hosted(rt, function, array, 0..count, element, value)?,
    }
    Ok(())
}
