//! Base of the module `constraints`: stores of variables and constraints ([`klammer_constraints`]) as a searchable host
//! type. The board functions do its steps and queries; this file has the functions that only stores have.

mod condition;
mod labels;

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use klammer::{Class, Context, Handle, HostType, Module, Ref, RefMut, Symbol, Value};
use klammer_constraints::{Account, Before, Error, MAX_ORDERED, OPERATIONS, Variable};

use condition::{
    Failure, Flag, Integer, Operand, OrNil, State, StoreVariable, foreign, integers, must, operand, operands, place,
    refused, room,
};
use labels::{Describe, Event, Row, StrengthArg, TransitionArg, call};

/// Variables that are looked at for one tick.
const VARIABLES_PER_TICK: usize = 32;

/// Bytes that a part of a constraint takes, at most: an argument, or an auxiliary variable with its constraint.
const PART: usize = 1024;

/// A store of the module `constraints`, for hosts that have one of a program
/// ([`Engine::with_object`](klammer::Engine::with_object)) or give it one.
///
/// ```
/// use klammer::Handle;
/// use klammer_search::Store;
///
/// let mut engine = klammer_search::builder().build();
/// let store: Handle = engine.eval("(require 'constraints) (let ((s (make-store))) (variable s 0 9) s)")?;
/// assert_eq!(engine.with_object(&store, |store: &mut Store| store.len())?, 1);
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Store(pub klammer_constraints::Store);

impl Deref for Store {
    type Target = klammer_constraints::Store;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Store {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl HostType for Store {
    const NAME: &'static str = "store";

    fn describe(class: &mut Class<'_, Store>) {
        class.searched_as(|store| &store.0, |store| &mut store.0);
        class.print(Store::line);
        class.size(|store| store.bytes());
        class.shares(|store| store.account(), Account::bytes);
    }
}

pub(crate) fn define(module: &mut Module<'_>) {
    module.register::<Store>();
    module.define("%make-store", Store::default);
    module
        .define("%store?", |cx: &mut Context<'_>, object: Handle| cx.with_object(&object, |_: &mut Store| ()).is_ok())
        .parameters(["object"]);
    module.define("%store-variables", make_variables).parameters(["store", "count", "lo", "hi"]);
    module.define("%store-name!", labels::name).parameters(["store", "name", "what"]);
    module
        .define("%variable-name", |s: &Store, x: StoreVariable| Ok::<_, Failure>(s.name_of(x.of(s, "variable")?)))
        .parameters(["store", "variable"]);
    module
        .define("%store-value", |s: &Store, x: StoreVariable| Ok::<_, Failure>(OrNil(s.value(x.of(s, "variable")?))))
        .parameters(["store", "variable"]);
    module.define("%store->string", labels::table).parameters(["store"]);
    module.define("%store-values", values).parameters(["store", "variables"]);
    module
        .define("%store-lower", |s: &Store, x: StoreVariable| Ok::<_, Failure>(s.bounds(x.of(s, "variable")?).0))
        .parameters(["store", "variable"]);
    module
        .define("%store-upper", |s: &Store, x: StoreVariable| Ok::<_, Failure>(s.bounds(x.of(s, "variable")?).1))
        .parameters(["store", "variable"]);
    module.define("%store-check", check).parameters(["store", "variable", "parameter"]);
    module.define("%store-operations", || OPERATIONS.split(' ').map(Symbol::new).collect::<Vec<_>>());
    module.define("%store-demand", condition::post_condition).parameters(["store", "condition"]);
    module.define("%store-express", condition::express).parameters(["store", "expression"]);
    module.define("%store-propagator", propagator).parameters(["store", "function", "variables", "event"]);
    module.define("%store-note-best", |store: &mut Store| store.note_best()).parameters(["store"]);
    module.define("%store-schedule?", |store: &Store| store.has_schedule()).parameters(["store"]);
    define_constraints(module);
}

/// `count` new variables with the values from `lo` to `hi`.
fn make_variables(
    cx: &mut Context<'_>,
    mut store: RefMut<'_, Store>,
    count: usize,
    lo: Integer,
    hi: Integer,
) -> Result<Vec<Variable>, Failure> {
    let values = hi.0.abs_diff(lo.0).saturating_add(1);
    let bits = if values > 4096 { 0 } else { values as usize / 8 };
    room(cx, &store, count.saturating_mul(PART + bits))?;
    cx.charge(count as u64)?;
    (0..count).map(|_| store.variable(lo.0, hi.0).map_err(refused)).collect()
}

fn values(store: &Store, variables: Vec<StoreVariable>) -> Result<Vec<OrNil<i64>>, Failure> {
    variables.into_iter().map(|x| Ok(OrNil(store.value(x.of(store, "variables")?)))).collect()
}

/// Refuses a variable that the store does not have, by the name of the parameter.
fn check(cx: &mut Context<'_>, store: Ref<'_, Store>, variable: Handle, parameter: Symbol) -> Result<(), Failure> {
    match cx.get(&variable)? {
        Value::Variable(x) if store.has(x) => Ok(()),
        Value::Variable(x) => Err(foreign(parameter.name(), x)),
        _ => Err(must(cx, parameter.name(), "be a variable of the store", variable).into()),
    }
}

/// Help text with the form of a propagator.
const PROPAGATOR: &str = "the values are those of its variables in the store: \
                          (lambda (store) (when (value store x) (eliminate! store y (value store x))))";

/// A function of the program that propagates, and when it does.
fn propagator(
    cx: &mut Context<'_>,
    store: Handle,
    function: Handle,
    variables: Vec<Operand>,
    event: Event,
) -> Result<(), Failure> {
    if !cx.accepts(&function, 1)? {
        let error = must(cx, "function", "take one argument, the store that it is called with", function);
        return Err(error.with_help(PROPAGATOR).into());
    }
    // First, because the constraint tells its number; where it is refused, nobody asks for the function.
    let number = cx.hold(&store, &function)?;
    let shown = cx.show(function)?;
    let place = condition::place(cx)?;
    let (on_bounds, on_domain) = match event {
        Event::Fixed => (false, false),
        Event::Bounds => (true, false),
        Event::Any => (true, true),
    };
    let bytes = (variables.len() + 1) * PART;
    let own = cx.with_object(&store, |store: &mut Store| condition::shared_bytes(store))?;
    cx.reserve(bytes.saturating_add(own))?;
    cx.with_object(&store, |store: &mut Store| {
        let watched = operands(store, "variables", &variables)?;
        let before = store.before();
        let posted = store.script(number as u32, &watched, on_bounds, on_domain);
        let mut wording = call("propagator!", &[&variables, &shown]);
        wording.set_place(place);
        store.label_since(before, wording);
        posted.map_err(refused)
    })?
}

/// Bytes of the sets of a table, at most.
const TABLE_BYTES: usize = 8 << 20;

type Posted = Result<(), Failure>;

/// The natives that post a constraint: the native's name, the function's, the arguments, the bytes that it needs beside
/// room for them, and the posting.
macro_rules! constraints {
    ($($native:literal, $name:literal, $function:ident($($argument:ident: $type:ty),+), $bytes:expr,
       |$store:ident| $posted:expr;)+) => {
        fn define_constraints(module: &mut Module<'_>) {
            module.define("%store-decisions", decisions).parameters(["store", "variables"]);
            module.define("%store-lexicographic", lexicographic).parameters(["store", "left", "right", "strict"]);
            $(module
                .define(concat!("%store-", $native), $function)
                .parameters(["store", $(stringify!($argument)),+]);)+
        }

        $(fn $function(cx: &mut Context<'_>, mut store: RefMut<'_, Store>, $($argument: $type),+) -> Posted {
            let arguments: &[&dyn Describe] = &[$(&$argument),+];
            let begun = Begun::new(cx, &store, arguments, $bytes)?;
            let $store = &mut *store;
            let posted = $posted;
            begun.done(&mut store, posted, $name, arguments)
        })+
    };
}

constraints! {
    "all-different", "all-different!", all_different(variables: Vec<Operand>, strength: StrengthArg), 0, |store| {
        let x = operands(store, "variables", &variables)?;
        store.all_different(&x, strength.0)
    };
    "all-different-sum", "all-different-sum!", all_different_sum(variables: Vec<Operand>, sum: Integer), 0, |store| {
        let x = operands(store, "variables", &variables)?;
        store.all_different_sum(&x, sum.0)
    };
    "element", "element!", element(list: Vec<Operand>, index: Operand, result: Operand), 0, |store| {
        let x = operands(store, "list", &list)?;
        let (at, value) = (operand(store, "index", index)?, operand(store, "result", result)?);
        store.element(&x, at, value)
    };
    "table", "table!", table(variables: Vec<Operand>, tuples: Vec<Row>), sets(&variables, &tuples), |store| {
        let x = operands(store, "variables", &variables)?;
        let rows: Vec<Vec<i64>> = tuples.iter().map(|row| integers(&row.0)).collect();
        store.table(&x, &rows)
    };
    "nogood", "nogood!", nogood(variables: Vec<Operand>, values: Vec<Integer>), 0, |store| {
        let x = operands(store, "variables", &variables)?;
        store.nogood(&x, &integers(&values))
    };
    "regular", "regular!", regular(variables: Vec<Operand>, transitions: Vec<TransitionArg>, start: State,
                                   accepting: Vec<State>), 0, |store| {
        let x = operands(store, "variables", &variables)?;
        let ways: Vec<_> = transitions.iter().map(|way| way.0).collect();
        let ends: Vec<u32> = accepting.iter().map(|state| state.0).collect();
        store.regular(&x, &ways, start.0, &ends)
    };
    "count", "count!", count(variables: Vec<Operand>, value: Integer, count: Operand), 0, |store| {
        let x = operands(store, "variables", &variables)?;
        let many = operand(store, "count", count)?;
        store.count(&x, value.0, many)
    };
    "cardinality", "global-cardinality!", cardinality(variables: Vec<Operand>, values: Vec<Integer>,
                                                      counts: Vec<Operand>), 0, |store| {
        let x = operands(store, "variables", &variables)?;
        let many = operands(store, "counts", &counts)?;
        store.cardinality(&x, &integers(&values), &many)
    };
    "circuit", "circuit!", circuit(next: Vec<Operand>), 0, |store| {
        let x = operands(store, "next", &next)?;
        store.circuit(&x)
    };
    "cumulative", "cumulative!", cumulative(starts: Vec<Operand>, durations: Vec<Operand>, demands: Vec<Operand>,
                                            capacity: Operand), orders(starts.len()), |store| {
        let x = operands(store, "starts", &starts)?;
        let (d, n) = (operands(store, "durations", &durations)?, operands(store, "demands", &demands)?);
        let c = operand(store, "capacity", capacity)?;
        store.cumulative(&x, &d, &n, c)
    };
    "no-overlap", "no-overlap!", no_overlap(starts: Vec<Operand>, durations: Vec<Operand>), orders(starts.len()), |store| {
        let x = operands(store, "starts", &starts)?;
        let d = operands(store, "durations", &durations)?;
        store.no_overlap(&x, &d)
    };
}

/// The state before a constraint is posted, and the place in the program that posts it.
struct Begun {
    before: Before,
    place: Option<Arc<str>>,
}

impl Begun {
    /// Asks for room for these arguments and for `bytes` bytes besides.
    fn new(cx: &mut Context<'_>, store: &Store, arguments: &[&dyn Describe], bytes: usize) -> Result<Begun, Failure> {
        let parts = 1 + arguments.iter().map(|a| a.parts()).sum::<usize>();
        cx.charge((parts / VARIABLES_PER_TICK) as u64)?;
        room(cx, store, (parts * PART).saturating_add(bytes))?;
        Ok(Begun { place: place(cx)?, before: store.before() })
    }

    /// Labels what the function of this name has posted.
    fn done(self, store: &mut Store, posted: Result<(), Error>, name: &str, arguments: &[&dyn Describe]) -> Posted {
        let mut wording = call(name, arguments);
        wording.set_place(self.place);
        store.label_since(self.before, wording);
        posted.map_err(refused)
    }
}

fn decisions(cx: &mut Context<'_>, mut store: RefMut<'_, Store>, variables: Vec<Operand>) -> Posted {
    Begun::new(cx, &store, &[&variables], 0)?;
    let x = operands(&mut store, "variables", &variables)?;
    store.set_decisions(&x).map_err(refused)
}

fn lexicographic(
    cx: &mut Context<'_>,
    mut store: RefMut<'_, Store>,
    left: Vec<Operand>,
    right: Vec<Operand>,
    strict: Flag,
) -> Posted {
    let arguments: &[&dyn Describe] = &[&left, &right];
    let begun = Begun::new(cx, &store, arguments, 0)?;
    let (x, y) = (operands(&mut store, "left", &left)?, operands(&mut store, "right", &right)?);
    let posted = store.lexicographic(&x, &y, strict.0);
    begun.done(&mut store, posted, if strict.0 { "lex-less!" } else { "lex-less-equal!" }, arguments)
}

/// Bytes of the sets of a table.
fn sets(variables: &Vec<Operand>, tuples: &Vec<Row>) -> usize {
    let parts = 1 + variables.parts() + tuples.parts();
    TABLE_BYTES.min(parts.saturating_mul(parts))
}

/// Bytes of the variables for the orders of tasks.
fn orders(tasks: usize) -> usize {
    let ordered = tasks.min(MAX_ORDERED);
    ordered * ordered * PART
}
