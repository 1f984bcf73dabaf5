//! Collection: what is reachable is marked, everything else is free.

use super::Heap;
use super::cells::{CELL_BYTES, MAX_BLOCK};
use super::objects::is_common;
use crate::fault::{Limit, Result};
use crate::object::array::Storage;
use crate::object::{HeapObject, Object};
use crate::value::{Kind, Value};

/// Cells that are worth a collection: 512 KiB, which stays in the second-level cache. As soon as a program has used up
/// fewer, it gets more.
const MIN_CELLS: usize = 1 << 15;

/// Times as many cells as before, at most, until there are [`MIN_CELLS`].
const YOUNG_GROWTH: usize = 8;

/// Words of vectors and tables that the collector scans in about the time of a cell.
const WORDS_PER_CELL: usize = 4;

/// Times as many cells as before, at most, because of what has to be looked at besides them.
const MAX_GROWTH: usize = 4;

/// Code, as the marker needs it: closures carry a function's number, not their size.
pub(crate) trait Functions {
    /// Function `number` has been reached: how many captures its closures have. The first time in a
    /// collection, its constants are pushed onto `gray`.
    fn reach(&mut self, number: u32, gray: &mut Vec<Value>) -> usize;

    /// The function that the instruction at `pc` belongs to has been reached.
    fn reach_code(&mut self, pc: usize, gray: &mut Vec<Value>);

    /// Clears the registers that have no value yet in a frame that goes on at `pc`.
    fn clear_unset(&mut self, pc: usize, frame: &mut [Value]);
}

/// Hands over all that is held, part by part.
pub(crate) type EachRoot<'a> = dyn FnMut(&mut dyn FnMut(&[Value])) + 'a;

impl Heap {
    /// Gives free cells back, for other things to be allocated. To be called right after a collection.
    pub(crate) fn shrink(&mut self) {
        self.continuations.drop_spare();
        self.host.spare.clear();
        self.cells.shrink(MIN_CELLS);
    }

    /// Frees everything that cannot be reached from what `each_root` shows. [`Heap::make_room`] must follow.
    pub(crate) fn collect(&mut self, each_root: &mut EachRoot<'_>, functions: &mut dyn Functions) {
        self.cells.clear_marks();
        self.strings.clear_marks();
        self.arrays.clear_marks();
        self.integers.clear_marks();
        self.objects.clear_marks();
        self.conditions.clear_marks();
        self.continuations.slab.clear_marks();
        let mut gray = std::mem::take(&mut self.gray);
        gray.start(self.room().max(self.limit() / 32));
        each_root(&mut |roots| {
            // Hundreds of roots are builtins, to which nothing on the heap belongs.
            let refers = |root: &&Value| root.is_heap() && !root.is(Kind::NATIVE);
            roots.iter().filter(refers).for_each(|&root| self.mark(root, &mut gray, functions));
        });
        self.mark_rest(&mut gray, functions);
        gray.finish();
        self.gray = gray;
        let most = self.limit() / 32;
        self.host.spare.clear();
        let arrays = self.arrays.sweep_into(|array, _| {
            if let Storage::Host { object, .. } = array.data {
                self.host.spare.keep(object, most);
            }
        });
        let continuations = self.continuations.sweep(most);
        let others = self.strings.sweep() + self.integers.sweep() + self.objects.sweep() + self.conditions.sweep();
        self.account.collected(others + arrays + continuations);
        self.cells.finish_collection();
    }

    /// Hands over all values that the heap holds, also those that are no references. To be called right after a
    /// collection.
    pub(crate) fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        for i in (0..self.cells.capacity()).filter(|&i| self.cells.is_marked(i)) {
            self.cells.get(i).into_iter().for_each(|cell| look(cell));
        }
        self.arrays.iter().for_each(|a| a.each_value(look));
        self.objects.iter().for_each(|o| o.each_value(look));
        self.conditions.iter().for_each(|c| c.each_value(look));
        self.continuations.slab.iter().for_each(|k| k.each_value(look));
        for t in &self.record_types {
            t.fields.iter().chain([&t.name]).for_each(|&s| look(&[Value::symbol(s)]));
        }
    }

    /// Returns the work of the last collection: cells and slots, words of slabs, and the bitmap.
    pub(crate) fn work_of_collection(&self) -> usize {
        let arrays = self.strings.places() + self.arrays.places();
        let objects = self.integers.places() + self.objects.places() + self.continuations.slab.places();
        let slots = arrays + objects + self.conditions.places();
        self.cells.live() + slots + self.gray.scanned / WORDS_PER_CELL + self.cells.capacity() / 64
    }

    /// Returns whether cells that an earlier phase of the program has left take the room of everything else. Between
    /// collections, this is a guess.
    pub(crate) fn hoards_cells(&self) -> bool {
        let (live, capacity) = (self.cells.live(), self.cells.capacity());
        let little_room = self.room() < self.limit() / 4;
        little_room && (live * 4 < capacity || self.cells.given_out() > capacity / 2)
    }

    /// After a collection: enough free cells that the next one pays, within the limit.
    pub(crate) fn make_room(&mut self) -> Result<()> {
        let live = self.cells.live();
        if self.hoards_cells() {
            self.cells.shrink(live.max(MIN_CELLS / 2) * 2);
        }
        let capacity = self.cells.capacity();
        let room = self.room();
        let free = capacity - live;
        let for_block = if self.cells.are_scattered() { MAX_BLOCK } else { 0 };
        // The memory that a collection frees is to be worth its scan, however little of what it scans is cells.
        let scanned = self.gray.scanned / WORDS_PER_CELL;
        let young = capacity < MIN_CELLS && live <= MIN_CELLS / 2;
        // A program that hardly makes pairs needs few cells, whatever else has been used up.
        let least = if young && !self.cells.ran_out() { 0 } else { MIN_CELLS / 2 };
        if free < live.max(least).max(scanned / 2) || for_block > 0 {
            // Half of the room at most, so that the slabs can grow too.
            let enough = if young { MIN_CELLS.min(YOUNG_GROWTH * capacity) } else { live.max(MIN_CELLS) * 2 };
            // Step by step: a program that makes one large vector may not go on to make lists.
            let enough = enough.max((live + scanned).min(MAX_GROWTH * capacity));
            let wanted = enough.saturating_sub(capacity).min(room / 2 / CELL_BYTES);
            let wanted = wanted.max(for_block.min(room / CELL_BYTES)) / 64 * 64;
            if wanted > 0 && capacity + wanted <= u32::MAX as usize && self.cells.grow(wanted) {
                self.cells.finish_collection();
            }
            // Otherwise the instruction that needs cells would be repeated without end.
            let too_few = self.cells.free_beyond_reserve() < 64.max(capacity / 64);
            if too_few || for_block > 0 && !self.cells.has_room_for_blocks() {
                return Err(Limit::Memory.into());
            }
        }
        if self.room() < self.limit() / 256 || self.account.refusal.is_due() {
            return Err(Limit::Memory.into());
        }
        self.account.schedule(live + scanned, self.used());
        Ok(())
    }
}

// Marking: what is reachable from the roots.
//
// Values that have been reached and not been looked into are *gray*. They wait on a stack that takes no more memory
// than the limit leaves. Long vectors and tables are scanned in parts. A walk over the marked cells finds what did not
// fit.

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
                let mut v = v;
                if !v.is_array_object() {
                    self.mark_block(v, v.cell_vector_len(), gray);
                    let Some(object) = self.moved_vector(v) else { return };
                    v = object;
                }
                if self.arrays.mark(v.index())
                    && let Some(a) = self.arrays.get(v.index())
                {
                    let words = match &a.data {
                        Storage::Vector(items) => items.len(),
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
            Kind::BIGINT => {
                self.integers.mark(v.index());
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
            Kind::CONTINUATION => {
                if self.continuations.slab.mark(v.index())
                    && let Some(k) = self.continuations.slab.get_mut(v.index())
                {
                    k.clear_unset(|pc, frame| functions.clear_unset(pc, frame));
                    for pc in k.code_addresses() {
                        functions.reach_code(pc, &mut gray.values);
                    }
                    gray.scanned += k.words.len();
                    if k.words.len() > MARK_CHUNK || gray.is_full() {
                        gray.parts.push((v, 0));
                    } else {
                        k.trace(&mut gray.values);
                    }
                }
            }
            _ if is_common(v) && self.objects.mark(v.index()) => {
                if let Some(o) = self.objects.get(v.index()) {
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
        let more = if let Some(a) = self.array_object(v) {
            let Some(items) = a.view().values() else { return a.trace(&mut gray.values) };
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
                    self.as_continuation(v).into_iter().for_each(|k| k.trace(&mut gray.values));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Functions with this many captures, all of them.
    struct Capturing(usize);

    impl Functions for Capturing {
        fn reach(&mut self, _: u32, _: &mut Vec<Value>) -> usize {
            self.0
        }

        fn reach_code(&mut self, _: usize, _: &mut Vec<Value>) {}

        fn clear_unset(&mut self, _: usize, _: &mut [Value]) {}
    }

    #[test]
    fn reachable_objects_survive_others_are_refunded() {
        let mut h = Heap::new(64 << 20);
        // The first collection gives the space for cells its size.
        h.collect(&mut |_| {}, &mut Capturing(0));
        h.make_room().unwrap();
        let kept_text = h.string("kept").unwrap();
        let kept = h.list(&[Value::fix(1), kept_text]).unwrap();
        for i in 0..1000 {
            h.string(format!("garbage {i}")).unwrap();
        }
        let before = h.used();
        h.collect(&mut |look| look(&[kept]), &mut Capturing(0));
        assert!(h.used() < before - 1000 * 9);
        let items: Vec<Value> = h.iter(kept).collect();
        assert_eq!(h.as_str(items[1]), Some("kept"));
    }

    /// Returns the result of an instruction that asks for cells, and asks once more after a collection. `None` if the
    /// instruction is told that there are none.
    fn after_collection(
        h: &mut Heap,
        live: &[Value],
        mut make: impl FnMut(&mut Heap) -> Option<Value>,
    ) -> Option<Value> {
        make(h).or_else(|| {
            h.collect(&mut |look| look(live), &mut Capturing(3));
            h.make_room().ok()?;
            let limit = h.limit();
            Some(make(h).unwrap_or_else(|| panic!("a limit of {limit}: asked again and again")))
        })
    }

    #[test]
    fn cell_requests_succeed_or_report_no_memory() {
        let closure = |h: &mut Heap| Some(Value::reference(Kind::CLOSURE, 0, h.try_block(&[Value::NIL; 3])?));
        for limit in (20_000..200_000).step_by(1_000) {
            for with_closures in [false, true] {
                let mut h = Heap::new(limit);
                let mut list = Value::NIL;
                loop {
                    let item =
                        if with_closures { after_collection(&mut h, &[list], closure) } else { Some(Value::NIL) };
                    let longer =
                        item.and_then(|item| after_collection(&mut h, &[list, item], |h| h.try_pair(item, list)));
                    let Some(longer) = longer else { break };
                    list = longer;
                }
            }
        }
    }

    #[test]
    fn a_million_nested_pairs_are_marked() {
        let mut h = Heap::new(256 << 20);
        let mut deep = Value::NIL;
        for _ in 0..1_000_000 {
            deep = h.pair(deep, Value::NIL).unwrap();
        }
        h.collect(&mut |look| look(&[deep]), &mut Capturing(0));
        assert!(h.cells.live() >= 1_000_000);
        h.collect(&mut |_| {}, &mut Capturing(0));
        assert_eq!(h.cells.live(), 0);
    }

    #[test]
    fn a_vector_that_leaves_its_cells_is_the_same() {
        let mut h = Heap::new(64 << 20);
        for len in 0..=8 {
            let text = h.string("kept").unwrap();
            let vector = h.vector(vec![text; len]).unwrap();
            assert_eq!(h.array_object(vector).is_some(), len == 0);
            h.resize_vector(vector, len + 3).unwrap();
            let new = h.string("new").unwrap();
            h.values_mut(vector).unwrap()[len] = new;
            h.collect(&mut |look| look(&[vector]), &mut Capturing(0));
            h.resize_vector(vector, len + 1).unwrap();
            let texts: Vec<Option<&str>> = h.values(vector).unwrap().iter().map(|&v| h.as_str(v)).collect();
            assert_eq!(texts, [vec![Some("kept"); len], vec![Some("new")]].concat());
            assert!((0..len).all(|i| h.cell_vector_element(vector, i).unwrap().is(Kind::MOVED)));
        }
        h.collect(&mut |_| {}, &mut Capturing(0));
        assert_eq!((h.cells.live(), h.arrays.is_empty()), (0, true));
    }

    #[test]
    fn objects_beyond_the_mark_stack_are_marked() {
        // Every value of both lists has to wait for the rest of its list; a vector and a table hold many more.
        let mut h = Heap::new(4 << 20);
        let (mut twice, mut lists) = (Value::NIL, Value::NIL);
        for i in 0..40_000 {
            twice = h.pair(twice, twice).unwrap();
            let one = h.pair(Value::fix(i), Value::NIL).unwrap();
            lists = h.pair(one, lists).unwrap();
        }
        let strings: Vec<Value> = (0..10_000).map(|i| h.string(format!("{i}")).unwrap()).collect();
        let vector = h.vector(strings.clone()).unwrap();
        h.set_limit(h.used());
        h.collect(&mut |look| look(&[twice, lists, vector]), &mut Capturing(0));
        assert_eq!(h.cells.live(), 120_000);
        assert!(strings.iter().enumerate().all(|(i, &s)| h.as_str(s) == Some(i.to_string().as_str())));
    }

    #[test]
    fn a_stale_reference_does_not_hide_a_cell() {
        let mut h = Heap::new(64 << 20);
        let list = h.list(&[Value::fix(1), Value::fix(2), Value::fix(3)]).unwrap();
        let stale_closure = Value::reference(Kind::CLOSURE, 0, list.index());
        let block = h.block(&[Value::fix(1), Value::NIL, list]).unwrap();
        let (stale_pair, closure) = (Value::pair(block), Value::reference(Kind::CLOSURE, 0, block));
        h.collect(&mut |look| look(&[stale_closure, list]), &mut Capturing(1));
        assert_eq!(h.cells.live(), 3, "the list");
        // The other way round: the true owner of the block knows that it has a second cell.
        h.collect(&mut |look| look(&[stale_pair, closure]), &mut Capturing(3));
        assert_eq!(h.cells.live(), 5, "the block and the list");
    }
}
