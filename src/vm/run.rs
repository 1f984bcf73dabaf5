//! The inner loop. Only what is hot; everything else leaves with an [`Exit`].
//!
//! Measurements, no guesses, show what matters here (see docs/design/machine.md, "The inner loop"):
//! - `match *code` on a reference to an 8-byte enum: LLVM reads the fields after the jump, not before;
//! - the window is `&mut [Value; 256]` indexed by `u8`, so there are no bounds checks, and taking the window is the
//!   stack check;
//! - the taken side of conditional jumps is marked cold, so that the next fetch does not wait for the comparison;
//! - ticks are counted in memory; slow paths are calls of `#[cold]` functions.
//!
//! It is one function in one file. Code, window and counter are local variables, which the compiler keeps in registers;
//! the short macros at its beginning use them. What an arm does beyond that is elsewhere: `slow_paths.rs`.

#![expect(clippy::indexing_slicing, reason = "a window has 256 registers, and every index is a `u8`")]

use std::hint::black_box;

use super::fiber::Fiber;
use super::run_stack::RunFrame;
use super::slow_paths::NativeOutcome;
use super::slow_paths::{WINDOW, call_leaf, window};
use super::{Exit, Vm, slow_paths};
use crate::builtins::NativeFn;
use crate::builtins::{record, space};
use crate::bytecode::{FunctionEntry, Insn};
use crate::equality;
use crate::module::ProgramState;
use crate::module::globals::{self, ACCESSOR, GlobalCell, NATIVE};
use crate::module::native::Natives;
use crate::object::array::Storage;
use crate::object::continuation::{Handler, HandlerKind, frame_distance, return_address, return_info, with_tail_site};
use crate::value::{Kind, Value};

/// Marks a path as unlikely: a call of a cold function tells the compiler so, and costs nothing.
#[cold]
#[inline]
fn cold_path() {}

/// In place of the number of a native: the call is one of something else.
const NO_NATIVE: u32 = u32::MAX;

/// Runs until something needs the whole machine.
#[expect(clippy::too_many_lines, reason = "one match over all instructions")]
pub(super) fn run(vm: &mut Vm) -> Exit {
    let Vm { fiber, program, inspection, .. } = vm;
    let Fiber { stack, run: RunFrame { base: base_slot, pc: pc_slot, .. }, handlers, usable, .. } = &mut **fiber;
    let ProgramState { code, globals, natives, rt, .. } = program;
    let usable = (*usable).min(stack.len());
    let Some(stack) = stack.get_mut(..usable) else { return Exit::Grow };
    let insns: &[Insn] = &code.insns;
    let consts: &[Value] = &code.consts;
    let entries: &[FunctionEntry] = &code.entries;
    // A profile measures each call of a native, outside of the loop.
    let is_measured = inspection.is_profiling();
    let Natives { leaves: all_leaves, own, capturer, .. } = natives;
    let leaves: &[Option<NativeFn>] = if is_measured { &[] } else { all_leaves };
    let cells: &mut [GlobalCell] = &mut globals.cells;
    let mut pc = *pc_slot;
    let mut base = *base_slot;
    let Some(mut win) = window(stack, base) else { return Exit::Grow };

    macro_rules! leave {
        ($exit:expr) => {{
            cold_path();
            *pc_slot = pc;
            *base_slot = base;
            return $exit;
        }};
    }
    // The position of the instruction that is being executed. If LLVM sees the subtraction, it keeps both positions in
    // registers, for each instruction.
    macro_rules! current {
        () => {
            black_box(pc).wrapping_sub(1)
        };
    }
    // Leaves before the instruction, which will be executed again.
    macro_rules! repeat {
        ($exit:expr) => {{
            pc = current!();
            leave!($exit)
        }};
    }
    macro_rules! fail {
        ($fault:expr) => {
            leave!(Exit::Unwind($fault))
        };
    }
    macro_rules! check {
        ($result:expr) => {
            match $result {
                Ok(v) => v,
                Err(e) => fail!(e),
            }
        };
    }
    // The result of an instruction on numbers or of a builtin, which has had no effect if it lacks memory.
    macro_rules! attempt {
        ($result:expr) => {
            match $result {
                Ok(v) => v,
                Err(e) => leave!(Exit::Failed(e)),
            }
        };
    }
    // The result of an instruction on numbers or of a builtin, which may be a new object.
    macro_rules! number {
        ($d:expr, $result:expr) => {{
            w!($d, attempt!($result));
            if rt.heap.wants_collection() {
                leave!(Exit::Full)
            }
        }};
    }
    macro_rules! r {
        ($i:expr) => {
            win[$i as usize]
        };
    }
    macro_rules! w {
        ($i:expr, $v:expr) => {{
            let v = $v;
            win[$i as usize] = v;
        }};
    }
    // Nothing, in a block of its own: LLVM copies the dispatch of the next instruction to the end of a block, but not to a
    // branch that leads to the dispatch itself.
    macro_rules! apart {
        () => {
            black_box(())
        };
    }
    macro_rules! tick {
        () => {{
            rt.budget.later -= 1;
            if rt.budget.later < 0 {
                leave!(Exit::Slice)
            }
            apart!();
        }};
    }
    macro_rules! jump {
        ($off:expr) => {
            pc = pc.wrapping_add($off as isize as usize)
        };
    }
    macro_rules! branch {
        ($condition:expr, $off:expr) => {
            if $condition {
                cold_path();
                jump!($off);
            } else {
                apart!();
            }
        };
    }
    // Another iteration of a loop, which is the likely case.
    macro_rules! jump_if {
        ($condition:expr, $off:expr) => {
            if $condition {
                jump!($off);
                tick!();
            } else {
                apart!();
            }
        };
    }
    // Skips the two plain instructions that follow one of the usual case. If LLVM sees the number, it adds it to the
    // position before, and keeps both positions in registers, for each instruction.
    let plain = black_box(2);
    macro_rules! skip_plain {
        () => {
            pc = pc.wrapping_add(plain)
        };
    }
    macro_rules! mul_add {
        ($a:expr, $b:expr, $c:expr, |$sum:ident| $finish:expr) => {{
            let (x, y, z) = (r!($a), r!($b), r!($c));
            if Value::both_fixnum(x, y) && z.is_fixnum() {
                if let Some($sum) = slow_paths::fix_mul(x, y).and_then(|product| slow_paths::fix_add(product, z)) {
                    $finish;
                    skip_plain!();
                    continue;
                }
            } else if Value::both_flonum(x, y)
                && z.is_flonum()
                && let Some($sum) = Value::flonum(x.untag_float() * y.untag_float() + z.untag_float())
            {
                $finish;
                skip_plain!();
                continue;
            }
            cold_path();
        }};
    }
    // The jump that follows and belongs to the instruction: makes it, or skips it. LLVM does not see where that is, as
    // with `current!`.
    let one = black_box(1);
    macro_rules! jump_of {
        ($condition:expr) => {{
            let condition = $condition;
            let next = insns.get(black_box(pc));
            pc = pc.wrapping_add(one);
            if condition && let Some(&Insn::Jump { off }) = next {
                cold_path();
                jump!(off);
            }
        }};
    }
    // The test at the beginning of a copy, and the tick of the call. After a slice has ended, the instruction that follows
    // makes the test again.
    macro_rules! enter_if {
        ($condition:expr, $off:expr) => {{
            let plain_test = pc;
            if $condition {
                jump!($off);
            } else {
                pc = pc.wrapping_add(one);
            }
            rt.budget.later -= 1;
            if rt.budget.later < 0 {
                pc = plain_test;
                leave!(Exit::Slice)
            }
            apart!();
        }};
    }
    // With a comparison of small integers. The instruction that follows compares others.
    macro_rules! enter_if_small {
        ($x:expr, $y:expr, $op:tt, $off:expr) => {{
            let (x, y) = ($x, $y);
            if Value::both_fixnum(x, y) {
                enter_if!(x.raw() $op y.raw(), $off);
            } else {
                cold_path();
                tick!();
            }
        }};
    }
    // A sum of small integers and the beginning of a copy: the instruction that follows, and its plain test.
    macro_rules! add_enter {
        ($d:expr, $a:expr, $step:expr, $i:expr, $op:tt, $off:expr) => {{
            let (x, step) = (r!($a), Value::fix(i64::from($step)));
            if x.is_fixnum()
                && let Some(sum) = x.raw().checked_add(step.raw())
            {
                w!($d, Value::from_raw(sum));
                pc = pc.wrapping_add(one);
                enter_if!(sum $op Value::fix(i64::from($i)).raw(), $off);
                continue;
            }
            cold_path();
            number!($d, slow_paths::add_int(rt, x, step, false));
        }};
    }
    // The rest of a list, and the test that follows.
    macro_rules! cdr_and {
        ($d:expr, $a:expr, |$rest:ident| $test:expr) => {{
            let list = r!($a);
            if list.is_pair() {
                let $rest = rt.heap.cdr(list);
                w!($d, $rest);
                $test;
                continue;
            }
            cold_path();
            w!($d, cdr!(list));
        }};
    }
    // Another iteration, or what comes after the instruction that follows.
    macro_rules! loop_if {
        ($condition:expr, $off:expr) => {{
            if $condition {
                jump!($off);
                tick!();
            } else {
                pc = pc.wrapping_add(one);
            }
        }};
    }
    // A sum or difference of small integers, and the jump that follows.
    macro_rules! arith_jump_equal {
        ($d:expr, $a:expr, $b:expr, $s:expr, $off:expr, $fix:path, $float:tt, $slow:path) => {{
            let (x, y, z) = (r!($a), r!($b), r!($s));
            if Value::both_fixnum(x, y)
                && z.is_fixnum()
                && let Some(v) = $fix(x, y)
            {
                w!($d, v);
                if v == z {
                    cold_path();
                    jump!($off);
                } else {
                    pc = pc.wrapping_add(one);
                }
                continue;
            }
            arith!($d, $a, $b, $fix, $float, $slow);
        }};
    }
    // Another iteration of a loop that counts in small integers. Otherwise the next two instructions count.
    macro_rules! count {
        ($a:expr, $b:expr, $step:expr, $off:expr, $op:tt) => {{
            let (x, y, step) = (r!($a), r!($b), $step);
            if Value::both_fixnum(x, y)
                && step.is_fixnum()
                && let Some(next) = x.raw().checked_add(step.raw())
            {
                w!($a, Value::from_raw(next));
                if next $op y.raw() {
                    jump!($off);
                    tick!();
                } else {
                    skip_plain!();
                }
            }
        }};
    }
    // A sum, and another iteration that counts up; or what comes after the sum.
    macro_rules! sum_and_count {
        ($d:expr, $sum:expr, $n:expr, $b:expr, $off:expr, $op:tt) => {{
            w!($d, $sum);
            let (x, y) = (r!($n), r!($b));
            if Value::both_fixnum(x, y)
                && let Some(next) = x.raw().checked_add(Value::fix(1).raw())
                && next $op y.raw()
            {
                w!($n, Value::from_raw(next));
                jump!($off);
                tick!();
                continue;
            }
        }};
    }
    // Errors of the sum belong to the instruction itself.
    macro_rules! add_count {
        ($d:expr, $a:expr, $s:expr, $n:expr, $b:expr, $off:expr, $op:tt) => {{
            let (x, y) = (r!($a), r!($s));
            let sum = if Value::both_fixnum(x, y) {
                slow_paths::fix_add(x, y)
            } else if Value::both_flonum(x, y) {
                Value::flonum(x.untag_float() + y.untag_float())
            } else {
                None
            };
            if let Some(sum) = sum {
                sum_and_count!($d, sum, $n, $b, $off, $op);
                continue;
            }
            cold_path();
            number!($d, slow_paths::add(rt, x, y));
        }};
    }
    // Arithmetic on two fixnums or two floats here, the rest elsewhere.
    macro_rules! arith {
        ($d:expr, $a:expr, $b:expr, $fix:path, $float:tt, $slow:path) => {{
            let (x, y) = (r!($a), r!($b));
            if Value::both_fixnum(x, y) {
                if let Some(v) = $fix(x, y) {
                    w!($d, v);
                    continue;
                }
            } else if Value::both_flonum(x, y)
                && let Some(v) = Value::flonum(x.untag_float() $float y.untag_float())
            {
                w!($d, v);
                continue;
            }
            cold_path();
            number!($d, $slow(rt, x, y));
        }};
    }
    // With a constant that is a float.
    macro_rules! arith_float {
        ($d:expr, $a:expr, $k:expr, $float:tt, $slow:path) => {{
            let (x, y) = (r!($a), consts.get($k as usize).copied().unwrap_or(Value::ZERO));
            if x.is_flonum()
                && let Some(v) = Value::flonum(x.untag_float() $float y.untag_float())
            {
                w!($d, v);
                continue;
            }
            cold_path();
            number!($d, $slow(rt, x, y));
        }};
    }
    macro_rules! bits {
        ($d:expr, $a:expr, $b:expr, $op:tt, $slow:path) => {{
            let (x, y) = (r!($a), r!($b));
            if Value::both_fixnum(x, y) {
                w!($d, Value::from_raw(x.raw() $op y.raw()));
                continue;
            }
            number!($d, $slow(rt, x, y));
        }};
    }
    // The truth of a comparison.
    macro_rules! compare {
        ($x:expr, $y:expr, $op:tt, $slow:path) => {{
            let (x, y) = ($x, $y);
            if Value::both_fixnum(x, y) {
                x.raw() $op y.raw()
            } else if Value::both_flonum(x, y) {
                x.untag_float() $op y.untag_float()
            } else {
                cold_path();
                attempt!($slow(rt, x, y))
            }
        }};
    }
    macro_rules! compare_int {
        ($x:expr, $i:expr, $op:tt, $slow:path) => {{
            let (x, y) = ($x, Value::fix($i as i64));
            if x.is_fixnum() {
                x.raw() $op y.raw()
            } else {
                cold_path();
                attempt!($slow(rt, x, y))
            }
        }};
    }
    macro_rules! equal {
        ($x:expr, $y:expr) => {{
            let (x, y) = ($x, $y);
            if x == y {
                true
            } else if Value::both_fixnum(x, y) {
                false
            } else {
                match equality::quick(x, y) {
                    Some(known) => known,
                    None => check!(slow_paths::equal(rt, x, y)),
                }
            }
        }};
    }
    // A pair, collecting first when there is no free cell.
    macro_rules! pair {
        ($a:expr, $b:expr, $top:expr) => {
            match rt.heap.try_pair($a, $b) {
                Some(v) => v,
                None => repeat!(Exit::Collect { top: $top }),
            }
        };
    }
    macro_rules! stress {
        ($top:expr) => {
            if cfg!(debug_assertions) && rt.heap.stress.is_due() {
                repeat!(Exit::Collect { top: $top })
            }
        };
    }
    macro_rules! car {
        ($v:expr) => {{
            let v = $v;
            if v.is_pair() {
                rt.heap.car(v)
            } else if v.is_nil() {
                Value::NIL
            } else if v.is(Kind::DIGITS) {
                v.least_digit()
            } else {
                fail!(slow_paths::not_a_list(rt, insns.get(current!()), v))
            }
        }};
    }
    macro_rules! cdr {
        ($v:expr) => {{
            let v = $v;
            if v.is_pair() {
                rt.heap.cdr(v)
            } else if v.is_nil() {
                Value::NIL
            } else if v.is(Kind::DIGITS) {
                v.other_digits()
            } else {
                fail!(slow_paths::not_a_list(rt, insns.get(current!()), v))
            }
        }};
    }
    // The element of a vector of any values.
    macro_rules! element {
        ($array:expr, $i:expr) => {{
            let (array, i) = ($array, $i);
            if let Some(x) = rt.heap.array_object(array)
                && let Storage::Vector(values) = &x.data
            {
                values.get(i.as_index()).copied()
            } else {
                None
            }
        }};
    }
    // The element of a short vector in cells.
    macro_rules! element_in_cells {
        ($array:expr, $i:expr) => {{
            let (array, i) = ($array, $i);
            if array.is_array_object() {
                None
            } else {
                cold_path();
                rt.heap.cell_vector_element(array, i.as_index()).filter(|v| !v.is(Kind::MOVED))
            }
        }};
    }
    // Moves to the window of a call whose registers begin at `a`.
    macro_rules! enter {
        ($a:expr, $entry:expr) => {{
            let a = $a;
            let below = base + a as usize;
            match window(stack, below) {
                Some(next) => win = next,
                None => repeat!(Exit::Grow),
            }
            base = below;
            // Or LLVM computes it for every instruction, before it knows which one it is.
            w!(0, return_info(black_box(pc), a as usize));
            pc = $entry as usize;
        }};
    }
    macro_rules! ret {
        ($v:expr) => {{
            let v = $v;
            let info = r!(0);
            w!(0, v);
            base = base.wrapping_sub(frame_distance(info));
            pc = return_address(info);
            match window(stack, base) {
                Some(caller) => win = caller,
                None => fail!(slow_paths::lost_frame()),
            }
        }};
    }
    macro_rules! arguments {
        ($a:expr, $n:expr) => {
            win[usize::from($a) + 1..].get(..usize::from($n)).unwrap_or(&[])
        };
    }
    // Stores the result of a native.
    macro_rules! result {
        ($a:expr, $v:expr) => {{
            w!($a, $v);
            if rt.heap.wants_collection() {
                leave!(Exit::Collect { top: $a.wrapping_add(1) })
            }
        }};
    }
    // A native in place: arguments after register `a`, result in `a`.
    macro_rules! native {
        ($number:expr, $a:expr, $n:expr, $global:expr, $tail:expr) => {
            match call_leaf(leaves, rt, $number, arguments!($a, $n)) {
                Some(v) => result!($a, attempt!(v)),
                None => break ($number, $a, $n, $global, $tail),
            }
        };
    }
    // A builtin on arguments that need not be side by side.
    macro_rules! apply {
        ($d:expr, $number:expr, $args:expr) => {
            match call_leaf(all_leaves, rt, $number, $args) {
                Some(v) => number!($d, v),
                None => fail!(slow_paths::lost_frame()),
            }
        };
    }
    macro_rules! call_global {
        ($a:ident, $n:ident, $g:ident, $tail:literal, |$entry:ident| $enter:expr) => {{
            let Some(cell) = cells.get($g as usize) else { fail!(slow_paths::lost_frame()) };
            if cell.arity == u32::from($n) {
                let $entry = cell.entry;
                $enter;
                tick!();
            } else if cell.arity == NATIVE {
                native!(cell.entry, $a, $n, Some($g), $tail);
            } else if cell.arity == ACCESSOR
                && $n == 1
                && let Some(&Insn::RecordRef { index, t, .. }) = insns.get(cell.entry as usize)
                && let record = r!($a.wrapping_add(1))
                && record.is(Kind::RECORD)
                && record.meta() == t
            {
                w!($a, rt.heap.word(record, index as usize));
            } else {
                break (NO_NATIVE, $a, $n, Some($g), $tail);
            }
        }};
    }
    macro_rules! call_value {
        ($a:ident, $n:ident, $function:ident, $tail:literal, |$start:ident, $f:ident| $enter:block) => {{
            let $f = r!($function);
            match entries.get($f.meta() as usize) {
                Some(e) if $f.is(Kind::CLOSURE) && e.arity == $n => {
                    let $start = e.start;
                    $enter;
                    tick!();
                }
                _ if $f.is(Kind::NATIVE) => {
                    w!($a, $f);
                    native!($f.meta(), $a, $n, None, $tail);
                }
                _ => {
                    w!($a, $f);
                    break (NO_NATIVE, $a, $n, None, $tail);
                }
            }
        }};
    }
    macro_rules! push_handler {
        ($kind:ident, $a:expr, $off:expr) => {{
            if handlers.len() == handlers.capacity() {
                repeat!(Exit::Grow)
            }
            let target = pc.wrapping_add($off as isize as usize);
            handlers.push(Handler { kind: HandlerKind::$kind, number: 0, tag: r!($a), pc: target, base, a: $a });
        }};
    }

    loop {
        // Natives and functions that have more to them end the inner loop. What it looks at stays in registers, because
        // they are called at one place outside of it.
        let (number, a, n, global, tail): (u32, u8, u8, Option<u32>, bool) = loop {
            // A choice without a jump: the dispatch is one block, which LLVM copies to the end of every instruction.
            let insn = insns.get(pc).unwrap_or(&Insn::Trap);
            pc = pc.wrapping_add(1);
            match *insn {
                Insn::Halt => leave!(Exit::Done(r!(0))),
                Insn::Trap => fail!(slow_paths::lost_frame()),

                Insn::Move { d, s } => w!(d, r!(s)),
                Insn::Move2 { d, s, d2, s2 } => {
                    w!(d, r!(s));
                    w!(d2, r!(s2));
                }
                Insn::Move3 { d, s, d2, s2, d3, s3 } => {
                    w!(d, r!(s));
                    w!(d2, r!(s2));
                    w!(d3, r!(s3));
                }
                Insn::LoadInt { d, i } => w!(d, Value::fix(i64::from(i))),
                Insn::LoadConst { d, k } => w!(d, consts.get(k as usize).copied().unwrap_or(Value::NIL)),
                Insn::LoadNil { d } => w!(d, Value::NIL),
                Insn::LoadTrue { d } => w!(d, Value::T),

                Insn::GetGlobal { d, g } => {
                    let v = cells.get(g as usize).map_or(Value::UNBOUND, |c| c.value);
                    if v.is(Kind::LAZY) {
                        repeat!(Exit::Unreadable(g))
                    }
                    w!(d, v);
                }
                Insn::SetGlobal { s, g } => {
                    if !globals::try_set(cells, g, r!(s), entries) {
                        leave!(Exit::Assign { s, g })
                    }
                }
                Insn::GetCapture { d, c, k } => w!(d, rt.heap.word(r!(c), k as usize)),
                Insn::SetCapture { c, k, s } => rt.heap.set_word(r!(c), k as usize, r!(s)),
                Insn::GetCaptureBox { d, c, k } => {
                    let b = rt.heap.word(r!(c), k as usize);
                    w!(d, rt.heap.car(b));
                }
                Insn::SetCaptureBox { c, k, s } => {
                    let b = rt.heap.word(r!(c), k as usize);
                    rt.heap.set_car(b, r!(s));
                }
                Insn::MakeBox { d, s, top } => {
                    stress!(top);
                    w!(d, pair!(r!(s), Value::NIL, top));
                }
                Insn::GetBox { d, a } => w!(d, rt.heap.car(r!(a))),
                Insn::SetBox { a, s } => rt.heap.set_car(r!(a), r!(s)),
                Insn::MakeClosure { d, a, n, f } => {
                    // Operands may be variables below other live registers, but only up to the destination.
                    let top = a.wrapping_add(n).max(d.wrapping_add(1));
                    stress!(top);
                    let words = win.get(a as usize..a as usize + n as usize).unwrap_or(&[]);
                    match rt.heap.try_block(words) {
                        Some(block) => w!(d, Value::reference(Kind::CLOSURE, f, block)),
                        None => repeat!(Exit::Collect { top }),
                    }
                }

                Insn::Add { d, a, b } => arith!(d, a, b, slow_paths::fix_add, +, slow_paths::add),
                Insn::AddJumpEqual { d, a, b, s, off } => {
                    arith_jump_equal!(d, a, b, s, off, slow_paths::fix_add, +, slow_paths::add)
                }
                Insn::SubJumpEqual { d, a, b, s, off } => {
                    arith_jump_equal!(d, a, b, s, off, slow_paths::fix_sub, -, slow_paths::sub)
                }
                Insn::Sub { d, a, b } => arith!(d, a, b, slow_paths::fix_sub, -, slow_paths::sub),
                Insn::Mul { d, a, b } => arith!(d, a, b, slow_paths::fix_mul, *, slow_paths::mul),
                Insn::Div { d, a, b } => arith!(d, a, b, slow_paths::fix_div, /, slow_paths::div),
                Insn::AddInt { d, a, left, i } => {
                    let x = r!(a);
                    let y = Value::fix(i64::from(i));
                    if x.is_fixnum()
                        && let Some(sum) = x.raw().checked_add(y.raw())
                    {
                        w!(d, Value::from_raw(sum));
                        continue;
                    }
                    number!(d, slow_paths::add_int(rt, x, y, left));
                }
                Insn::MulInt { d, a, left, i } => {
                    let x = r!(a);
                    if x.is_fixnum()
                        && let Some(product) = x.raw().checked_mul(i64::from(i))
                    {
                        w!(d, Value::from_raw(product));
                        continue;
                    }
                    number!(d, slow_paths::mul_int(rt, x, Value::fix(i64::from(i)), left));
                }
                Insn::AddFloat { d, a, k } => arith_float!(d, a, k, +, slow_paths::add),
                Insn::SubFloat { d, a, k } => arith_float!(d, a, k, -, slow_paths::sub),
                Insn::MulFloat { d, a, k } => arith_float!(d, a, k, *, slow_paths::mul),
                Insn::MulAdd { d, a, b, c } => mul_add!(a, b, c, |sum| w!(d, sum)),
                Insn::MulAddCountLess { d, a, s, c, n, b, off } => {
                    mul_add!(a, s, c, |sum| sum_and_count!(d, sum, n, b, off, <));
                }
                Insn::MulAddCountNotEqual { d, a, s, c, n, b, off } => {
                    mul_add!(a, s, c, |sum| sum_and_count!(d, sum, n, b, off, !=));
                }
                Insn::Neg { d, a } => {
                    let x = r!(a);
                    if x.is_fixnum()
                        && let Some(n) = x.raw().checked_neg()
                    {
                        w!(d, Value::from_raw(n));
                        continue;
                    }
                    number!(d, slow_paths::neg(rt, x));
                }
                Insn::Quotient { d, a, b } => {
                    let (x, y) = (r!(a), r!(b));
                    if Value::both_fixnum(x, y)
                        && let Some(v) = x.raw().checked_div(y.raw()).and_then(Value::fixnum)
                    {
                        w!(d, v);
                        continue;
                    }
                    number!(d, slow_paths::quotient(rt, x, y));
                }
                Insn::Remainder { d, a, b } => {
                    let (x, y) = (r!(a), r!(b));
                    if Value::both_fixnum(x, y)
                        && let Some(m) = x.raw().checked_rem(y.raw())
                    {
                        w!(d, Value::from_raw(m));
                        continue;
                    }
                    number!(d, slow_paths::remainder(rt, x, y));
                }
                Insn::Modulo { d, a, b } => {
                    let (x, y) = (r!(a), r!(b));
                    if Value::both_fixnum(x, y)
                        && let Some(m) = x.raw().checked_rem(y.raw())
                    {
                        let negative = m != 0 && (m ^ y.raw()) < 0;
                        w!(d, Value::from_raw(if negative { m + y.raw() } else { m }));
                        continue;
                    }
                    number!(d, slow_paths::modulo(rt, x, y));
                }
                Insn::ModuloInt { d, a, m } => {
                    let x = r!(a);
                    // Most are small and not negative: a 32-bit division of the tagged words, whose remainder is tagged
                    // again.
                    if x.raw() as u64 & (!0 << 32 | 7) == 0 {
                        w!(d, Value::from_raw(i64::from(x.raw() as u32 % m)));
                        continue;
                    }
                    number!(d, slow_paths::modulo(rt, x, Value::from_raw(i64::from(m.get()))));
                }
                Insn::FloorDiv { d, a, b, quotient } => {
                    let (x, y) = (r!(a), r!(b));
                    if Value::both_fixnum(x, y)
                        && let Some(v) = slow_paths::floor_div(x, y)
                    {
                        w!(d, v);
                        continue;
                    }
                    number!(d, slow_paths::floor(rt, x, y, quotient));
                }
                Insn::FloorDivInt { d, a, quotient, i } => {
                    let (x, y) = (r!(a), Value::fix(i64::from(i)));
                    if x.is_fixnum()
                        && let Some(v) = slow_paths::floor_div(x, y)
                    {
                        w!(d, v);
                        continue;
                    }
                    number!(d, slow_paths::floor(rt, x, y, quotient));
                }
                Insn::BitAnd { d, a, b } => bits!(d, a, b, &, slow_paths::bit_and),
                Insn::BitOr { d, a, b } => bits!(d, a, b, |, slow_paths::bit_or),
                Insn::BitXor { d, a, b } => bits!(d, a, b, ^, slow_paths::bit_xor),

                Insn::Less { d, a, b } => w!(d, Value::truth(compare!(r!(a), r!(b), <, slow_paths::less))),
                Insn::LessEqual { d, a, b } => w!(d, Value::truth(compare!(r!(a), r!(b), <=, slow_paths::less_equal))),
                Insn::Same { d, a, b } => w!(d, Value::truth(r!(a) == r!(b))),
                Insn::NumberEqual { d, a, b } => {
                    w!(d, Value::truth(compare!(r!(a), r!(b), ==, slow_paths::number_equal)));
                }
                Insn::Equal { d, a, b } => w!(d, Value::truth(equal!(r!(a), r!(b)))),
                Insn::Not { d, a } => w!(d, Value::truth(r!(a).is_false())),
                Insn::IsFalse { d, a } => w!(d, Value::boolean(r!(a) == Value::FALSE)),
                Insn::IsNull { d, a } => w!(d, Value::boolean(r!(a).is_nil())),
                Insn::NilToFalse { d } => {
                    if r!(d).is_nil() {
                        w!(d, Value::FALSE);
                    }
                }
                Insn::IsPair { d, a } => w!(d, Value::truth(r!(a).has_elements())),
                Insn::IsKind { d, a, kind } => w!(d, Value::truth(r!(a).is_among(kind))),

                Insn::Jump { off } => jump!(off),
                Insn::MoveJump { d, s, off } => {
                    w!(d, r!(s));
                    jump!(off);
                }
                Insn::Loop { off } => {
                    jump!(off);
                    tick!();
                }
                Insn::EnterNull { a, off } => enter_if!(r!(a).is_nil(), off),
                Insn::EnterNotNull { a, off } => enter_if!(!r!(a).is_nil(), off),
                Insn::EnterNotPair { a, off } => enter_if!(!r!(a).has_elements(), off),
                Insn::EnterNotFalse { a, off } => enter_if!(r!(a) != Value::FALSE, off),
                Insn::EnterNotLess { a, b, off } => enter_if_small!(r!(a), r!(b), >=, off),
                Insn::EnterNotEqual { a, b, off } => enter_if_small!(r!(a), r!(b), !=, off),
                Insn::EnterLessInt { a, i, off } => enter_if_small!(r!(a), Value::fix(i64::from(i)), <, off),
                Insn::EnterNotEqualInt { a, i, off } => enter_if_small!(r!(a), Value::fix(i64::from(i)), !=, off),
                Insn::AddEnterLessInt { d, a, step, i, off } => add_enter!(d, a, step, i, <, off),
                Insn::AddEnterNotEqualInt { d, a, step, i, off } => add_enter!(d, a, step, i, !=, off),
                Insn::CdrEnterNotNull { d, a, off } => cdr_and!(d, a, |rest| {
                    pc = pc.wrapping_add(one);
                    enter_if!(!rest.is_nil(), off);
                }),
                Insn::JumpNil { a, off } => branch!(r!(a).is_false(), off),
                Insn::JumpTrue { a, off } => branch!(!r!(a).is_false(), off),
                Insn::JumpFalse { a, off } => branch!(r!(a) == Value::FALSE, off),
                Insn::JumpNotFalse { a, off } => branch!(r!(a) != Value::FALSE, off),
                Insn::JumpNull { a, off } => branch!(r!(a).is_nil(), off),
                Insn::JumpNotNull { a, off } => branch!(!r!(a).is_nil(), off),
                Insn::JumpPair { a, off } => branch!(r!(a).has_elements(), off),
                Insn::JumpNotPair { a, off } => branch!(!r!(a).has_elements(), off),
                Insn::JumpKind { a, kind, off } => branch!(r!(a).is_among(kind), off),
                Insn::JumpNotKind { a, kind, off } => branch!(!r!(a).is_among(kind), off),
                Insn::JumpSupplied { a, off } => branch!(r!(a) != Value::MISSING, off),
                Insn::JumpLess { a, b, off } => branch!(compare!(r!(a), r!(b), <, slow_paths::less), off),
                Insn::JumpNotLess { a, b, off } => branch!(!compare!(r!(a), r!(b), <, slow_paths::less), off),
                Insn::JumpLessEqual { a, b, off } => branch!(compare!(r!(a), r!(b), <=, slow_paths::less_equal), off),
                Insn::JumpNotLessEqual { a, b, off } => {
                    branch!(!compare!(r!(a), r!(b), <=, slow_paths::less_equal), off)
                }
                Insn::JumpSame { a, b, off } => branch!(r!(a) == r!(b), off),
                Insn::JumpNotSame { a, b, off } => branch!(r!(a) != r!(b), off),
                Insn::JumpNumberEqual { a, b, off } => {
                    branch!(compare!(r!(a), r!(b), ==, slow_paths::number_equal), off)
                }
                Insn::JumpNotNumberEqual { a, b, off } => {
                    branch!(!compare!(r!(a), r!(b), ==, slow_paths::number_equal), off)
                }
                Insn::JumpEqual { a, b, off } => branch!(equal!(r!(a), r!(b)), off),
                Insn::JumpNotEqual { a, b, off } => branch!(!equal!(r!(a), r!(b)), off),
                Insn::IfSame { a, k } => jump_of!(Some(&r!(a)) == consts.get(k as usize)),
                Insn::UnlessSame { a, k } => jump_of!(Some(&r!(a)) != consts.get(k as usize)),
                Insn::Case { a, bits, k } => {
                    let v = r!(a);
                    let place = v.place(bits);
                    let is_there = consts.get(k as usize + place) == Some(&v);
                    let others = usize::from(!v.is_fixnum()) + (1 << bits);
                    pc = black_box(pc).wrapping_add(if is_there { place } else { others });
                    if let Some(&Insn::Jump { off }) = insns.get(pc) {
                        pc = pc.wrapping_add(one);
                        jump!(off);
                    }
                }
                Insn::JumpLessInt { a, i, off } => branch!(compare_int!(r!(a), i, <, slow_paths::less), off),
                Insn::JumpNotLessInt { a, i, off } => branch!(!compare_int!(r!(a), i, <, slow_paths::less), off),
                Insn::JumpLessEqualInt { a, i, off } => {
                    branch!(compare_int!(r!(a), i, <=, slow_paths::less_equal), off)
                }
                Insn::JumpNotLessEqualInt { a, i, off } => {
                    branch!(!compare_int!(r!(a), i, <=, slow_paths::less_equal), off)
                }
                Insn::JumpGreaterInt { a, i, off } => branch!(compare_int!(r!(a), i, >, slow_paths::greater), off),
                Insn::JumpNotGreaterInt { a, i, off } => branch!(!compare_int!(r!(a), i, >, slow_paths::greater), off),
                Insn::JumpGreaterEqualInt { a, i, off } => {
                    branch!(compare_int!(r!(a), i, >=, slow_paths::greater_equal), off)
                }
                Insn::JumpNotGreaterEqualInt { a, i, off } => {
                    branch!(!compare_int!(r!(a), i, >=, slow_paths::greater_equal), off)
                }
                Insn::JumpNumberEqualInt { a, i, off } => {
                    branch!(compare_int!(r!(a), i, ==, slow_paths::number_equal), off)
                }
                Insn::JumpNotNumberEqualInt { a, i, off } => {
                    branch!(!compare_int!(r!(a), i, ==, slow_paths::number_equal), off)
                }
                Insn::JumpEqualInt { a, i, off } => branch!(equal!(r!(a), Value::fix(i64::from(i))), off),
                Insn::JumpNotEqualInt { a, i, off } => branch!(!equal!(r!(a), Value::fix(i64::from(i))), off),
                Insn::LoopLess { a, b, off } => jump_if!(compare!(r!(a), r!(b), <, slow_paths::less), off),
                Insn::LoopNotLess { a, b, off } => jump_if!(!compare!(r!(a), r!(b), <, slow_paths::less), off),
                Insn::LoopLessEqual { a, b, off } => jump_if!(compare!(r!(a), r!(b), <=, slow_paths::less_equal), off),
                Insn::LoopNotLessEqual { a, b, off } => {
                    jump_if!(!compare!(r!(a), r!(b), <=, slow_paths::less_equal), off)
                }
                Insn::LoopNumberEqual { a, b, off } => {
                    jump_if!(compare!(r!(a), r!(b), ==, slow_paths::number_equal), off)
                }
                Insn::LoopNotNumberEqual { a, b, off } => {
                    jump_if!(!compare!(r!(a), r!(b), ==, slow_paths::number_equal), off)
                }
                Insn::LoopEqual { a, b, off } => jump_if!(equal!(r!(a), r!(b)), off),
                Insn::LoopNotEqual { a, b, off } => jump_if!(!equal!(r!(a), r!(b)), off),
                Insn::LoopTrue { a, off } => jump_if!(!r!(a).is_false(), off),
                Insn::LoopNil { a, off } => jump_if!(r!(a).is_false(), off),
                Insn::LoopFalse { a, off } => jump_if!(r!(a) == Value::FALSE, off),
                Insn::LoopNotFalse { a, off } => jump_if!(r!(a) != Value::FALSE, off),
                Insn::LoopNull { a, off } => jump_if!(r!(a).is_nil(), off),
                Insn::LoopNotNull { a, off } => jump_if!(!r!(a).is_nil(), off),
                Insn::LoopPair { a, off } => jump_if!(r!(a).has_elements(), off),
                Insn::LoopNotPair { a, off } => jump_if!(!r!(a).has_elements(), off),
                Insn::CdrLoopNotNull { d, a, off } => cdr_and!(d, a, |rest| loop_if!(!rest.is_nil(), off)),
                Insn::CdrLoopPair { d, a, off } => cdr_and!(d, a, |rest| loop_if!(rest.has_elements(), off)),
                Insn::CountLess { a, b, i, off } => count!(a, b, Value::fix(i64::from(i)), off, <),
                Insn::CountLessEqual { a, b, i, off } => count!(a, b, Value::fix(i64::from(i)), off, <=),
                Insn::CountGreater { a, b, i, off } => count!(a, b, Value::fix(i64::from(i)), off, >),
                Insn::CountGreaterEqual { a, b, i, off } => count!(a, b, Value::fix(i64::from(i)), off, >=),
                Insn::CountNotEqual { a, b, i, off } => count!(a, b, Value::fix(i64::from(i)), off, !=),
                Insn::StepLess { a, s, b, off } => count!(a, b, r!(s), off, <),
                Insn::StepLessEqual { a, s, b, off } => count!(a, b, r!(s), off, <=),
                Insn::AddCountLess { d, a, s, n, b, off } => add_count!(d, a, s, n, b, off, <),
                Insn::AddCountNotEqual { d, a, s, n, b, off } => add_count!(d, a, s, n, b, off, !=),
                Insn::CountLessInt { a, i, off } => {
                    let next = Value::from_raw(r!(a).raw().wrapping_add(Value::fix(1).raw()));
                    w!(a, next);
                    if next.raw() < Value::fix(i64::from(i)).raw() {
                        jump!(off);
                        tick!();
                    }
                }
                Insn::Next { d, a, off } => {
                    let list = r!(a);
                    if list.is_pair() {
                        let Some([first, others]) = rt.heap.cell_of(list) else { fail!(slow_paths::lost_frame()) };
                        w!(d, first);
                        w!(a, others);
                    } else {
                        cold_path();
                        if list.is(Kind::DIGITS) {
                            w!(d, list.least_digit());
                            w!(a, list.other_digits());
                            continue;
                        }
                        if !list.is_nil() {
                            fail!(slow_paths::not_a_list(rt, Some(insn), list))
                        }
                        jump!(off);
                    }
                }

                Insn::LoopNext { d, a, off } => {
                    let list = r!(a);
                    if list.is_pair() {
                        let Some([first, others]) = rt.heap.cell_of(list) else { fail!(slow_paths::lost_frame()) };
                        w!(d, first);
                        w!(a, others);
                        jump!(off);
                        tick!();
                    } else if list.is(Kind::DIGITS) {
                        w!(d, list.least_digit());
                        w!(a, list.other_digits());
                        jump!(off);
                        tick!();
                    } else if !list.is_nil() {
                        fail!(slow_paths::not_a_list(rt, Some(insn), list))
                    }
                }

                Insn::Cons { d, a, b, top } => {
                    stress!(top);
                    w!(d, pair!(r!(a), r!(b), top));
                }
                Insn::List { d, a, n } => {
                    let top = a.wrapping_add(n).max(d.wrapping_add(1));
                    stress!(top);
                    let mut list = Value::NIL;
                    for k in (0..n).rev() {
                        list = pair!(r!(a.wrapping_add(k)), list, top);
                    }
                    w!(d, list);
                }
                Insn::Car { d, a } => w!(d, car!(r!(a))),
                Insn::Cdr { d, a } => w!(d, cdr!(r!(a))),
                Insn::CarCdr { d, d2, a } => {
                    let list = r!(a);
                    w!(d, car!(list));
                    w!(d2, cdr!(list));
                }
                Insn::CdrCar { d, d2, a } => {
                    let list = r!(a);
                    w!(d, cdr!(list));
                    w!(d2, car!(list));
                }
                Insn::CarCar { d, a, d2, a2 } => {
                    w!(d, car!(r!(a)));
                    let second = r!(a2);
                    if second.is_pair() {
                        w!(d2, rt.heap.car(second));
                        pc = pc.wrapping_add(one);
                    }
                }
                Insn::CdrCdr { d, a, d2, a2 } => {
                    w!(d, cdr!(r!(a)));
                    let second = r!(a2);
                    if second.is_pair() {
                        w!(d2, rt.heap.cdr(second));
                        pc = pc.wrapping_add(one);
                    }
                }
                Insn::Cadr { d, a } => {
                    let rest = cdr!(r!(a));
                    w!(d, car!(rest));
                }
                Insn::Cddr { d, a } => {
                    let rest = cdr!(r!(a));
                    w!(d, cdr!(rest));
                }
                Insn::Caar { d, a } => {
                    let first = car!(r!(a));
                    w!(d, car!(first));
                }

                Insn::StringRef { d, a, b } => {
                    let (string, i) = (r!(a), r!(b));
                    if let Some(text) = rt.heap.as_text(string)
                        && let Some(c) = text.ascii_at(i.as_index())
                    {
                        w!(d, Value::character(c));
                        continue;
                    }
                    w!(d, check!(slow_paths::string_ref(rt, string, i)));
                }
                Insn::StringLength { d, a } => match rt.heap.as_text(r!(a)) {
                    Some(text) => w!(d, Value::fix(text.len() as i64)),
                    None => fail!(slow_paths::no_string(rt, r!(a))),
                },
                Insn::ArrayLength { d, a } => match rt.heap.array_len(r!(a)) {
                    Some(len) => w!(d, Value::fix(len as i64)),
                    None => fail!(slow_paths::no_array(rt, r!(a))),
                },
                Insn::ArrayRef { d, a, b } => {
                    let (array, i) = (r!(a), r!(b));
                    if let Some(v) = element!(array, i) {
                        w!(d, v);
                        continue;
                    }
                    if let Some(v) = element_in_cells!(array, i) {
                        w!(d, v);
                        continue;
                    }
                    w!(d, check!(slow_paths::array_get(rt, array, &[i])));
                }
                Insn::ArrayRefRef { d, e, a, b, c } => {
                    let (array, i) = (r!(a), r!(b));
                    if let Some(inner) = element!(array, i) {
                        // Stored at the end: after a store, LLVM reads again where the heap has its arrays.
                        let element = element!(inner, r!(c));
                        w!(e, inner);
                        if let Some(v) = element {
                            w!(d, v);
                            pc = pc.wrapping_add(one);
                        }
                        continue;
                    }
                    if let Some(inner) = element_in_cells!(array, i) {
                        w!(e, inner);
                        continue;
                    }
                    w!(e, check!(slow_paths::array_get(rt, array, &[i])));
                }
                Insn::ArraySet { a, b, s } => {
                    let (array, i, v) = (r!(a), r!(b), r!(s));
                    if let Some(x) = rt.heap.array_object_mut(array)
                        && let Storage::Vector(values) = &mut x.data
                        && let Some(slot) = values.get_mut(i.as_index())
                    {
                        *slot = v;
                        continue;
                    }
                    if !array.is_array_object() {
                        cold_path();
                        if let Some(slot) = rt.heap.cell_vector_element_mut(array, i.as_index())
                            && !slot.is(Kind::MOVED)
                        {
                            *slot = v;
                            continue;
                        }
                    }
                    check!(slow_paths::array_set(rt, array, &[i], v));
                }
                Insn::ArrayRef2 { d, a, b, c } => {
                    let (array, i, j) = (r!(a), r!(b), r!(c));
                    if let Some(x) = rt.heap.array_object(array)
                        && let Storage::Values(values) = &x.data
                        && let Some(at) = x.shape.position2(i.as_index(), j.as_index())
                        && let Some(&v) = values.get(at)
                    {
                        w!(d, v);
                        continue;
                    }
                    w!(d, check!(slow_paths::array_get(rt, array, &[i, j])));
                }
                Insn::ArraySet2 { a, b, c, s } => {
                    let (array, i, j, v) = (r!(a), r!(b), r!(c), r!(s));
                    if let Some(x) = rt.heap.array_object_mut(array)
                        && let Some(at) = x.shape.position2(i.as_index(), j.as_index())
                        && let Storage::Values(values) = &mut x.data
                        && let Some(slot) = values.get_mut(at)
                    {
                        *slot = v;
                        continue;
                    }
                    check!(slow_paths::array_set(rt, array, &[i, j], v));
                }

                Insn::Ask { d, a, b, question } => match space::ask_place(rt, question, r!(a), r!(b)) {
                    Some(answer) => w!(d, check!(answer)),
                    None => number!(d, slow_paths::ask(rt, question, r!(a), &[r!(b)])),
                },
                Insn::AskAt { d, a, b, c, question } => {
                    match space::ask_coordinates(rt, question, r!(a), r!(b), r!(c)) {
                        Some(answer) => w!(d, check!(answer)),
                        None => number!(d, slow_paths::ask(rt, question, r!(a), &[r!(b), r!(c)])),
                    }
                }

                Insn::Apply { d, a, f } => apply!(d, f, std::slice::from_ref(&r!(a))),
                Insn::Apply2 { d, a, b, f } => apply!(d, f, &[r!(a), r!(b)]),

                Insn::RecordRef { d, a, index, t } => {
                    let record = r!(a);
                    if record.is(Kind::RECORD) && record.meta() == t {
                        w!(d, rt.heap.word(record, index as usize));
                        continue;
                    }
                    w!(d, check!(record::field(rt, t, record, index)));
                }
                Insn::RecordSet { a, s, index, t } => {
                    let record = r!(a);
                    if !(record.is(Kind::RECORD) && record.meta() == t) {
                        cold_path();
                        check!(record::field(rt, t, record, index));
                    }
                    rt.heap.set_word(record, index as usize, r!(s));
                }
                Insn::IsRecord { d, a, t } => {
                    let v = r!(a);
                    w!(
                        d,
                        Value::truth(
                            v.is(Kind::RECORD) && (v.meta() == t || record::is_kind_of(rt, v.meta(), t as usize))
                        )
                    );
                }
                Insn::MakeRecord { d, a, n, t } => {
                    let top = a.wrapping_add(n).max(d.wrapping_add(1));
                    stress!(top);
                    let words = win.get(a as usize..a as usize + n as usize).unwrap_or(&[]);
                    match rt.heap.try_block(words) {
                        Some(block) => w!(d, Value::reference(Kind::RECORD, t, block)),
                        None => repeat!(Exit::Collect { top }),
                    }
                }

                Insn::CallGlobal { a, n, s, g } => {
                    w!(a.wrapping_add(n), r!(s));
                    call_global!(a, n, g, false, |entry| enter!(a, entry))
                }
                Insn::TailGlobal { a, n, g } => call_global!(a, n, g, true, |entry| {
                    for k in 1..=n {
                        w!(k, r!(a.wrapping_add(k)));
                    }
                    pc = entry as usize;
                }),
                Insn::EnterGlobal { a, n, g } => {
                    let Some(cell) = cells.get(g as usize) else { fail!(slow_paths::lost_frame()) };
                    if cell.arity == u32::from(n) {
                        pc = cell.entry as usize;
                        tick!();
                    } else {
                        cold_path();
                        for k in 1..=n {
                            w!(a.wrapping_add(k), r!(k));
                        }
                        leave!(Exit::Call { a, n, global: Some(g), tail: true })
                    }
                }
                Insn::CallKnown { a, n, s, f } => {
                    w!(a.wrapping_add(n), r!(s));
                    let Some(&FunctionEntry { start, .. }) = entries.get(f as usize) else {
                        fail!(slow_paths::lost_frame())
                    };
                    enter!(a, start);
                    tick!();
                }
                Insn::TailKnown { a, n, f } => {
                    let Some(&FunctionEntry { start, .. }) = entries.get(f as usize) else {
                        fail!(slow_paths::lost_frame())
                    };
                    for k in 1..=n {
                        w!(k, r!(a.wrapping_add(k)));
                    }
                    pc = start as usize;
                    tick!();
                }
                Insn::EnterKnown { f } => {
                    let Some(&FunctionEntry { start, .. }) = entries.get(f as usize) else {
                        fail!(slow_paths::lost_frame())
                    };
                    pc = start as usize;
                    tick!();
                }
                Insn::Call { a, n, s, f } => {
                    w!(a.wrapping_add(n), r!(s));
                    call_value!(a, n, f, false, |start, f| {
                        enter!(a, start);
                        w!(n.wrapping_add(1), f);
                    })
                }
                Insn::TailCall { a, n, f } => call_value!(a, n, f, true, |start, f| {
                    for k in 1..=n {
                        w!(k, r!(a.wrapping_add(k)));
                    }
                    w!(n.wrapping_add(1), f);
                    pc = start as usize;
                }),
                Insn::MarkTail => w!(0, with_tail_site(r!(0), pc)),
                Insn::Return { a } => ret!(r!(a)),
                Insn::ReturnNil => ret!(Value::NIL),
                Insn::ReturnBoolean { a } => ret!(if r!(a).is_nil() { Value::FALSE } else { r!(a) }),
                Insn::ReturnConst { k } => ret!(consts.get(k as usize).copied().unwrap_or(Value::NIL)),
                Insn::ReturnAdd { a, b } => {
                    let (x, y) = (r!(a), r!(b));
                    let sum = match (Value::both_fixnum(x, y), x.raw().checked_add(y.raw())) {
                        (true, Some(sum)) => Value::from_raw(sum),
                        _ => attempt!(slow_paths::add(rt, x, y)),
                    };
                    ret!(sum)
                }
                Insn::ReturnCons { a, b, top } => {
                    stress!(top);
                    ret!(pair!(r!(a), r!(b), top))
                }
                Insn::ReturnIfLessInt { a, i, s } => {
                    if compare_int!(r!(a), i, <, slow_paths::less) {
                        cold_path();
                        ret!(r!(s))
                    }
                }

                Insn::PushCatch { a, off } => push_handler!(Catch, a, off),
                Insn::PushHandler { a, off } => push_handler!(Handler, a, off),
                Insn::PushCleanup { a, off } => push_handler!(Cleanup, a, off),
                Insn::PushBinding { a, off } => leave!(Exit::Bind { a, off }),
                Insn::PopHandler { n } => handlers.truncate(handlers.len().saturating_sub(n as usize)),
                Insn::Throw { a, b } => leave!(Exit::Throw { tag: r!(a), value: r!(b) }),
                Insn::Rethrow { a } => leave!(Exit::Throw { tag: r!(a), value: r!(a.wrapping_add(1)) }),

                Insn::Define { s, g } => leave!(Exit::Define { s, g }),
            }
        };
        if number == NO_NATIVE {
            // A profile counts calls, and the stack may have to grow.
            if is_measured || base + usize::from(a) + WINDOW > usable {
                leave!(Exit::Call { a, n, global, tail })
            }
            let cell = global.and_then(|g| cells.get(g as usize));
            let f = cell.map_or(r!(a), |cell| cell.value);
            if n == 1 && f.is(Kind::CONTINUATION) {
                w!(a, f);
                leave!(Exit::Continue { a, tail })
            }
            // The accessor of a type that this one includes.
            if let Some(cell) = cell
                && cell.arity == ACCESSOR
                && n == 1
                && let Some(&Insn::RecordRef { index, t, .. }) = insns.get(cell.entry as usize)
                && let Ok(v) = record::field(rt, t, r!(a.wrapping_add(1)), index)
            {
                w!(a, v);
                continue;
            }
            let Some((start, registers)) = slow_paths::arrange(code, rt, win, f, a, n) else {
                leave!(Exit::Call { a, n, global, tail })
            };
            if tail {
                let first = usize::from(a) + 1;
                win.copy_within(first..first + registers, 1);
                pc = start;
            } else {
                enter!(a, start);
            }
            tick!();
            continue;
        }
        if n == 1 && *capturer == Some(number) && !is_measured {
            leave!(Exit::Capture { a, tail })
        }
        let outcome = match &mut inspection.profiler {
            Some(profiler) => profiler.call_leaf(all_leaves, rt, number, arguments!(a, n)),
            None => slow_paths::call_host(own, rt, number, arguments!(a, n)),
        };
        match outcome {
            NativeOutcome::Called(Ok(v)) => {
                result!(a, v);
                if is_measured && inspection.has_finished_native() {
                    leave!(Exit::Slice)
                }
            }
            // It is not called twice: it may have done something.
            NativeOutcome::Called(Err(e)) => fail!(e),
            NativeOutcome::Callback(callback) => leave!(Exit::Callback { callback, native: number, a, n }),
            NativeOutcome::Other => leave!(Exit::Call { a, n, global, tail }),
        }
    }
}
