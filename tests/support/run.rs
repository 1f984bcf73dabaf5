//! Runs scripts of corpus files, each in a fresh engine, under one of several profiles.

use std::collections::BTreeSet;

use klammer::inspect::{Breakpoints, Pause, Resume};
use klammer::{Code, Engine, Error, Handle, Limits};

use super::host::{Heard, TestHost};
use super::script::{Script, Step};

/// Greatest nesting of code on the small stack, runs inside runs included.
pub const SMALL_STACK_NESTING: usize = 48;

/// The small stack. Builds without optimisation need about eight times as much of it.
pub const SMALL_STACK: usize = if cfg!(debug_assertions) { 1 << 20 } else { 128 << 10 };

/// Ticks that no honest step of a script or example needs.
pub const ENOUGH: u64 = 200_000_000;

/// Conditions under which the corpus runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Profile {
    Plain,
    /// Plainly, and it gives the warnings that the script names, no others.
    Warnings,
    /// A collection at every safepoint (in builds with debug assertions).
    Stress,
    /// Within [`SMALL_STACK`] bytes of native stack.
    SmallStack,
    /// With points for a debugger, which sees each error and always continues.
    Debugged,
}

impl Profile {
    fn name(self) -> &'static str {
        match self {
            Profile::Plain => "plain",
            Profile::Warnings => "warnings",
            Profile::Stress => "stress",
            Profile::SmallStack => "small-stack",
            Profile::Debugged => "debugged",
        }
    }

    fn limits(self, script: &Script) -> Limits {
        // These limits hold for a step unless its file sets others: an endless loop is to be a mismatch, too, on
        // however busy a machine.
        let mut base = Limits { memory: 256 << 20, ticks: Some(ENOUGH), ..Limits::default() };
        if self == Profile::SmallStack {
            base.nesting = SMALL_STACK_NESTING;
        }
        script.limits(base)
    }

    fn includes(self, script: &Script) -> bool {
        let deeper = self == Profile::SmallStack && self.limits(script).nesting > SMALL_STACK_NESTING;
        !deeper && !script.excluded.iter().any(|e| e == self.name())
    }
}

/// A fresh engine for a script.
fn engine(script: &Script, limits: Limits) -> (Engine, Heard) {
    let (host, heard) = TestHost::new(script.files.clone());
    (crate::support::host::builder().host(host).limits(limits).build(), heard)
}

/// Returns the mismatches of a script, a line for each.
pub fn mismatches(script: &Script, profile: Profile) -> Vec<String> {
    if !profile.includes(script) {
        return Vec::new();
    }
    let (mut engine, heard) = engine(script, profile.limits(script));
    engine.inspect().stress_collector(profile == Profile::Stress);
    if profile == Profile::Debugged {
        let debugger = |_: &mut Pause<'_>| Resume::Continue;
        engine.inspect().attach_debugger(debugger, Breakpoints::default(), Resume::Step);
    }
    let name = script.file_name();
    let (mut wrong, mut warnings) = (Vec::new(), Vec::new());
    for step in &script.steps {
        let result = engine.eval::<Handle>((&name, &step.text));
        warnings.extend(engine.warnings().iter().map(|w| (w.code().as_str(), format!("{w:#}"))));
        let result = result.and_then(|v| engine.inspect().repr(&v));
        let mismatch = compare(step, result, &heard.take_output(), &name);
        wrong.extend(mismatch.map(|said| format!("{}: {said}", script.place(step.line))));
    }
    let given: BTreeSet<&str> = warnings.iter().map(|(code, _)| *code).collect();
    if profile == Profile::Warnings && !given.iter().eq(&script.warnings) {
        let all: Vec<&str> = warnings.iter().map(|(_, warning)| warning.as_str()).collect();
        let expected = script.warnings.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
        wrong.push(format!("{}: expected the warnings {expected:?}, got {all:#?}", script.place(&script.title)));
    }
    wrong
}

/// Returns the mismatch in the result of a step.
fn compare(step: &Step, result: Result<String, Error>, output: &str, name: &str) -> Option<String> {
    let wrong = match (&result, &step.value, &step.error) {
        (Ok(got), Some(expected), _) if got != expected => format!("expected {expected}, got {got}"),
        (Ok(got), None, Some(e)) => format!("expected the error {}, got {got}", e.code),
        (Err(got), _, None) => format!("unexpected error {}: {got:#}", got.code().as_str()),
        (Err(got), _, Some(e)) if got.code().as_str() != e.code => {
            format!("expected the error {}, got {}: {got:#}", e.code, got.code().as_str())
        }
        (Err(got), _, Some(e)) if e.place.is_some() && place(got, name) != e.place => {
            format!("expected the error at {}, got {:#}", e.place.as_deref().unwrap_or(""), got)
        }
        (Err(got), _, Some(e)) if !got.to_string().contains(&e.message) => {
            format!("expected an error saying {:?}, got {got:#}", e.message)
        }
        _ => {
            let expected = step.output.join("\n");
            if output.strip_suffix('\n').unwrap_or(output) == expected {
                return None;
            }
            format!("expected the output {expected:?}, got {output:?}")
        }
    };
    Some(wrong)
}

/// Returns the place of an error: line and column, after the file's name if that is not the script.
fn place(error: &Error, script: &str) -> Option<String> {
    let place = error.place()?;
    let at = format!("{}:{}", place.line(), place.column());
    Some(if place.file() == script { at } else { format!("{}:{at}", place.file()) })
}

/// Runs a script with more and more ticks, up to completion or to `most` ticks per step. Every run that does not
/// complete must end in `out-of-ticks` and leave the engine usable; the one that completes must do what the file says.
pub fn starve(script: &Script, most: u64) -> Vec<String> {
    if script.excluded.iter().any(|e| e == "ticks") || script.limits.iter().any(|(name, _)| name != "nesting") {
        return Vec::new();
    }
    let (mut ticks, mut next) = (1, 2);
    while ticks <= most {
        match starve_once(script, ticks) {
            Ok(true) => return Vec::new(),
            Ok(false) => (ticks, next) = (next, ticks + next),
            Err(wrong) => return vec![format!("{} (with {ticks} ticks)", script.place(wrong))],
        }
    }
    Vec::new()
}

/// Runs the script with few ticks. Returns whether it ran to its end.
fn starve_once(script: &Script, ticks: u64) -> Result<bool, String> {
    let enough = script.limits(Limits::default());
    let little = Limits { ticks: Some(ticks), ..enough.clone() };
    let (mut engine, heard) = engine(script, little.clone());
    let name = script.file_name();
    for step in &script.steps {
        *engine.limits_mut() = little.clone();
        let result = engine.eval::<Handle>((&name, &step.text));
        let used = engine.usage().ticks;
        *engine.limits_mut() = enough.clone();
        let result = result.and_then(|v| engine.inspect().repr(&v));
        if let Err(error) = &result
            && error.is_limit()
        {
            let code = error.code().as_str();
            if code != "out-of-ticks" {
                return Err(format!("{}: expected out-of-ticks, got {code}", step.line));
            }
            if used < ticks {
                return Err(format!("{}: out of ticks after {used} ticks", step.line));
            }
            return match engine.eval::<i64>("(+ 1 2)") {
                Ok(3) => Ok(false),
                other => Err(format!("{}: after running out of ticks, (+ 1 2) is {other:?}", step.line)),
            };
        }
        if let Some(wrong) = compare(step, result, &heard.take_output(), &name) {
            return Err(format!("{}: {wrong}", step.line));
        }
    }
    Ok(true)
}

/// Runs a script with one request for memory after another refused. The first requests are refused one by one, later
/// ones with growing gaps, until none is left or to the `most`th. Every run must end in `out-of-memory` and leave the
/// engine usable, or have the results that the file expects. `lasting`: so are all requests after that one, until the
/// evaluation has ended.
pub fn refuse(script: &Script, most: u64, gaps: u64, lasting: bool) -> Vec<String> {
    if script.excluded.iter().any(|e| e == "refusal") {
        return Vec::new();
    }
    let mut n = 1;
    while n <= most {
        match refuse_once(script, n, lasting) {
            Ok(true) => return Vec::new(),
            Ok(false) => n += 1 + n / gaps,
            Err(wrong) => return vec![format!("{} (memory refused at question {n})", script.place(wrong))],
        }
    }
    Vec::new()
}

/// Runs the script with refused memory. Returns whether it ran to its end with fewer than `n` requests for memory.
fn refuse_once(script: &Script, n: u64, lasting: bool) -> Result<bool, String> {
    let (mut engine, heard) = engine(script, Profile::Plain.limits(script));
    let name = script.file_name();
    let add = engine.eval::<Handle>("(lambda (a b) (+ a b))").map_err(|e| format!("1: {e}"))?;
    engine.inspect().refuse_memory(n, lasting);
    for step in &script.steps {
        let result = engine.eval::<Handle>((&name, &step.text)).and_then(|v| engine.inspect().repr(&v));
        let expects = step.error.as_ref().is_some_and(|e| e.code == "out-of-memory");
        if let Err(error) = &result
            && error.code() == Code::OutOfMemory
            && !expects
        {
            if !engine.inspect().refuse_memory(0, false) {
                return Err(format!("{}: out of memory for another reason: {error:#}", step.line));
            }
            let sum = engine.call::<i64>(&add, (40, 2));
            let evaluated = engine.eval::<i64>("((lambda (x y) y) 1 2)");
            return match (&sum, &evaluated) {
                (Ok(42), Ok(2)) => Ok(false),
                _ => Err(format!("{}: afterwards, the engine is not usable: {sum:?}, {evaluated:?}", step.line)),
            };
        }
        if let Some(wrong) = compare(step, result, &heard.take_output(), &name) {
            return Err(format!("{}: {wrong}", step.line));
        }
    }
    Ok(!engine.inspect().refuse_memory(0, false))
}

/// Fails with all the mismatches.
pub fn report(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} mismatches:\n{}", wrong.len(), wrong.join("\n"));
}
