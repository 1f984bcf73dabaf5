//! Objects of the host: what the heap knows of them, and how code of the host is run.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::array::Shape;
use super::array::{ElementKind, StoredElement};
use crate::fault::{Code, ErrorData, ErrorKind, Result, fail_in, internal};
use crate::memory::allocated;
use crate::symbol::Symbol;
use crate::value::Value;
use klammer_space::{Contradiction, Progress, Searchable};

/// Rust value of an object of the host.
pub(crate) type Data = dyn Any + Send;

/// Owner of the Rust value of an object. The state of a search is one call away: steps of a search compare no types.
pub(crate) trait HostValue: Send {
    fn data(&self) -> &Data;
    fn data_mut(&mut self) -> &mut Data;

    /// Returns the value as what a search works on, if it is that.
    fn space(&self) -> Option<&dyn Searchable> {
        None
    }

    fn space_mut(&mut self) -> Option<&mut dyn Searchable> {
        None
    }

    /// Answers a question about a place, if a search works on the value and the answer is no new object.
    fn answer(&self, _question: Question, _place: usize) -> Option<Value> {
        None
    }

    /// Makes the value a copy of another one of its class, if a search works on such.
    fn become_copy(&mut self, _of: &dyn HostValue) -> bool {
        false
    }

    /// Makes `copy`, which is of the same class, a copy in which a value is assigned ([`Searchable::assign_in_copy`]).
    fn assign_in_copy(&self, _copy: &mut dyn HostValue, _assignment: &mut Assignment) {}
}

/// A value that no search works on.
pub(crate) struct PlainValue<T>(pub T);

impl<T: Any + Send> HostValue for PlainValue<T> {
    fn data(&self) -> &Data {
        &self.0
    }

    fn data_mut(&mut self) -> &mut Data {
        &mut self.0
    }
}

/// A value with the functions that find the state of a search in it.
pub(crate) struct SearchableValue<T, F, G> {
    pub value: T,
    pub shared: F,
    pub exclusive: G,
}

impl<T, S, F, G> HostValue for SearchableValue<T, F, G>
where
    T: Any + Send + Clone,
    S: Searchable + Clone + 'static,
    F: Fn(&T) -> &S + Send,
    G: Fn(&mut T) -> &mut S + Send,
{
    fn data(&self) -> &Data {
        &self.value
    }

    fn data_mut(&mut self) -> &mut Data {
        &mut self.value
    }

    fn space(&self) -> Option<&dyn Searchable> {
        Some((self.shared)(&self.value))
    }

    fn space_mut(&mut self) -> Option<&mut dyn Searchable> {
        Some((self.exclusive)(&mut self.value))
    }

    fn answer(&self, question: Question, place: usize) -> Option<Value> {
        let state = (self.shared)(&self.value);
        match question {
            Question::Candidates => state.value_set(place).map(Value::digits),
            Question::CountCandidates => i64::try_from(state.size(place)).ok().and_then(Value::fixnum),
        }
    }

    fn become_copy(&mut self, of: &dyn HostValue) -> bool {
        let of = of.data().downcast_ref::<T>();
        of.map(|of| self.value.clone_from(of)).is_some()
    }

    fn assign_in_copy(&self, copy: &mut dyn HostValue, assignment: &mut Assignment) {
        let Some(copy) = copy.data_mut().downcast_mut::<T>() else { return };
        let Assignment { place, value, level, ref mut budget, .. } = *assignment;
        let state = (self.shared)(&self.value);
        if state.value_range().is_some_and(|(least, greatest)| value < least || value > greatest) {
            return;
        }
        // Of some types the state is all that there is.
        let outcome = if size_of::<T>() == size_of::<S>() {
            state.assign_in_copy((self.exclusive)(copy), (place, value), level, budget)
        } else {
            copy.clone_from(&self.value);
            (self.exclusive)(copy).assign_at(place, value, level, budget)
        };
        assignment.outcome = Some(outcome);
    }
}

/// An object of the host: a Rust value with its class.
pub(crate) struct HostObject {
    pub class: Arc<HostClass>,
    /// The Rust value. `None` while a host function borrows it mutably, and after a panic of that function.
    data: HostOwned<Box<dyn HostValue>>,
    /// Bytes that the object takes by the account: itself, the values that it holds, and the Rust value as it was when
    /// it was last put here.
    bytes: usize,
    /// Values of the program that it holds; copies share them until one of them gets another.
    pub held: Option<Arc<Vec<Value>>>,
    /// Steps that the object came about in, if a search works on it.
    pub steps: Steps,
}

/// The place of an object in the search that it came about in.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Steps {
    /// The node of the search tree that it belongs to; 0 if no traced step has led to it.
    pub node: u32,
    /// Steps that led to it.
    pub depth: u32,
}

type Compare = Box<dyn Fn(&dyn Any, &dyn Any) -> bool + Send + Sync>;
pub(crate) type Getter<T> = Box<dyn Fn(&dyn Any) -> T + Send + Sync>;

/// Properties that all objects of a type have in common. Absent ones are as for other things: objects are equal if they
/// are the same one.
pub(crate) struct HostClass {
    /// The type in Rust.
    pub of: TypeId,
    pub name: Symbol,
    /// The name of the type in messages.
    pub title: &'static str,
    pub equal: Option<Compare>,
    pub hash: Option<Getter<u64>>,
    pub print: Option<Getter<String>>,
    pub display: Option<Getter<String>>,
    pub size: Option<ObjectSize>,
    /// Makes copies, if there may be several of an object.
    pub copy: Option<CopyOf>,
    /// Finds the part that copies of an object have in common.
    pub shared: Option<Sharing>,
    /// An object as what a search works on.
    pub space: Option<SpaceOf>,
    /// An object as an array.
    pub indexed: Option<Indexed>,
}

/// Bytes that objects of a type take beside themselves.
pub(crate) struct ObjectSize {
    pub bytes: Getter<usize>,
    /// Whether steps of a search and stores of elements leave them as they are.
    pub is_fixed: bool,
}

/// Function that copies objects of a type. It is called only with objects of that type.
pub(crate) type CopyOf = Box<dyn Fn(&Data) -> Option<Box<dyn HostValue>> + Send + Sync>;

/// An object as an array. All are called only with objects of the type that they are for, and with positions below the
/// number of elements.
pub(crate) struct Indexed {
    /// Makes an object of these dimensions, for `make-array`, if the class has a name as a kind of elements.
    pub made_as: Option<(&'static str, MakeArray)>,
    pub kind: ElementKind,
    /// Returns the shape and the number of elements.
    pub shape: ShapeOf,
    pub get: GetElement,
    /// Stores an element, or says what is expected instead of it.
    pub set: SetElement,
}

type MakeArray = Box<dyn Fn(&HostClass, &[usize]) -> Result<Box<dyn HostValue>, String> + Send + Sync>;
type ShapeOf = Box<dyn Fn(&Data) -> Option<(Shape, usize)> + Send + Sync>;
type GetElement = Box<dyn Fn(&Data, usize) -> Option<StoredElement> + Send + Sync>;
type SetElement = Box<dyn Fn(&mut Data, usize, StoredElement) -> Result<(), &'static str> + Send + Sync>;

type Find<T> = Box<dyn Fn(&Data) -> Option<T> + Send + Sync>;

/// Functions that find the part that objects of a type have in common: its address, and what the account keeps of it.
pub(crate) struct Sharing {
    pub at: Find<usize>,
    pub part: Find<SharedPart>,
}

/// Something that several objects have, for the account: it is counted once, as long as one of them is there.
#[derive(Clone)]
pub(crate) struct SharedPart {
    /// Address of the part.
    pub at: usize,
    /// Bytes that it takes, unless it is unreachable.
    pub bytes: Arc<dyn Fn() -> Option<usize> + Send + Sync>,
}

/// An object as what a search works on. All are called only with objects of the type that they are for.
pub(crate) struct SpaceOf {
    /// Makes an owner of a value: a `Box<dyn Fn(T) -> Box<dyn HostValue> + Send + Sync>`.
    pub own: Box<dyn Any + Send + Sync>,
    /// The names of the levels of propagation.
    pub levels: Box<[Symbol]>,
}

/// An assignment that is made in a copy: what is assigned, and what has come of it.
pub(crate) struct Assignment {
    pub place: usize,
    pub value: i64,
    pub level: usize,
    /// Steps of propagation that are left.
    pub budget: i64,
    /// Absent unless the value is in the range of the state.
    pub outcome: Option<Propagated>,
}

/// Question about a place of what a search works on. A program asks it by calling a builtin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// `candidates`.
    Candidates,
    /// `count-candidates`.
    CountCandidates,
}

impl Question {
    /// Returns the name of the builtin.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Question::Candidates => "candidates",
            Question::CountCandidates => "count-candidates",
        }
    }
}

/// Outcome of a propagation.
pub(crate) type Propagated = Result<Progress, Contradiction>;

/// Function that makes an owner of a value.
pub(crate) type Own<T> = Box<dyn Fn(T) -> Box<dyn HostValue> + Send + Sync>;

/// For a copy of the engine. The copy has no Rust value if the class cannot copy it.
impl Clone for HostObject {
    fn clone(&self) -> HostObject {
        let data = self.data.as_deref().and_then(|data| self.class.copy_of(data.data()));
        HostObject { data: HostOwned(data), bytes: self.bytes, ..self.like() }
    }
}

impl HostClass {
    /// Returns a class without optional properties.
    pub fn new(of: TypeId, name: Symbol, title: &'static str) -> HostClass {
        HostClass {
            of,
            name,
            title,
            equal: None,
            hash: None,
            print: None,
            display: None,
            size: None,
            copy: None,
            shared: None,
            space: None,
            indexed: None,
        }
    }

    /// Makes an owner of a value of the class.
    pub fn own<T: Any + Send>(&self, value: T) -> Box<dyn HostValue> {
        let own = self.space.as_ref().and_then(|space| space.own.downcast_ref::<Own<T>>());
        match own {
            Some(own) => own(value),
            None => Box::new(PlainValue(value)),
        }
    }

    /// A copy of an object, if it can be had.
    pub fn copy_of(&self, data: &Data) -> Option<Box<dyn HostValue>> {
        let copy = self.copy.as_ref()?;
        guarded(self.title, || Ok(copy(data))).ok()?
    }
}

impl HostObject {
    pub fn new(class: Arc<HostClass>, data: Box<dyn HostValue>) -> HostObject {
        let mut object = HostObject::empty(class);
        object.put(data);
        object
    }

    fn empty(class: Arc<HostClass>) -> HostObject {
        let bytes = HostObject::bytes_holding(0);
        HostObject { class, data: HostOwned(None), bytes, held: None, steps: Steps::default() }
    }

    /// Returns the bytes of an object that holds so many values, without its Rust value.
    fn bytes_holding(values: usize) -> usize {
        let held = if values == 0 { 0 } else { allocated(values * size_of::<Value>()) };
        allocated(size_of::<HostObject>()) + held
    }

    /// Returns an object with the same class, held values and steps, without a Rust value.
    fn like(&self) -> HostObject {
        HostObject {
            class: Arc::clone(&self.class),
            data: HostOwned(None),
            bytes: HostObject::bytes_holding(self.words()),
            held: self.held.clone(),
            steps: self.steps,
        }
    }

    /// A copy of its own that is `data` to the host, and holds what this one holds.
    pub fn copy_with(&self, data: Box<dyn HostValue>) -> HostObject {
        let mut object = self.like();
        object.put(data);
        object
    }

    /// Holds another value of the program. Returns its number.
    pub fn hold(&mut self, v: Value) -> usize {
        let before = HostObject::bytes_holding(self.words());
        Arc::make_mut(self.held.get_or_insert_default()).push(v);
        let number = self.words() - 1;
        self.bytes = (self.bytes + HostObject::bytes_holding(number + 1)).saturating_sub(before);
        number
    }

    /// The values of the program that it refers to.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        look(&[Value::symbol(self.class.name)]);
        if let Some(held) = &self.held {
            look(held);
        }
    }

    /// Returns the number of values of the program that it holds.
    pub fn words(&self) -> usize {
        self.held.as_ref().map_or(0, |held| held.len())
    }

    /// Returns the Rust value of the object, unless a function of the host has it.
    #[inline]
    pub fn data(&self) -> Option<&Data> {
        self.data.as_deref().map(|data| data.data())
    }

    /// Returns an element of an object that programs use as an array, which has one at this position.
    #[inline]
    pub fn element(&self, at: usize) -> Result<Option<StoredElement>> {
        let Some(indexed) = &self.class.indexed else { return Ok(None) };
        let Some(data) = self.data() else { return self.in_use() };
        guarded(self.class.title, || Ok((indexed.get)(data, at)))
    }

    /// Returns the object as what a search works on, unless a function of the host has it.
    #[inline]
    pub fn as_space(&self) -> Option<&dyn Searchable> {
        self.data.as_deref()?.space()
    }

    /// Answers a question about a place, unless a function of the host has the object or [`HostValue::answer`] has no
    /// answer.
    #[inline(always)]
    pub fn answer(&self, question: Question, place: usize) -> Option<Result<Value>> {
        let data = self.data.as_deref()?;
        match caught(|| data.answer(question, place)) {
            Ok(answer) => answer.map(Ok),
            Err(panic) => Some(panicked(self.class.title, &panic)),
        }
    }

    /// Changes the object as what a search works on, unless it is a part. [`HostObject::bytes`] is right after it.
    #[inline(always)]
    pub fn change_space<T>(&mut self, change: impl FnOnce(&mut dyn Searchable, &mut Steps) -> T) -> Result<T> {
        let HostObject { class, data, steps, .. } = self;
        let Some(data) = data.as_deref_mut() else { return self.in_use() };
        let changed = guarded(class.title, || match data.space_mut() {
            Some(space) => Ok(change(space, steps)),
            None => internal("an object that is searched"),
        });
        self.recount_if_changed();
        changed
    }

    /// Changes the Rust value of the object, or the part of it at a place.
    pub fn change<T>(&mut self, change: impl FnOnce(&mut Data) -> Result<T>) -> Result<T> {
        let HostObject { class, data, .. } = self;
        let Some(data) = data.as_deref_mut() else { return self.in_use() };
        let changed = guarded(class.title, || change(data.data_mut()));
        self.recount_if_changed();
        changed
    }

    /// Turns this unreachable object into a copy of another one of its class in which a value is assigned.
    #[inline]
    pub fn assign_in_copy(&mut self, of: &HostObject, assignment: &mut Assignment) -> Result<()> {
        self.copy_metadata(of);
        self.steps.depth = self.steps.depth.saturating_add(1);
        let Some(copy) = self.data.as_deref_mut() else { return self.in_use() };
        let Some(data) = of.data.as_deref() else { return of.in_use() };
        guarded(self.class.title, || {
            data.assign_in_copy(copy, assignment);
            Ok(())
        })?;
        self.recount_if_changed();
        Ok(())
    }

    /// Counts as another object of its class, which its Rust value becomes a copy of.
    #[inline]
    fn copy_metadata(&mut self, of: &HostObject) {
        if self.held.is_some() || of.held.is_some() {
            self.held.clone_from(&of.held);
        }
        (self.bytes, self.steps) = (of.bytes, of.steps);
    }

    /// Turns an unreachable object into a copy of another one of its class, if the class can do that.
    #[inline]
    pub fn become_copy(&mut self, of: &HostObject) -> bool {
        let (Some(to), Some(from)) = (self.data.as_deref_mut(), of.data.as_deref()) else { return false };
        let is_copy = guarded(self.class.title, || Ok(to.become_copy(from))).unwrap_or(false);
        self.copy_metadata(of);
        is_copy
    }

    /// Returns whether the heap keeps the object for copies once it is unreachable.
    pub fn is_reused(&self) -> bool {
        // Those of an array's kind all take about as much.
        self.class.space.is_some() && self.class.indexed.is_some() && self.data.is_some()
    }

    /// Takes the data out, to be put back.
    pub fn take(&mut self) -> Option<Box<dyn HostValue>> {
        self.data.take()
    }

    pub fn put(&mut self, data: Box<dyn HostValue>) {
        self.data = HostOwned::new(data);
        self.recount();
    }

    /// Counts the bytes that the Rust value takes after a change, if its class does not say that they stay the same.
    #[inline]
    fn recount_if_changed(&mut self) {
        if self.class.size.as_ref().is_some_and(|size| !size.is_fixed) {
            self.recount();
        }
    }

    /// Counts the bytes that the object takes now.
    fn recount(&mut self) {
        let Some(data) = self.data.as_deref() else { return };
        let own = HostObject::bytes_holding(self.words()) + allocated(size_of_val(data));
        self.bytes = match &self.class.size {
            None => own,
            // If the object cannot tell its size, it takes as much as before.
            Some(size) => guarded(self.class.title, || Ok((size.bytes)(data.data())))
                .map_or(self.bytes, |more| more.saturating_add(own)),
        };
    }

    #[inline]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// A function of the host has the object.
    #[cold]
    pub fn in_use<T>(&self) -> Result<T> {
        let c = ErrorData::of_kind(Code::Host, ErrorKind::InUse { holder: None }).with_subject(self.class.title);
        let help = "a function of the host that calls back may take a `Handle` in place of the object, and have it for \
                    a moment by `Context::with_object`";
        Err(c.with_help(help).into())
    }
}

impl fmt::Debug for HostObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HostObject({})", self.class.title)
    }
}

thread_local! {
    /// Values that functions of the host had been lent when they panicked, each with the object that it is taken from.
    static ORPHANS: RefCell<Vec<(Value, Box<dyn HostValue>)>> = const { RefCell::new(Vec::new()) };
}

/// A function of the host panics that had been lent the data of this object. The stack is being unwound, so the heap is
/// out of reach here: the data waits for [`take_orphans`].
pub(crate) fn leave_orphan(object: Value, data: Box<dyn HostValue>) {
    // At the end of a thread there is no such list.
    let _ = ORPHANS.try_with(|orphans| orphans.borrow_mut().push((object, data)));
}

/// Returns the values that functions of the host had been lent when they panicked, to be put back into the objects.
pub(crate) fn take_orphans() -> Vec<(Value, Box<dyn HostValue>)> {
    ORPHANS.try_with(RefCell::take).unwrap_or_default()
}

/// A value of the host's that the engine owns, unless it has been taken. The destructor is the host's code. Its panic
/// is discarded, because a second panic while the engine drops other values would abort the process.
pub(crate) struct HostOwned<T>(Option<T>);

impl<T> HostOwned<T> {
    pub fn new(x: T) -> HostOwned<T> {
        HostOwned(Some(x))
    }
}

impl<T> Deref for HostOwned<T> {
    type Target = Option<T>;
    #[inline]
    fn deref(&self) -> &Option<T> {
        &self.0
    }
}

impl<T> DerefMut for HostOwned<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Option<T> {
        &mut self.0
    }
}

impl<T> Drop for HostOwned<T> {
    #[inline]
    fn drop(&mut self) {
        if let Some(x) = self.0.take() {
            let _ = caught(|| drop(x));
        }
    }
}

/// Runs code of the host, and returns what it panics with.
#[inline(always)]
pub(crate) fn caught<T>(f: impl FnOnce() -> T) -> Result<T, Panic> {
    catch_unwind(AssertUnwindSafe(f)).map_err(|payload| Panic(Some(payload)))
}

/// The payload of a panic, whose destructor is the host's code, too.
pub(crate) struct Panic(Option<Box<dyn Any + Send>>);

impl Panic {
    /// Returns the message.
    pub fn text(&self) -> &str {
        let Some(payload) = &self.0 else { return "" };
        let text = payload.downcast_ref::<&str>().copied();
        text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("")
    }
}

impl Drop for Panic {
    fn drop(&mut self) {
        let payload = self.0.take();
        // A payload that panics again is left alone.
        if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            std::mem::forget(again);
        }
    }
}

/// Runs code of the host. Its panic must not take the engine's user down: it becomes an error, of which `name`
/// complains.
#[inline]
pub(crate) fn guarded<T>(name: &str, f: impl FnOnce() -> Result<T>) -> Result<T> {
    caught(f).unwrap_or_else(|panic| panicked(name, &panic))
}

/// The error that a panic of the host's code becomes.
#[cold]
#[inline(never)]
pub(crate) fn panicked<T>(name: &str, panic: &Panic) -> Result<T> {
    let text = panic.text();
    let colon = if text.is_empty() { "" } else { ": " };
    fail_in(name, Code::HostPanic, format!("the host's function panicked{colon}{text}"))
}

/// Values that the host keeps in an engine, one of each type.
#[derive(Default)]
pub(crate) struct HostData(HashMap<TypeId, HostOwned<Box<dyn DataSlot>>>);

/// A place for a value of one type.
trait DataSlot: Any + Send {
    fn is_taken(&self) -> bool;
}

impl<T: Any + Send> DataSlot for Option<T> {
    fn is_taken(&self) -> bool {
        self.is_some()
    }
}

impl HostData {
    /// Returns the value of a type.
    #[inline]
    pub fn of_type<T: Any + Send>(&mut self) -> &mut Option<T> {
        let slot = self.0.entry(TypeId::of::<T>()).or_insert_with(|| HostOwned::new(Box::new(None::<T>)));
        let slot = slot.as_mut().and_then(|slot| {
            let slot: &mut dyn Any = &mut **slot;
            slot.downcast_mut()
        });
        // The slot of a type is always there.
        slot.unwrap_or_else(|| Box::leak(Box::new(None)))
    }

    /// Returns whether there is no value.
    pub fn is_empty(&self) -> bool {
        !self.0.values().any(|slot| slot.as_ref().is_some_and(|slot| slot.is_taken()))
    }
}
