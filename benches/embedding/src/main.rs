//! Klammer, mlua, Rhai and Steel in one process: each row alternately, medians of five rounds of processor time.
//!
//! `cargo run --release` prints the table of `benches/RESULTS.md`; `cargo run --release -- steps klammer 1000 0 10`
//! does frames of runs only, of this engine, this many, this deep, for `valgrind --tool=callgrind`.

use std::hint::black_box;
use std::time::Duration;

use klammer::{Context, Engine, Handle, Limits, Run, Step};
use mlua::{Function, Lua, Thread, VmState};
use rhai::{AST, Array, Scope};
use steel::rvals::{FromSteelVal, IntoSteelVal};
use steel::steel_vm::register_fn::RegisterFn;

const ROUNDS: usize = 5;

/// One round of an engine: nanoseconds for one of `n` times.
type Round<'a> = Box<dyn FnMut(usize) + 'a>;

/// Returns the processor time of this process, in nanoseconds.
fn cpu() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Prints a row: each engine does `n` of it, a round each in turn. A step of a game is one of `parts`.
fn row(name: &str, n: usize, parts: usize, mut engines: Vec<Option<Round<'_>>>) {
    let mut times: Vec<Vec<f64>> = engines.iter().map(|_| Vec::new()).collect();
    engines.iter_mut().flatten().for_each(|round| round(n.div_ceil(10)));
    for _ in 0..ROUNDS {
        for (round, times) in engines.iter_mut().zip(&mut times) {
            let Some(round) = round else { continue };
            let begun = cpu();
            round(n);
            times.push((cpu() - begun) / (n * parts) as f64);
        }
    }
    let shown: Vec<String> = times.iter_mut().map(|times| {
        times.sort_by(f64::total_cmp);
        match times.get(ROUNDS / 2) {
            None => "-".to_string(),
            Some(ns @ ..1e3) => format!("{ns:.0} ns"),
            Some(ns @ ..1e6) => format!("{:.1} µs", ns / 1e3),
            Some(ns) => format!("{:.1} ms", ns / 1e6),
        }
    }).collect();
    println!("| {name} | {} |", shown.join(" | "));
}

fn times<'a>(mut f: impl FnMut() + 'a) -> Option<Round<'a>> {
    Some(Box::new(move |n| (0..n).for_each(|_| f())))
}

// ---- the service: jobs with limits, on prepared engines

const K_QUEENS: &str = "
(defproc safe? (row placed distance)
  (or (null? placed)
      (and (not (= (car placed) row)) (not (= (abs (- (car placed) row)) distance))
           (safe? row (cdr placed) (+ distance 1)))))
(defproc queens (n placed k)
  (if (= k n)
      1
      (let ((found 0))
        (dotimes (row n found)
          (if (safe? row placed 1) (setq found (+ found (queens n (cons row placed) (+ k 1)))))))))";

const L_QUEENS: &str = "
local function safe(row, placed, k)
  for i = 1, k do
    local other = placed[i]
    if other == row or math.abs(other - row) == k + 1 - i then return false end
  end
  return true
end
function queens(n, placed, k)
  if k == n then return 1 end
  local found = 0
  for row = 0, n - 1 do
    if safe(row, placed, k) then placed[k + 1] = row; found = found + queens(n, placed, k + 1) end
  end
  return found
end";

const R_QUEENS: &str = "
fn safe(row, placed, k) {
  for i in 0..k {
    let other = placed[i];
    if other == row || (other - row).abs() == k - i { return false; }
  }
  true
}
fn queens(n, placed, k) {
  if k == n { return 1; }
  let found = 0;
  for row in 0..n {
    if safe(row, placed, k) { let next = placed; next.push(row); found += queens(n, next, k + 1); }
  }
  found
}";

const HUNDRED: [&str; 4] = [
    "(defproc f (x y) (let ((s 0)) (dotimes (i x s) (setq s (+ s (* y i))))))\n",
    "function f(x, y) local s = 0 for i = 0, x - 1 do s = s + y * i end return s end\n",
    "fn f#(x, y) { let s = 0; for i in 0..x { s += y * i; } s }\n",
    "(define (f# x y) (let loop ((i 0) (s 0)) (if (< i x) (loop (+ i 1) (+ s (* y i))) s)))\n",
];

fn limited() -> Lua {
    let lua = Lua::new();
    lua.set_memory_limit(64 << 20).unwrap();
    let ticks = std::cell::Cell::new(0);
    let every = mlua::HookTriggers::new().every_nth_instruction(10_000);
    lua.set_hook(every, move |_, _| {
        ticks.set(ticks.get() + 1);
        if ticks.get() > 10_000 { Err(mlua::Error::runtime("out of ticks")) } else { Ok(VmState::Continue) }
    })
    .unwrap();
    lua
}

fn service() {
    let limits = Limits { ticks: Some(100_000_000), memory: 64 << 20, ..Limits::default() };
    let mut prepared = Engine::builder().limits(limits).build();
    prepared.run(K_QUEENS).unwrap();
    let prepared = prepared.snapshot().unwrap();
    let mut rhai = rhai::Engine::new();
    rhai.set_max_operations(100_000_000);
    let ast = rhai.compile(R_QUEENS).unwrap();
    row("200 jobs of 8 queens, an engine each, under limits", 1, 1, vec![
        times(|| {
            for _ in 0..200 {
                let mut engine = prepared.engine();
                let call = engine.with().time(Duration::from_secs(10));
                assert_eq!(call.call::<i64>("queens", (8, Vec::<i64>::new(), 0)).unwrap(), 92);
            }
        }),
        times(|| {
            for _ in 0..200 {
                let lua = limited();
                lua.load(L_QUEENS).exec().unwrap();
                let queens: Function = lua.globals().get("queens").unwrap();
                assert_eq!(queens.call::<i64>((8, Vec::<i64>::new(), 0)).unwrap(), 92);
            }
        }),
        times(|| {
            for _ in 0..200 {
                let found: i64 = rhai.call_fn(&mut Scope::new(), &ast, "queens", (8_i64, Array::new(), 0_i64)).unwrap();
                assert_eq!(found, 92);
            }
        }),
        None,
    ]);
    row("engine made and dropped", 200, 1, vec![
        times(|| drop(black_box(Engine::new()))),
        times(|| drop(black_box(Lua::new()))),
        times(|| drop(black_box(rhai::Engine::new()))),
        None,
    ]);
    let steel = times(|| drop(black_box(steel::steel_vm::engine::Engine::new())));
    row("the same, Steel's", 3, 1, vec![None, None, None, steel]);
    row("a request on a prepared engine", 500, 1, vec![
        times(|| assert_eq!(prepared.engine().call::<i64>("queens", (2, Vec::<i64>::new(), 0)).unwrap(), 0)),
        times(|| {
            let lua = limited();
            lua.load(L_QUEENS).exec().unwrap();
            let queens: Function = lua.globals().get("queens").unwrap();
            assert_eq!(queens.call::<i64>((2, Vec::<i64>::new(), 0)).unwrap(), 0);
        }),
        times(|| {
            let found: i64 = rhai.call_fn(&mut Scope::new(), &ast, "queens", (2_i64, Array::new(), 0_i64)).unwrap();
            assert_eq!(found, 0);
        }),
        None,
    ]);
}

// ---- calls and conversions

fn calls() {
    let mut engine = Engine::new();
    engine.define("inc", |x: i64| x + 1);
    engine.run("(defproc add (a b) (+ a b)) (defproc id (x) x)").unwrap();
    let [add, id, each]: [Handle; 3] =
        ["add", "id", "(lambda (n) (dotimes (i n) (inc i)))"].map(|text| engine.eval(text).unwrap());
    let lua = Lua::new();
    lua.globals().set("inc", lua.create_function(|_, x: i64| Ok(x + 1)).unwrap()).unwrap();
    lua.load("function add(a, b) return a + b end function id(x) return x end").exec().unwrap();
    let [l_add, l_id, l_each]: [Function; 3] = ["add", "id", "function(n) for i = 1, n do inc(i) end end"]
        .map(|text| lua.load(format!("return {text}")).eval().unwrap());
    let mut rhai = rhai::Engine::new();
    rhai.register_fn("inc", |x: i64| x + 1);
    let ast: AST = rhai
        .compile("fn add(a, b) { a + b } fn id(x) { x } fn each(n) { for i in 0..n { inc(i); } }")
        .unwrap();
    let mut steel = steel::steel_vm::engine::Engine::new();
    steel.register_fn("inc", |x: isize| x + 1);
    steel
        .run(
            "(define (add a b) (+ a b)) (define (id x) x)
             (define (each n) (let loop ((i 0)) (when (< i n) (inc i) (loop (+ i 1)))))",
        )
        .unwrap();
    let [s_add, s_id, s_each] = ["add", "id", "each"].map(|name| steel.extract_value(name).unwrap());
    let steel = std::cell::RefCell::new(steel);
    let engine = std::cell::RefCell::new(engine);
    let scope = std::cell::RefCell::new(Scope::new());
    row("host function, called by the script", 200, 1_000, vec![
        times(|| engine.borrow_mut().call::<()>(&each, (1_000,)).unwrap()),
        times(|| l_each.call::<()>(1_000).unwrap()),
        times(|| rhai.call_fn::<()>(&mut scope.borrow_mut(), &ast, "each", (1_000_i64,)).unwrap()),
        times(|| drop(steel.borrow_mut().call_function_with_args(s_each.clone(), vec![1_000_isize.into()]).unwrap())),
    ]);
    row("script function, called by handle", 50_000, 1, vec![
        times(|| assert_eq!(engine.borrow_mut().call::<i64>(&add, (1, 2)).unwrap(), 3)),
        times(|| assert_eq!(l_add.call::<i64>((1, 2)).unwrap(), 3)),
        times(|| {
            let sum: i64 = rhai.call_fn(&mut scope.borrow_mut(), &ast, "add", (1_i64, 2_i64)).unwrap();
            assert_eq!(sum, 3);
        }),
        times(|| {
            let given = vec![1_isize.into(), 2_isize.into()];
            let sum = steel.borrow_mut().call_function_with_args(s_add.clone(), given).unwrap();
            assert_eq!(isize::from_steelval(&sum).unwrap(), 3);
        }),
    ]);
    let all: Vec<i64> = (0..1_000).collect();
    row("1,000 integers in and out", 1_000, 1, vec![
        times(|| drop(black_box(engine.borrow_mut().call::<Vec<i64>>(&id, (&all[..],)).unwrap()))),
        times(|| drop(black_box(l_id.call::<Vec<i64>>(&all[..]).unwrap()))),
        times(|| {
            let given: Array = all.iter().map(|&x| x.into()).collect();
            let taken: Array = rhai.call_fn(&mut scope.borrow_mut(), &ast, "id", (given,)).unwrap();
            drop(black_box(taken.iter().map(|x| x.as_int().unwrap()).collect::<Vec<_>>()));
        }),
        times(|| {
            let given = vec![all.clone().into_steelval().unwrap()];
            let taken = steel.borrow_mut().call_function_with_args(s_id.clone(), given).unwrap();
            drop(black_box(Vec::<i64>::from_steelval(&taken).unwrap()));
        }),
    ]);
    let text = "x".repeat(1024);
    row("a string of 1 KiB in and out", 10_000, 1, vec![
        times(|| drop(black_box(engine.borrow_mut().call::<String>(&id, (&*text,)).unwrap()))),
        times(|| drop(black_box(l_id.call::<String>(&*text).unwrap()))),
        times(|| {
            drop(black_box(rhai.call_fn::<String>(&mut scope.borrow_mut(), &ast, "id", (text.clone(),)).unwrap()));
        }),
        times(|| {
            let given = vec![text.clone().into_steelval().unwrap()];
            let taken = steel.borrow_mut().call_function_with_args(s_id.clone(), given).unwrap();
            drop(black_box(String::from_steelval(&taken).unwrap()));
        }),
    ]);
    // Rhai and Steel define a name once.
    let [r_hundred, s_hundred] =
        [2, 3].map(|i| (0..100).map(|n| HUNDRED[i].replace('#', &n.to_string())).collect::<String>());
    let [k_hundred, l_hundred] = [HUNDRED[0].repeat(100), HUNDRED[1].repeat(100)];
    row("100 lines of definitions", 50, 1, vec![
        times(|| engine.borrow_mut().run(&k_hundred).unwrap()),
        times(|| lua.load(&l_hundred).exec().unwrap()),
        times(|| drop(black_box(rhai.compile(&r_hundred).unwrap()))),
        times(|| drop(black_box(steel.borrow_mut().run(s_hundred.clone()).unwrap()))),
    ]);
}

// ---- runs that yield

struct Runs {
    engine: Engine,
    runs: Vec<Run<()>>,
}

impl Runs {
    fn new(number: usize, depth: usize) -> Runs {
        let mut engine = Engine::builder().limits(Limits { memory: 8 << 30, depth: None, ..Limits::default() }).build();
        engine.define("wait", |cx: &mut Context<'_>, x: i64| cx.pause_with(x).map(|_| ()));
        engine
            .run(
                "(defproc entity (x) (while t (setq x (+ x 1)) (wait x)))
                 (defproc deep (n x) (if (= n 0) (entity x) (+ 1 (deep (- n 1) x))))",
            )
            .unwrap();
        let runs = (0..number).map(|i| engine.start("deep", (depth, i)).unwrap()).collect();
        let mut runs = Runs { engine, runs };
        runs.frame();
        runs
    }

    fn frame(&mut self) -> i64 {
        let mut sum = 0;
        for run in &mut self.runs {
            match run.step(&mut self.engine, 1_000_000_000).unwrap() {
                Step::Yielded(value) => sum += self.engine.get::<i64>(&value).unwrap(),
                other => panic!("{other:?}"),
            }
        }
        sum
    }
}

struct Threads {
    _lua: Lua,
    threads: Vec<Thread>,
}

impl Threads {
    fn new(number: usize, depth: usize) -> Threads {
        let lua = Lua::new();
        lua.load(
            "function entity(x) while true do x = x + 1 coroutine.yield(x) end end
             function deep(n, x) if n == 0 then entity(x) else return 1 + deep(n - 1, x) end end",
        )
        .exec()
        .unwrap();
        let deep: Function = lua.globals().get("deep").unwrap();
        let threads: Vec<Thread> = (0..number).map(|_| lua.create_thread(deep.clone()).unwrap()).collect();
        for (i, thread) in threads.iter().enumerate() {
            thread.resume::<i64>((depth, i)).unwrap();
        }
        Threads { _lua: lua, threads }
    }

    fn frame(&mut self) -> i64 {
        self.threads.iter().map(|thread| thread.resume::<i64>(()).unwrap()).sum()
    }
}

fn steps() {
    for (number, depth) in [(1, 0), (1_000, 0), (10_000, 0), (1_000, 20), (10, 10_000), (1, 100_000)] {
        let (mut runs, mut threads) = (Runs::new(number, depth), Threads::new(number, depth));
        assert_eq!(runs.frame(), threads.frame());
        let frames = (200_000 / number).max(3);
        let name = format!("a step and its value: {number} waiting, {depth} deep");
        let frame = |f: Round<'static>| Some(f);
        row(&name, frames, number, vec![
            frame(Box::new(move |n| (0..n).for_each(|_| _ = black_box(runs.frame())))),
            frame(Box::new(move |n| (0..n).for_each(|_| _ = black_box(threads.frame())))),
            None,
            None,
        ]);
    }
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if let [_, _, engine, number, depth, frames] = &words[..] {
        let [number, depth, frames] = [number, depth, frames].map(|word| word.parse().expect("a number"));
        let mut frame: Box<dyn FnMut() -> i64> = if engine == "klammer" {
            let mut runs = Runs::new(number, depth);
            Box::new(move || runs.frame())
        } else {
            let mut threads = Threads::new(number, depth);
            Box::new(move || threads.frame())
        };
        (0..frames).for_each(|_| _ = black_box(frame()));
        return;
    }
    println!("| | Klammer | mlua | Rhai | Steel |\n|---|---|---|---|---|");
    service();
    calls();
    steps();
}
