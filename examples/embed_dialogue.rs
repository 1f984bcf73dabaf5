//! A dialogue of a game: the script asks the player, and waits for the answer over as many frames as that takes. The
//! same engine runs what happens meanwhile.
//!
//! `cargo run --example embed_dialogue`

use klammer::{Context, Engine, Error, Rest, Step, Symbol};

const SCRIPT: &str = r#"
(defproc talk ()
  (say "A troll blocks the bridge.")
  (let ((gold 10))
    (while (> gold 0)
      (case (choose "Pay three gold" "Ask why" "Turn back")
        ((0) (setq gold (- gold 3))
             (when (< gold 5) (say "You may pass.") (return 'passed)))
        ((1) (say (format nil "'Because I can. You have ~a gold.'" gold)))
        ((2) (return 'away))))))

(setq leaves 0)
(defproc wind () (inc! leaves))"#;

/// Choices of the player, and the number of frames before each.
const CHOICES: [(usize, u32); 3] = [(1, 2), (0, 1), (0, 3)];

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.define("say", |words: &str| println!("{words}"));
    engine.define("choose", |cx: &mut Context<'_>, choices: Rest<String>| cx.ask(choices.0));
    engine.run(SCRIPT)?;

    let mut player = CHOICES.into_iter();
    let mut dialogue = engine.start::<Symbol>("talk", ())?;
    let (mut frames, mut decided) = (0, None);
    let end = loop {
        // A frame: the script goes on if it has been answered, and so does everything else.
        match dialogue.step(&mut engine, 10_000)? {
            Step::Done(end) => break end,
            Step::OutOfTicks | Step::Yielded(_) => {}
            Step::Asked(choices) => match &mut decided {
                None => {
                    let choices: Vec<String> = engine.get(&choices)?;
                    choices.iter().enumerate().for_each(|(i, choice)| println!("  {i}) {choice}"));
                    decided = player.next();
                }
                Some((choice, 0)) => {
                    dialogue.answer(&mut engine, *choice)?;
                    decided = None;
                }
                Some((_, wait)) => *wait -= 1,
            },
        }
        engine.call::<()>("wind", ())?;
        frames += 1;
    };
    println!("{end} after {frames} frames");
    assert_eq!((end.as_str(), engine.get::<u32>("leaves")?), ("passed", frames));
    Ok(())
}
