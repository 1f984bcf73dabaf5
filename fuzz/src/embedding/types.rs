//! Types of a host: objects of every kind that the interface knows, and data that is derived.

use std::cell::Cell;
use std::sync::Arc;

use klammer::space::{Contradiction, Family, Progress, Searchable, Space, Variable};
use klammer::{
    AsyncContext, Class, Context, Error, FromLisp, Handle, HostType, IntoLisp, Ref, RefMut, Scope, Value, methods,
};

thread_local! {
    /// Number of objects in all engines of the thread.
    static ALIVE: Cell<i64> = const { Cell::new(0) };
}

/// Objects of the host that are there now.
pub fn alive() -> i64 {
    ALIVE.get()
}

/// Forgets the objects that were alive in a run that has panicked.
pub fn count_anew() {
    ALIVE.set(0);
}

/// A part of each object, which counts it.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Counted;

impl Counted {
    fn new() -> Counted {
        ALIVE.set(ALIVE.get() + 1);
        Counted
    }
}

impl Clone for Counted {
    fn clone(&self) -> Counted {
        Counted::new()
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        ALIVE.set(ALIVE.get() - 1);
    }
}

/// Panics in a way that no hook reports.
pub fn panic() -> i64 {
    std::panic::resume_unwind(Box::new("on purpose"))
}

/// An object of which there is only one. Its text grows and shrinks.
#[derive(PartialEq, Eq, Hash)]
pub struct Thing(pub String, Counted);

impl Thing {
    pub fn new(text: String) -> Thing {
        Thing(text, Counted::new())
    }
}

impl HostType for Thing {
    const NAME: &'static str = "thing";

    fn describe(class: &mut Class<'_, Thing>) {
        class.define("make-thing", |text: Option<String>| Thing::new(text.unwrap_or_default()));
        class.field("text", |t| t.0.clone(), |t, text| t.0 = text);
        class.define("thing-swap!", |a: &mut Thing, mut b: RefMut<'_, Thing>| std::mem::swap(&mut a.0, &mut b.0));
        class.define("thing-longer?", |a: &Thing, b: Ref<'_, Thing>| a.0.len() > b.0.len());
        class.define("thing-with!", |cx: &mut Context<'_>, mut t: RefMut<'_, Thing>, f: Handle| {
            t.0.push('x');
            cx.call::<Handle>(&f, ())
        });
        class.define("thing-panic!", |_: &mut Thing, mut b: RefMut<'_, Thing>| -> i64 {
            b.0.clear();
            panic()
        });
        class.equality();
        class.print(|t| t.0.clone());
        class.size(|t| t.0.capacity());
    }
}

/// A thing, as a part, beside other data.
#[derive(HostType)]
pub struct Parcel {
    #[lisp(part)]
    pub inside: Thing,
    pub size: i64,
}

/// An object of which there may be several. Some of what it has is shared.
#[derive(Clone)]
pub struct Counter {
    pub count: i64,
    label: Arc<String>,
    _counted: Counted,
}

impl Counter {
    pub fn new(count: i64) -> Counter {
        Counter { count, label: Arc::new("label".repeat(20)), _counted: Counted::new() }
    }
}

impl HostType for Counter {
    const NAME: &'static str = "counter";

    fn describe(class: &mut Class<'_, Counter>) {
        class.define("make-counter", |count: Option<i64>| Counter::new(count.unwrap_or_default()));
        class.define("counter-next!", |c: &mut Counter| {
            c.count = c.count.wrapping_add(1);
            c.count
        });
        class.define("counter-with!", |cx: &mut Context<'_>, mut c: RefMut<'_, Counter>, f: Handle| {
            c.count = c.count.wrapping_add(1);
            let result = cx.call::<Handle>(&f, (c.count,));
            c.count = c.count.wrapping_add(1);
            result
        });
        class.read_only("count", |c| c.count);
        class.print(|c| c.count.to_string());
        class.size(|c| usize::from(c.count as u8));
        class.shares(|c| &c.label, |label| label.capacity());
        class.copies();
    }
}

/// An object that holds values: functions of the program above all.
#[derive(Clone)]
pub struct Button(Counted);

impl HostType for Button {
    const NAME: &'static str = "button";

    fn describe(class: &mut Class<'_, Button>) {
        class.define("make-button", || Button(Counted::new()));
        class.define("on-press!", |cx: &mut Context<'_>, button: Handle, f: Handle| cx.hold(&button, &f));
        class.define("press!", |cx: &mut Context<'_>, button: Handle, n: Option<usize>| {
            match cx.held(&button, n.unwrap_or_default())? {
                Some(f) => cx.call::<Handle>(&f, (button,)).map(Some),
                None => Ok(None),
            }
        });
        class.define("button-value", |cx: &mut Context<'_>, button: Handle, n: usize| cx.held(&button, n));
        class.copies();
    }
}

/// An object that searches work on: queens, of which none may see another one.
#[derive(Clone)]
pub struct Queens {
    /// For each column the rows that are left, a bit each.
    rows: Vec<u64>,
    family: Family,
    failed: Option<Contradiction>,
    /// Place at which propagation panics.
    trap: Option<i64>,
    _counted: Counted,
}

impl Space for Queens {
    fn places(&self) -> usize {
        self.rows.len()
    }

    fn size(&self, place: usize) -> u64 {
        self.rows[place].count_ones().into()
    }

    fn open(&self) -> Vec<usize> {
        (0..self.rows.len()).filter(|&x| self.size(x) > 1).collect()
    }

    fn degree(&self, _: usize) -> usize {
        self.open().len()
    }

    fn is_solved(&self) -> bool {
        self.failed.is_none() && self.open().is_empty()
    }

    fn involved(&self, contradiction: Contradiction) -> Vec<usize> {
        contradiction.place.into_iter().collect()
    }
}

impl Searchable for Queens {
    fn variable(&self, place: usize) -> Option<Variable> {
        Some(Variable(place as u32, 77))
    }

    fn place(&self, x: Variable) -> Option<usize> {
        Some(x.number() as usize).filter(|&place| place < self.rows.len() && x.mark() == 77)
    }

    fn values(&self, place: usize) -> Vec<i64> {
        (0..64).filter(|row| self.rows[place] >> row & 1 == 1).collect()
    }

    fn contradiction(&self) -> Option<Contradiction> {
        self.failed
    }

    fn family(&self) -> &Family {
        &self.family
    }

    fn assign(&mut self, place: usize, value: i64) -> Result<(), Contradiction> {
        let others: Vec<i64> = self.values(place).into_iter().filter(|&row| row != value).collect();
        others.into_iter().try_for_each(|row| self.remove(place, row))
    }

    fn remove(&mut self, place: usize, value: i64) -> Result<(), Contradiction> {
        self.rows[place] &= !(1 << value);
        self.failed = (self.rows[place] == 0).then(|| Contradiction::at(place));
        self.failed.map_or(Ok(()), Err)
    }

    fn propagate(&mut self, budget: &mut i64) -> Result<Progress, Contradiction> {
        let mut told = 0u64;
        while let Some(x) = (0..self.rows.len()).find(|&x| told >> x & 1 == 0 && self.size(x) == 1) {
            (told, *budget) = (told | 1 << x, *budget - 1);
            let row = self.values(x)[0];
            if Some(row) == self.trap {
                panic();
            }
            for y in (0..self.rows.len()).filter(|&y| y != x) {
                let far = x.abs_diff(y) as i64;
                for seen in [row - far, row, row + far].into_iter().filter(|row| (0..64).contains(row)) {
                    self.remove(y, seen)?;
                }
            }
        }
        Ok(Progress::Fixpoint)
    }
}

impl HostType for Queens {
    const NAME: &'static str = "queens";

    fn describe(class: &mut Class<'_, Queens>) {
        class.define("queens", |n: u8, trap: Option<i64>| {
            let n = n % 9;
            let rows = vec![(1 << n) - 1; n.into()];
            Queens { rows, family: Arc::default(), failed: None, trap, _counted: Counted::new() }
        });
        class.define("columns", |q: &Queens| (0..q.rows.len()).filter_map(|x| q.variable(x)).collect::<Vec<_>>());
        class.print(|q| format!("{} {}", q.rows.len(), q.open().len()));
        class.searched();
    }
}

/// Data that is derived.
#[derive(FromLisp, IntoLisp, Debug, PartialEq, Clone)]
pub enum Part {
    None,
    Arm(i64),
    Leg { length: f64 },
}

#[derive(FromLisp, IntoLisp, Debug)]
pub struct Record {
    pub name: String,
    pub limbs: Vec<Part>,
    pub extra: Option<Value>,
}

/// An object that is derived.
#[derive(HostType, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[lisp(methods, equality, order)]
pub struct Limb {
    length: i64,
}

#[methods]
impl Limb {
    pub fn new(length: i64) -> Limb {
        Limb { length }
    }

    pub fn grow(&mut self, by: i64) -> Option<i64> {
        self.length = self.length.checked_add(by)?;
        Some(self.length)
    }

    pub fn with(&mut self, cx: &mut Context<'_>, f: Handle) -> Result<Handle, Error> {
        cx.call(&f, (self.length,))
    }
}

/// Object that the host lends for the time of a call or of a step.
#[derive(Default)]
pub struct World {
    pub visits: u64,
}

/// Errors and contexts that functions of the host have kept, and the namespaces that they evaluate in.
#[derive(Default)]
pub struct Kept {
    pub errors: Vec<Error>,
    pub namespaces: Vec<Scope>,
    pub contexts: Vec<AsyncContext>,
}
