//! A module of the host's: functions and a type in Rust, a part in the language, for programs that require it.
//!
//! `cargo run --example embed_module`

use klammer::{Class, Engine, Error, HostType, Module};

/// Amounts of money, in cents.
#[derive(Clone)]
struct Amount(i64);

impl HostType for Amount {
    const NAME: &'static str = "amount";

    fn describe(class: &mut Class<'_, Amount>) {
        class
            .define("amount", |units: i64, cents: i64| Amount(100 * units + cents))
            .parameters(["units", "cents"])
            .doc("An amount of money.")
            .example("(amount 3 50)", "#<amount 3.50>");
        class.define("amount-cents", |a: &Amount| a.0);
        class.define("amount-sum", |a: &Amount, b: Amount| Amount(a.0 + b.0));
        class.print(|a| format!("{}.{:02}", a.0 / 100, a.0 % 100));
    }
}

/// Fills the module. The engine calls it when a program requires the module, and not before.
fn money(module: &mut Module<'_>) {
    module.register::<Amount>();
    // Names that begin with `%` are the module's own.
    module.define("%nothing", || Amount(0));
    module.source(
        "money.lisp",
        "(defproc total (amounts)
           \"The sum of a list of amounts.\"
           (fold-left amount-sum (%nothing) amounts))",
    );
}

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.module("money", money);

    let text: String = engine.eval(
        "(require 'money)
         (format nil \"~a\" (total (list (amount 3 50) (amount 0 75))))",
    )?;
    println!("{text}");
    assert_eq!(text, "#<amount 4.25>");

    // Copies of the engine have the module, too, and scripts are told what it has.
    let mut copy = engine.snapshot()?.engine();
    assert_eq!(copy.eval::<i64>("(amount-cents (amount 1 1))")?, 101);
    println!("{}", engine.docs().describe("amount").map(|d| d.usage.join(" ")).unwrap_or_default());
    Ok(())
}
