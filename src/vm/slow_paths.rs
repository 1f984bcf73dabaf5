//! Out-of-line parts of instructions: cold cases, and fixnum arithmetic of more than one machine operation. Also the
//! inner loop's view of the stack and of builtins, checked once when it is taken.

use std::cmp::Ordering;

use crate::builtins::{NativeFn, array, space, string};
use crate::bytecode::{CodeStore, Insn, VARIADIC};
use crate::fault::{Code, ErrorData, Result, Unwind};
use crate::module::native::{self, EngineNatives, Native, NativeInfo, NativeKind};
use crate::num;
use crate::object::host::Question;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// Outcome of a native that the inner loop does not call in place.
pub(super) enum NativeOutcome {
    /// It needs no machine, and has been called.
    Called(Result<Value>),
    /// It is a function of the host that may call back, the callback of this number.
    Callback(usize),
    Other,
}

/// Calls a native that is a function of the host and needs no machine.
#[inline(never)]
pub(super) fn call_host(natives: &mut EngineNatives, rt: &mut Runtime, number: u32, args: &[Value]) -> NativeOutcome {
    match natives.get_mut(number) {
        Some(Native { action: NativeKind::Host(f), facts: NativeInfo::Host(facts) }) => {
            NativeOutcome::Called(native::call_host(facts, f, rt, args))
        }
        Some(&mut Native { action: NativeKind::Callback(callback), .. }) => NativeOutcome::Callback(callback),
        _ => NativeOutcome::Other,
    }
}

#[inline(always)]
pub(super) fn fix_add(x: Value, y: Value) -> Option<Value> {
    x.raw().checked_add(y.raw()).map(Value::from_raw)
}

#[inline(always)]
pub(super) fn fix_sub(x: Value, y: Value) -> Option<Value> {
    x.raw().checked_sub(y.raw()).map(Value::from_raw)
}

#[inline(always)]
pub(super) fn fix_mul(x: Value, y: Value) -> Option<Value> {
    x.raw().checked_mul(y.untag()).map(Value::from_raw)
}

/// The quotient if it is exact.
#[inline(always)]
pub(super) fn fix_div(x: Value, y: Value) -> Option<Value> {
    match x.raw().checked_rem(y.raw()) {
        Some(0) => x.raw().checked_div(y.raw()).and_then(Value::fixnum),
        _ => None,
    }
}

/// The floor of the quotient, unless the divisor is zero or the result no fixnum.
#[inline(always)]
pub(super) fn floor_div(x: Value, y: Value) -> Option<Value> {
    let (n, m) = (x.raw(), y.raw());
    let quotient = n.checked_div(m)?;
    let below = n % m != 0 && (n ^ m) < 0;
    Value::fixnum(if below { quotient - 1 } else { quotient })
}

/// The general cases, kept out of the loop's code.
macro_rules! out_of_line {
    ($($name:ident($($arg:ident),+) => $target:path;)*) => { $(
        #[cold]
        #[inline(never)]
        pub(super) fn $name(rt: &mut Runtime, $($arg: Value),+) -> Result<Value> {
            $target(rt, $($arg),+)
        }
    )* };
}

out_of_line! {
    add(x, y) => num::add;
    sub(x, y) => num::sub;
    mul(x, y) => num::mul;
    div(x, y) => num::div;
    neg(x) => num::neg;
    quotient(x, y) => num::quotient;
    remainder(x, y) => num::remainder;
    bit_and(x, y) => num::bit_and;
    bit_or(x, y) => num::bit_or;
    bit_xor(x, y) => num::bit_xor;
}

#[cold]
#[inline(never)]
pub(super) fn floor(rt: &mut Runtime, x: Value, y: Value, quotient: bool) -> Result<Value> {
    if quotient {
        let q = num::div(rt, x, y)?;
        return num::floor(rt, q, None);
    }
    num::floor(rt, x, Some(y))
}

/// Modulo in general; two fixnums on the way.
#[inline(never)]
pub(super) fn modulo(rt: &mut Runtime, x: Value, y: Value) -> Result<Value> {
    if Value::both_fixnum(x, y)
        && let Some(m) = x.raw().checked_rem(y.raw())
    {
        let other_sign = m != 0 && (m ^ y.raw()) < 0;
        return Ok(Value::from_raw(if other_sign { m + y.raw() } else { m }));
    }
    num::modulo(rt, x, y)
}

/// Answers a question about a place, which is a value, or a row and a column.
#[cold]
#[inline(never)]
pub(super) fn ask(rt: &mut Runtime, question: Question, state: Value, place: &[Value]) -> Result<Value> {
    let place = if let &[place] = place { place } else { rt.heap.list(place)? };
    space::ask_in_general(rt, question, state, place)
}

#[inline(never)]
pub(super) fn equal(rt: &mut Runtime, x: Value, y: Value) -> Result<bool> {
    crate::equality::equal(rt, x, y)
}

/// Addition of a constant. A subtraction of a constant was made into this; the error says which it was.
#[cold]
#[inline(never)]
pub(super) fn add_int(rt: &mut Runtime, x: Value, y: Value, left: bool) -> Result<Value> {
    match y.untag().checked_neg().and_then(Value::fixnum) {
        _ if left => num::add(rt, y, x),
        Some(minus) if y.untag() < 0 => num::sub(rt, x, minus),
        _ => num::add(rt, x, y),
    }
}

#[cold]
#[inline(never)]
pub(super) fn mul_int(rt: &mut Runtime, x: Value, y: Value, left: bool) -> Result<Value> {
    if left { num::mul(rt, y, x) } else { num::mul(rt, x, y) }
}

#[cold]
#[inline(never)]
pub(super) fn less(rt: &mut Runtime, x: Value, y: Value) -> Result<bool> {
    Ok(num::compare(rt, "<", x, y)? == Some(Ordering::Less))
}

#[cold]
#[inline(never)]
pub(super) fn less_equal(rt: &mut Runtime, x: Value, y: Value) -> Result<bool> {
    Ok(matches!(num::compare(rt, "<=", x, y)?, Some(Ordering::Less | Ordering::Equal)))
}

#[cold]
#[inline(never)]
pub(super) fn number_equal(rt: &mut Runtime, x: Value, y: Value) -> Result<bool> {
    // The error names no position, because a constant is always on the right, wherever the program has it.
    match [x, y].into_iter().find(|v| !v.is_number()) {
        Some(v) => Err(rt.wrong_type("=", "argument", "a number", v)),
        None => Ok(num::equal(&rt.heap, x, y)),
    }
}

#[cold]
#[inline(never)]
pub(super) fn greater(rt: &mut Runtime, x: Value, y: Value) -> Result<bool> {
    Ok(num::compare(rt, ">", x, y)? == Some(Ordering::Greater))
}

#[cold]
#[inline(never)]
pub(super) fn greater_equal(rt: &mut Runtime, x: Value, y: Value) -> Result<bool> {
    Ok(matches!(num::compare(rt, ">=", x, y)?, Some(Ordering::Greater | Ordering::Equal)))
}

#[inline(never)]
pub(super) fn string_ref(rt: &Runtime, string: Value, index: Value) -> Result<Value> {
    string::character(rt, string, index)
}

#[inline(never)]
pub(super) fn array_get(rt: &mut Runtime, a: Value, coordinates: &[Value]) -> Result<Value> {
    array::get(rt, "aref", a, coordinates)
}

#[inline(never)]
pub(super) fn array_set(rt: &mut Runtime, a: Value, coordinates: &[Value], v: Value) -> Result<()> {
    array::set(rt, "aset", a, coordinates, v)
}

/// `car: list must be a list, got 5`, with the name of the function that the instruction stands for.
#[cold]
#[inline(never)]
pub(super) fn not_a_list(rt: &Runtime, insn: Option<&Insn>, v: Value) -> Box<Unwind> {
    let name = insn.map_or("", Insn::lisp_name);
    rt.wrong_type_of(name, "list", "a list", v)
}

/// The error of a length of something else than a string.
#[cold]
#[inline(never)]
pub(super) fn no_string(rt: &Runtime, v: Value) -> Box<Unwind> {
    rt.wrong_type("string-length", "string", "a string", v)
}

/// The error of a length of something else than an array.
#[cold]
#[inline(never)]
pub(super) fn no_array(rt: &Runtime, v: Value) -> Box<Unwind> {
    rt.wrong_type("array-length", "array", "an array", v)
}

#[cold]
#[inline(never)]
pub(super) fn lost_frame() -> Box<Unwind> {
    ErrorData::new(Code::Internal, "internal error: the machine lost its place").into()
}

/// Registers that an instruction can name. The stack always reaches this far beyond the current base.
pub(crate) const WINDOW: usize = 256;

/// The registers that instructions at `base` can name; `None` when the stack must grow first.
#[inline(always)]
pub(super) fn window(stack: &mut [Value], base: usize) -> Option<&mut [Value; WINDOW]> {
    stack.get_mut(base..)?.first_chunk_mut()
}

/// Keyword parameters of a function that [`arrange`] fills in.
const MAX_KEYS: usize = 16;

/// Brings the `n` arguments after register `a` into the registers of optional, rest and keyword parameters, and `f`
/// after them. Returns the position of the function's code, and the number of these registers. Changes nothing and
/// returns `None` for what is no such function, and where a call fails or memory is needed.
#[inline(never)]
pub(super) fn arrange(
    code: &CodeStore,
    rt: &mut Runtime,
    win: &mut [Value; WINDOW],
    f: Value,
    a: u8,
    n: u8,
) -> Option<(usize, usize)> {
    let entry = code.entries.get(f.meta() as usize).filter(|entry| f.is(Kind::CLOSURE) && entry.arity == VARIADIC)?;
    let params = &code.proto(f.meta())?.params;
    let n = usize::from(n);
    let positional = usize::from(params.required) + usize::from(params.optional);
    if n < usize::from(params.required) || params.most().is_some_and(|most| n > most) {
        return None;
    }
    let registers = win.get_mut(usize::from(a) + 1..)?;
    let count = params.count();
    if count >= registers.len() {
        return None;
    }
    let more = registers.get(positional..n).unwrap_or(&[]);
    let mut keys = [Value::MISSING; MAX_KEYS];
    let keys = keys.get_mut(..params.keys.len())?;
    if !params.keys.is_empty() {
        for pair in more.chunks(2) {
            let &[key, value] = pair else { return None };
            let key = key.as_keyword()?;
            let slot = keys.get_mut(params.keys.iter().position(|&k| k == key)?)?;
            // The first of equal keywords counts, as in Common Lisp.
            if *slot == Value::MISSING {
                *slot = value;
            }
        }
    }
    if params.rest {
        let mut list = Value::NIL;
        for &v in more.iter().rev() {
            list = rt.heap.try_pair(v, list)?;
        }
        *registers.get_mut(positional)? = list;
    }
    registers.get_mut(n..positional).unwrap_or(&mut []).fill(Value::MISSING);
    registers.get_mut(count - keys.len()..count)?.copy_from_slice(keys);
    *registers.get_mut(count)? = f;
    Some((entry.start as usize, count + 1))
}

/// Calls a native that needs nothing but the runtime.
#[inline(always)]
pub(super) fn call_leaf(
    leaves: &[Option<NativeFn>],
    rt: &mut Runtime,
    number: u32,
    args: &[Value],
) -> Option<Result<Value>> {
    match leaves.get(number as usize) {
        Some(Some(f)) => Some(f(rt, args)),
        _ => None,
    }
}
