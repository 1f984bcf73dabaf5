//! A game of 1,000 entities: each has a script that runs as if it were alone, and pauses until the next frame. The
//! world stays the host's, and is lent for each step.
//!
//! `cargo run --example embed_game`

use klammer::{Context, Engine, Error, Run, Step};

const SCRIPT: &str = "
(defproc patrol (me)
  (while t
    (dotimes (i 3) (move! me 1) (next-frame))
    (dotimes (i 2) (move! me -1) (next-frame))))

(defproc flee (me)
  (dotimes (i 4) (move! me -2) (next-frame))
  'away)";

const ENTITIES: usize = 1_000;

struct World {
    places: Vec<i64>,
}

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.define("next-frame", |cx: &mut Context<'_>| cx.pause());
    engine.define("move!", |cx: &mut Context<'_>, me: usize, by: i64| {
        let place = cx.lent::<World>().and_then(|world| world.places.get_mut(me)).ok_or("there is no such entity")?;
        *place += by;
        Ok::<i64, &str>(*place)
    });
    engine.run(("game.lisp", SCRIPT))?;

    let mut world = World { places: vec![0; ENTITIES] };
    let mut runs: Vec<Run<()>> = Vec::new();
    for me in 0..ENTITIES {
        runs.push(engine.start(if me % 10 == 0 { "flee" } else { "patrol" }, (me,))?);
    }
    for _frame in 0..5 {
        let mut still = Vec::new();
        for mut run in runs {
            // At most 10,000 ticks each, for a script that never pauses.
            match engine.with().lend(&mut world).ticks(10_000).step(&mut run)? {
                Step::Done(()) => {}
                _ => still.push(run),
            }
        }
        runs = still;
    }
    println!("{} of {ENTITIES} entities still run", runs.len());
    assert_eq!(runs.len(), 900);
    assert!(world.places.iter().enumerate().all(|(me, &place)| place == if me % 10 == 0 { -8 } else { 1 }));
    Ok(())
}
