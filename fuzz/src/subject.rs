//! An engine under test, what must hold of it whatever it is given, and decisions taken from bytes.

use std::time::{Duration, Instant};

use klammer::{ClosedHost, Code, Engine, Error, Handle, Limits};

/// Bytes that the account may exceed the limit by: what was begun when the limit was reached.
const SLACK: usize = 256 << 10;

/// The time limit is a second; the rest is for slow machines with other things to do.
const PATIENCE: Duration = Duration::from_secs(20);

/// Small ones, so that programs reach them.
pub fn tiny_limits() -> Limits {
    Limits {
        ticks: Some(if cfg!(miri) { 1_000 } else { 20_000 }),
        time: Some(Duration::from_secs(1)),
        memory: 4 << 20,
        integer_bits: 1 << 14,
        nesting: 60,
        ..Limits::default()
    }
}

/// Outcome of a program.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// It returned this, as it prints.
    Value(String),
    /// It failed.
    Failed(Code, String),
}

impl Outcome {
    /// Returns whether the outcome depends on the amount of memory or time.
    pub fn is_accidental(&self) -> bool {
        matches!(self, Outcome::Failed(Code::OutOfMemory | Code::OutOfTime, _))
    }
}

/// An engine that runs program after program.
pub struct Subject {
    pub engine: Engine,
    limits: Limits,
    /// Things that no program can redefine.
    add: Handle,
    collect: Handle,
}

impl Subject {
    pub fn new(limits: Limits) -> Subject {
        let mut engine = Engine::builder().limits(Limits::default()).host(ClosedHost::new()).build();
        let add = engine.eval("(lambda (a b) (+ a b))").expect("the language works");
        let collect = engine.eval("collect-garbage").expect("the language works");
        *engine.limits_mut() = limits.clone();
        Subject { engine, limits, add, collect }
    }

    /// Runs a program. Panics when a promise is broken.
    pub fn run(&mut self, program: &str) -> Outcome {
        let begin = Instant::now();
        let before = self.engine.usage().memory;
        let result = self.engine.eval::<Handle>(program);
        let memory = self.engine.usage().memory;
        // The probes below have larger limits, and what the heap has been given it keeps.
        assert!(memory <= self.limits.memory.max(before) + SLACK, "{memory} bytes in use, {before} before");
        let outcome = match result {
            Ok(value) => match self.engine.inspect().repr(&value) {
                Ok(text) => Outcome::Value(text),
                Err(e) => {
                    assert!(e.is_limit(), "printing fails: {e:#}");
                    Outcome::Failed(e.code(), e.message().into())
                }
            },
            Err(e) => Outcome::Failed(e.code(), check_error(&e)),
        };
        let time = begin.elapsed();
        assert!(time < PATIENCE, "took {time:?}");
        self.check_usable();
        outcome
    }

    /// After anything that has happened, the engine still evaluates.
    fn check_usable(&mut self) {
        // The program may fill the memory with values that it stores.
        *self.engine.limits_mut() = Limits { memory: 2 * self.limits.memory, ..self.limits.clone() };
        match self.engine.call::<i64>(&self.add, (40, 2)) {
            Ok(n) => assert_eq!(n, 42),
            Err(e) => panic!("the engine is broken: {e:#}"),
        }
        *self.engine.limits_mut() = self.limits.clone();
    }

    /// Bytes in use when everything that can be freed has been.
    pub fn live_bytes(&mut self) -> usize {
        *self.engine.limits_mut() = Limits { memory: 4 * self.limits.memory, ..self.limits.clone() };
        let result = self.engine.call::<usize>(&self.collect, ());
        *self.engine.limits_mut() = self.limits.clone();
        result.unwrap_or_else(|e| panic!("cannot collect: {e:#}"))
    }
}

/// Checks the properties of every error. Returns its message.
pub fn check_error(e: &Error) -> String {
    assert_ne!(e.code(), Code::Internal, "{e:#}");
    // Nothing in an error is unbounded, and all of it can be shown.
    let shown = format!("{e:#}");
    assert!(shown.len() < 100_000, "an error of {} bytes: {}", shown.len(), e.code().as_str());
    for frame in e.trace() {
        let _ = frame.place.as_ref().map(|p| (p.line(), p.column(), p.text().len(), p.line_text().len()));
    }
    e.message().to_string()
}

/// Rest of the bytes from which decisions are taken: a fuzzer that changes a byte changes one decision. When the bytes
/// are used up, every answer is the first one, so what is generated ends.
pub struct Choices<'a> {
    data: &'a [u8],
}

impl<'a> Choices<'a> {
    pub fn new(data: &'a [u8]) -> Choices<'a> {
        Choices { data }
    }

    pub fn is_used_up(&self) -> bool {
        self.data.is_empty()
    }

    /// Takes the next bytes, at most `n`, for decisions independent of the others. A program consumes all bytes that it
    /// gets.
    pub fn part(&mut self, n: usize) -> Choices<'a> {
        let (part, rest) = self.data.split_at(n.min(self.data.len()));
        self.data = rest;
        Choices::new(part)
    }

    pub fn byte(&mut self) -> u8 {
        match self.data.split_first() {
            Some((&b, rest)) => {
                self.data = rest;
                b
            }
            None => 0,
        }
    }

    /// A number below `n`, or 0.
    pub fn below(&mut self, n: usize) -> usize {
        let number =
            if n > 256 { usize::from(self.byte()) << 8 | usize::from(self.byte()) } else { self.byte().into() };
        number % n.max(1)
    }

    /// True once in `n` times.
    pub fn rarely(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }

    /// Everything that is left, as text.
    pub fn rest_as_text(&mut self) -> String {
        String::from_utf8_lossy(std::mem::take(&mut self.data)).into_owned()
    }
}
