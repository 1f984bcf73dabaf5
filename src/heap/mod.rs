//! The heap: every allocation, the byte account, and collection.
//!
//! **Invariant:** nothing moves, and nothing is freed except inside [`Heap::collect`], which only the machine calls, at
//! points where every live value is on its stack or in another root. So a native may hold any number of fresh values.
//!
//! **Invariant:** a value that should have been marked and was not refers to the wrong thing of the right kind, or to
//! nothing (`None`); never to invalid memory.

mod cells;
mod slab;

use dashu_int::IBig;
use dashu_ratio::RBig;

pub(crate) use cells::MAX_BLOCK;
use cells::{CELL_BYTES, Cells};
pub(crate) use slab::Resident;
use slab::Slab;

use crate::fault::{Condition, Limit, Res};
use crate::object::array::{Array, Storage};
use crate::object::board::BoardArray;
use crate::object::string::Text;
use crate::object::{Object, RecordType};
use crate::value::{Kind, Value};
use crate::vm::continuation::Continuation;

/// Cells of a new heap: 16 KiB, so that a short program does not wait for memory it never uses.
const FIRST_CELLS: usize = 1 << 10;

/// Cells that are worth a collection: 512 KiB, which stays in the second-level cache. From the first collection on there are as many.
const MIN_CELLS: usize = 1 << 15;

/// Slab bytes that may be allocated before a collection is due, at least.
const MIN_SLAB_THRESHOLD: usize = 4 << 20;

/// Bytes of continuations that are kept for new ones, at most.
const MOST_SPARE: usize = 2 << 20;

/// Likewise for code and texts.
const MIN_FRESH_THRESHOLD: usize = 4 << 20;

/// What the marker asks of the code: closures carry a function's number, not their size.
pub(crate) trait Functions {
    /// Function `number` has been reached: how many captures its closures have. The first time in a
    /// collection, its constants are pushed onto `gray`.
    fn reach(&mut self, number: u32, gray: &mut Vec<Value>) -> usize;

    /// The function that the instruction at `pc` belongs to has been reached.
    fn reach_code(&mut self, pc: usize, gray: &mut Vec<Value>);
}

pub(crate) struct Heap {
    cells: Cells,
    pub(crate) strings: Slab<Text>,
    pub(crate) arrays: Slab<Array>,
    pub(crate) objects: Slab<Object>,
    pub(crate) record_types: Vec<RecordType>,
    /// Bytes of everything in the slabs.
    slab_bytes: usize,
    /// Slab bytes at which the next collection is due.
    slab_threshold: usize,
    /// Bytes that others hold (stack, code, symbols, sources); kept up to date by the machine.
    external_bytes: usize,
    /// Bytes of new code and texts at which the next collection is due: it frees them too.
    fresh_threshold: usize,
    limit: usize,
    /// Set when a native needed more cells than there were: collect at the next safepoint.
    pressed: bool,
    gray: Vec<Value>,
    /// Continuations that have gone, for new ones: programs that search make them by the thousand.
    #[expect(clippy::vec_box, reason = "the boxes are what is used again")]
    spare: Vec<Box<Continuation>>,
    /// What they held after the last collection.
    spare_bytes: usize,
    /// A block did not find neighbouring free cells: the next collection must provide some.
    block_wanted: bool,
    /// Cells that the last collection found alive.
    live_cells: usize,
    /// How often [`Heap::collect`] ran.
    pub collections: u64,
    /// Collect at every safepoint: makes a missing root show itself in tests.
    pub stress: bool,
    /// In a stress test: a collection has just been made for the instruction that is being repeated.
    stressed: bool,
}

impl Heap {
    pub fn new(limit: usize) -> Heap {
        Heap {
            cells: Cells::new(FIRST_CELLS.min(limit / (4 * CELL_BYTES))),
            strings: Slab::default(),
            arrays: Slab::default(),
            objects: Slab::default(),
            record_types: Vec::new(),
            slab_bytes: 0,
            slab_threshold: MIN_SLAB_THRESHOLD.min(limit / 4),
            external_bytes: 0,
            fresh_threshold: MIN_FRESH_THRESHOLD.min(limit / 4),
            limit,
            pressed: false,
            gray: Vec::new(),
            spare: Vec::new(),
            spare_bytes: 0,
            block_wanted: false,
            live_cells: 0,
            collections: 0,
            stress: false,
            stressed: false,
        }
    }

    /// Bytes in use, by the account that the memory limit is compared with.
    pub fn used(&self) -> usize {
        self.cells.capacity() * CELL_BYTES + self.slab_bytes + self.spare_bytes + self.external_bytes
    }

    pub fn limit(&self) -> usize {
        self.limit
    }

    pub fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
        self.slab_threshold = self.slab_threshold.min(self.slab_bytes + limit / 4);
        self.fresh_threshold = self.fresh_threshold.min(limit / 4);
    }

    /// States what is held outside the heap, and how much code and text is new since the last collection; fails if the limit is
    /// exceeded.
    pub fn set_external(&mut self, bytes: usize, fresh: usize) -> Res<()> {
        self.external_bytes = bytes;
        self.pressed |= fresh >= self.fresh_threshold;
        if self.used() > self.limit {
            self.pressed = true;
            return Err(Limit::Memory.into());
        }
        Ok(())
    }

    /// States that something outside the heap has grown, until the next [`Heap::set_external`].
    pub fn add_external(&mut self, bytes: usize) -> Res<()> {
        self.set_external(self.external_bytes.saturating_add(bytes), 0)
    }

    /// May `bytes` more be allocated? To be asked before a large allocation is made. Where garbage could make room,
    /// the answer is yes up to twice the limit only at a safepoint: see [`Heap::wants_collection`].
    pub fn reserve(&mut self, bytes: usize) -> Res<()> {
        if self.used().saturating_add(bytes) > self.limit {
            self.pressed = true;
            return Err(Limit::Memory.into());
        }
        Ok(())
    }

    fn charge(&mut self, bytes: usize) -> Res<()> {
        self.reserve(bytes)?;
        self.slab_bytes += bytes;
        Ok(())
    }

    /// Should the machine collect at this safepoint?
    #[inline(always)]
    pub fn wants_collection(&self) -> bool {
        self.slab_bytes >= self.slab_threshold || self.pressed || (cfg!(debug_assertions) && self.stress)
    }

    /// In a stress test, every allocation is made to collect first, once.
    pub fn stress_due(&mut self) -> bool {
        self.stressed = self.stress && !self.stressed;
        self.stressed
    }

    // ---- pairs and lists

    /// A pair from the free cells, or `None`: the machine collects and tries again.
    #[inline(always)]
    pub fn try_pair(&mut self, car: Value, cdr: Value) -> Option<Value> {
        self.cells.pair(car, cdr)
    }

    /// A pair, for code that cannot collect: takes new memory when the cells are used up.
    #[inline]
    pub fn pair(&mut self, car: Value, cdr: Value) -> Res<Value> {
        loop {
            if let Some(v) = self.cells.pair(car, cdr) {
                return Ok(v);
            }
            self.grow(1)?;
        }
    }

    /// Opens the reserve, or takes new memory.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, at_least: usize) -> Res<()> {
        self.pressed = true;
        if self.cells.open_reserve() {
            return Ok(());
        }
        let room = self.limit.saturating_sub(self.used()) / CELL_BYTES / 64 * 64;
        let wanted = (self.cells.capacity() / 2).max(at_least).next_multiple_of(64).min(room);
        if wanted < at_least.max(64) || self.cells.capacity() + wanted > u32::MAX as usize || !self.cells.grow(wanted) {
            return Err(Limit::Memory.into());
        }
        Ok(())
    }

    #[inline(always)]
    pub fn car(&self, pair: Value) -> Value {
        self.cells.get(pair.index()).map_or(Value::NIL, |c| c[0])
    }

    #[inline(always)]
    pub fn cdr(&self, pair: Value) -> Value {
        self.cells.get(pair.index()).map_or(Value::NIL, |c| c[1])
    }

    /// The first element of a list that has one, whatever it is made of.
    #[inline(always)]
    pub fn first(&self, list: Value) -> Value {
        if list.is_pair() { self.car(list) } else { list.least_digit() }
    }

    /// What follows the first element of a list that has one.
    #[inline(always)]
    pub fn rest(&self, list: Value) -> Value {
        if list.is_pair() { self.cdr(list) } else { list.other_digits() }
    }

    #[inline(always)]
    pub fn set_car(&mut self, pair: Value, v: Value) {
        if let Some(c) = self.cells.get_mut(pair.index()) {
            c[0] = v;
        }
    }

    #[inline(always)]
    pub fn set_cdr(&mut self, pair: Value, v: Value) {
        if let Some(c) = self.cells.get_mut(pair.index()) {
            c[1] = v;
        }
    }

    /// A list of these values.
    pub fn list(&mut self, items: &[Value]) -> Res<Value> {
        self.list_with_tail(items, Value::NIL)
    }

    pub fn list_with_tail(&mut self, items: &[Value], tail: Value) -> Res<Value> {
        let mut list = tail;
        for &v in items.iter().rev() {
            list = self.pair(v, list)?;
        }
        Ok(list)
    }

    /// The elements of a list up to a tail that is none. Endless on a circular list: take what is needed.
    pub fn iter(&self, list: Value) -> ListIter<'_> {
        ListIter { heap: self, rest: list }
    }

    // ---- blocks

    /// Words in neighbouring cells, for a closure's captures or a record's fields: the index of the block, or `None`
    /// when the machine should collect first.
    pub fn try_block(&mut self, words: &[Value]) -> Option<usize> {
        let Some(i) = self.cells.block(words.len()) else {
            self.block_wanted = true;
            return None;
        };
        for (k, &v) in words.iter().enumerate() {
            *self.cells.word_mut(i, k)? = v;
        }
        Some(i)
    }

    /// [`Heap::try_block`] for code that cannot collect.
    pub fn block(&mut self, words: &[Value]) -> Res<usize> {
        loop {
            if let Some(i) = self.try_block(words) {
                return Ok(i);
            }
            self.grow(words.len() + 64)?;
        }
    }

    /// Word `k` of the block that `v` (a closure or record) refers to.
    #[inline(always)]
    pub fn word(&self, v: Value, k: usize) -> Value {
        self.cells.word(v.index(), k).unwrap_or(Value::NIL)
    }

    #[inline(always)]
    pub fn set_word(&mut self, v: Value, k: usize, x: Value) {
        if let Some(w) = self.cells.word_mut(v.index(), k) {
            *w = x;
        }
    }

    pub fn record_type(&self, record: Value) -> Option<&RecordType> {
        self.record_types.get(record.meta() as usize)
    }

    // ---- objects

    pub fn string(&mut self, text: impl Into<Box<str>>) -> Res<Value> {
        let text = Text::new(text);
        self.charge(text.bytes() + Slab::<Text>::SLOT_BYTES)?;
        Ok(Value::object(Kind::STRING, self.strings.insert(text)))
    }

    pub fn array(&mut self, array: Array) -> Res<Value> {
        self.charge(array.bytes() + Slab::<Array>::SLOT_BYTES)?;
        Ok(Value::object(Kind::ARRAY, self.arrays.insert(array)))
    }

    /// A vector of these values.
    pub fn vector(&mut self, values: impl Into<Vec<Value>>) -> Res<Value> {
        self.array(Array::vector(values))
    }

    pub fn object(&mut self, object: Object) -> Res<Value> {
        let kind = match &object {
            Object::Integer(_) => Kind::BIGINT,
            Object::Ratio(_) => Kind::RATIO,
            Object::Float(_) => Kind::BOXED_FLOAT,
            Object::Table(_) => Kind::TABLE,
            Object::Condition(_) => Kind::CONDITION,
            Object::Macro(_) => Kind::MACRO,
            Object::Values(_) => Kind::VALUES,
            Object::Generic(_) => Kind::GENERIC,
            Object::Continuation(_) => Kind::CONTINUATION,
            Object::Port(_) => Kind::PORT,
        };
        self.charge(object.bytes() + Slab::<Object>::SLOT_BYTES)?;
        Ok(Value::object(kind, self.objects.insert(object)))
    }

    /// The memory of a continuation that has gone, or new memory.
    pub fn continuation(&mut self) -> Box<Continuation> {
        self.spare.pop().unwrap_or_default()
    }

    /// All condition objects.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        self.objects.iter().filter_map(|o| match o {
            Object::Condition(c) => Some(&**c),
            _ => None,
        })
    }

    /// The float `x` in whichever representation holds it.
    #[inline]
    pub fn float(&mut self, x: f64) -> Res<Value> {
        match Value::flonum(x) {
            Some(v) => Ok(v),
            None => self.rare_float(x),
        }
    }

    #[cold]
    fn rare_float(&mut self, x: f64) -> Res<Value> {
        match Value::short_float(x) {
            Some(v) => Ok(v),
            None => self.object(Object::Float(x)),
        }
    }

    /// An integer of any size, as a fixnum if it fits.
    pub fn integer(&mut self, n: IBig) -> Res<Value> {
        match i64::try_from(&n).ok().and_then(Value::fixnum) {
            Some(v) => Ok(v),
            None => self.object(Object::Integer(n)),
        }
    }

    /// An exact rational, as an integer if it is one.
    pub fn ratio(&mut self, r: RBig) -> Res<Value> {
        if r.is_int() { self.integer(r.into_parts().0) } else { self.object(Object::Ratio(r)) }
    }

    /// The float of a value, if it is one.
    #[inline]
    pub fn as_float(&self, v: Value) -> Option<f64> {
        match v.as_flonum() {
            Some(x) => Some(x),
            None => match self.as_object(v) {
                Some(Object::Float(x)) => Some(*x),
                _ => v.as_unboxed_float(),
            },
        }
    }

    pub fn as_str(&self, v: Value) -> Option<&str> {
        if v.is(Kind::STRING) { self.strings.get(v.index()).map(Text::as_str) } else { None }
    }

    /// Changes a character of a string; false if there is none at `i`.
    pub fn set_character(&mut self, v: Value, i: usize, c: char) -> bool {
        self.change_text(v, |text| text.set(i, c)).unwrap_or(false)
    }

    /// Changes a string, and keeps the account.
    pub fn change_text<R>(&mut self, v: Value, change: impl FnOnce(&mut Text) -> R) -> Option<R> {
        let text = if v.is(Kind::STRING) { self.strings.get_mut(v.index()) } else { None }?;
        let before = text.bytes();
        let done = change(text);
        let after = text.bytes();
        self.slab_bytes = (self.slab_bytes + after).saturating_sub(before);
        Some(done)
    }

    pub fn as_text(&self, v: Value) -> Option<&Text> {
        if v.is(Kind::STRING) { self.strings.get(v.index()) } else { None }
    }

    #[inline(always)]
    pub fn as_array(&self, v: Value) -> Option<&Array> {
        if v.is(Kind::ARRAY) { self.arrays.get(v.index()) } else { None }
    }

    #[inline(always)]
    pub fn as_array_mut(&mut self, v: Value) -> Option<&mut Array> {
        if v.is(Kind::ARRAY) { self.arrays.get_mut(v.index()) } else { None }
    }

    /// The board in an array of digit sets.
    #[inline(always)]
    pub fn as_board(&self, v: Value) -> Option<&BoardArray> {
        match &self.as_array(v)?.data {
            Storage::Board(board) => Some(board),
            _ => None,
        }
    }

    #[inline(always)]
    pub fn as_board_mut(&mut self, v: Value) -> Option<&mut BoardArray> {
        match &mut self.as_array_mut(v)?.data {
            Storage::Board(board) => Some(board),
            _ => None,
        }
    }

    /// The object of any kind that lives in the common slab.
    /// Gives a vector of any values another number of elements; new ones are nil.
    pub fn resize_vector(&mut self, v: Value, count: usize) -> Res<()> {
        let (len, capacity) = match self.as_array(v).map(|a| &a.data) {
            Some(Storage::Values(items)) => (items.len(), items.capacity()),
            _ => return Ok(()),
        };
        let needed = if count > capacity { count.max(len + len / 2 + 4) } else { capacity };
        let bytes = (needed - capacity).saturating_mul(size_of::<Value>());
        self.reserve(bytes)?;
        if let Some(Array { data: Storage::Values(items), .. }) = self.as_array_mut(v) {
            if items.try_reserve_exact(needed - len).is_err() {
                return Err(Limit::Memory.into());
            }
            items.resize(count, Value::NIL);
            let grown = items.capacity().saturating_sub(capacity) * size_of::<Value>();
            self.slab_bytes += grown;
        }
        Ok(())
    }

    pub fn as_object(&self, v: Value) -> Option<&Object> {
        is_common(v).then(|| self.objects.get(v.index())).flatten()
    }

    pub fn as_object_mut(&mut self, v: Value) -> Option<&mut Object> {
        if is_common(v) { self.objects.get_mut(v.index()) } else { None }
    }

    /// Changes an object in place and keeps the byte account right. `None` if `v` is no such object.
    pub fn update<R>(&mut self, v: Value, change: impl FnOnce(&mut Object) -> R) -> Res<Option<R>> {
        let Some(object) = self.as_object_mut(v) else { return Ok(None) };
        let before = object.bytes();
        let result = change(object);
        let after = object.bytes();
        self.slab_bytes = (self.slab_bytes + after).saturating_sub(before);
        if after > before && self.used() > self.limit {
            return Err(Limit::Memory.into());
        }
        Ok(Some(result))
    }

    // ---- collection

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
        if room < self.limit / 256 {
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

/// Does `v` refer to the slab of [`Object`]s?
fn is_common(v: Value) -> bool {
    matches!(
        v.kind(),
        Kind::BIGINT
            | Kind::RATIO
            | Kind::BOXED_FLOAT
            | Kind::TABLE
            | Kind::CONDITION
            | Kind::MACRO
            | Kind::VALUES
            | Kind::GENERIC
            | Kind::CONTINUATION
            | Kind::PORT
    )
}

/// See [`Heap::iter`].
pub(crate) struct ListIter<'a> {
    heap: &'a Heap,
    rest: Value,
}

impl Iterator for ListIter<'_> {
    type Item = Value;

    #[inline]
    fn next(&mut self) -> Option<Value> {
        if !self.rest.has_elements() {
            return None;
        }
        let v = self.heap.first(self.rest);
        self.rest = self.heap.rest(self.rest);
        Some(v)
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

    #[test]
    fn the_limit_is_an_error_and_not_exceeded() {
        let mut h = Heap::new(1 << 20);
        let mut list = Value::NIL;
        let error = loop {
            match h.pair(Value::NIL, list) {
                Ok(v) => list = v,
                Err(e) => break e,
            }
        };
        assert!(matches!(*error, crate::fault::Fault::Limit(Limit::Memory)));
        assert!(h.used() <= 1 << 20);
        assert!(h.reserve(1 << 30).is_err());
    }
}
