//! Types of the host that programs know by a derive: data, and things with methods.
//! `cargo run --example embed_derive`

use klammer::{Engine, Error, FromLisp, HostType, IntoLisp, methods};

/// Data: it is copied at the host boundary. To a program it is a table, or `(:x 1 :y 2)`.
#[derive(FromLisp, IntoLisp, Clone, Copy, PartialEq, Debug)]
struct Position {
    x: i64,
    y: i64,
}

/// `stop`, or `(step 3)`, or `(jump :to ...)`.
#[derive(FromLisp, IntoLisp)]
enum Order {
    Stop,
    Step(i64),
    Jump { to: Position },
}

/// A thing: programs hold it itself. Fields and methods are functions, such as `robot-place` and `robot-obey!`.
#[derive(HostType)]
#[lisp(methods)]
struct Robot {
    place: Position,
    #[lisp(read_only)]
    moves: u32,
}

#[methods]
impl Robot {
    /// A robot at a place.
    pub fn new(x: i64, y: i64) -> Robot {
        Robot { place: Position { x, y }, moves: 0 }
    }

    /// Moves the robot.
    pub fn obey(&mut self, order: Order) -> Position {
        match order {
            Order::Stop => return self.place,
            Order::Step(by) => self.place.x += by,
            Order::Jump { to } => self.place = to,
        }
        self.moves += 1;
        self.place
    }
}

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.register::<Robot>();
    let orders = "(for-each (lambda (order) (robot-obey! r order)) '((step 3) stop (jump :to (:x 7 :y 9)) (step 1)))";
    let place: Position = engine.eval(&format!("(setq r (make-robot 0 0)) {orders} (robot-place r)"))?;
    println!("{place:?} after {} moves", engine.eval::<u32>("(robot-moves r)")?);
    assert_eq!(place, Position { x: 8, y: 9 });
    println!("{}", engine.docs().text("robot-obey!").unwrap_or_default());
    Ok(())
}
