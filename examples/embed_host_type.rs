//! A type of the host: programs make, pass and keep its objects, and methods dispatch on it, such as that of an
//! operator.
//!
//! `cargo run --example embed_host_type`

use klammer::{Class, Engine, Error, HostType, Ref, RefMut};

#[derive(Clone, PartialEq, Eq, Hash)]
struct Enemy {
    name: String,
    health: i64,
}

impl HostType for Enemy {
    const NAME: &'static str = "enemy";

    fn describe(class: &mut Class<'_, Enemy>) {
        class
            .define("make-enemy", |name: String, health: Option<i64>| Enemy { name, health: health.unwrap_or(10) })
            .parameters(["name", "&key", "health"])
            .doc("An enemy, of health 10 unless something else is said.");
        // `enemy-health` and `set-enemy-health!`, `enemy-name`.
        class.field("health", |e| e.health, |e, health| e.health = health);
        class.read_only("name", |e| e.name.clone());
        class.define("enemy-attack!", |attacker: Ref<'_, Enemy>, mut other: RefMut<'_, Enemy>| {
            other.health -= attacker.health / 2;
            other.health
        });
        // Others are still compared by the builtin.
        class.define_method("<", |a: &Enemy, b: Ref<'_, Enemy>| a.health < b.health);
        class.equality();
        class.print(|e| format!("{} {}", e.name, e.health));
        class.size(|e| e.name.capacity());
    }
}

const SCRIPT: &str = "
(setq orc (make-enemy \"Orc\" :health 12) elf (make-enemy \"Elf\"))
(enemy-attack! orc elf)
(defmethod describe ((e enemy)) (< (enemy-health e) 5) (format nil \"~a is weak\" (enemy-name e)))
(defmethod describe ((e enemy)) t (format nil \"~a is well\" (enemy-name e)))
(defmethod describe (x) t \"who?\")
(map-with describe (append (sort (list orc elf) <) '(5)))";

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.register::<Enemy>();
    let texts: Vec<String> = engine.eval(SCRIPT)?;
    println!("{}", texts.join(", "));
    assert_eq!(texts, ["Elf is weak", "Orc is well", "who?"]);

    // The host looks at an object in place, or takes a copy.
    let elf = engine.get("elf")?;
    engine.with_object(&elf, |e: &mut Enemy| e.health = 1)?;
    assert_eq!(engine.get::<Enemy>("elf")?.health, 1);
    assert_eq!(engine.inspect().repr(&elf)?, "#<enemy Elf 1>");
    Ok(())
}
