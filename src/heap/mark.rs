//! Marking: what is reachable from the roots.
//!
//! Values that have been reached and not been looked into are *gray*. They wait on a stack that takes no more memory
//! than the limit leaves. Long vectors and tables are scanned in parts. A walk over the marked cells finds what did not
//! fit.

use super::Heap;
use super::collect::Functions;
use super::objects::is_common;
use crate::object::array::Storage;
use crate::object::{HeapObject, Object};
use crate::value::{Kind, Value};

/// Elements of a vector or table that are looked at in one go.
const MARK_CHUNK: usize = 4096;

/// Values that the stack has room for in any case.
const MIN_STACK: usize = 1 << 14;

/// Values of which the room is kept for the next collection, at most.
const RETAINED_STACK: usize = 1 << 15;

/// The work that marking still has to do.
#[derive(Default)]
pub(super) struct MarkStack {
    values: Vec<Value>,
    /// Marked vectors, tables and other objects, with the number of elements that have been looked at.
    parts: Vec<(Value, usize)>,
    /// Values that may wait at the same time.
    most: usize,
    /// The content of a marked cell has found no room.
    overflowed: bool,
    /// Words of slabs that have been looked at.
    pub scanned: usize,
}

impl MarkStack {
    /// Begins a collection in which `bytes` are left.
    pub fn start(&mut self, bytes: usize) {
        self.most = (bytes / size_of::<Value>()).max(MIN_STACK);
        self.overflowed = false;
        self.scanned = 0;
    }

    pub fn finish(&mut self) {
        self.values.shrink_to(RETAINED_STACK);
        self.parts.shrink_to(RETAINED_STACK);
    }

    #[inline]
    fn push(&mut self, v: Value) {
        if self.values.len() < self.most {
            self.values.push(v);
        } else {
            self.overflowed = true;
        }
    }

    fn is_full(&self) -> bool {
        self.values.len() >= self.most
    }
}

impl Heap {
    /// Marks what can be reached from `root`, as far as there is room: [`Heap::mark_rest`] must follow.
    pub(super) fn mark(&mut self, root: Value, gray: &mut MarkStack, functions: &mut dyn Functions) {
        gray.values.push(root);
        self.drain(gray, functions);
    }

    /// Marks what [`Heap::mark`] has left out.
    pub(super) fn mark_rest(&mut self, gray: &mut MarkStack, functions: &mut dyn Functions) {
        while std::mem::take(&mut gray.overflowed) {
            for i in 0..self.cells.capacity() {
                if !self.cells.is_marked(i) {
                    continue;
                }
                for v in self.cells.get(i).copied().unwrap_or([Value::NIL; 2]) {
                    if v.is_heap() && !(v.is_pair() && self.cells.is_marked(v.index())) {
                        self.mark(v, gray, functions);
                    }
                }
            }
        }
    }

    fn drain(&mut self, gray: &mut MarkStack, functions: &mut dyn Functions) {
        loop {
            while let Some(v) = gray.values.pop() {
                self.visit(v, gray, functions);
            }
            let Some((v, from)) = gray.parts.pop() else { return };
            self.trace_part(v, from, gray);
        }
    }

    #[inline]
    fn visit(&mut self, v: Value, gray: &mut MarkStack, functions: &mut dyn Functions) {
        match v.kind() {
            Kind::PAIR => {
                // Along the spine without the gray stack.
                let mut v = v;
                while v.is_pair() && self.cells.mark(v.index()) {
                    let [car, cdr] = self.cells.get(v.index()).copied().unwrap_or([Value::NIL; 2]);
                    if car.is_heap() {
                        gray.push(car);
                    }
                    v = cdr;
                }
                if v.is_heap() && !v.is_pair() {
                    gray.push(v);
                }
            }
            Kind::CLOSURE => {
                let captures = functions.reach(v.meta(), &mut gray.values);
                self.mark_block(v, captures, gray);
            }
            Kind::RECORD => {
                let fields = self.record_type(v).map_or(0, |t| t.fields.len());
                self.mark_block(v, fields.max(1), gray);
            }
            Kind::STRING => {
                self.strings.mark(v.index());
            }
            Kind::ARRAY => {
                if self.arrays.mark(v.index())
                    && let Some(a) = self.arrays.get(v.index())
                {
                    let words = match &a.data {
                        Storage::Values(items) => items.len(),
                        Storage::Host { object, .. } => object.words(),
                        _ => return,
                    };
                    gray.scanned += words;
                    if words > MARK_CHUNK || gray.is_full() {
                        gray.parts.push((v, 0));
                    } else {
                        a.trace(&mut gray.values);
                    }
                }
            }
            Kind::CONDITION => {
                if self.conditions.mark(v.index())
                    && let Some(c) = self.conditions.get(v.index())
                {
                    gray.scanned += c.words();
                    if gray.is_full() {
                        gray.parts.push((v, 0));
                    } else {
                        c.trace(&mut gray.values);
                    }
                }
            }
            _ if is_common(v) && self.objects.mark(v.index()) => {
                if let Some(o) = self.objects.get(v.index()) {
                    if let Object::Continuation(k) = o {
                        for pc in k.code_addresses() {
                            functions.reach_code(pc, &mut gray.values);
                        }
                    }
                    let words = o.words();
                    gray.scanned += words;
                    if words > MARK_CHUNK || gray.is_full() {
                        gray.parts.push((v, 0));
                    } else {
                        o.trace(&mut gray.values);
                    }
                }
            }
            _ => {}
        }
    }

    /// Looks at some elements of a vector or table, from the given one on, or at all of another object.
    fn trace_part(&self, v: Value, from: usize, gray: &mut MarkStack) {
        let end = from + MARK_CHUNK;
        let more = if let Some(a) = self.as_array(v) {
            let Storage::Values(items) = &a.data else { return a.trace(&mut gray.values) };
            let part = items.get(from..end.min(items.len())).unwrap_or(&[]);
            gray.values.extend(part.iter().filter(|v| v.is_heap()));
            end < items.len()
        } else {
            match self.as_object(v) {
                Some(Object::Table(t)) => {
                    t.trace_part(from, end, &mut gray.values);
                    end < t.places()
                }
                Some(object) => {
                    object.trace(&mut gray.values);
                    false
                }
                None => {
                    self.as_condition(v).into_iter().for_each(|c| c.trace(&mut gray.values));
                    false
                }
            }
        };
        if more {
            gray.parts.push((v, end));
        }
    }

    /// Marks each cell of a block by itself and traces the whole block, as for a pair. A stale reference may take a
    /// pair for a block, or for a part of a larger one. Whoever comes first must leave nothing to do for the true one.
    fn mark_block(&mut self, v: Value, words: usize, gray: &mut MarkStack) {
        for k in 0..words.div_ceil(2) {
            let i = v.index().wrapping_add(k);
            if self.cells.mark(i)
                && let Some(cell) = self.cells.get(i)
            {
                for &v in cell.iter().filter(|v| v.is_heap()) {
                    gray.push(v);
                }
            }
        }
    }
}
