//! Base of the module `constraints`: stores of variables and constraints ([`klammer_constraints`]) as a searchable host
//! type. The board functions do its steps and queries; this file has the functions that only stores have.

mod condition;
mod labels;
mod post;

use std::ops::{Deref, DerefMut};

use klammer::{Class, Context, Handle, HostType, Module, Ref, RefMut, Symbol, Value};
use klammer_constraints::{Account, OPERATIONS, Variable};

use condition::{Failure, Integer, Operand, OrNil, StoreVariable, foreign, must, operands, refused, room};
use labels::{Event, call};

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
    post::define(module);
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
