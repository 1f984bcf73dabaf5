//! Multiple values as in Common Lisp, where a form that gives several gives only the first of them to whoever asks for one.
//!
//! Nothing is done where one value is taken: the function that has several to give looks at what the code after its call does with the result.
//! If that returns it, the caller is looked at in the same way; if a form takes it that takes several, or a run ends with it, all are
//! given, else the first. So only programs that use several values pay for them.
//!
//! A name that begins with `%%` is that of a function for which there is one that gives only the first value, too.

use super::Vm;
use super::call::Next;
use super::control::{controls, first};
use crate::code::{HALT, Insn, Reg};
use crate::equality::table;
use crate::fault::{Res, internal};
use crate::num;
use crate::object::Object;
use crate::object::continuation::{Handler, HandlerKind, frame_distance, return_address};
use crate::value::{Kind, Value};

/// The native that takes all values of its argument.
const TAKER: &str = "%values->list";

/// Instructions looked at for one tick.
const STEPS_PER_TICK: usize = 16;

impl Vm {
    /// What a native that was called with `arguments` arguments gives to its caller.
    fn give(&mut self, arguments: usize, values: &[Value]) -> Res<Next> {
        if let [one] = values {
            return Ok(Next::Return(*one));
        }
        if !self.takes_several(arguments)? {
            return Ok(Next::Return(values.first().copied().unwrap_or(Value::NIL)));
        }
        self.rt.heap.reserve(size_of_val(values))?;
        self.rt.heap.object(Object::Values(values.into())).map(Next::Return)
    }

    /// Does the code that waits for the native take several values? The result goes to the register below the native's arguments.
    fn takes_several(&mut self, arguments: usize) -> Res<bool> {
        let result = self.top.checked_sub(self.base + 1 + arguments).and_then(|r| Reg::try_from(r).ok());
        let Some(mut r) = result else { return internal("a native without a result") };
        let (mut pc, mut base) = (self.pc, self.base);
        // The register that was loaded last, and what with: the tag of the block that a `return-from` leaves.
        let mut loaded = (0, Value::NIL);
        let mut steps = 0;
        loop {
            steps += 1;
            if steps % STEPS_PER_TICK == 0 {
                self.rt.charge(1)?;
            }
            if pc == HALT {
                return Ok(true);
            }
            match self.code.insns.get(pc) {
                Some(&Insn::Return { a }) if a == r => {
                    let info = self.stack.get(base).copied().unwrap_or(Value::ZERO);
                    let distance = if info.is_fixnum() { frame_distance(info) } else { 0 };
                    if distance == 0 || distance > base {
                        return Ok(true);
                    }
                    pc = return_address(info);
                    base -= distance;
                    r = distance as Reg;
                }
                // A register that is moved to itself says that a variable takes one value.
                Some(&Insn::Move { d, s }) if s == r && d != r => {
                    r = d;
                    pc += 1;
                }
                Some(&Insn::Move2 { d, s, d2, s2 }) if s == r && d != r || s2 == r && d2 != r && s != r => {
                    r = if s == r { d } else { d2 };
                    pc += 1;
                }
                Some(&Insn::Move { d, s }) if d != r => {
                    loaded = (d, self.stack.get(base + usize::from(s)).copied().unwrap_or(Value::NIL));
                    pc += 1;
                }
                Some(&Insn::GetCapture { d, c, k }) if d != r => {
                    let closure = self.stack.get(base + usize::from(c)).copied().unwrap_or(Value::NIL);
                    if !closure.is(Kind::CLOSURE) {
                        return Ok(false);
                    }
                    loaded = (d, self.rt.heap.word(closure, usize::from(k)));
                    pc += 1;
                }
                Some(&Insn::Throw { a, b }) if b == r => {
                    let in_register = self.stack.get(base + usize::from(a)).copied().unwrap_or(Value::NIL);
                    let tag = if a == loaded.0 { loaded.1 } else { in_register };
                    let waits = |h: &&Handler| h.kind == HandlerKind::Catch && h.tag == tag;
                    let own = self.handlers.get(self.handler_floor..).unwrap_or_default();
                    let Some(h) = own.iter().rev().find(waits) else { return Ok(false) };
                    (pc, base, r) = (h.pc, h.base, h.a);
                }
                Some(&Insn::Jump { off }) => pc = target(pc, off),
                Some(Insn::PopHandler { .. }) => pc += 1,
                Some(Insn::LoadNil { .. }) => match self.after_cleanup(pc, r)? {
                    Some(after) => pc = after,
                    None => return Ok(false),
                },
                Some(&Insn::Call { a, n: 1 } | &Insn::TailCall { a, n: 1 }) => {
                    let f = self.stack.get(base + usize::from(a)).copied().unwrap_or(Value::NIL);
                    return Ok(a.wrapping_add(1) == r && f.is(Kind::NATIVE) && self.native_name(f) == TAKER);
                }
                _ => return Ok(false),
            }
        }
    }

    /// Where the value in `r` goes on after the cleanup of an `unwind-protect`, whose value it is if `pc` stands where that begins.
    fn after_cleanup(&mut self, pc: usize, r: Reg) -> Res<Option<usize>> {
        let (Some(Insn::LoadNil { .. }), Some(&Insn::Jump { off })) =
            (self.code.insns.get(pc + 1), self.code.insns.get(pc + 2))
        else {
            return Ok(None);
        };
        let start = target(pc + 2, off);
        let owner = self.code.owner_number(pc);
        let mut at = start;
        while self.code.owner_number(at) == owner {
            if matches!(self.code.insns.get(at), Some(&Insn::Rethrow { a }) if a == r) {
                return Ok(Some(at + 1));
            }
            at += 1;
            if (at - start).is_multiple_of(STEPS_PER_TICK) {
                self.rt.charge(1)?;
            }
        }
        Ok(None)
    }
}

fn target(pc: usize, off: i32) -> usize {
    (pc + 1).wrapping_add_signed(off as isize)
}

/// `(floor number [divisor])` and its kin: the quotient and what is left.
fn divide(
    vm: &mut Vm,
    name: &str,
    args: &[Value],
    quotient: fn(&mut crate::runtime::Runtime, Value, Option<Value>) -> Res<Value>,
) -> Res<Next> {
    let (&x, rest) = first(name, args)?;
    let divisor = rest.first().copied();
    let q = quotient(&mut vm.rt, x, divisor)?;
    if !vm.takes_several(args.len())? {
        return Ok(Next::Return(q));
    }
    let product = match divisor {
        Some(y) => num::mul(&mut vm.rt, q, y)?,
        None => q,
    };
    let left = num::sub(&mut vm.rt, x, product)?;
    vm.give(args.len(), &[q, left])
}

controls! { "common-lisp";
    /// Gives all of its arguments as values.
    ///
    /// (multiple-value-list (values 1 2 3))                     ;=> (1 2 3)
    /// (list (values 1 2) (values))                             ;=> (1 nil)
    /// (progn (defun two () (values 1 2)) (multiple-value-list (two)))  ;=> (1 2)
    "%values" (Rest objects) => |vm, args| vm.give(args.len(), &args);
    /// Gives the elements of the list as values.
    ///
    /// (multiple-value-list (values-list '(1 2)))  ;=> (1 2)
    "%values-list" (Required list) => |vm, args| {
        let (&list, _) = first("values-list", &args)?;
        let values = vm.rt.list_items("values-list", list)?;
        vm.give(args.len(), &values)
    };
    /// The quotient rounded down, and as a second value what is left.
    ///
    /// (floor 7 2)                         ;=> 3
    /// (list (floor -7 2))                 ;=> (-4)
    /// (multiple-value-list (floor 5.5))   ;=> (5 0.5)
    #[inline_as(OneValue("floor"))]
    "%%floor" (Required number, Optional divisor) => |vm, args| divide(vm, "floor", &args, num::floor);
    /// The quotient rounded up, and as a second value what is left.
    ///
    /// (multiple-value-list (ceiling 7 2))  ;=> (4 -1)
    #[inline_as(OneValue("ceiling"))]
    "%%ceiling" (Required number, Optional divisor) => |vm, args| divide(vm, "ceiling", &args, num::ceiling);
    /// The quotient rounded towards zero, and as a second value what is left.
    ///
    /// (multiple-value-list (truncate -7 2))  ;=> (-3 -1)
    #[inline_as(OneValue("truncate"))]
    "%%truncate" (Required number, Optional divisor) => |vm, args| divide(vm, "truncate", &args, num::truncate);
    /// The quotient rounded to the nearest integer (to the even one in the middle), and as a second value what is left.
    ///
    /// (multiple-value-list (round 7 2))  ;=> (4 -1)
    /// (list (round 5 2) (round 2.6))     ;=> (2 3)
    #[inline_as(OneValue("round"))]
    "%%round" (Required number, Optional divisor) => |vm, args| divide(vm, "round", &args, num::round);
    /// The value of a key in a hash table (`default`, or nil, if it is not there), and as a second value whether it is there.
    ///
    /// (let ((h (make-hash-table))) (setf (gethash 'a h) 1) (multiple-value-list (gethash 'a h)))  ;=> (1 t)
    /// (gethash 'a (make-hash-table) 0)                                                            ;=> 0
    #[inline_as(OneValue("%gethash"))]
    "%%gethash" (Required key, Required table, Optional default) => |vm, args| {
        let (&key, rest) = first("gethash", &args)?;
        let (&object, rest) = first("gethash", rest)?;
        if !object.is(Kind::TABLE) {
            return Err(vm.rt.wrong_type("gethash", "table", "a hash table", object));
        }
        let found = table::get(&mut vm.rt, object, key)?;
        let value = found.or(rest.first().copied()).unwrap_or(Value::NIL);
        vm.give(args.len(), &[value, Value::truth(found.is_some())])
    };
}
