//! A bot. The host awaits messages and calls the script for each; the script looks things up on the way. Neither keeps
//! the thread from others.
//!
//! `cargo run --example embed_bot`

use std::time::Duration;

use klammer::{Engine, Error};

const SCRIPT: &str = "
(defproc answer (user text)
  (cond ((equal? text \"bye\") nil)
        ((equal? text \"weather\") (string-append user \": \" (look-up \"today\") \", \" (look-up \"tomorrow\")))
        (t (error \"no idea what that means\" text))))";

/// Delays of the messages in milliseconds, their senders and their texts.
const MESSAGES: [(u64, &str, &str); 4] =
    [(2, "Ada", "weather"), (1, "Bob", "42"), (3, "Eve", "weather"), (1, "Ada", "bye")];

/// Answers messages until the script ends the conversation. Returns the lines and who has ended it.
async fn converse(engine: &mut Engine) -> Result<(Vec<String>, &'static str), Error> {
    let mut lines = Vec::new();
    for (after, user, text) in MESSAGES {
        tokio::time::sleep(Duration::from_millis(after)).await;
        // The script waits in there whenever it looks something up.
        match engine.start::<Option<String>>("answer", (user, text))?.drive(engine).await {
            Ok(Some(line)) => lines.push(line),
            Ok(None) => return Ok((lines, user)),
            // An error in the script ends nothing here.
            Err(error) => lines.push(format!("{user}: {}", error.message())),
        }
    }
    Ok((lines, "nobody"))
}

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.define("look-up", |what: String| async move {
        tokio::time::sleep(Duration::from_millis(2)).await;
        if what == "today" { Ok("rain") } else { Err(format!("nobody knows about {what}")) }
    });
    engine.run(SCRIPT)?;

    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build();
    let (lines, user) = runtime.expect("a thread").block_on(converse(&mut engine))?;
    let lines = lines.join("\n");
    println!("{lines}\nended by {user}");
    assert!(lines.starts_with("Ada: nobody knows about tomorrow\nBob: no idea what that means \"42\"\nEve: nobody"));
    assert_eq!(user, "Ada");
    Ok(())
}
