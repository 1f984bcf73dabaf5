//! A rules engine: people edit rules as text, the host asks them about each order. A wrong text is reported with its
//! place, and the rules in use stay.
//!
//! `cargo run --example embed_rules`

use klammer::{Context, Engine, Error, FromLisp, Handle, IntoLisp, Snapshot, Symbol};

const RULES: &str = "
(rule 'member (lambda (order) (if (table-ref order 'is-member) '(discount 10))))
(rule 'bulk (lambda (order) (if (> (table-ref order 'items) 9) 'free-shipping)))
(rule 'thanks (lambda (order) (if (> (table-ref order 'total) 100) (list 'discount (quotient (table-ref order 'total) 50)))))";

#[derive(IntoLisp, Clone)]
struct Order {
    items: u32,
    total: u32,
    is_member: bool,
}

#[derive(FromLisp, PartialEq, Debug)]
enum Action {
    Discount(u32),
    FreeShipping,
}

/// Rules in the order of the text.
#[derive(Default)]
struct Rules(Vec<(Symbol, Handle)>);

/// Returns an engine without rules, for copies.
fn prepared() -> Result<Snapshot, Error> {
    let mut engine = Engine::new();
    engine.limits_mut().ticks = Some(100_000);
    engine.define("rule", |cx: &mut Context<'_>, name: Symbol, f: Handle| {
        if let Some(rules) = cx.data::<Rules>() {
            rules.0.push((name, f));
        }
    });
    engine.snapshot()
}

/// Loads a text of rules into an engine of its own.
fn load(prepared: &Snapshot, text: &str) -> Result<Engine, Error> {
    let mut engine = prepared.engine();
    *engine.data() = Some(Rules::default());
    engine.run(("rules.lisp", text))?;
    Ok(engine)
}

/// Returns what the rules say of an order, each with its rule.
fn decide(engine: &mut Engine, order: &Order) -> Result<Vec<(String, Action)>, Error> {
    let rules = engine.data::<Rules>().as_ref().map(|rules| rules.0.clone()).unwrap_or_default();
    let mut actions = Vec::new();
    for (name, rule) in rules {
        if let Some(action) = engine.call::<Option<Action>>(&rule, (order.clone(),))? {
            actions.push((name.as_str().to_string(), action));
        }
    }
    Ok(actions)
}

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    let prepared = prepared()?;
    let mut engine = load(&prepared, RULES)?;
    let order = Order { items: 12, total: 250, is_member: false };
    let actions = decide(&mut engine, &order)?;
    println!("{actions:?}");
    let expected = [("bulk".to_string(), Action::FreeShipping), ("thanks".to_string(), Action::Discount(5))];
    assert_eq!(actions, expected);

    // A text that cannot be read, and a rule that fails or returns something else.
    let error = load(&prepared, "(rule 'broken (lambda (order)").map(|_| ()).unwrap_err();
    assert_eq!(error.place().map(|place| place.line()), Some(1));
    for wrong in ["(rule 'slow (lambda (order) (while t)))", "\n(rule 'odd (lambda (order) 'gift))"] {
        let error = decide(&mut load(&prepared, wrong)?, &order).unwrap_err();
        println!("{error:#}");
        assert!(error.is_limit() || error.message().contains("discount or free-shipping"), "{error}");
    }
    assert_eq!(decide(&mut engine, &order)?, expected);
    Ok(())
}
