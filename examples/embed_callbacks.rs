//! Functions of the host that call what they were given: an event loop whose handlers are written in Lisp.
//!
//! `cargo run --example embed_callbacks`

use klammer::{Context, Engine, Error, Handle, HostError, Rest, Symbol};

/// Handlers of each event. The table lives in the engine; functions of the host reach it by its type.
#[derive(Default)]
struct Handlers(Vec<(Symbol, Handle)>);

const SCRIPT: &str = "
(setq score 0)
(on 'coin (lambda (n) (setq score (+ score n))))
(on 'coin (lambda (n) (if (> n 5) (emit 'bonus n))))
(on 'bonus (lambda (n) (setq score (+ score 100))))
(emit 'coin 3)
(emit 'coin 7)
score";

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    *engine.data() = Some(Handlers::default());

    engine
        .define("on", |cx: &mut Context<'_>, event: Symbol, handler: Handle| {
            let handlers = cx.data::<Handlers>().ok_or_else(|| HostError::new("no handlers"))?;
            handlers.0.push((event, handler));
            Ok::<_, HostError>(handlers.0.len())
        })
        .parameters(["event", "handler"])
        .doc("Calls `handler` from now on when `event` happens.");

    // A handler may emit events itself. A throw in it goes on to the caller of `emit`. A limit ends them all.
    engine.define("emit", |cx: &mut Context<'_>, event: Symbol, details: Rest<i64>| -> Result<usize, Error> {
        let handlers = cx.data::<Handlers>().map(|h| h.0.clone()).unwrap_or_default();
        let wanted: Vec<Handle> = handlers.into_iter().filter(|(e, _)| *e == event).map(|(_, h)| h).collect();
        for handler in &wanted {
            cx.call::<()>(handler, details.to_vec())?;
        }
        Ok(wanted.len())
    });

    let score: i64 = engine.eval(SCRIPT)?;
    println!("score: {score}");
    assert_eq!(score, 110);
    let found: Symbol =
        engine.eval("(on 'stop (lambda () (throw 'stopped 'early))) (catch 'stopped (emit 'stop) 'late)")?;
    assert_eq!(found, "early");
    Ok(())
}
