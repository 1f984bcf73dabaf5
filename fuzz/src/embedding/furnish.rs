//! Definitions that each engine gets from its host, and programs that use them.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use klammer::{Context, Engine, Error, Handle, Host, Module, Rest, Serde, Symbol, Value};

use super::futures;
use super::subject::tiny_limits;
use super::values::{Button, Counter, Kept, Limb, Parcel, Part, Queens, Record, Thing, World, panic};

/// Definitions with names that no program can write, so that no program changes their meaning.
const OWN: &str = "
    (defproc %fuzz-add (a b) (+ a b))
    (defproc %fuzz-same (x) x)
    (defproc %fuzz-list (a b c) (list a b c))
    (defproc %fuzz-same? (a b) (= a b))
    (defproc %fuzz-names () (dotimes (i 20000) (gensym)))
    (setq %fuzz-mine nil)
    (setq %fuzz-collect collect-garbage)";

/// Names that programs use. An error on an undefined name looks for similar names, which takes an interpreter of Rust
/// longer than all else.
const KNOWN: &str = "
    (setq x 1 y 2 z 3 n 4 l '(1 2) it 5 self nil k car)
    (defproc f (x) x)
    (defproc circle () (let ((l (list 1 2 3))) (set-cdr! (last-pair l) l) l))
    (defproc deep (n) (let ((l 1)) (dotimes (i n l) (setq l (list l)))))";

/// An engine with all that a host can give it.
pub fn engine(desk: &Desk) -> Engine {
    let mut e = klammer_search::builder().host(Paper::new(desk)).build();
    e.run(OWN).expect("the language works");
    if cfg!(miri) {
        e.run(KNOWN).expect("the language works");
    }
    *e.limits_mut() = tiny_limits();
    furnish(&mut e);
    e
}

/// Furnishes an engine; a copy of an engine may be furnished again.
pub fn furnish(e: &mut Engine) {
    values(e);
    calls(e);
    texts(e);
    futures::furnish(e);
    e.register::<Limb>();
    e.register::<Thing>();
    e.register::<Parcel>();
    e.register::<Counter>();
    e.register::<Button>();
    e.register::<Queens>();
    e.module("tools", tools);
    *e.data() = Some(Kept::default());
}

/// Functions that take values and return some.
fn values(e: &mut Engine) {
    e.define("host-add", |a: i64, b: i64| a.checked_add(b));
    e.define("host-text", |s: String, c: Option<char>| format!("{s}{c:?}"));
    e.define("host-fail", |s: String| -> Result<(), String> { Err(s) });
    e.define("host-list", |l: Vec<f64>| l.into_iter().rev().collect::<Vec<_>>());
    e.define("host-data", |v: Value, k: Option<Symbol>| (v, k)).parameters(["v", "&key", "k"]);
    e.define("host-serde", |v: Serde<serde_json::Value>| v);
    e.define("host-limb", |p: Part| p);
    e.define("host-record", |r: Record| r);
    e.define("host-panic", panic);
    let mut calls = 0;
    e.define("host-count", move || {
        calls += 1;
        calls
    });
    e.define("make-parcel", |text: String| Parcel { inside: Thing::new(text), size: 1 });
}

/// Functions that call back.
fn calls(e: &mut Engine) {
    e.define("host-call", |cx: &mut Context<'_>, f: Handle, all: Rest<Handle>| cx.call::<Handle>(&f, all.0));
    e.define("host-throw", |cx: &mut Context<'_>, tag: Handle, v: Handle| cx.throw::<()>(tag, v));
    e.define("host-ignore", |cx: &mut Context<'_>, f: Handle| {
        let error = cx.call::<Value>(&f, ()).err();
        let kept = cx.data::<Kept>().map(|kept| &mut kept.errors);
        kept.zip(error).map(|(kept, error)| kept.push(error)).is_some()
    });
    e.define("host-later", |cx: &mut Context<'_>| cx.data::<Kept>().and_then(|k| k.errors.pop()).map_or(Ok(()), Err));
    e.define("host-make", |cx: &mut Context<'_>, h: Handle| {
        let copy: Value = cx.get(&h)?;
        cx.charge(3)?;
        cx.handle(vec![copy.clone(), copy])
    });
    // The function discards whether there is a step: programs run both in steps and as a whole, and their results must
    // agree.
    e.define("host-pause", |cx: &mut Context<'_>| {
        cx.pause();
        true
    });
    e.define("host-ask", |cx: &mut Context<'_>, question: Handle, _more: Rest<Handle>| cx.ask(&question));
    e.define("host-long", |cx: &mut Context<'_>, lots: u8, f: Handle| {
        let mut found = None;
        for _ in 0..lots {
            if found.is_none() {
                found = Some(cx.call(&f, ())?);
            }
            cx.charge(3)?;
        }
        Ok::<Option<Handle>, Error>(found)
    });
    e.define("host-panic-after", |cx: &mut Context<'_>, f: Handle| -> i64 {
        let _ = cx.call::<Handle>(&f, ());
        panic()
    });
    e.define("host-visit", |cx: &mut Context<'_>, f: Option<Handle>| {
        let visits = cx.lent::<World>().map(|world| {
            world.visits += 1;
            world.visits
        });
        f.map_or(Ok(None), |f| cx.call::<Handle>(&f, ()).map(Some)).map(|value| (visits, value))
    });
    e.define("%fuzz-visit", |cx: &mut Context<'_>| (cx.lent::<World>().map(|world| world.visits), None::<i64>));
    e.define("host-hold", |cx: &mut Context<'_>, object: Handle, value: Handle| {
        let number = cx.hold(&object, &value)?;
        assert!(cx.held(&object, number)?.is_some(), "what an object has been given it holds");
        Ok::<usize, Error>(number)
    });
    e.define("host-with", |cx: &mut Context<'_>, object: Handle| {
        cx.with_object(&object, |counter: &mut Counter| counter.count).or_else(|_| {
            cx.with_object(&object, |thing: &mut Thing| {
                thing.0.push('w');
                thing.0.len() as i64
            })
        })
    });
    e.define("host-nodes", |cx: &mut Context<'_>, n: u16| (0..n).try_for_each(|_| cx.count_node()));
    e.define("host-reserve", |cx: &mut Context<'_>, n: usize| cx.reserve(n));
}

/// Functions that evaluate texts, look at names, and print.
fn texts(e: &mut Engine) {
    e.define("host-eval", |cx: &mut Context<'_>, text: String| cx.eval::<Handle>(&text));
    e.define("host-eval-in", |cx: &mut Context<'_>, n: usize, text: String| {
        let namespaces = cx.data::<Kept>().map(|kept| kept.namespaces.clone()).unwrap_or_default();
        match namespaces.get(n % namespaces.len().max(1)) {
            Some(namespace) => cx.eval_in::<Handle>(namespace, &text),
            None => cx.handle("there is no namespace"),
        }
    });
    e.define("host-get", |cx: &mut Context<'_>, name: String| cx.get::<Handle>(&name));
    e.define("host-set", |cx: &mut Context<'_>, name: String, v: Handle| {
        cx.set(&name, &v)?;
        cx.get::<Handle>(&name)
    });
    e.define("host-say", |cx: &mut Context<'_>, v: Handle| {
        let (shown, long) = (cx.show(&v)?, cx.repr(&v)?);
        let text = cx.display(&v)?;
        cx.write(&text)?;
        Ok::<_, Error>((shown.len().min(1), long.is_empty(), cx.accepts(&v, 1)?))
    });
    e.define("host-named", |cx: &mut Context<'_>, name: String, v: Handle| cx.call::<Handle>(name.as_str(), (v,)));
}

/// A module of the host's.
fn tools(module: &mut Module<'_>) {
    module.define("tool-add", |a: i64, b: i64| a.wrapping_add(b));
    module.define("tool-call", |cx: &mut Context<'_>, f: Handle| cx.call::<Handle>(&f, ()));
    module.register::<Counter>();
    module.source("tools", "(defproc tool-twice (x) \"Twice `x`.\" (tool-add x x)) (setq tool-seen 0)");
    module.source("more tools", "(defmacro tool-later (form) `(tool-call (lambda () ,form)))");
}

/// Global names that calls of the host use.
pub const NAMES: &[&str] = &[
    "x", "car", "host-add", "host-text", "host-fail", "host-list", "map-with", "if", "no such", "", "host-call",
    "host-ask", "host-ignore", "host-visit", "host-eval", "f", "tool-add",
];

/// Programs that go through the host and back; `~` is any other program.
pub const CALLS: &[&str] = &[
    "(host-call (lambda () ~))",
    "(catch 'a (host-call (lambda (x) (throw 'a ~)) 1))",
    "(host-ignore (lambda () ~))",
    "(catch nil (host-throw 'b ~))",
    "(host-later)",
    "(host-data (list ~) :k 'a)",
    "(setq x (make-thing \"t\"))",
    "(thing-with! x (lambda () ~))",
    "(thing-with! x (lambda () (thing-text x)))",
    "(thing-swap! x (make-thing \"other\"))",
    "(list (= x (make-thing)) (thing-longer? x x) (thing-text x))",
    "(call/cc (lambda (k) (host-call (lambda () (k ~)))))",
    "(host-call (lambda () (collect-garbage) ~))",
    "(host-serde ~)",
    "(host-serde (list :a ~ :b (make-thing)))",
    "(host-limb '(arm ~))",
    "(host-limb (list 'leg :length ~))",
    "(host-record (list :name \"n\" :limbs '(none (arm 1)) :extra ~))",
    "(limb-grow! (make-limb 3) 4)",
    "(limb-with! (make-limb 1) (lambda (n) ~))",
    "(sort (list (make-limb 3) x (make-limb 1)) limb<?)",
    "(catch 'out (limb-with! x (lambda (n) (throw 'out ~))))",
    "(host-make ~)",
    "(host-visit (lambda () ~))",
    "(handler-case (host-panic-after (lambda () ~)) (error (c) ~))",
    "(thing-panic! x (make-thing))",
    "(host-panic)",
    "(if (host-pause) ~ ~)",
    "(host-visit (lambda () (host-pause) ~))",
    "(setf (parcel-size (make-parcel \"r\")) ~)",
    "(host-eval \"~\")",
    "(host-eval \"(defproc f (x) ~)\")",
    "(host-eval-in 0 \"~\")",
    "(host-eval-in 1 \"(setq x ~)\")",
    "(catch 'a (host-eval \"(host-eval \\\"(throw 'a x)\\\")\"))",
    "(call/cc (lambda (k) (setq again k) (host-eval \"(again ~)\")))",
    "(list (host-get \"x\") (host-set \"x\" ~))",
    "(host-say ~)",
    "(host-named \"host-say\" ~)",
    "(setq x (make-counter 3))",
    "(list (counter-next! x) (counter-next! (duplicate x)) (counter-count x))",
    "(counter-with! x (lambda (n) ~))",
    "(catch 'a (counter-with! x (lambda (n) (throw 'a (counter-count x)))))",
    "(let ((b (make-button))) (on-press! b (lambda (own) ~)) (setq x b) (press! b))",
    "(let ((b (make-button))) (host-hold b b) (host-hold b (lambda () b)) (button-value (duplicate b) 1))",
    "(host-hold x ~)",
    "(press! x)",
    "(host-with x)",
    "(require 'tools)",
    "(progn (require 'tools) (list (tool-add 1 2) (tool-twice 4)))",
    "(tool-later ~)",
    "(setq tool-seen ~)",
    "(require 'odd)",
    "(load \"a.lisp\")",
    "(load \"b.lisp\")",
    "(progn (require 'search) (count-solutions (queens 5) 20))",
    "(with-budget (:nodes 10) (host-nodes 11))",
    "(with-budget (:nodes 3) (children (queens 4) (first (columns (queens 4)))) ~)",
    "(let ((q (queens 6))) (assign! q (first (columns q)) 2) (setq x q) (list (candidates q (second (columns q))) ~))",
    "(list (queens 5 2) (solve (queens 5 2)))",
    "(host-reserve 100000000)",
    "(list (host-count) (host-count))",
    "(let ((p (open-output-string))) (with-output-to p (host-say ~) (host-pause) (print ~)) (get-output-string p))",
    "(progn (require 'amb) (solutions (let ((a (amb 1 2 3))) (host-call (lambda () ~)) a)))",
    "(let ((n 0)) (lambda () (setq n (+ n 1)) (if (< n 5) ~ nil)))",
    "(unwind-protect (host-call (lambda () ~)) (host-eval \"(setq y 1)\"))",
    "(dotimes (i 300) (host-pause) (setq y i))",
    "(host-ask ~)",
    "(host-long 30 (lambda () ~))",
    "(apply host-long (list 9 (lambda () ~)))",
    "(host-call (lambda () (host-long 20 (lambda () (list ~)))))",
    "(list (host-ask ~) (host-ask x) ~)",
    "(catch-and-apply 'error (lambda (tag e) (host-ask ~)) (host-ask ~))",
    "(unwind-protect (map-with host-ask (list 1 2 ~)) (setq y (host-ask ~)))",
    "(catch 'a (unwind-protect (throw 'a ~) (host-ask 'a) (host-call (lambda () (host-ask ~)))))",
    "(let ((k nil) (n 0)) (call/cc (lambda (c) (setq k c))) (host-ask ~) (setq n (+ n 1)) (if (< n 3) (k nil) n))",
];

/// One of [`CALLS`] with a program in it. In a text inside of the text, the program is written as one.
pub fn call(pattern: &str, program: &str) -> String {
    let quoted = pattern.contains("\"~\"") || pattern.contains("~)\"");
    if quoted {
        pattern.replace('~', &program.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        pattern.replace('~', program)
    }
}

/// An engine for which the clock stands still. Its thread waits where no run can, if it `blocks`.
pub fn still(desk: &Desk, blocks: bool) -> Engine {
    let builder = klammer_search::builder().host(Paper::still(desk));
    let mut e = if blocks { builder.block_on(super::futures::block_on) } else { builder }.build();
    e.run(OWN).expect("the language works");
    furnish(&mut e);
    e
}

/// Bound of the recorded output, in bytes.
const MAX_OUTPUT: usize = 1 << 20;

/// State that host and driver share.
#[derive(Clone, Default)]
pub struct Desk(Arc<Mutex<Inside>>);

#[derive(Default)]
struct Inside {
    output: String,
    /// Whether the host discards everything that is printed.
    is_jammed: bool,
    files: HashMap<PathBuf, String>,
}

impl Desk {
    fn open(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Another one with the same files.
    pub fn duplicate(&self) -> Desk {
        Desk(Arc::new(Mutex::new(Inside { files: self.open().files.clone(), ..Inside::default() })))
    }

    /// Takes the output since the last call.
    pub fn take_output(&self) -> String {
        std::mem::take(&mut self.open().output)
    }

    /// From now on, nothing that is printed arrives, or all of it does.
    pub fn jam(&self, on: bool) {
        self.open().is_jammed = on;
    }

    pub fn write_file(&self, path: &str, text: String) {
        self.open().files.insert(path.into(), text);
    }
}

/// The host of an engine under test.
pub struct Paper {
    desk: Desk,
    /// Number of readings of the clock, each of which advances it by a microsecond. Without it, the clock stands still.
    looks: Option<AtomicU64>,
}

impl Paper {
    pub fn new(desk: &Desk) -> Paper {
        Paper { desk: desk.clone(), looks: Some(AtomicU64::new(0)) }
    }

    /// One that says the same however often it is asked.
    pub fn still(desk: &Desk) -> Paper {
        Paper { desk: desk.clone(), looks: None }
    }
}

impl Host for Paper {
    fn write(&mut self, text: &str) -> io::Result<()> {
        let mut inside = self.desk.open();
        if inside.is_jammed {
            return Err(io::Error::other("paper jam"));
        }
        if inside.output.len() < MAX_OUTPUT {
            inside.output.push_str(text);
        }
        Ok(())
    }

    fn write_error(&mut self, text: &str) -> io::Result<()> {
        self.write(text)
    }

    fn read_input(&mut self) -> io::Result<String> {
        Ok(String::new())
    }

    fn now(&self) -> Duration {
        let looks = self.looks.as_ref().map(|looks| looks.fetch_add(1, Ordering::Relaxed));
        Duration::from_micros(looks.unwrap_or_default())
    }

    fn read_file(&self, path: &Path) -> io::Result<String> {
        self.desk.open().files.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn file_exists(&self, path: &Path) -> io::Result<bool> {
        Ok(self.desk.open().files.contains_key(path))
    }
}
