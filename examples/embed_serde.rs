//! Data of the host that has serde's traits: a script configures a program, and changes what came from JSON.
//!
//! `cargo run --example embed_serde`

use klammer::{Engine, Error, Serde};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(rename_all = "kebab-case")]
struct Settings {
    title: String,
    window_size: (u32, u32),
    keys: Vec<Key>,
    volume: Option<f64>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(rename_all = "kebab-case")]
enum Key {
    Quit,
    Jump(u32),
    Turn { by: f64 },
}

/// As a user would write it in a file.
const SETTINGS: &str = "
(list :title (string-append \"Cave\" \" II\")
      :window-size (map-with (lambda (n) (* 2 n)) '(320 200))
      :keys '(quit (jump 3) (turn :by 0.5)))";

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    let Serde(settings): Serde<Settings> = engine.eval(SETTINGS)?;
    println!("{settings:?}");
    assert_eq!(settings.window_size, (640, 400));
    assert_eq!(settings.keys, [Key::Quit, Key::Jump(3), Key::Turn { by: 0.5 }]);

    // An error names its place in the data.
    let wrong = "(list :title \"x\" :window-size '(1 2) :keys '(quit (jump high)))";
    let error = engine.eval::<Serde<Settings>>(wrong).unwrap_err();
    println!("{error}");
    assert!(error.message().contains("as element 2 of element 2 of the value of :keys"), "{error}");

    // JSON goes in, is worked on, and comes out again.
    let json: serde_json::Value = serde_json::from_str(r#"{"hero": {"name": "Ada", "gold": [1, 2, 3.5]}}"#).unwrap();
    engine.set("data", Serde(json))?;
    engine.eval::<()>(
        "(table-set! (table-ref data \"hero\") \"sum\" (fold-left + 0 (table-ref (table-ref data \"hero\") \"gold\")))",
    )?;
    let Serde(json): Serde<serde_json::Value> = engine.get("data")?;
    println!("{json}");
    assert_eq!(json["hero"]["sum"], 6.5);
    Ok(())
}
