//! Values that cross the host boundary, objects, and handles of them.

use std::cell::Cell;
use std::sync::Arc;

use klammer::space::{Contradiction, Family, Progress, Searchable, Space, Variable};
use klammer::{
    AsyncContext, BigInteger, Class, Code, Context, Error, FromLisp, Handle, HostType, IntoLisp, Keyword, Ratio, Ref,
    RefMut, Scope, Serde, Symbol, Value, methods,
};

use super::furnish::NAMES;
use super::naming::Treasure;
use super::subject::{Choices, check_error};
use super::{Turn, check};

/// Data of any kind, nested a few times.
fn data(choices: &mut Choices<'_>, depth: usize) -> Value {
    let all = |choices: &mut Choices<'_>, least: usize| {
        (0..least + choices.below(4)).map(|_| data(choices, depth + 1)).collect::<Vec<_>>()
    };
    match choices.below(if depth < 4 { 16 } else { 11 }) {
        0 => Value::Nil,
        1 => Value::Bool(true),
        2 => Value::Integer(i64::from(choices.byte()) - 100),
        3 => Value::Integer([i64::MAX, i64::MIN, 1 << 60, -(1 << 60), (1 << 59) - 1][choices.below(5)]),
        4 => {
            let large: BigInteger = "123456789012345678901234567890".parse().expect("it is an integer");
            Value::BigInteger(large)
        }
        5 => ratio(choices),
        6 => Value::Float([0.5, -0.0, 1e300, f64::INFINITY, 1e-300][choices.below(5)]),
        7 => Value::Char(['a', ' ', 'ä', '\u{1f600}', '\0'][choices.below(5)]),
        8 => Value::String("text ä".chars().cycle().take(choices.below(60)).collect()),
        9 => Value::Symbol(Symbol::new(*choices.pick(&["a", "odd one", "B", "|", "%fuzz", "ä"]))),
        10 => Value::Keyword(Keyword::new(*choices.pick(&["k", "odd one", "K"]))),
        11 | 12 => Value::List(all(choices, 1)),
        13 => Value::Vector(all(choices, 0)),
        14 => {
            let items = all(choices, 1);
            Value::Dotted(items, Box::new(Value::Integer(choices.byte().into())))
        }
        _ => {
            let entries = all(choices, 0).into_iter().enumerate();
            Value::Table(entries.map(|(i, v)| (Value::Integer(i as i64), v)).collect())
        }
    }
}

fn ratio(choices: &mut Choices<'_>) -> Value {
    let (top, bottom) = (BigInteger::from(2 * i64::from(choices.byte()) + 1), BigInteger::from(1i64 << 40));
    Ratio::new(top, bottom).map_or(Value::Nil, Value::Ratio)
}

/// Checks that values come out as they went in, by every way.
pub fn round_trip(turn: &mut Turn<'_, '_>) {
    let value = data(turn.choices, 0);
    let kind = turn.choices.below(5);
    turn.at_ease(|turn| {
        let e = &mut *turn.e;
        match kind {
            0 => {
                let h = e.handle(value.clone()).expect("it fits");
                assert_eq!(e.get::<Value>(&h).expect("it is a value"), value);
            }
            1 => {
                let back: Value = e.call("%fuzz-same", (value.clone(),)).expect("it returns it");
                assert_eq!(back, value);
            }
            2 => {
                let h = e.handle(value.clone()).expect("it fits");
                let many: Vec<Value> = e.call("%fuzz-list", (&h, value.clone(), h.clone())).expect("it is a list");
                assert_eq!(many, [value.clone(), value.clone(), value.clone()]);
            }
            3 => {
                let number = serde_json::json!({"a": [1, -2.5, null, "text"], "b": {"c": [true, u64::MAX]}});
                let back: Serde<serde_json::Value> =
                    e.call("%fuzz-same", (Serde(number.clone()),)).expect("it is data");
                assert_eq!(back.0, number);
            }
            _ => {
                let parts = vec![Part::None, Part::Arm(i64::MIN), Part::Leg { length: 2.5 }];
                let back: Vec<Part> = e.call("%fuzz-same", (parts.clone(),)).expect("it is data");
                assert_eq!(back, parts);
            }
        }
    });
}

/// Data that only the host has, which the model follows.
pub fn treasures(turn: &mut Turn<'_, '_>) {
    let left = turn.choices.below(10);
    let treasures = &mut turn.held.model.treasures;
    treasures.truncate(left);
    let value = data(turn.choices, 0);
    let (owner, made) = (turn.owner, turn.e.handle(value.clone()));
    match made {
        Ok(handle) => turn.held.model.treasures.push(Treasure { owner, handle, value }),
        Err(e) => assert!(e.is_limit() || e.code() == Code::TooComplex, "{e:#}"),
    }
}

/// A handle holds one value, whoever has a clone of it.
pub fn identity(turn: &mut Turn<'_, '_>) {
    let which = turn.choices.below(turn.held.handles.len());
    turn.at_ease(|turn| {
        let Some((owner, h)) = turn.held.handles.get(which) else { return };
        let e = &mut *turn.e;
        if *owner != turn.owner {
            return;
        }
        let other = h.clone();
        assert!(e.call::<bool>("%fuzz-same?", (h, &other)).expect("both are held"), "a handle is not what it is");
        let back: Handle = e.call("%fuzz-same", (&other,)).expect("it is held");
        assert!(e.call::<bool>("%fuzz-same?", (&back, h)).expect("both are held"), "a value has changed on its way");
        drop(other);
        // A slot that has been given back is not this one.
        let more: Vec<Handle> = (0..3).map(|n| e.handle(n).expect("it fits")).collect();
        drop(back);
        assert!(e.call::<bool>("%fuzz-same?", (h, h.clone())).expect("it is held"));
        for (n, h) in more.iter().enumerate() {
            assert_eq!(e.get::<usize>(h).expect("it is a number"), n);
        }
    });
}

/// Objects made by the host, changed, and seen by programs.
pub fn objects(turn: &mut Turn<'_, '_>) {
    let text = turn.choices.rest_as_text();
    let e = &mut *turn.e;
    if text.len().is_multiple_of(2) {
        match e.handle(Thing::new(text)) {
            Ok(thing) => {
                check(e.with_object(&thing, |t: &mut Thing| t.0.push('y')));
                check(e.set("x", &thing));
            }
            Err(e) => drop(check_error(&e)),
        }
        return;
    }
    let Ok(counter) = e.handle(Counter::new(7)) else { return };
    let seen = e.with_object(&counter, |c: &mut Counter| {
        c.count += 1;
        c.count
    });
    if let Ok(seen) = seen {
        assert_eq!(seen, 8);
    }
    assert!(e.with_object(&counter, |t: &mut Thing| t.0.len()).is_err(), "it is no thing");
    check(e.set("x", &counter));
    turn.keep(Ok(counter));
}

/// Functions of two integers, of a name or of a handle.
pub fn function(turn: &mut Turn<'_, '_>) {
    let owner = turn.owner;
    let made = match turn.choices.below(3) {
        0 => turn.e.get::<Handle>("%fuzz-add"),
        1 => turn.e.get::<Handle>(*turn.choices.pick(NAMES)),
        _ => match turn.held.handles.last() {
            Some((_, h)) => turn.e.get::<Handle>(h),
            None => return,
        },
    };
    match made {
        Ok(f) => {
            if f.arity(turn.e)
                .expect("it is held")
                .is_some_and(|arity| arity.least <= 2 && arity.most.is_none_or(|most| most >= 2))
            {
                turn.held.functions.push((owner, f));
            }
        }
        Err(e) => drop(check_error(&e)),
    }
    let which = turn.choices.below(turn.held.functions.len());
    let Some((of, f)) = turn.held.functions.get(which) else { return };
    let result = turn.e.call::<i64>(f, (40, 2));
    if *of != owner {
        assert_eq!(result.expect_err("the function is another engine's").code(), Code::Host);
        return;
    }
    check(result);
    turn.at_ease(|turn| {
        let e = &mut *turn.e;
        let add: Handle = e.get("%fuzz-add").expect("it is there");
        assert_eq!(e.call::<i64>(&add, (40, 2)).expect("it adds"), 42);
    });
}

/// Errors that the host has kept are returned elsewhere and later, or dropped.
pub fn errors(turn: &mut Turn<'_, '_>) {
    let Some(kept) = turn.e.data::<Kept>() else { return };
    match turn.choices.below(3) {
        0 => kept.errors.append(&mut turn.held.errors),
        1 => turn.held.errors.extend(kept.errors.pop()),
        _ => turn.held.errors.truncate(turn.choices.below(4)),
    }
    for e in &turn.held.errors {
        check_error(e);
    }
    if turn.choices.rarely(4) {
        check(turn.e.eval::<()>("(host-later)"));
    }
}

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

/// A thing beside other data.
#[derive(HostType)]
pub struct Parcel {
    #[lisp(skip)]
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
