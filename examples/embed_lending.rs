//! A world that the host owns, lent to a script for one turn at a time: nothing is shared, copied or locked.
//!
//! `cargo run --example embed_lending`

use klammer::{Context, Engine, Error, HostError};

struct World {
    grass: Vec<u32>,
    turns: u32,
}

/// The world of the turn that is being played.
fn world<'a>(cx: &'a mut Context<'_>) -> Result<&'a mut World, HostError> {
    cx.lent().ok_or_else(|| HostError::new("there is a world only while a turn is played"))
}

fn field(world: &mut World, place: usize) -> Result<&mut u32, HostError> {
    let size = world.grass.len();
    world.grass.get_mut(place).ok_or_else(|| HostError::new(format!("there are {size} fields, not one at {place}")))
}

const SCRIPT: &str = "
(defproc turn ()
  (dotimes (i (world-size)) (grow! i (+ i 1)))
  (graze! 0))";

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.define("world-size", |cx: &mut Context<'_>| world(cx).map(|w| w.grass.len()));
    engine.define("grow!", |cx: &mut Context<'_>, place: usize, by: u32| -> Result<u32, HostError> {
        let grass = field(world(cx)?, place)?;
        *grass = grass.saturating_add(by);
        Ok(*grass)
    });
    engine.define("graze!", |cx: &mut Context<'_>, place: usize| -> Result<u32, HostError> {
        Ok(std::mem::take(field(world(cx)?, place)?))
    });
    engine.eval::<()>(SCRIPT)?;

    let mut world = World { grass: vec![0; 4], turns: 0 };
    for _ in 0..3 {
        engine.with().lend(&mut world).call::<()>("turn", ())?;
        world.turns += 1;
    }
    println!("after {} turns: {:?}", world.turns, world.grass);
    assert_eq!(world.grass, [0, 6, 9, 12]);

    let error = engine.call::<()>("turn", ()).unwrap_err();
    assert_eq!(error.message(), "there is a world only while a turn is played");
    Ok(())
}
