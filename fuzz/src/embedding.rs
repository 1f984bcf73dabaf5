//! Sequences of calls that a host makes.

use std::cell::Cell;

use klammer::{
    Class, ClosedHost, Code, Context, Engine, Error, FromLisp, Handle, HostType, IntoLisp, Limits, Program, Ref,
    RefMut, Rest, Run, Serde, Snapshot, Step, Symbol, Value, methods,
};

use super::choices::Choices;
use super::grammar;
use super::subject::{check_error, tiny_limits};

/// How many calls one pair of engines has at most.
const MOST_STEPS: u64 = 200;

/// Interprets `data` as calls of two engines' methods, in any order and with any arguments. Returns how many it was.
pub fn run(data: &[u8]) -> u64 {
    ALIVE.set(0);
    let mut choices = Choices::new(data);
    let mut engines = [engine(), engine()];
    let mut kept = Held::default();
    let mut steps = 0;
    let length = 8 << choices.below(6);
    while steps < MOST_STEPS && !choices.is_used_up() {
        let mut part = choices.part(length);
        let which = part.below(2);
        step(&mut part, which, &mut engines[which], &mut kept);
        steps += 1;
    }
    drop(kept);
    for mut e in engines {
        e.set_limits(Limits { fuel: Some(100_000), ..Limits::default() });
        let answer: Result<i64, Error> = e.eval("((lambda (a b) (cond ((< a b) b) (t a))) 41 42)");
        match answer {
            Ok(n) => assert_eq!(n, 42),
            // A program may give any name another meaning.
            Err(e) => assert!(!e.is_limit(), "{e:#}"),
        }
    }
    assert_eq!(ALIVE.get(), 0, "objects of the host are left");
    steps
}

thread_local! {
    /// How many things there are, in all engines of the thread.
    static ALIVE: Cell<i64> = const { Cell::new(0) };
}

/// An object of the host. Its text grows and shrinks.
#[derive(PartialEq, Eq, Hash)]
struct Thing(String);

impl Thing {
    fn new(text: String) -> Thing {
        ALIVE.set(ALIVE.get() + 1);
        Thing(text)
    }
}

impl Drop for Thing {
    fn drop(&mut self) {
        ALIVE.set(ALIVE.get() - 1);
    }
}

/// What is lent for the time of a call, or of a step.
#[derive(Default)]
struct World {
    visits: u64,
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

/// Panics in a way that no hook reports.
fn panic() -> i64 {
    std::panic::resume_unwind(Box::new("on purpose"))
}

/// A thing, as a part, beside other data.
#[derive(HostType)]
struct Parcel {
    #[lisp(part)]
    inside: Thing,
    size: i64,
}

/// Data that is derived.
#[derive(FromLisp, IntoLisp, Debug)]
enum Part {
    None,
    Arm(i64),
    Leg { length: f64 },
}

#[derive(FromLisp, IntoLisp, Debug)]
struct Record {
    name: String,
    limbs: Vec<Part>,
    extra: Option<Value>,
}

/// An object that is derived.
#[derive(HostType, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[lisp(methods, equality, order)]
struct Limb {
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

/// What the host has of its engines, by the number of the engine.
#[derive(Default)]
struct Held {
    handles: Vec<(usize, Handle)>,
    runs: Vec<(usize, Run<Handle>)>,
    snapshots: Vec<Snapshot>,
    programs: Vec<Program>,
    /// How often an engine has been replaced: what was held of the one before belongs to nobody.
    ages: [usize; 2],
}

/// What a function of the host has not returned.
#[derive(Default)]
struct Kept(Vec<Error>);

fn engine() -> Engine {
    let mut e = Engine::builder().limits(tiny_limits()).host(ClosedHost::new()).build();
    furnish(&mut e);
    e
}

/// What each engine has of the host; a copy may be given it again.
fn furnish(e: &mut Engine) {
    e.define("host-add", |a: i64, b: i64| a.checked_add(b));
    e.define("host-text", |s: String, c: Option<char>| format!("{s}{c:?}"));
    e.define("host-fail", |s: String| -> Result<(), String> { Err(s) });
    e.define("host-list", |l: Vec<f64>| l.into_iter().rev().collect::<Vec<_>>());
    e.define("host-data", |v: Value, k: Option<Symbol>| (v, k)).parameters(["v", "&key", "k"]);
    e.define("host-call", |cx: &mut Context<'_>, f: Handle, all: Rest<Handle>| cx.call::<Handle>(&f, all.0));
    e.define("host-throw", |cx: &mut Context<'_>, tag: Handle, v: Handle| cx.throw::<()>(tag, v));
    e.define("host-ignore", |cx: &mut Context<'_>, f: Handle| {
        let error = cx.call::<Value>(&f, ()).err();
        let kept = cx.data::<Kept>().map(|kept| &mut kept.0);
        kept.zip(error).map(|(kept, error)| kept.push(error)).is_some()
    });
    e.define("host-later", |cx: &mut Context<'_>| cx.data::<Kept>().and_then(|k| k.0.pop()).map_or(Ok(()), Err));
    e.define("host-serde", |v: Serde<serde_json::Value>| v);
    e.define("host-limb", |p: Part| p);
    e.define("host-record", |r: Record| r);
    e.define("host-make", |cx: &mut Context<'_>, h: Handle| {
        let copy: Value = cx.convert(&h)?;
        cx.charge(3)?;
        cx.make(vec![copy.clone(), copy])
    });
    e.define("host-panic", panic);
    e.define("host-pause", |cx: &mut Context<'_>| cx.pause());
    e.define("host-panic-after", |cx: &mut Context<'_>, f: Handle| -> i64 {
        let _ = cx.call::<Handle>(&f, ());
        panic()
    });
    e.define("host-visit", |cx: &mut Context<'_>, f: Option<Handle>| {
        let visits = cx.lent::<World>().map(|world| {
            world.visits += 1;
            world.visits
        });
        f.map_or(Ok(None), |f| cx.call::<Handle>(&f, ()).map(Some)).map(|value| (visits, value))
    });
    e.define("make-parcel", |text: String| Parcel { inside: Thing::new(text), size: 1 });
    e.register::<Limb>();
    e.register::<Thing>();
    e.register::<Parcel>();
    e.set_data(Kept::default());
}

const NAMES: &[&str] = &[
    "x",
    "car",
    "host-add",
    "host-text",
    "host-fail",
    "host-list",
    "map-with",
    "if",
    "no such",
    "",
    "host-call",
    "host-ignore",
    "host-visit",
];

/// Programs that go through the host and back; `~` is any other program.
const CALLS: &[&str] = &[
    "(host-call (lambda () ~))",
    "(catch 'a (host-call (lambda (x) (throw 'a ~)) 1))",
    "(host-ignore (lambda () ~))",
    "(catch nil (host-throw 'b ~))",
    "(host-later)",
    "(host-data (list ~) :k 'a)",
    "(setq x (make-thing \"t\"))",
    "(thing-with! x (lambda () ~))",
    "(thing-with! x (lambda () (thing-text x)))",
    "(thing-swap! x (make-thing \"other\"))",
    "(list (= x (make-thing)) (thing-longer? x x) (thing-text x))",
    "(call/cc (lambda (k) (host-call (lambda () (k ~)))))",
    "(host-call (lambda () (collect-garbage) ~))",
    "(host-serde ~)",
    "(host-serde (list :a ~ :b (make-thing)))",
    "(host-limb '(arm ~))",
    "(host-limb (list 'leg :length ~))",
    "(host-record (list :name \"n\" :limbs '(none (arm 1)) :extra ~))",
    "(limb-grow! (make-limb 3) 4)",
    "(limb-with! (make-limb 1) (lambda (n) ~))",
    "(sort (list (make-limb 3) x (make-limb 1)) limb<?)",
    "(catch 'out (limb-with! x (lambda (n) (throw 'out ~))))",
    "(host-make ~)",
    "(host-visit (lambda () ~))",
    "(handler-case (host-panic-after (lambda () ~)) (error (c) ~))",
    "(thing-panic! x (make-thing))",
    "(host-panic)",
    "(if (host-pause) ~ ~)",
    "(host-visit (lambda () (host-pause) ~))",
    "(setq x (parcel-inside (make-parcel \"p\")))",
    "(thing-with! (parcel-inside (make-parcel \"q\")) (lambda () (thing-swap! x (make-thing \"other\")) ~))",
    "(setf (parcel-size (make-parcel \"r\")) ~)",
];

/// One call.
fn step(choices: &mut Choices<'_>, which: usize, e: &mut Engine, held: &mut Held) {
    let name = *choices.pick(NAMES);
    // The engine that is there now: each has a number of its own.
    let owner = which + 2 * held.ages[which];
    let kind = choices.below(26);
    if kind >= 16 {
        return longer_step(choices, kind, owner, e, held);
    }
    let (which, handles) = (owner, &mut held.handles);
    match kind {
        0..=2 => {
            let program = grammar::program(choices);
            keep(e.eval::<Handle>(&program), which, handles);
        }
        3 => keep(e.get::<Handle>(name), which, handles),
        4 => check(e.set(name, vec![Some(1.5), None])),
        5 => check(e.set(name, choices.rest_as_text())),
        6 => check(e.call::<String>(name, ("text", 'c'))),
        7 => check(e.call::<Vec<i64>>(name, vec![1, 2])),
        8 => {
            e.define(name, |v: Vec<Option<i64>>, f: bool| if f { v.len() as i64 } else { -1 });
        }
        9 => {
            handles.truncate(choices.below(20));
        }
        10 => {
            if let Some((owner, h)) = handles.last() {
                let result = e.call_handle::<()>(h, (1, "b"));
                let result = result.and_then(|()| e.repr(h)).and_then(|_| e.convert::<Vec<String>>(h));
                if *owner != which {
                    assert_eq!(result.expect_err("the handle is another engine's").code(), Code::Host);
                } else {
                    check(result);
                }
            }
        }
        11 => {
            let fuel = [None, Some(0), Some(1), Some(u64::MAX), Some(5000)][choices.below(5)];
            let depth = [None, Some(0), Some(1), Some(usize::MAX), Some(50)][choices.below(5)];
            let memory = [0, 1, 100_000, 2 << 20, 8 << 20][choices.below(5)];
            let nesting = [0, 1, 60, 60][choices.below(4)];
            // Something must end every program.
            let fuel = if depth.is_none() { fuel.map(|f| f.min(20_000)).or(Some(20_000)) } else { fuel };
            e.set_limits(Limits { fuel, depth, memory, nesting, ..tiny_limits() });
        }
        12 => e.interrupt_handle().interrupt(),
        13 | 14 => {
            let program = choices.pick(CALLS).replace('~', &grammar::program(choices));
            keep(e.eval::<Handle>(&program), which, handles);
        }
        _ => {
            e.stress_collector(choices.below(4) == 0);
            let _ = (e.names().len(), e.documentation(name), e.usage(), e.limits().clone());
        }
    }
}

/// A call of those that leave something behind: programs, runs that wait, copies; and what is undone.
fn longer_step(choices: &mut Choices<'_>, kind: usize, owner: usize, e: &mut Engine, held: &mut Held) {
    let text = grammar::program(choices);
    match kind {
        16 => match e.compile("<program>", &text) {
            Ok(program) => {
                assert_eq!(program.text(), text);
                held.programs.truncate(5);
                held.programs.push(program);
            }
            Err(e) => {
                check_error(&e);
            }
        },
        17 => {
            if let Some(program) = held.programs.get(choices.below(6)) {
                keep(e.run::<Handle>(program), owner, &mut held.handles);
            }
        }
        18 => {
            let started = match held.programs.get(choices.below(6)) {
                Some(program) => e.start_program(program),
                None => e.start(*choices.pick(NAMES), (choices.below(3), "s")),
            };
            match started {
                Ok(run) => held.runs.push((owner, run)),
                Err(e) => {
                    check_error(&e);
                }
            }
        }
        19 | 20 => {
            let which = choices.below(held.runs.len());
            let fuel = [0, 1, 10, 100, 20_000][choices.below(5)];
            if let Some((of, run)) = held.runs.get_mut(which) {
                match run.step(e, fuel) {
                    Ok(step) => {
                        assert_eq!(*of, owner, "a run of another engine");
                        if let Step::Done(value) = step {
                            held.handles.push((owner, value));
                            // It is over, and says so.
                            check_error(&run.step(e, fuel).expect_err("a run that has ended"));
                        }
                    }
                    Err(e) => {
                        check_error(&e);
                    }
                }
            }
            if choices.rarely(4) && which < held.runs.len() {
                held.runs.swap_remove(which);
            }
        }
        21 => {
            let fails = choices.rarely(2);
            let before = e.get::<Value>("x").ok();
            let result = e.atomically(|e| {
                let value = e.eval::<Handle>(&text)?;
                if fails { e.eval::<()>("(error \"undone\")") } else { Ok(()) }.map(|()| value)
            });
            if result.is_err() && matches!(before, Some(Value::Integer(_) | Value::String(_))) {
                // A limit may be so small that nothing can be asked.
                if let Ok(now) = e.get::<Value>("x") {
                    assert_eq!(Some(now), before, "what has failed is undone");
                }
            }
            keep(result, owner, &mut held.handles);
        }
        22 => {
            let mut world = World::default();
            let result = match held.runs.pop() {
                Some((of, mut run)) if of == owner => {
                    let step = run.step_with(&mut world, e, u64::from(choices.byte()));
                    held.runs.push((of, run));
                    step.map(|_| ())
                }
                waiting => {
                    held.runs.extend(waiting);
                    e.call_with::<()>(&mut world, *choices.pick(NAMES), ())
                }
            };
            check(result);
        }
        23 => match e.make(Thing::new(text)) {
            Ok(thing) => {
                check(e.with_object(&thing, |t: &mut Thing| t.0.push('y')));
                check(e.set("x", &thing));
            }
            Err(e) => {
                check_error(&e);
            }
        },
        24 => match e.snapshot() {
            Ok(snapshot) => {
                held.snapshots.truncate(2);
                held.snapshots.push(snapshot);
            }
            Err(error) => assert_eq!(error.code(), Code::Host, "{error:#}"),
        },
        _ => {
            if let Some(snapshot) = held.snapshots.get(choices.below(3)) {
                *e = snapshot.engine();
                held.ages[owner % 2] += 1;
                if choices.rarely(2) {
                    furnish(e);
                }
            }
        }
    }
}

fn keep(result: Result<Handle, Error>, which: usize, handles: &mut Vec<(usize, Handle)>) {
    match result {
        Ok(h) => handles.push((which, h)),
        Err(e) => {
            check_error(&e);
        }
    }
}

fn check<T>(result: Result<T, Error>) {
    if let Err(e) = result {
        check_error(&e);
    }
}
