//! The same program in two engines with the same past: in one as a whole, in the other in steps of any size. Value,
//! output, error and ticks must be the same, and what both know afterwards.

use klammer::{Code, Engine, Error, Handle, Limits, Program, Rest, Run, Step};

use super::furnish::{self, Desk, Paper, furnish};
use super::subject::{Choices, check_error, tiny_limits};
use super::{Turn, calls, futures};

/// Ticks that a program may take.
const TICKS: u64 = if cfg!(miri) { 1_000 } else { 20_000 };

/// Names whose results depend on the clock or on the time of a garbage collection.
const CHANCE: &[&str] = &["collect-garbage", "milliseconds", "current-time", "memory"];

/// Outcome of a program.
#[derive(Debug, PartialEq)]
struct Outcome {
    /// The value as it prints, or what was wrong, and where.
    result: Result<String, (Code, String, Option<String>)>,
    output: String,
    ticks: u64,
}

impl Outcome {
    fn new(e: &mut Engine, desk: &Desk, result: Result<Handle, Error>, ticks: u64) -> Outcome {
        let result = match result {
            Ok(value) => {
                *e.limits_mut() = Limits::default();
                Ok(e.inspect().repr(&value).expect("it can be printed"))
            }
            Err(e) => {
                check_error(&e);
                Err((e.code(), e.message().to_string(), e.place().map(|place| place.to_string())))
            }
        };
        Outcome { result, output: desk.take_output(), ticks }
    }

    fn ended_with(&self, code: Code) -> bool {
        self.result.as_ref().is_err_and(|(c, ..)| *c == code)
    }

    /// It has been stopped, and how far it was by then depends on where it could be stopped.
    fn was_stopped(&self) -> bool {
        self.ended_with(Code::OutOfTicks)
    }

    /// It has ended so close to its end of ticks's end that it might have been stopped.
    fn is_near_the_end(&self) -> bool {
        self.ticks > TICKS - TICKS / 10
    }
}

/// Program or function that begins.
enum Begun {
    Program(Program),
    Function(Handle),
}

pub fn steps_and_whole(turn: &mut Turn<'_, '_>) {
    // The program takes what choices there are.
    let (as_function, as_run) = (turn.choices.rarely(2), turn.choices.rarely(3));
    let text = match turn.choices.below(3) {
        0 => format!("(defproc f (x) {}) (f 1)", calls::program(turn)),
        _ => calls::program(turn),
    };
    let (desks, mut engines) = twins(turn, false);
    let begun = engines.each_mut().map(|e| begin(e, &text, as_function));
    if !as_run {
        // Nobody answers what runs as a whole.
        for e in &mut engines {
            e.define("host-ask", |question: Handle, _more: Rest<Handle>| question);
        }
    }
    let [Ok(one), Ok(other)] = &begun else {
        assert!(begun.iter().all(Result::is_err), "one engine finds something wrong, and its twin does not");
        return;
    };
    let [a, b] = &mut engines;
    let mut whole = if as_run { in_steps(a, &desks[0], one, || TICKS) } else { as_a_whole(a, &desks[0], one) };
    let mut sizes = sizes(turn.choices);
    b.inspect().stress_collector(turn.choices.rarely(8) && !cfg!(miri));
    let steps = in_steps(b, &desks[1], other, &mut sizes);
    b.inspect().stress_collector(false);
    if !as_run && !as_function && !whole.was_stopped() {
        // Warnings of a text are looked for only where it is run as a whole, and that is paid for.
        assert!(whole.ticks >= steps.ticks, "steps take more than the whole: {text}");
        whole.ticks = steps.ticks;
    }
    compare(&text, &whole, &steps);
    let is_certain = |o: &Outcome| !o.was_stopped() && !o.ended_with(Code::OutOfMemory);
    if is_certain(&whole) && is_certain(&steps) && !CHANCE.iter().any(|word| text.contains(word)) {
        assert_eq!(a.docs().names(), b.docs().names(), "steps define something else: {text}");
        assert_eq!(look(a), look(b), "steps leave something else behind: {text}");
    }
}

/// Host functions that call back, and those that wait for their callee, in a run that is a future or with a host that
/// blocks.
pub fn futures_and_calls(turn: &mut Turn<'_, '_>) {
    let (as_function, as_run) = (turn.choices.rarely(2), turn.choices.rarely(2));
    let blocks = turn.choices.rarely(3);
    let text = futures::program(turn.choices, true);
    let (desks, mut engines) = twins(turn, blocks);
    engines.iter_mut().for_each(futures::make_sure);
    futures::at_once(&mut engines[0]);
    let begun = engines.each_mut().map(|e| begin(e, &text, as_function));
    let [Ok(one), Ok(other)] = &begun else {
        assert!(begun.iter().all(Result::is_err), "one engine finds something wrong, and its twin does not");
        return;
    };
    let [a, b] = &mut engines;
    let mut whole = if as_run { in_steps(a, &desks[0], one, || TICKS) } else { as_a_whole(a, &desks[0], one) };
    b.inspect().stress_collector(turn.choices.rarely(8) && !cfg!(miri));
    let mut sizes = sizes(turn.choices);
    let steps = match blocks {
        false => as_a_future(b, &desks[1], other, sizes()),
        true => {
            if as_run {
                in_steps(b, &desks[1], other, sizes)
            } else {
                as_a_whole(b, &desks[1], other)
            }
        }
    };
    b.inspect().stress_collector(false);
    let is_impossible = |o: &Outcome| o.result.as_ref().is_err_and(|(_, text, _)| text.contains("cannot wait for"));
    if is_impossible(&whole) || is_impossible(&steps) {
        // A function of before calls it inside of what cannot wait.
        return;
    }
    if !as_run && !as_function && !blocks && !whole.was_stopped() {
        assert!(whole.ticks >= steps.ticks, "the future takes more than the whole: {text}");
        whole.ticks = steps.ticks;
    }
    compare(&text, &whole, &steps);
}

/// Two engines with the past of the one that it is the turn of. The thread of the second waits where no run can, if it
/// `blocks`.
fn twins(turn: &mut Turn<'_, '_>, blocks: bool) -> ([Desk; 2], [Engine; 2]) {
    let desks = [turn.held.desk.duplicate(), turn.held.desk.duplicate()];
    let snapshot = turn.e.snapshot().ok();
    let make = |desk: &Desk, blocks: bool| match &snapshot {
        Some(snapshot) => {
            let builder = snapshot.builder().host(Paper::still(desk)).seed(1);
            let builder = if blocks { builder.block_on(futures::block_on) } else { builder };
            let mut e = builder.build();
            furnish(&mut e);
            e
        }
        None => furnish::still(desk, blocks),
    };
    let mut engines = [make(&desks[0], false), make(&desks[1], blocks)];
    let limits = Limits { ticks: Some(TICKS), time: None, memory: 64 << 20, ..tiny_limits() };
    engines.iter_mut().for_each(|e| *e.limits_mut() = limits.clone());
    (desks, engines)
}

fn begin(e: &mut Engine, text: &str, as_function: bool) -> Result<Begun, Error> {
    match as_function {
        true => e.eval(("<program>", &format!("(lambda () {text})"))).map(Begun::Function),
        false => e.compile(("<program>", text)).map(Begun::Program),
    }
}

fn as_a_future(e: &mut Engine, desk: &Desk, begun: &Begun, size: u64) -> Outcome {
    let started = match begun {
        Begun::Program(program) => e.start::<Handle>(program, ()),
        Begun::Function(f) => e.start(f, ()),
    };
    let (result, ticks) = match started {
        Ok(run) => futures::poll_all(e.with().ticks(size).drive(run), TICKS),
        Err(error) => (Some(Err(error)), 0),
    };
    match result {
        Some(result) => Outcome::new(e, desk, result, ticks),
        None => Outcome { result: Err((Code::OutOfTicks, String::new(), None)), output: desk.take_output(), ticks },
    }
}

fn as_a_whole(e: &mut Engine, desk: &Desk, begun: &Begun) -> Outcome {
    let result = match begun {
        Begun::Program(program) => e.eval::<Handle>(program),
        Begun::Function(f) => e.call::<Handle>(f, ()),
    };
    let ticks = e.usage().ticks;
    Outcome::new(e, desk, result, ticks)
}

fn compare(text: &str, whole: &Outcome, steps: &Outcome) {
    // The amount of memory, and the time at which the engine checks it, are no promise.
    if [whole, steps].iter().any(|o| o.ended_with(Code::OutOfMemory)) || CHANCE.iter().any(|word| text.contains(word)) {
        return;
    }
    match (whole.was_stopped(), steps.was_stopped()) {
        (false, false) => assert_eq!(whole, steps, "steps give something else than the whole: {text}"),
        (true, true) => {}
        (true, false) => assert!(steps.is_near_the_end(), "only the whole is stopped: {steps:?}: {text}"),
        (false, true) => assert!(whole.is_near_the_end(), "only the steps are stopped: {whole:?}: {text}"),
    }
}

/// Returns a generator of step sizes: all the same, or each another.
fn sizes(choices: &mut Choices<'_>) -> impl FnMut() -> u64 + use<> {
    const SIZES: &[u64] = &[1, 2, 3, 10, 64, 300, 5_000];
    let begin = choices.below(SIZES.len());
    let next = choices.below(4);
    let mut at = begin;
    move || {
        at += next;
        SIZES[at % SIZES.len()]
    }
}

fn in_steps(e: &mut Engine, desk: &Desk, begun: &Begun, mut size: impl FnMut() -> u64) -> Outcome {
    let (mut ticks, mut asked) = (0, 0);
    let started = match begun {
        Begun::Program(program) => e.start(program, ()),
        Begun::Function(f) => e.start(f, ()),
    };
    let mut run: Run<Handle> = match started {
        Ok(run) => run,
        Err(error) => return Outcome::new(e, desk, Err(error), 0),
    };
    let result = loop {
        let step = run.step(e, size());
        let taken = e.usage().ticks;
        ticks += taken;
        match step {
            Ok(Step::Done(value)) => break Ok(value),
            Ok(Step::OutOfTicks) => assert_eq!(run.usage(e).ticks, ticks, "the ticks of a run are those of its steps"),
            Ok(Step::Asked(question)) => {
                asked += 1;
                let answered = match asked % 4 {
                    3 => run.answer_error(e, "no answer"),
                    _ => run.answer(e, &question),
                };
                if let Err(error) = answered {
                    break Err(error);
                }
            }
            Ok(Step::Yielded(_)) => {}
            Err(error) => break Err(error),
        }
        if ticks > TICKS {
            let result = Err((Code::OutOfTicks, String::new(), None));
            return Outcome { result, output: desk.take_output(), ticks };
        }
    };
    Outcome::new(e, desk, result, ticks)
}

/// Lists the state that programs may have left in an engine.
fn look(e: &mut Engine) -> Vec<String> {
    let mut seen = vec![format!("{:?}", e.inspect().random_state())];
    for name in ["x", "y", "z", "n", "l", "f", "again", "tool-seen"] {
        seen.push(match e.get::<Handle>(name).and_then(|value| e.inspect().repr(&value)) {
            Ok(text) => text,
            Err(error) => error.to_string(),
        });
    }
    seen
}
