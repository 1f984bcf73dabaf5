//! Names of variables and constraints in messages.

use klammer_constraints::{Relation, Store, Strength, Variable, Wording};

fn wording(parts: &[(&str, Option<Variable>)]) -> Wording {
    let mut made = Wording::default();
    for (text, variable) in parts {
        made.push_str(text);
        variable.iter().for_each(|&x| made.push_variable(x));
    }
    made
}

#[test]
fn a_propagator_belongs_to_the_constraint_that_posted_it() {
    let mut store = Store::new();
    let [x, y] = [0, 1].map(|_| store.variable(0, 9).unwrap());
    let begin = store.before();
    store.linear(&[(1, x), (-1, y)], Relation::Equal, 0).unwrap();
    store.say_since(begin, wording(&[("(= ", Some(x)), (" ", Some(y)), (")", None)]));
    let second = store.before();
    // Two propagators.
    store.all_different(&[x, y], Strength::Domain).unwrap();
    store.say_since(second, wording(&[("different", None)]));
    store.set_name(x, "left");
    assert_eq!(store.constraints(), 3);
    let said: Vec<_> = (0..3).map(|number| store.said_of(number).unwrap()).collect();
    assert_eq!(said, ["(= left #1)", "different", "different"]);
    // A constraint that is no propagator has no words to be asked for.
    store.say_since(store.before(), wording(&[("nothing", None)]));
    assert_eq!(store.said_of(3).unwrap(), "different");
}

#[test]
fn impossible_constraints_are_told_when_posted() {
    let mut store = Store::new();
    let x = store.variable(0, 9).unwrap();
    for value in [12, 13] {
        let before = store.before();
        store.linear(&[(1, x)], Relation::Equal, value).unwrap();
        store.say_since(before, wording(&[("(= ", Some(x)), (&format!(" {value})"), None)]));
    }
    assert_eq!(store.said_of_contradiction().unwrap(), "(= #0 12)");
    let mut other = Store::new();
    let x = other.variable(0, 9).unwrap();
    assert_eq!(other.said_of_contradiction(), None);
    assert!(other.assign(x, 10).is_err());
    assert_eq!(other.said_of_contradiction(), None);
}

#[test]
fn a_copy_keeps_what_it_knows_and_learns_by_itself() {
    let mut store = Store::new();
    let x = store.variable(0, 9).unwrap();
    let mut copy = store.clone();
    copy.set_name(x, "a\u{e9}");
    assert_eq!((store.name(x), copy.called(x)), (None, "a\u{e9}".to_string()));
}

#[test]
fn expressions_are_written_out_up_to_a_length() {
    let mut store = Store::new();
    let mut last = store.variable(0, 1).unwrap();
    for _ in 0..20 {
        let next = store.variable(0, 1).unwrap();
        store.say_meaning(next, wording(&[("(+ ", Some(last)), (" ", Some(last)), (")", None)]));
        last = next;
    }
    assert_eq!(store.called(store.variable_at(1).unwrap()), "(+ #0 #0)");
    let deep = store.called(last);
    assert!(deep.starts_with("(+ (+ (+ #17 #17)") && deep.len() < 300, "{deep}");
    store.set_name(last, &"é".repeat(500));
    assert!(store.called(last).ends_with("é…"));
}
