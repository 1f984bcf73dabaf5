//! Tests of the derive macros: data, and types whose objects programs hold.

use std::fmt;

use klammer::{AsyncContext, Code, Context, Engine, Error, FromLisp, Handle, HostType, IntoLisp, Rest, methods};
use tokio::task::yield_now;

use super::async_calls::finish;
use super::{engine, run_of};

#[derive(FromLisp, IntoLisp, Clone, PartialEq, Debug)]
struct Point {
    x: i64,
    y: i64,
}

#[derive(FromLisp, IntoLisp, PartialEq, Debug)]
#[lisp(list)]
struct Level {
    full_name: String,
    #[lisp(name = "at")]
    start: Point,
    secret: Option<u8>,
    #[lisp(default)]
    lives: u8,
    #[lisp(skip)]
    cache: Vec<u8>,
}

#[derive(FromLisp, IntoLisp, PartialEq, Debug)]
struct Meters(f64);

#[derive(FromLisp, IntoLisp, PartialEq, Debug)]
struct Pair(i64, String);

#[derive(FromLisp, IntoLisp, PartialEq, Debug)]
struct Marker;

#[derive(FromLisp, IntoLisp, PartialEq, Debug)]
struct Boxed<T> {
    inside: T,
}

#[derive(FromLisp, IntoLisp, PartialEq, Debug)]
enum Move {
    Stop,
    TurnLeft,
    #[lisp(name = "hop")]
    Jump(u8),
    Line(Point, Point),
    Spin {
        by: f64,
        times: Option<u8>,
    },
}

fn message<T: FromLisp>(e: &mut Engine, text: &str) -> String {
    match e.eval::<T>(text) {
        Ok(_) => panic!("{text} was taken"),
        Err(error) => error.message().to_string(),
    }
}

#[test]
fn structs_are_tables_or_lists() -> Result<(), Error> {
    let mut e = engine();
    e.set("p", Point { x: 1, y: 2 })?;
    assert_eq!(e.eval::<Vec<i64>>("(list (table-ref p 'x) (table-ref p 'y))")?, [1, 2]);
    assert_eq!(e.get::<Point>("p")?, Point { x: 1, y: 2 });
    for text in
        ["'(:x 3 :y 4)", "'(:y 4 :x 3)", "(let ((h (make-table))) (table-set! h \"x\" 3) (table-set! h :y 4) h)"]
    {
        assert_eq!(e.eval::<Point>(text)?, Point { x: 3, y: 4 }, "{text}");
    }
    let level: Level = e.eval("'(:full-name \"Cave\" :at (:x 1 :y 1))")?;
    let expected =
        Level { full_name: "Cave".into(), start: Point { x: 1, y: 1 }, secret: None, lives: 0, cache: Vec::new() };
    assert_eq!(level, expected);
    e.set("level", Level { lives: 3, cache: vec![1], secret: Some(7), ..expected })?;
    assert_eq!(e.eval::<Vec<klammer::Value>>("level")?.len(), 8, "a list of four fields; one is not shown");
    assert_eq!(e.get::<Level>("level")?.lives, 3);
    e.set("m", Meters(2.5))?;
    assert_eq!((e.get::<f64>("m")?, e.get::<Meters>("m")?), (2.5, Meters(2.5)));
    e.set("pair", Pair(1, "a".into()))?;
    assert!(e.eval::<bool>("(= pair '(1 \"a\"))")?);
    assert_eq!(e.get::<Pair>("pair")?, Pair(1, "a".into()));
    e.set("marker", Marker)?;
    assert!(e.eval::<bool>("(= marker 'marker)")?);
    assert_eq!(e.get::<Marker>("marker")?, Marker);
    assert_eq!(e.eval::<Boxed<Vec<Point>>>("'(:inside ((:x 1 :y 2)))")?.inside, [Point { x: 1, y: 2 }]);
    Ok(())
}

#[test]
fn enums_are_symbols_or_lists_with_a_symbol() -> Result<(), Error> {
    let mut e = engine();
    let moves = vec![
        Move::Stop,
        Move::TurnLeft,
        Move::Jump(3),
        Move::Line(Point { x: 0, y: 0 }, Point { x: 1, y: 1 }),
        Move::Spin { by: 0.5, times: None },
    ];
    let text = "'(stop turn-left (hop 3) (line (:x 0 :y 0) (:x 1 :y 1)) (spin :by 0.5))";
    assert_eq!(e.eval::<Vec<Move>>(text)?, moves);
    e.set("moves", moves)?;
    assert_eq!(e.get::<Vec<Move>>("moves")?.len(), 5);
    assert!(e.eval::<bool>("(= (nth 2 moves) '(hop 3))")?);
    assert!(e.eval::<bool>("(= (nth 4 moves) '(spin :by 0.5 :times nil))")?);
    assert_eq!(e.eval::<Move>(":stop")?, Move::Stop);
    Ok(())
}

#[test]
fn unfit_fields_are_reported_with_their_path() {
    let mut e = engine();
    assert_eq!(message::<Point>(&mut e, "5"), "the result must be data of type point (x, y), got 5");
    assert_eq!(message::<Point>(&mut e, "'(:x 1)"), "the result cannot be taken: it has no y, got (:x 1)");
    assert_eq!(
        message::<Vec<Point>>(&mut e, "'((:x 1 :y a))"),
        "the result must have an integer of 64 bits as y of element 1, got a"
    );
    let expected = "the result must be stop, turn-left, hop, line or spin, got fly";
    assert_eq!(message::<Move>(&mut e, "'fly"), expected);
    assert_eq!(
        message::<Move>(&mut e, "'(hop 300)"),
        "the result must have an integer from 0 to 255 as element 2, got 300"
    );
    assert!(message::<Move>(&mut e, "'(hop)").contains("hop needs more after it"));
    assert!(message::<Move>(&mut e, "'(hop 1 2)").contains("there are more elements after hop"));
    assert!(message::<Move>(&mut e, "'(spin)").contains("it has no by"));
    let unnamed = message::<Move>(&mut e, "'(spin 4)");
    assert!(unnamed.contains("it has no by (write (spin :by ... :times ...)), got (spin 4)"), "{unnamed}");
    assert!(message::<Move>(&mut e, "7").contains("must be stop, turn-left"));
    assert!(message::<Marker>(&mut e, "'other").contains("must be marker"));
    e.define("go", |m: Move| matches!(m, Move::Stop));
    assert_eq!(
        message::<()>(&mut e, "(go 'fly)"),
        "go: argument 1 must be stop, turn-left, hop, line or spin, got fly"
    );
}

#[derive(FromLisp, Debug)]
#[lisp(deny_unknown_fields)]
struct Strict {
    title: String,
    #[lisp(default)]
    speed: f64,
}

#[derive(FromLisp, Debug)]
#[lisp(allow_unknown_fields)]
struct Open {
    title: String,
}

/// A slip in a name would be silence else: the field would be what it is when nothing is said.
#[test]
fn an_unknown_key_is_told_with_the_one_meant() -> Result<(), Error> {
    let mut e = engine();
    assert_eq!(
        message::<Level>(&mut e, "'(:full-name \"Cave\" :at (:x 1 :y 1) :livs 3)"),
        "the result cannot be taken: it has no field livs (did you mean lives?), \
         got (:full-name \"Cave\" :at (:x 1 :y 1) :livs 3)"
    );
    assert_eq!(
        message::<Point>(&mut e, "'(:x 1 :y 2 :depth 3)"),
        "the result cannot be taken: it has no field depth, only x, y, got (:x 1 :y 2 :depth 3)"
    );
    assert!(message::<Point>(&mut e, "'(:x 1 :y 2 3 4)").contains("expected the name of a field, got 3"));
    assert!(message::<Level>(&mut e, "'(:full-name \"a\" :at (:x 1 :y 1) :cache 1)").contains("no field cache"));
    let twisted = message::<Level>(&mut e, "'(:ful-name \"Cave\" :at (:x 1 :y 1))");
    assert!(twisted.contains("it has no full-name (did you mean full-name by ful-name?)"), "{twisted}");
    assert!(message::<Point>(&mut e, "'(:x 1 :y)").contains("its y has no value after it"));
    // A field that is there is none that was meant to be another one.
    assert!(message::<Strict>(&mut e, "'(:speed 3)").contains("it has no title, got"));
    let spin = message::<Move>(&mut e, "'(spin :by 0.5 :tims 2)");
    assert!(spin.contains("it has no field tims (did you mean times?)"), "{spin}");
    assert!(message::<Move>(&mut e, "'(spin :bye 0.5)").contains("it has no by"));
    // A table may be the program's own, and have more, unless the type says otherwise.
    let table = "(setq more (list->table '((x 1) (:y 2) (\"depth\" 3)))) more";
    assert_eq!(e.eval::<Point>(table)?, Point { x: 1, y: 2 });
    let strict = "(list->table '((title \"Cave\") (speeed 2)))";
    assert!(message::<Strict>(&mut e, strict).contains("it has no field speeed (did you mean speed?)"));
    let strict: Strict = e.eval("(list->table '((title \"Cave\") (:speed 2)))")?;
    assert_eq!((strict.title.as_str(), strict.speed), ("Cave", 2.0));
    assert_eq!(e.eval::<Open>("'(:title \"Cave\" :author \"me\")")?.title, "Cave");
    Ok(())
}

#[derive(HostType, Clone, PartialEq)]
#[lisp(methods, copies)]
enum Mood {
    Calm,
    Angry(i64),
}

#[methods]
impl Mood {
    pub fn new() -> Mood {
        Mood::Calm
    }

    pub fn provoke(&mut self, by: i64) {
        *self = Mood::Angry(by);
    }

    pub fn anger(&self) -> i64 {
        match self {
            Mood::Calm => 0,
            Mood::Angry(by) => *by,
        }
    }
}

#[test]
fn an_enum_is_an_object_with_methods() -> Result<(), Error> {
    let mut e = engine();
    e.register::<Mood>();
    assert_eq!(e.eval::<i64>("(setq m (make-mood)) (mood-provoke! m 3) (if (mood? m) (mood-anger m) 0)")?, 3);
    Ok(())
}

#[derive(HostType)]
#[lisp(name = "npc", methods)]
struct Character {
    health: i64,
    mood: i64,
    #[lisp(read_only)]
    name: String,
}

#[methods]
impl Character {
    pub fn hurt(&mut self, by: i64) {
        self.health -= by;
    }
}

/// Objects that only the host makes: their fields are told before a name that happens to be near.
#[derive(HostType, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[lisp(methods, equality, order, print, size = Enemy::held)]
struct Enemy {
    health: i64,
    #[lisp(read_only)]
    name: String,
    #[lisp(skip)]
    secret: u8,
}

impl fmt::Display for Enemy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.health)
    }
}

#[methods]
impl Enemy {
    /// An enemy of this name.
    pub fn new(name: String, health: Option<i64>) -> Enemy {
        Enemy { name, health: health.unwrap_or(10), secret: 1 }
    }

    /// Its name and how it is.
    pub fn cry(&self, how: &str) -> String {
        format!("{how}, I am {self}")
    }

    pub fn title(&self) -> &str {
        &self.name
    }

    pub fn first<'a>(&'a self, letters: &'a str) -> Option<&'a str> {
        self.name.get(..1).filter(|first| letters.contains(first))
    }

    pub fn rest(&self, from: usize) -> Result<&str, String> {
        self.name.get(from..).ok_or_else(|| format!("{} is shorter", self.name))
    }

    pub fn kind() -> &'static str {
        "enemy"
    }

    pub fn hurt(&mut self, by: i64) -> Result<i64, &'static str> {
        self.health -= by;
        if self.health < 0 { Err("it is dead") } else { Ok(self.health) }
    }

    pub fn total(&self, other: &Enemy) -> i64 {
        self.health + other.health
    }

    pub fn swap(&mut self, other: &mut Enemy) {
        std::mem::swap(&mut self.health, &mut other.health);
    }

    pub fn change(&mut self, cx: &mut Context<'_>, f: Handle) -> Result<i64, Error> {
        self.health = cx.call(&f, (self.health,))?;
        Ok(self.health)
    }

    #[lisp(name = "strongest-health")]
    pub fn strongest(all: &[i64]) -> Option<i64> {
        all.iter().copied().max()
    }

    #[lisp(skip)]
    pub fn held(&self) -> usize {
        self.name.capacity() + usize::from(self.secret)
    }
}

#[test]
fn objects_have_fields_and_methods() -> Result<(), Error> {
    let mut e = engine();
    e.register::<Enemy>();
    e.eval::<()>("(setq orc (make-enemy \"Orc\" 7) elf (make-enemy \"Elf\"))")?;
    assert_eq!(e.eval::<(i64, String)>("(list (enemy-health orc) (enemy-name elf))")?, (7, "Elf".into()));
    assert_eq!(e.eval::<i64>("(set-enemy-health! orc 8) (enemy-hurt! orc 2)")?, 6);
    assert_eq!(e.eval::<i64>("(enemy-total orc elf)")?, 16);
    assert_eq!(e.eval::<(i64, i64)>("(enemy-swap! orc elf) (list (enemy-health orc) (enemy-health elf))")?, (10, 6));
    assert_eq!(e.eval::<String>("(enemy-cry orc \"Ha\")")?, "Ha, I am Orc 10");
    assert_eq!(e.eval::<String>("(enemy-title elf)")?, "Elf");
    assert_eq!(
        e.eval::<Vec<Option<String>>>("(map-with (lambda (l) (enemy-first elf l)) '(\"DEF\" \"A\"))")?,
        [Some("E".into()), None]
    );
    assert_eq!(e.eval::<String>("(string-append (enemy-rest elf 1) (enemy-kind))")?, "lfenemy");
    assert_eq!(e.eval::<()>("(enemy-rest elf 7)").unwrap_err().message(), "Elf is shorter");
    assert_eq!(e.eval::<i64>("(enemy-change! elf (lambda (h) (* 2 h)))")?, 12);
    assert_eq!(e.eval::<i64>("(strongest-health '(1 5 3))")?, 5);
    assert_eq!(e.eval::<String>("(format nil \"~a\" elf)")?, "#<enemy Elf 12>");
    assert!(e.eval::<bool>("(= (make-enemy \"a\") (make-enemy \"a\"))")?);
    let names = "(map-with enemy-name (sort (list orc elf (make-enemy \"Imp\" 1)) enemy<?))";
    assert_eq!(e.eval::<Vec<String>>(names)?, ["Imp", "Orc", "Elf"]);
    assert_eq!(e.eval::<()>("(enemy-hurt! elf 100)").unwrap_err().message(), "it is dead");
    for hidden in ["enemy-held", "enemy-secret", "set-enemy-name!"] {
        assert_eq!(e.eval::<()>(&format!("({hidden} orc)")).unwrap_err().code(), Code::UnboundVariable, "{hidden}");
    }
    let described = e.docs().describe("enemy-cry").unwrap();
    assert_eq!(
        (described.usage[0].as_str(), described.text.as_str()),
        ("(enemy-cry enemy how)", "Its name and how it is.")
    );
    assert_eq!(e.docs().describe("make-enemy").unwrap().usage, ["(make-enemy name [health])"]);
    Ok(())
}

/// A door of the house.
#[derive(HostType, Clone)]
#[lisp(copies)]
struct Door {
    /// Whether one can go through.
    open: bool,
    /// Number of persons that fit in.
    #[lisp(read_only)]
    width: u8,
    /// Sign on the door.
    #[lisp(read_only)]
    sign: Sign,
}

#[derive(HostType, Clone)]
#[lisp(copies)]
struct Sign {
    text: String,
}

#[test]
fn comments_of_types_and_fields_are_their_docs() {
    let mut e = engine();
    e.register::<Door>();
    e.register::<Sign>();
    let mut first = |name: &str| e.docs().describe(name).unwrap().text.lines().next().unwrap_or_default().to_string();
    assert_eq!(first("door-open"), "Whether one can go through.");
    assert_eq!(first("door-width"), "Number of persons that fit in.");
    assert_eq!(first("door-sign"), "Sign on the door.");
    assert!(first("set-door-open!").starts_with("Gives the field open"));
    assert_eq!(
        e.docs().describe("door?").unwrap().text,
        "Returns whether `object` is of type door.\n\nA door of the house."
    );
    assert_eq!(e.docs().describe("sign?").unwrap().text, "Returns whether `object` is of type sign.");
}

#[test]
fn objects_with_copies_are_in_snapshots() -> Result<(), Error> {
    let mut e = engine();
    e.register::<Door>();
    e.register::<Sign>();
    let door = e.handle(Door { open: false, width: 2, sign: Sign { text: "no entry".into() } })?;
    e.set("door", &door)?;
    let change = "(set-door-open! door t)";
    let seen = "(list (door-open door) (sign-text (door-sign door)))";
    assert_eq!(e.eval::<(bool, String)>(seen)?, (false, "no entry".into()));
    let mut copy = e.snapshot()?.engine();
    copy.register::<Door>();
    copy.register::<Sign>();
    copy.run(change)?;
    assert_eq!(copy.eval::<(bool, String)>(seen)?, (true, "no entry".into()));
    assert_eq!(e.eval::<(bool, String)>(seen)?, (false, "no entry".into()));
    e.run(change)?;
    assert_eq!(e.eval::<(bool, String)>(seen)?, (true, "no entry".into()));
    Ok(())
}

#[derive(HostType)]
#[lisp(methods)]
struct Money {
    #[lisp(read_only)]
    cents: i64,
}

#[methods]
impl Money {
    pub fn new(cents: i64) -> Money {
        Money { cents }
    }

    /// Both together.
    #[lisp(method, name = "+")]
    pub fn add(&self, other: &Money) -> Money {
        Money { cents: self.cents + other.cents }
    }

    #[lisp(method, name = "*")]
    pub fn times(&self, n: i64) -> Money {
        Money { cents: self.cents * n }
    }

    #[lisp(method)]
    pub fn take_away(&mut self, other: &Money) -> i64 {
        self.cents -= other.cents;
        self.cents
    }

    #[lisp(method)]
    pub fn worth(&self, cx: &mut Context<'_>, f: Handle) -> Result<i64, Error> {
        cx.call(&f, (self.cents,))
    }
}

#[test]
fn generic_methods_and_operators_are_derived() -> Result<(), Error> {
    let mut e = engine();
    e.register::<Money>();
    e.define_method("worth", |n: i64| n);
    assert_eq!(e.eval::<i64>("(setq m (make-money 5)) (money-cents (+ m (* m (+ 1 1))))")?, 15);
    assert_eq!(e.eval::<i64>("(take-away m (make-money 2))")?, 3);
    assert_eq!(e.eval::<Vec<i64>>("(list (worth m (lambda (cents) (* 2 cents))) (worth 7))")?, [6, 7]);
    assert!(e.docs().text("+").unwrap().contains("Both together."));
    assert_eq!(e.docs().describe("take-away").unwrap().usage, ["(take-away (money money) (other money))"]);
    assert!(!e.docs().names().iter().any(|name| name.starts_with("money-") && name != "money-cents"));
    Ok(())
}

/// People read what it displays, programmers what it is.
#[derive(HostType, Clone)]
#[lisp(display, copies)]
struct Purse {
    coins: i64,
}

impl fmt::Display for Purse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} coins", self.coins)
    }
}

#[test]
fn objects_display_for_people_and_programmers() -> Result<(), Error> {
    let mut e = engine();
    e.register::<Purse>();
    e.set("m", Purse { coins: 3 })?;
    for (text, expected) in [
        ("(format nil \"~a|~s\" m m)", "3 coins|#<purse 3 coins>"),
        (
            "(with-output-to-string (display (list m \"x\")) (write (list m \"x\")))",
            "(3 coins x)(#<purse 3 coins> \"x\")",
        ),
        (
            "(condition-message (catch-and-apply 'error (lambda (tag e) e) (car m)))",
            "car: list must be a list, got #<purse 3 coins>",
        ),
    ] {
        assert_eq!(e.eval::<String>(text)?, expected);
    }
    let m: Handle = e.get("m")?;
    assert_eq!(
        (e.inspect().display(&m)?, e.inspect().repr(&m)?),
        ("3 coins".to_string(), "#<purse 3 coins>".to_string())
    );
    Ok(())
}

/// Something that takes its time.
#[derive(HostType, Clone)]
#[lisp(methods)]
struct Sensor {
    value: i64,
}

#[methods]
impl Sensor {
    /// The sensor at this port.
    pub async fn new(port: String, offset: Option<i64>) -> Result<Sensor, String> {
        yield_now().await;
        let value: i64 = port.parse().map_err(|_| format!("there is no port {port}"))?;
        Ok(Sensor { value: value + offset.unwrap_or(0) })
    }

    /// Adds what the function says of it.
    #[lisp(name = "sensor-calibrate!")]
    pub async fn calibrate(sensor: Handle, cx: AsyncContext, f: Handle) -> Result<i64, Error> {
        cx.with(move |cx| {
            let offset: i64 = cx.call(&f, (sensor.clone(),))?;
            cx.with_object(&sensor, |sensor: &mut Sensor| {
                sensor.value += offset;
                sensor.value
            })
        })
        .await
    }

    #[lisp(method)]
    pub async fn measure(cx: AsyncContext, sensor: Sensor, f: Handle) -> Result<i64, Error> {
        yield_now().await;
        cx.with(move |cx| cx.call(&f, (sensor.value,))).await
    }

    pub async fn unit() -> &'static str {
        "mm"
    }

    pub async fn sum(all: Rest<i64>) -> i64 {
        all.iter().sum()
    }

    pub fn double(&self) -> i64 {
        2 * self.value
    }
}

#[test]
fn methods_that_are_asynchronous_are_waited_for() {
    let mut e = engine();
    e.register::<Sensor>();
    e.run("(setq s nil) (defproc twice (n) (* 2 n)) (defmethod measure ((s string) f) t (f 1))").unwrap();
    for (text, expected) in [
        ("(setq s (make-sensor \"5\" 1)) (sensor-double s)", 12),
        ("(sensor-calibrate! s (lambda (s) 7))", 13),
        ("(sensor-value s)", 13),
        ("(+ (measure s twice) (measure \"none\" twice))", 28),
        ("(string-length (sensor-unit))", 2),
        ("(sensor-sum 1 2 3)", 6),
    ] {
        assert_eq!(finish(run_of::<i64>(&mut e, text).drive(&mut e)).0.unwrap(), expected, "{text}");
    }
    let error =
        |e: &mut Engine, text: &str| finish(run_of::<Handle>(e, text).drive(e)).0.unwrap_err().message().to_string();
    assert_eq!(error(&mut e, "(make-sensor \"none\")"), "there is no port none");
    assert_eq!(error(&mut e, "(make-sensor 5)"), "make-sensor: port must be a string, got 5");
    let described = e.docs().describe("make-sensor").unwrap();
    assert_eq!((&*described.usage[0], &*described.text), ("(make-sensor port [offset])", "The sensor at this port."));
    assert_eq!(e.docs().describe("sensor-calibrate!").unwrap().usage, ["(sensor-calibrate! sensor f)"]);
    assert_eq!(finish(e.start::<i64>("sensor-sum", (1, 2)).unwrap().drive(&mut e)).0.unwrap(), 3);
}

/// Loads a page, with what `f` makes of it.
#[klammer::function]
async fn load_page(cx: AsyncContext, name: String, f: Handle) -> Result<i64, Error> {
    yield_now().await;
    cx.with(move |cx| cx.call(&f, (name,))).await
}

/// The longer of two texts.
#[klammer::function]
#[lisp(name = "longer")]
fn longer_of<'t>(one: &'t str, other: &'t str) -> &'t str {
    if one.len() < other.len() { other } else { one }
}

#[klammer::function]
fn strengthen(counted: &mut Sensor, by: i64) {
    counted.value += by;
}

#[test]
fn attributed_functions_define_themselves() {
    let mut e = engine();
    e.register::<Sensor>();
    load_page::define(&mut e);
    strengthen::define(&mut e).example("(strengthen s 1)", "nil");
    e.module("texts", |module| drop(longer_of::define(module)));
    let text = "(require 'texts) (setq s (make-sensor \"5\" 1)) (strengthen s 10)
                (list (load-page \"news\" string-length) (sensor-value s) (string-length (longer \"a\" \"bcd\")))";
    assert_eq!(finish(run_of::<Vec<i64>>(&mut e, text).drive(&mut e)).0.unwrap(), [4, 16, 3]);
    let described = e.docs().describe("load-page").unwrap();
    assert_eq!((&*described.usage[0], &*described.text), ("(load-page name f)", LOADS));
    let error = e.run("(strengthen 5 1)").unwrap_err();
    assert_eq!(error.message(), "strengthen: counted must be an object of type sensor, got 5");
    // It is an ordinary function, too.
    assert_eq!(longer_of("ab", "c"), "ab");
}

const LOADS: &str = "Loads a page, with what `f` makes of it.";
