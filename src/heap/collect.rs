//! Collection: what is reachable is marked, everything else is free.

use super::cells::{CELL_BYTES, MAX_BLOCK};
use super::{Heap, MIN_FRESH_THRESHOLD, MIN_SLAB_THRESHOLD, Resident, is_common};
use crate::fault::{Limit, Res};
use crate::object::Object;
use crate::value::{Kind, Value};

/// Cells that are worth a collection: 512 KiB, which stays in the second-level cache. From the first collection on there are as many.
const MIN_CELLS: usize = 1 << 15;

/// Bytes of continuations that are kept for new ones, at most.
const MOST_SPARE: usize = 2 << 20;

/// What the marker asks of the code: closures carry a function's number, not their size.
pub(crate) trait Functions {
    /// Function `number` has been reached: how many captures its closures have. The first time in a
    /// collection, its constants are pushed onto `gray`.
    fn reach(&mut self, number: u32, gray: &mut Vec<Value>) -> usize;

    /// The function that the instruction at `pc` belongs to has been reached.
    fn reach_code(&mut self, pc: usize, gray: &mut Vec<Value>);
}

impl Heap {
    /// Gives free cells back, for other things to be allocated. To be called right after a collection.
    pub fn shrink(&mut self) {
        self.spare = Vec::new();
        self.spare_bytes = 0;
        self.cells.shrink(MIN_CELLS);
    }

    /// Frees everything that cannot be reached from `roots`. [`Heap::make_room`] must follow.
    pub fn collect(&mut self, roots: impl Iterator<Item = Value>, functions: &mut dyn Functions) {
        self.collections += 1;
        self.cells.clear_marks();
        self.strings.clear_marks();
        self.arrays.clear_marks();
        self.objects.clear_marks();
        for root in roots {
            if root.is_heap() {
                self.mark(root, functions);
            }
        }
        let spare = &mut self.spare;
        let (mut spare_bytes, most) = (0, (self.limit / 32).min(MOST_SPARE));
        spare.clear();
        let objects = self.objects.sweep_into(|object| {
            if let Object::Continuation(mut k) = object
                && spare_bytes < most
                && k.is_small()
            {
                spare_bytes += k.bytes();
                k.clear();
                spare.push(k);
            }
        });
        self.spare_bytes = spare_bytes;
        let freed = self.strings.sweep() + self.arrays.sweep() + objects;
        self.slab_bytes = self.slab_bytes.saturating_sub(freed);
        self.cells.finish_collection();
        self.pressed = false;
    }

    /// Do cells that a phase of the program has left behind take the room of everything else? Between collections, this is a guess.
    pub fn hoards_cells(&self) -> bool {
        let (live, capacity) = (self.live_cells, self.cells.capacity());
        let little_room = self.limit.saturating_sub(self.used()) < self.limit / 4;
        little_room && (live * 4 < capacity || self.cells.given_out() > capacity / 2)
    }

    /// After a collection: enough free cells that the next one pays, within the limit.
    pub fn make_room(&mut self) -> Res<()> {
        let live = self.cells.live();
        self.live_cells = live;
        if self.hoards_cells() {
            self.cells.shrink(live.max(MIN_CELLS / 2) * 2);
        }
        let capacity = self.cells.capacity();
        let room = self.limit.saturating_sub(self.used());
        let free = capacity - live;
        let scattered = std::mem::take(&mut self.block_wanted) && !self.cells.has_room_for_blocks();
        let for_block = if scattered { MAX_BLOCK } else { 0 };
        if free < live.max(MIN_CELLS / 2) || for_block > 0 {
            // Half of the room at most, so that the slabs can grow too.
            let young = capacity < MIN_CELLS && live <= MIN_CELLS / 2;
            let enough = if young { MIN_CELLS } else { live.max(MIN_CELLS) * 2 };
            let wanted = enough.saturating_sub(capacity).min(room / 2 / CELL_BYTES);
            let wanted = wanted.max(for_block.min(room / CELL_BYTES)) / 64 * 64;
            if wanted > 0 && capacity + wanted <= u32::MAX as usize && self.cells.grow(wanted) {
                self.cells.finish_collection();
            }
            if self.cells.capacity() - live < 64.max(capacity / 64) {
                return Err(Limit::Memory.into());
            }
        }
        let room = self.limit.saturating_sub(self.used());
        if room < self.limit / 256 || self.refusal.is_due() {
            return Err(Limit::Memory.into());
        }
        // What lives has to be marked each time, cells as well.
        let worthwhile = self.slab_bytes.max(self.used() / 4).max(MIN_SLAB_THRESHOLD);
        self.slab_threshold = self.slab_bytes + worthwhile.min(room / 2 + 1);
        self.fresh_threshold = (self.used() / 4).max(MIN_FRESH_THRESHOLD).min(room / 2 + 1);
        Ok(())
    }

    fn mark(&mut self, root: Value, functions: &mut dyn Functions) {
        let mut gray = std::mem::take(&mut self.gray);
        gray.push(root);
        while let Some(v) = gray.pop() {
            self.visit(v, &mut gray, functions);
        }
        // Deeply nested data needs much of it, once.
        if gray.capacity() <= MIN_CELLS {
            self.gray = gray;
        }
    }

    #[inline]
    fn visit(&mut self, v: Value, gray: &mut Vec<Value>, functions: &mut dyn Functions) {
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
                let captures = functions.reach(v.meta(), gray);
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
                    a.trace(gray);
                }
            }
            _ if is_common(v) && self.objects.mark(v.index()) => {
                if let Some(o) = self.objects.get(v.index()) {
                    if let Object::Continuation(k) = o {
                        k.reach_code(functions, gray);
                    }
                    o.trace(gray);
                }
            }
            _ => {}
        }
    }

    /// Marks each cell of a block by itself, and traces all of it, as for a pair: a stale reference may take for a block what is a pair by now,
    /// or part of a larger block, and the other way round. Whoever comes first must leave nothing to do for the true one.
    fn mark_block(&mut self, v: Value, words: usize, gray: &mut Vec<Value>) {
        for k in 0..words.div_ceil(2) {
            let i = v.index().wrapping_add(k);
            if self.cells.mark(i)
                && let Some(cell) = self.cells.get(i)
            {
                gray.extend(cell.iter().filter(|v| v.is_heap()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct NoFunctions;

    impl Functions for NoFunctions {
        fn reach(&mut self, _: u32, _: &mut Vec<Value>) -> usize {
            0
        }

        fn reach_code(&mut self, _: usize, _: &mut Vec<Value>) {}
    }

    #[test]
    fn what_is_reachable_survives_and_the_rest_is_refunded() {
        let mut h = Heap::new(64 << 20);
        // The first collection gives the space for cells its size.
        h.collect(std::iter::empty(), &mut NoFunctions);
        h.make_room().unwrap();
        let kept_text = h.string("kept").unwrap();
        let kept = h.list(&[Value::fix(1), kept_text]).unwrap();
        for i in 0..1000 {
            h.string(format!("garbage {i}")).unwrap();
        }
        let before = h.used();
        h.collect([kept].into_iter(), &mut NoFunctions);
        assert!(h.used() < before - 1000 * 9);
        let items: Vec<Value> = h.iter(kept).collect();
        assert_eq!(h.as_str(items[1]), Some("kept"));
    }

    #[test]
    fn a_million_nested_pairs_are_marked_without_native_stack() {
        let mut h = Heap::new(256 << 20);
        let mut deep = Value::NIL;
        for _ in 0..1_000_000 {
            deep = h.pair(deep, Value::NIL).unwrap();
        }
        h.collect([deep].into_iter(), &mut NoFunctions);
        assert!(h.cells.live() >= 1_000_000);
        h.collect(std::iter::empty(), &mut NoFunctions);
        assert_eq!(h.cells.live(), 0);
    }

    /// Functions that capture one variable, all of them.
    struct OneCapture;

    impl Functions for OneCapture {
        fn reach(&mut self, _: u32, _: &mut Vec<Value>) -> usize {
            1
        }

        fn reach_code(&mut self, _: usize, _: &mut Vec<Value>) {}
    }

    #[test]
    fn a_stale_reference_to_a_cell_does_not_hide_what_the_cell_holds_now() {
        let mut h = Heap::new(64 << 20);
        let list = h.list(&[Value::fix(1), Value::fix(2), Value::fix(3)]).unwrap();
        let stale_closure = Value::reference(Kind::CLOSURE, 0, list.index());
        let block = h.block(&[Value::fix(1), Value::NIL, list]).unwrap();
        let (stale_pair, closure) = (Value::pair(block), Value::reference(Kind::CLOSURE, 0, block));
        h.collect([stale_closure, list].into_iter(), &mut OneCapture);
        assert_eq!(h.cells.live(), 3, "the list");
        // The other way round: the true owner of the block knows that it has a second cell.
        struct ThreeCaptures;
        impl Functions for ThreeCaptures {
            fn reach(&mut self, _: u32, _: &mut Vec<Value>) -> usize {
                3
            }

            fn reach_code(&mut self, _: usize, _: &mut Vec<Value>) {}
        }
        h.collect([stale_pair, closure].into_iter(), &mut ThreeCaptures);
        assert_eq!(h.cells.live(), 5, "the block and the list");
    }
}
