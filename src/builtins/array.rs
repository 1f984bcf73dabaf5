//! Arrays: of any rank, of values or of unboxed bytes, fixnums and floats. Positions are checked, elements too.

use super::arg::{ArrayRef, ListRef, Stored, StringRef};
use super::array_make::{list_to_array, make_array, shape};
use super::builtins;
use super::element::{ELEMENTS_PER_TICK, MAX_RANK, converted, element, fill};
use super::string::pay_for_reading;
use crate::fault::{Code, Condition, Fault, Res, complain};
use crate::list::{Builder, Meter, Walk};
use crate::object::array::{Array, Shape, Storage, dimensions_text};
use crate::object::{Object, Resident};
use crate::printer::brief;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// The element at these coordinates. The error names `function`.
#[inline]
pub(crate) fn get(rt: &mut Runtime, function: &str, array: Value, coordinates: &[Value]) -> Res<Value> {
    if let &[i] = coordinates
        && i.is_fixnum()
        && array.is(Kind::STRING)
    {
        pay_for_reading(rt, StringRef(array))?;
        let text = rt.heap.text_of(array)?;
        let character = usize::try_from(i.untag()).ok().and_then(|i| text.char_at(i));
        return match character {
            Some(c) => Ok(Value::character(c)),
            None => complain(
                function,
                Code::IndexOutOfRange,
                format!("index {} is outside of a string of {} characters", i.untag(), text.len()),
            ),
        };
    }
    let at = locate(rt, function, array, coordinates)?;
    element(rt, array, at)
}

/// Stores `value` at these coordinates. The error names `function`.
#[inline]
pub(crate) fn set(rt: &mut Runtime, function: &str, array: Value, coordinates: &[Value], value: Value) -> Res<()> {
    let at = locate(rt, function, array, coordinates)?;
    store(rt, function, array, at, value)
}

/// The row-major position of these coordinates.
fn locate(rt: &Runtime, function: &str, array: Value, coordinates: &[Value]) -> Res<usize> {
    let Some(a) = rt.heap.as_array(array) else { return Err(rt.wrong_type(function, "array", "an array", array)) };
    if let Some(&odd) = coordinates.iter().find(|c| !c.is_fixnum()) {
        return Err(rt.wrong_type(function, "a coordinate", "an integer", odd));
    }
    // A negative coordinate becomes a huge one, which is outside of every array.
    let at = match (coordinates, &a.shape) {
        ([i], Shape::Vector) => Some(i.untag() as usize).filter(|&i| i < a.len()),
        ([r, c], Shape::Matrix { .. }) => a.position2(r.untag() as usize, c.untag() as usize),
        _ => a.position(coordinates.iter().map(|c| c.untag() as usize)),
    };
    at.ok_or_else(|| outside(rt, function, a, coordinates))
}

/// `set-array-element: coordinates (5 0) outside an array of 2 by 2`
#[cold]
fn outside(rt: &Runtime, function: &str, array: &Array, coordinates: &[Value]) -> Box<Fault> {
    let shown: Vec<String> = coordinates.iter().take(MAX_RANK + 1).map(|&c| brief(rt, c)).collect();
    let dimensions = dimensions_text(&array.dimensions());
    if let ([index], Shape::Vector) = (shown.as_slice(), &array.shape) {
        let message = format!("index {index} outside a vector of {dimensions}");
        return Condition::by(function, Code::IndexOutOfRange, message).with_irritants(coordinates).into();
    }
    let message = format!("coordinates ({}) outside an array of {dimensions}", shown.join(" "));
    Condition::by(function, Code::IndexOutOfRange, message).with_irritants(coordinates).into()
}

fn store(rt: &mut Runtime, function: &str, array: Value, at: usize, value: Value) -> Res<()> {
    let kind = rt.heap.array_of(array)?.element_kind();
    let element = converted(rt, function, kind, value)?;
    if let Some(a) = rt.heap.as_array_mut(array) {
        a.set_element(at, element);
    }
    Ok(())
}

/// Calls `then` with the coordinates in a list: no allocation, for this is the documented dialect's way to an element.
fn with_coordinates<T>(
    rt: &mut Runtime,
    function: &'static str,
    array: Value,
    list: Value,
    then: impl FnOnce(&mut Runtime, &[Value]) -> Res<T>,
) -> Res<T> {
    let mut coordinates = [Value::NIL; MAX_RANK];
    let mut walk = Walk::new(function, "coordinates", list);
    let mut rank = 0;
    while let Some(c) = walk.next(rt)? {
        let Some(place) = coordinates.get_mut(rank) else {
            let (shown, array) = (brief(rt, list), rt.heap.as_array(array).map(Array::dimensions).unwrap_or_default());
            let array = dimensions_text(&array);
            return complain(
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
fn duplicate(rt: &mut Runtime, object: Value) -> Res<Value> {
    match object.kind() {
        Kind::PAIR => return super::list::copy(rt, object),
        Kind::RECORD => return super::record::copy(rt, object),
        _ => {}
    }
    let bytes = match (rt.heap.as_array(object), rt.heap.as_object(object)) {
        (Some(array), _) => array.bytes(),
        (_, Some(Object::Table(table))) => table.bytes(),
        (_, Some(Object::Host(object))) if object.class.copy.is_some() => object.bytes(),
        _ => return Ok(object),
    };
    rt.heap.reserve(bytes)?;
    rt.charge(bytes / (ELEMENTS_PER_TICK * size_of::<Value>()))?;
    #[cfg(feature = "search")]
    if rt.heap.as_board(object).is_some() {
        rt.heap.pay_arrays(1, bytes)?;
        let spare = rt.heap.spare_board();
        let copy = rt.heap.copy_board(object, spare)?;
        return Ok(rt.heap.paid_board(copy));
    }
    if let Some(array) = rt.heap.as_array(object).cloned() {
        return rt.heap.array(array);
    }
    match rt.heap.as_object(object) {
        Some(Object::Table(table)) => {
            let table = table.clone();
            rt.heap.object(Object::Table(table))
        }
        Some(Object::Host(_)) => rt.heap.copy_host_object(object),
        _ => Ok(object),
    }
}

fn subarray(rt: &mut Runtime, vector: Value, start: usize, end: Option<usize>) -> Res<Value> {
    let Some(array) = rt.heap.as_array(vector).filter(|a| a.shape == Shape::Vector) else {
        return Err(rt.wrong_type("subarray", "vector", "an array of one dimension", vector));
    };
    let (length, kind) = (array.len(), array.element_kind());
    let end = end.unwrap_or(length);
    if start > end || end > length {
        return complain("subarray", Code::IndexOutOfRange, format!("{start} to {end} outside an array of {length}"));
    }
    shape(rt, &[end - start], kind)?;
    fn part<T: Clone>(elements: &[T], start: usize, end: usize) -> Box<[T]> {
        elements.get(start..end).unwrap_or(&[]).into()
    }
    let data = match rt.heap.as_array(vector).map(|a| &a.data) {
        Some(Storage::Values(v)) => Storage::Values(part(v, start, end).into_vec()),
        Some(Storage::Bytes(v)) => Storage::Bytes(part(v, start, end)),
        Some(Storage::Bits(v)) => Storage::Bits(part(v, start, end)),
        Some(Storage::Fixnums(v)) => Storage::Fixnums(part(v, start, end)),
        Some(Storage::Floats(v)) => Storage::Floats(part(v, start, end)),
        // A board has two dimensions.
        #[cfg(feature = "search")]
        Some(Storage::Board(_)) => Storage::Values(Vec::new()),
        None => Storage::Values(Vec::new()),
    };
    rt.heap.array(Array { shape: Shape::Vector, data })
}

/// The row-major position `index`, if it is inside.
fn row_major(rt: &Runtime, function: &str, array: Value, index: i64) -> Res<usize> {
    let length = rt.heap.array_of(array)?.len();
    match usize::try_from(index) {
        Ok(at) if at < length => Ok(at),
        _ => complain(function, Code::IndexOutOfRange, format!("index {index} outside an array of {length} elements")),
    }
}

builtins! { "array";
    /// Makes an array. `dimensions` is a list of sizes, or one size for a vector. A third argument, or the option
    /// `:initial`, is what it is filled with (else nil); with the option `:of` it holds only `'byte`s (0 to 255),
    /// `'fixnum`s or `'float`s, unboxed, and is filled with 0. `:of 'digits` makes a board: each element is a set of
    /// the digits from 1 to the number of rows, at first of all of them. (See `board`.)
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
        Ok(Stored(value))
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
            return complain("aset", Code::ArgumentCount, "the value is missing");
        };
        set(rt, "aset", array.0, coordinates, value)?;
        Ok(Stored(value))
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
        Ok(Stored(value))
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
        rt.heap.as_array(array.0).map(Array::dimensions).unwrap_or_default()
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
        Ok(Stored(array.0))
    }

    /// A list of the array's elements, row after row.
    ///
    /// (array->list (vector 1 2 3))           ;=> (1 2 3)
    /// (array->list (make-array '(2 2) 0))    ;=> (0 0 0 0)
    fn "array->list" (rt, array: ArrayRef) {
        let (mut made, mut meter) = (Builder::new(), Meter::default());
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
