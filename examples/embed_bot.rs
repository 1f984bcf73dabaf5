//! A bot. The script handles messages and looks things up on the way; the host awaits messages and calls the script for
//! each. Neither keeps the thread from others.
//!
//! `cargo run --example embed_bot`

use std::time::Duration;

use klammer::{AsyncContext, Engine, Error, Handle};

const SCRIPT: &str = "
(defproc answer (user text)
  (cond ((equal? text \"bye\") nil)
        ((equal? text \"weather\") (string-append user \": \" (look-up \"today\") \", \" (look-up \"tomorrow\")))
        (t (error \"no idea what that means\" text))))

(defproc main () (list 'ended-by (each-message answer)))";

/// Delays of the messages in milliseconds, their senders and their texts.
const MESSAGES: [(u64, &str, &str); 4] =
    [(2, "Ada", "weather"), (1, "Bob", "42"), (3, "Eve", "weather"), (1, "Ada", "bye")];

struct Log(Vec<String>);

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    *engine.data() = Some(Log(Vec::new()));
    engine.define("look-up", |what: String| async move {
        tokio::time::sleep(Duration::from_millis(2)).await;
        if what == "today" { Ok("rain") } else { Err(format!("nobody knows about {what}")) }
    });
    engine.define("each-message", |cx: AsyncContext, answer: Handle| async move {
        for (after, user, text) in MESSAGES {
            tokio::time::sleep(Duration::from_millis(after)).await;
            // The script waits in there whenever it looks something up.
            let line = match cx.call::<Option<String>>(&answer, (user, text)).await {
                Ok(Some(line)) => line,
                Ok(None) => return Ok(Some(user)),
                // An error in the script ends nothing here.
                Err(error) => format!("{user}: {}", error.message()),
            };
            cx.with(|cx| Ok(cx.data::<Log>().map(|log| log.0.push(line)))).await?;
        }
        Ok::<_, Error>(None)
    });
    engine.run(SCRIPT)?;

    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build();
    let runtime = runtime.expect("a thread");
    let (_, user) = runtime.block_on(engine.start::<(klammer::Symbol, String)>("main", ())?.drive(&mut engine))?;
    let lines = engine.data::<Log>().as_ref().map(|log| log.0.join("\n")).unwrap_or_default();
    println!("{lines}\nended by {user}");
    assert!(lines.starts_with("Ada: nobody knows about tomorrow\nBob: no idea what that means \"42\"\nEve: nobody"));
    assert_eq!(user, "Ada");
    Ok(())
}
