//! Calls that leave nothing behind but values and definitions.

use std::path::Path;

use klammer::{Code, Handle, Limits};

use super::furnish::{CALLS, NAMES, call as call_of};
use super::grammar;
use super::naming::MINE;
use super::subject::{check_error, tiny_limits};
use super::{Turn, check, trace};

pub fn eval(turn: &mut Turn<'_, '_>) {
    let program = grammar::program(turn.choices);
    trace(&program);
    let result = turn.e.eval::<Handle>(&program);
    turn.keep(result);
}

pub fn eval_through_the_host(turn: &mut Turn<'_, '_>) {
    let program = program(turn);
    let result = turn.e.eval::<Handle>(&program);
    turn.keep(result);
}

/// Any program, that goes through the host more often than not.
pub fn program(turn: &mut Turn<'_, '_>) -> String {
    let pattern = *turn.choices.pick(CALLS);
    let program = match turn.choices.below(4) {
        0 => grammar::program(turn.choices),
        _ => call_of(pattern, &grammar::program(turn.choices)),
    };
    trace(&program);
    program
}

pub fn get_and_set(turn: &mut Turn<'_, '_>) {
    let name = *turn.choices.pick(NAMES);
    match turn.choices.below(4) {
        0 => {
            let result = turn.e.get::<Handle>(name);
            turn.keep(result);
        }
        1 => check(turn.e.set(name, vec![Some(1.5), None])),
        2 => check(turn.e.set(name, turn.choices.rest_as_text())),
        _ => {
            let (n, which) = (turn.choices.byte().into(), turn.which());
            match turn.e.set(MINE, n) {
                Ok(()) => turn.held.model.mine[which] = Some(n),
                Err(e) => assert!(e.is_limit(), "{e:#}"),
            }
        }
    }
}

pub fn call(turn: &mut Turn<'_, '_>) {
    let name = *turn.choices.pick(NAMES);
    match turn.choices.below(2) {
        0 => check(turn.e.call::<String>(name, ("text", 'c'))),
        _ => check(turn.e.call::<Vec<i64>>(name, vec![1, 2])),
    }
}

pub fn call_handle(turn: &mut Turn<'_, '_>) {
    let which = turn.choices.below(turn.held.handles.len());
    let Some((owner, h)) = turn.held.handles.get(which) else { return };
    let e = &mut *turn.e;
    let result = e.call::<()>(h, (1, "b"));
    let result = result.and_then(|()| e.inspect().repr(h)).and_then(|_| e.get::<Vec<String>>(h));
    if *owner != turn.owner {
        assert_eq!(result.expect_err("the handle is another engine's").code(), Code::Host);
        assert!(e.inspect().kind(h).is_err() && h.arity(e).is_err() && h.name(e).is_err());
    } else {
        check(result);
        check(h.arity(e));
    }
}

pub fn define(turn: &mut Turn<'_, '_>) {
    // Functions of the host stay as long as their engine.
    if turn.held.is_alone {
        return;
    }
    let name = *turn.choices.pick(NAMES);
    turn.e.define(name, |v: Vec<Option<i64>>, f: bool| if f { v.len() as i64 } else { -1 }).doc("Of a host.");
}

/// A module whose text is anything.
pub fn provide(turn: &mut Turn<'_, '_>) {
    if turn.held.is_alone {
        return;
    }
    let text: String = program(turn);
    turn.e.module("odd", move |module| {
        module.define("odd-function", |n: i64| n.checked_mul(3));
        module.source("odd", text.as_str());
    });
}

pub fn drop_handles(turn: &mut Turn<'_, '_>) {
    let left = turn.choices.below(20).min(turn.held.handles.len());
    let gone = turn.held.handles.split_off(left);
    match turn.choices.rarely(4) {
        // Any thread may drop them.
        true => std::thread::spawn(move || drop(gone)).join().expect("nothing happens"),
        false => drop(gone),
    }
    turn.held.functions.truncate(left / 2);
    if turn.choices.rarely(2) && !turn.held.handles.is_empty() {
        turn.held.handles.remove(0);
    }
}

pub fn set_limits(turn: &mut Turn<'_, '_>) {
    let choices = &mut *turn.choices;
    let ticks = [None, Some(0), Some(1), Some(u64::MAX), Some(5000)][choices.below(5)];
    let depth = [None, Some(0), Some(1), Some(usize::MAX), Some(50)][choices.below(5)];
    let memory = [0, 1, 100_000, 2 << 20, 8 << 20][choices.below(5)];
    let nesting = [0, 1, 60, 60][choices.below(4)];
    // Something must end every program.
    let ticks = if depth.is_none() { ticks.map(|f| f.min(20_000)).or(Some(20_000)) } else { ticks };
    let most = if cfg!(miri) { 1_000 } else { 50_000 };
    let ticks = ticks.map_or(most, |f| f.min(most));
    *turn.e.limits_mut() = Limits { ticks: Some(ticks), depth, memory, nesting, ..tiny_limits() };
    turn.held.desk.jam(choices.rarely(20));
}

pub fn interrupt(turn: &mut Turn<'_, '_>) {
    let handle = turn.e.interrupt();
    if handle.is_set() { handle.clear() } else { handle.interrupt() }
}

pub fn look(turn: &mut Turn<'_, '_>) {
    let name = *turn.choices.pick(NAMES);
    let stressed = turn.choices.rarely(4) && !cfg!(miri);
    let e = &mut *turn.e;
    // In a build that is not optimised, a collection at every safepoint of a nearly full engine takes minutes. The
    // target `stressed` has small programs for that.
    e.inspect().stress_collector(stressed && !cfg!(debug_assertions));
    let names = e.docs().names();
    assert!(names.is_sorted(), "names are in order");
    let _ = (e.docs().text(name), e.docs().describe(name).is_some(), e.usage(), e.limits_mut().clone());
    let _ = (
        e.warnings().len(),
        e.docs().definition(name).len(),
        e.inspect().search_statistics().nodes,
        e.inspect().contradiction().is_some(),
    );
    if let Some((owner, h)) = turn.held.handles.last() {
        let shown = e
            .inspect()
            .show(h)
            .and_then(|_| e.inspect().display(h))
            .and_then(|_| e.inspect().type_name(h))
            .and_then(|_| e.inspect().kind(h));
        if *owner != turn.owner {
            assert_eq!(shown.expect_err("the handle is another engine's").code(), Code::Host);
        } else {
            check(shown);
            check(e.inspect().disassemble(h));
        }
    }
}

/// Files that are evaluated and checked.
pub fn files(turn: &mut Turn<'_, '_>) {
    let name = *turn.choices.pick(&["a.lisp", "b.lisp"]);
    let path = Path::new(name);
    let kind = turn.choices.below(5);
    if turn.choices.rarely(2) {
        let text = program(turn);
        turn.held.desk.write_file(name, text);
    }
    match kind {
        0..=2 => {
            let result = turn.e.eval::<Handle>(path);
            turn.keep(result);
        }
        3 => {
            if let Ok(program) = turn.e.compile(path) {
                turn.held.programs.push(program);
            }
        }
        4 => {
            let found = turn.e.check(path);
            found.errors.iter().chain(&found.warnings).for_each(|e| drop(check_error(e)));
        }
        _ => {
            let module = *turn.choices.pick(&["tools", "odd", "search", "amb", "no-such"]);
            check(turn.e.require(module));
        }
    }
}
