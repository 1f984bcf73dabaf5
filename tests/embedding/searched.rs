//! Types of the host that searches work on, stores of the module `constraints` as such a type, and searches in steps.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

use klammer::inspect::SearchStatistics;
use klammer::space::{Contradiction, Family, Progress, Searchable, Space, Variable};
use klammer::trace::{SearchState, StepOutcome};
use klammer::{
    Class, Code, Context, Digits, Engine, Error, FromContext, FromLisp, Handle, HostError, HostType, Limits, RefMut,
    SearchBudget, Step, Value,
};
use klammer_search::Store;
use klammer_search::klammer_constraints::Strength;

use super::engine;

/// So many queens, of which none may stand in the row or on a diagonal of another one.
#[derive(Clone)]
struct Queens {
    /// For each column the rows that are left, a bit each.
    rows: Vec<u64>,
    family: Family,
    failed: Option<Contradiction>,
    /// Column at which propagation panics.
    trap: Option<i64>,
}

impl Space for Queens {
    fn places(&self) -> usize {
        self.rows.len()
    }

    fn size(&self, place: usize) -> u64 {
        self.rows[place].count_ones().into()
    }

    fn open(&self) -> Vec<usize> {
        (0..self.rows.len()).filter(|&x| self.size(x) > 1).collect()
    }

    fn degree(&self, _: usize) -> usize {
        self.open().len()
    }

    fn is_solved(&self) -> bool {
        self.failed.is_none() && self.open().is_empty()
    }

    fn involved(&self, contradiction: Contradiction) -> Vec<usize> {
        contradiction.place.into_iter().collect()
    }
}

impl Searchable for Queens {
    fn variable(&self, place: usize) -> Option<Variable> {
        Some(Variable(place as u32, 77))
    }

    fn place(&self, x: Variable) -> Option<usize> {
        Some(x.number() as usize).filter(|&place| place < self.rows.len() && x.mark() == 77)
    }

    fn values(&self, place: usize) -> Vec<i64> {
        (0..64).filter(|row| self.rows[place] >> row & 1 == 1).collect()
    }

    fn contradiction(&self) -> Option<Contradiction> {
        self.failed
    }

    fn family(&self) -> &Family {
        &self.family
    }

    fn assign(&mut self, place: usize, value: i64) -> Result<(), Contradiction> {
        let others: Vec<i64> = self.values(place).into_iter().filter(|&row| row != value).collect();
        others.into_iter().try_for_each(|row| self.remove(place, row))
    }

    fn remove(&mut self, place: usize, value: i64) -> Result<(), Contradiction> {
        self.rows[place] &= !(1 << value);
        self.failed = (self.rows[place] == 0).then(|| Contradiction::at(place));
        self.failed.map_or(Ok(()), Err)
    }

    fn propagate(&mut self, budget: &mut i64) -> Result<Progress, Contradiction> {
        let mut told = 0u64;
        while let Some(x) = (0..self.rows.len()).find(|&x| told >> x & 1 == 0 && self.size(x) == 1) {
            (told, *budget) = (told | 1 << x, *budget - 1);
            let row = self.values(x)[0];
            assert_ne!(Some(row), self.trap, "a queen fell into the trap");
            for y in (0..self.rows.len()).filter(|&y| y != x) {
                let far = x.abs_diff(y) as i64;
                for seen in [row - far, row, row + far].into_iter().filter(|row| (0..64).contains(row)) {
                    self.remove(y, seen)?;
                }
            }
        }
        Ok(Progress::Fixpoint)
    }
}

impl HostType for Queens {
    const NAME: &'static str = "queens";

    fn describe(class: &mut Class<'_, Queens>) {
        class.define("queens", |n: u8, trap: Option<i64>| Queens {
            rows: vec![(1 << n) - 1; n.into()],
            family: Arc::default(),
            failed: None,
            trap,
        });
        class.define("columns", |q: &Queens| (0..q.rows.len()).filter_map(|x| q.variable(x)).collect::<Vec<_>>());
        class.print(|q| format!("{} {}", q.rows.len(), q.open().len()));
        class.searched();
    }
}

/// Queens as an array of the rows that are left.
#[derive(Clone)]
struct Shown(Queens);

impl HostType for Shown {
    const NAME: &'static str = "shown-queens";

    fn describe(class: &mut Class<'_, Shown>) {
        class.define("shown", Shown);
        class.searched_as(|shown| &shown.0, |shown| &mut shown.0);
        class.indexed(
            |shown| [shown.0.rows.len()],
            |shown, x| Digits(shown.0.rows[x]),
            |_, _, _: Digits| Err("nothing: only a search takes rows away"),
        );
    }
}

#[test]
fn searched_object_that_is_an_array_is_no_board() {
    let mut engine = queens_engine();
    engine.register::<Shown>();
    assert_eq!(engine.eval::<usize>("(count-solutions (shown (queens 6)) 100)").unwrap(), 4);
    let rows: Vec<Vec<u8>> = engine.eval("(array->list (solve (shown (queens 4))))").unwrap();
    assert_eq!(rows, [[1], [3], [0], [2]]);
    let calls = [
        ("(board? s)", "nil"),
        ("(count-digits s)", "16"),
        ("(candidates s (second (columns (queens 4))))", "(0 1 2 3)"),
        ("(explain-contradiction s)", "nil"),
        ("(peers s '(0 0))", "wrong-type"),
        ("(propagate-constraint s '((0 0) 1))", "wrong-type"),
        ("(is-solution? s)", "nil"),
        ("(aset s 0 '(1))", "wrong-type"),
    ];
    for (text, expected) in calls {
        let wrapped = "(catch-and-apply 'error (lambda (tag c) (condition-code c))";
        let call = format!("(format nil \"~s\" {wrapped} (let ((s (shown (queens 4)))) {text})))");
        assert_eq!(engine.eval::<String>(&call).unwrap(), expected, "{text}");
    }
}

/// Queens as an array of one row, which claims to have a second one.
#[derive(Clone)]
struct Grid(Queens);

impl HostType for Grid {
    const NAME: &'static str = "grid";

    fn describe(class: &mut Class<'_, Grid>) {
        class.define("grid", Grid);
        class.define("with-grid", |cx: &mut Context<'_>, _: RefMut<'_, Grid>, f: Handle| cx.call::<Handle>(&f, ()));
        class.searched_as(|grid| &grid.0, |grid| &mut grid.0);
        class.indexed(
            |grid| [2, grid.0.rows.len()],
            |grid, at| Digits(grid.0.rows[at]),
            |_, _, _: Digits| Err("nothing: only a search takes rows away"),
        );
    }
}

#[test]
fn questions_to_a_grid_are_answered_in_place() {
    let mut engine = queens_engine();
    engine.register::<Grid>();
    engine.eval::<()>("(setq g (assign (grid (queens 6)) '(0 0) 2)) (setq place '(0 1))").unwrap();
    // There is no set of the values: the list of them is made.
    for text in ["(candidates g place)", "(candidates g (list 0 1))"] {
        assert_eq!(engine.eval::<Vec<i64>>(text).unwrap(), [0, 4, 5], "{text}");
    }
    for text in ["(count-candidates g place)", "(count-candidates g (list 0 1))"] {
        assert_eq!(engine.eval::<usize>(text).unwrap(), 3, "{text}");
    }
    for text in ["(count-candidates g '(1 1))", "(count-candidates g (list 1 1))", "(candidates g (list 1 1))"] {
        assert_eq!(engine.eval::<()>(text).unwrap_err().code(), Code::HostPanic, "{text}");
        let held = format!("(with-grid g (lambda () {text}))");
        let error = engine.eval::<()>(&held).unwrap_err();
        assert_eq!(error.message(), "grid: the object is in use by with-grid until that returns", "{text}");
    }
    let error = engine.eval::<()>("(candidates g (first (columns (queens 4))))").unwrap_err();
    assert!(error.message().contains("place must be a list of row and column"), "{}", error.message());
}

fn queens_engine() -> Engine {
    let mut engine = crate::host::builder().build();
    engine.register::<Queens>();
    engine.require("search").unwrap();
    engine
}

#[test]
fn host_objects_serve_the_module_search() {
    let mut engine = queens_engine();
    let counts: Vec<usize> =
        engine.eval("(map-with (lambda (n) (count-solutions (queens n) 100)) '(4 5 6 7))").unwrap();
    assert_eq!(counts, [2, 10, 4, 40]);
    assert!(engine.eval::<bool>("(solved? (solve (queens 8)))").unwrap());
    assert!(engine.eval::<bool>("(null? (solve (queens 3)))").unwrap());
    assert!(engine.eval::<bool>("(solved? (solve-with-restarts (queens 8) 10))").unwrap());
    assert!(engine.inspect().search_statistics().nodes > 100 && engine.inspect().search_statistics().failures > 10);
}

#[test]
fn the_functions_of_boards_answer_for_them() {
    let mut engine = queens_engine();
    engine.eval::<()>("(setq q (queens 6)) (setq c (columns q))").unwrap();
    let cases = [
        ("(candidates q (first c))", "(0 1 2 3 4 5)"),
        ("(candidates (assign q (first c) 2) (second c))", "(0 4 5)"),
        ("(count-candidates (eliminate q (first c) 2) (first c))", "5"),
        ("(settled? (assign q (first c) 2) (first c))", "t"),
        ("(= (most-constrained (assign q (third c) 0)) (first c))", "t"),
        ("(length (best-cells q))", "6"),
        ("(length (children q (first c)))", "6"),
        (
            "(list (weight q (first c)) (increment-weight! q (first c) 3) (= (min-dom/wdeg-cell q) (first c)))",
            "(1.0 4.0 t)",
        ),
        (
            "(let ((copy (duplicate q))) (assign! copy (first c) 1) (list (type-of copy) copy q))",
            "(queens #<queens 6 5> #<queens 6 6>)",
        ),
        ("(contradiction? q)", "nil"),
    ];
    for (expression, value) in cases {
        assert_eq!(engine.eval::<String>(&format!("(format nil \"~s\" {expression})")).unwrap(), value, "{expression}");
    }
    let error = engine.eval::<()>("(require 'constraints) (candidates q (variable (make-store) 0 1))").unwrap_err();
    assert_eq!(error.code(), Code::BadValue);
    assert!(error.message().contains("must belong to this queens"), "{}", error.message());
}

static FIXED_ASKED: AtomicUsize = AtomicUsize::new(0);
static OPEN_ASKED: AtomicUsize = AtomicUsize::new(0);

/// Queens whose bytes stay the same.
#[derive(Clone)]
struct Fixed(Queens);

impl HostType for Fixed {
    const NAME: &'static str = "fixed-queens";

    fn describe(class: &mut Class<'_, Fixed>) {
        class.define("fixed", Fixed);
        class.searched_as(|q| &q.0, |q| &mut q.0);
        class.fixed_size(|q| {
            FIXED_ASKED.fetch_add(1, Ordering::Relaxed);
            q.0.rows.len() * 1_000_000
        });
    }
}

/// Queens that take the fewer bytes the fewer rows are left.
#[derive(Clone)]
struct Shrinking(Queens);

impl HostType for Shrinking {
    const NAME: &'static str = "shrinking-queens";

    fn describe(class: &mut Class<'_, Shrinking>) {
        class.define("shrinking", Shrinking);
        class.searched_as(|q| &q.0, |q| &mut q.0);
        class.size(|q| {
            OPEN_ASKED.fetch_add(1, Ordering::Relaxed);
            (0..q.0.places()).map(|x| q.0.size(x) as usize * 1_000_000).sum()
        });
    }
}

#[test]
fn steps_count_bytes_unless_their_size_is_fixed() {
    let mut engine = queens_engine();
    engine.register::<Fixed>();
    engine.register::<Shrinking>();
    engine.eval::<()>("(setq q (queens 6)) (setq c (columns q))").unwrap();
    let before = engine.usage().memory;
    engine.eval::<()>("(setq f (fixed q))").unwrap();
    let asked = FIXED_ASKED.load(Ordering::Relaxed);
    engine.eval::<()>("(dotimes (i 5) (eliminate! f (first c) i))").unwrap();
    assert_eq!(FIXED_ASKED.load(Ordering::Relaxed), asked);
    assert!((5_800_000..6_400_000).contains(&(engine.usage().memory - before)));
    engine.eval::<()>("(setq g (duplicate f))").unwrap();
    assert!((11_800_000..12_400_000).contains(&(engine.usage().memory - before)));

    let before = engine.usage().memory;
    engine.eval::<()>("(setq s (shrinking q))").unwrap();
    assert!(engine.usage().memory - before > 35_800_000);
    let asked = OPEN_ASKED.load(Ordering::Relaxed);
    engine.eval::<()>("(dotimes (i 5) (eliminate! s (first c) i))").unwrap();
    assert_eq!(OPEN_ASKED.load(Ordering::Relaxed), asked + 5);
    assert!(engine.usage().memory - before < 32_000_000);
}

#[test]
fn copies_in_freed_memory_are_like_new_ones() {
    let mut engine = queens_engine();
    engine.register::<Shown>();
    engine
        .eval::<()>(
            "(setq q (queens 6 3)) (setq c (columns q)) (setq s (shown q))
             (defproc seen () (format nil \"~s\" (array->list (assign s (second c) 5))))
             (defproc trapped () (catch-and-apply 'error (lambda (tag c) (condition-code c)) (assign s (first c) 3)))",
        )
        .unwrap();
    let first: String = engine.eval("(seen)").unwrap();
    // Copies come and go, some of them after a contradiction or a panic on the way.
    engine.eval::<()>("(setq stuck (assign (assign s (first c) 0) (second c) 2)) (collect-garbage)").unwrap();
    for _ in 0..3 {
        engine
            .eval::<()>("(dotimes (i 100) (assign s (first c) 1) (assign stuck (third c) 5)) (collect-garbage)")
            .unwrap();
        assert_eq!(engine.eval::<String>("(format nil \"~s\" (trapped))").unwrap(), "host-panic");
        assert_eq!(engine.eval::<String>("(seen)").unwrap(), first);
    }
    let nodes = engine.inspect().search_statistics().nodes;
    let memory = [0; 2].map(|_| {
        engine.eval::<()>("(dotimes (i 1000) (assign s (first c) 1)) (collect-garbage)").unwrap();
        engine.usage().memory
    });
    assert_eq!(engine.inspect().search_statistics().nodes, nodes + 2000);
    assert!(memory[1] < memory[0] + 10_000, "{memory:?}");
}

#[test]
fn budgets_end_searches_and_show_in_traces() {
    let mut engine = queens_engine();
    engine.eval::<()>("(defproc all (n) (count-solutions (queens n) 100000))").unwrap();
    let budget = SearchBudget { nodes: Some(50), ..SearchBudget::default() };
    assert_eq!(engine.with().call_within::<usize>(budget, "all", (8,)).unwrap(), None);
    assert_eq!(engine.inspect().search_statistics().nodes, 50);
    let (sender, events) = channel();
    engine.inspect().trace_search(Some(Box::new(move |event| sender.send(event).unwrap())));
    assert_eq!(engine.call::<usize>("all", (4,)).unwrap(), 2);
    let events: Vec<_> = events.try_iter().collect();
    assert_eq!(events.iter().filter(|e| e.outcome == StepOutcome::Solved).count(), 2);
    let SearchState::Variables { state, domains } = &events[0].state else { panic!("{:?}", events[0]) };
    assert_eq!((*state, domains.len(), &*domains[0].runs), (1, 4, &[(0, 3)][..]));
}

#[test]
fn a_panic_of_a_searched_type_is_an_error() {
    let mut engine = queens_engine();
    engine.eval::<()>("(setq q (queens 6 3)) (setq c (columns q))").unwrap();
    for step in ["(assign q (first c) 3)", "(assign! q (first c) 3)", "(count-solutions q 1000)"] {
        let error = engine.eval::<()>(step).unwrap_err();
        assert_eq!(error.code(), Code::HostPanic, "{step}");
        assert!(error.message().contains("a queen fell into the trap"), "{}", error.message());
    }
    assert_eq!(engine.eval::<Vec<i64>>("(candidates q (first c))").unwrap(), [3]);
}

#[test]
fn objects_with_copies_are_in_snapshots() {
    let mut engine = queens_engine();
    engine.eval::<()>("(setq q (queens 6)) (setq c (columns q))").unwrap();
    let mut copy = engine.snapshot().unwrap().engine();
    copy.eval::<()>("(assign! q (first c) 1)").unwrap();
    assert_eq!(copy.eval::<usize>("(count-candidates q (first c))").unwrap(), 1);
    // A function of the host without a context is there again when the host has said so.
    assert!(copy.eval::<()>("(columns q)").is_err());
    copy.register::<Queens>();
    assert!(copy.eval::<bool>("(= (columns q) c)").unwrap());
    assert_eq!(engine.eval::<usize>("(count-candidates q (first c))").unwrap(), 6);
}

#[test]
fn snapshots_have_working_stores() {
    let mut engine = crate::host::builder().build();
    let stores = "(require 'constraints) (setq s (make-store)) (setq x (variable s 0 9))
                  (propagator! s (list x) (lambda (s) (eliminate! s x 5)))";
    engine.eval::<()>(stores).unwrap();
    let mut copy = engine.snapshot().unwrap().engine();
    copy.eval::<()>("(post! s (> x 6))").unwrap();
    assert_eq!(copy.eval::<Vec<i64>>("(find-solutions s 9) (candidates (propagate-fixpoint s) x)").unwrap(), [7, 8, 9]);
    assert_eq!(engine.eval::<usize>("(count-solutions s)").unwrap(), 9);
}

#[test]
fn a_host_posts_constraints_to_program_stores() {
    let mut engine = crate::host::builder().build();
    engine.require("constraints").unwrap();
    engine.define(
        "spread!",
        |store: &mut Store, xs: Vec<Variable>| -> Result<(), klammer_search::klammer_constraints::Error> {
            store.all_different(&xs, Strength::Domain)
        },
    );
    engine.eval::<()>("(setq s (make-store)) (setq xs (variables s 3 1 3)) (spread! s xs)").unwrap();
    assert_eq!(engine.eval::<usize>("(count-solutions s)").unwrap(), 6);
    let xs: Vec<Variable> = engine.get("xs").unwrap();
    let solution: Store = engine.eval("(solve s)").unwrap();
    assert_eq!(xs.iter().filter_map(|&x| solution.value(x)).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(engine.eval::<Value>("(first xs)").unwrap(), Value::Variable(xs[0]));
}

/// Functions of a program that wait for something.
#[derive(Clone)]
struct Waiting;

impl HostType for Waiting {
    const NAME: &'static str = "waiting";

    fn describe(class: &mut Class<'_, Waiting>) {
        class.define("make-waiting", || Waiting);
        class.define("wait!", |cx: &mut Context<'_>, all: Handle, f: Handle| cx.hold(&all, &f));
        class.define("wake", |cx: &mut Context<'_>, all: Handle, n: usize| -> Result<Option<i64>, Error> {
            cx.held(&all, n)?.map(|f| cx.call(&f, ())).transpose()
        });
        class.copies();
    }
}

#[test]
fn an_object_holds_values_and_goes_with_them() {
    let mut engine = crate::host::builder().limits(Limits { memory: 4 << 20, ..Limits::default() }).build();
    engine.register::<Waiting>();
    let woken: Vec<Option<i64>> = engine
        .eval(
            "(setq w (make-waiting))
             (wait! w (lambda () 5))
             (setq copy (duplicate w))
             (wait! copy (lambda () 6))
             (list (wake w 0) (wake w 1) (wake copy 0) (wake copy 1))",
        )
        .unwrap();
    assert_eq!(woken, [Some(5), None, Some(5), Some(6)]);
    // Each of these refers to itself and to a megabyte; all together would be beyond the limit.
    engine
        .eval::<()>(
            "(dotimes (i 50)
               (let* ((w (make-waiting)) (large (make-array '(100000) :initial i)))
                 (wait! w (lambda () (aref large 0) (wake w 7)))))",
        )
        .unwrap();
    assert_eq!(engine.eval::<Value>("(wait! 5 5)").unwrap_err().code(), Code::WrongType);
}

/// A long text that copies share.
#[derive(Clone)]
struct Page(Arc<String>);

impl HostType for Page {
    const NAME: &'static str = "page";

    fn describe(class: &mut Class<'_, Page>) {
        class.define("make-page", |bytes: usize| Page(Arc::new("x".repeat(bytes))));
        class.copies();
        class.shares(|page| &page.0, String::len);
    }
}

#[test]
fn shared_memory_of_objects_counts_once() {
    let limits = Limits { memory: 8 << 20, ..Limits::default() };
    let mut engine = crate::host::builder().limits(limits).build();
    engine.register::<Page>();
    engine.eval::<()>("(setq page (make-page 3000000))").unwrap();
    engine.eval::<()>("(setq copies nil) (dotimes (i 1000) (push! (duplicate page) copies))").unwrap();
    engine.eval::<()>("(setq other (make-page 3000000))").unwrap();
    let error = engine.eval::<()>("(setq third (make-page 3000000)) (dotimes (i 1000000) (list i))").unwrap_err();
    assert_eq!(error.code(), Code::OutOfMemory);
    // An object without references is free again.
    engine.eval::<()>("(setq other nil) (setq third nil) (setq fourth (make-page 3000000))").unwrap();
}

#[test]
fn an_error_names_the_argument_and_its_data() {
    let mut engine = crate::host::builder().build();
    engine.define("half", |n: i64| -> Result<i64, HostError> {
        let odd = || HostError::new("must be even").with_argument("n").with_code(Code::BadValue).with_data([n]);
        if n % 2 == 0 { Ok(n / 2) } else { Err(odd()) }
    });
    let error = engine.eval::<i64>("(half 3)").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::BadValue, "n must be even"));
    let told: Vec<i64> =
        engine.eval("(catch-and-apply 'error (lambda (tag c) (condition-irritants c)) (half 3))").unwrap();
    assert_eq!(told, [3]);
}

/// Data of at most ten parts.
struct Few(Value);

impl FromLisp for Few {
    const EXPECTED: &'static str = "a little data";

    fn from_lisp(mut given: FromContext<'_>) -> Result<Few, klammer::ConvertError> {
        given.data(3, 10).map(Few)
    }
}

#[test]
fn data_has_bounds_where_its_reader_wants_some() {
    let mut engine = crate::host::builder().build();
    engine.define("parts", |few: Few| if let Few(Value::List(items)) = few { items.len() } else { 0 });
    assert_eq!(engine.eval::<usize>("(parts '(1 (2 3) 4))").unwrap(), 3);
    for (data, reason) in [
        ("'(1 2 3 4 5 6 7 8 9 10 11)", "it has too many parts"),
        ("'(((1)))", "it is nested too deeply"),
        ("(let ((l (list 1 2))) (dotimes (i 60) (setq l (list l l))) l)", "it is nested too deeply"),
    ] {
        let error = engine.eval::<usize>(&format!("(parts {data})")).unwrap_err();
        assert_eq!(error.code(), Code::BadValue);
        assert!(error.message().contains(reason), "{}", error.message());
    }
}

/// A library, what a program has defined with it, and calls of that.
const SEARCHES: &[(&str, &str, &[&str])] = &[
    (
        "search",
        "(setq some (read-puzzle \"1.............4.\") nine
           (read-puzzle \"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\"))",
        &[
            "(board->line (solve nine))",
            "(count-solutions some)",
            "(count-solutions (board 4))",
            "(count-solutions nine 2)",
            "(map-with board->line (find-solutions some 5))",
            "(let ((next (solutions some))) (list (board->line (next)) (board->line (next))))",
            "(unique? nine)",
            "(count-nodes (solve (board 9)))",
            "(board->line (solve-with-restarts nine 10))",
            "(with-budget (:nodes 7 :else 'unfinished) (count-solutions (board 4)))",
        ],
    ),
    (
        "constraints",
        "(defproc queens (n)
           (let* ((s (make-store)) (qs (variables s n 1 n)))
             (all-different! s qs)
             (dotimes (i n)
               (dotimes (j i)
                 (let ((a (nth i qs)) (b (nth j qs)) (d (- i j)))
                   (post! s (/= (- a b) d) (/= (- b a) d)))))
             (list s qs)))
         (defproc coins (total)
           (let* ((s (make-store)) (xs (variables s 4 0 total))
                  (a (first xs)) (b (second xs)) (c (third xs)) (d (fourth xs))
                  (sum (expression! s (+ a (* 3 b) (* 7 c) (* 11 d))))
                  (count (expression! s (apply + xs))))
             (post! s (= sum total))
             (list s xs count)))
         (setq six (queens 6) problem (coins 40))
         (defproc own (n)
           (let* ((s (make-store)) (xs (variables s n 0 n)))
             (propagator! s xs (lambda (s) (if (< (lower s (first xs)) 2) (at-least! s (first xs) 2) s)))
             (length (find-solutions s 20))))",
        &[
            "(values-of (solve (first six)) (second six))",
            "(count-solutions (first six))",
            "(map-with (lambda (s) (values-of s (second six))) (find-solutions (first six) 3))",
            "(values-of (minimize (first problem) (third problem)) (second problem))",
            "(value (maximize (first problem) (third problem)) (third problem))",
            "(let ((seen nil))
               (minimize (first problem) (third problem) :nodes 9
                 :found (lambda (s) (push! (value s (third problem)) seen)))
               seen)",
            "(progn
               (random-seed! 1)
               (value (large-neighbourhood-search (first problem) (third problem) (second problem)
                                                  (solve (first problem)) 5 :keep 0.3)
                      (third problem)))",
            "(let ((s (first (queens 5)))) (and (solve-with-nogoods s 2) t))",
            "(own 3)",
        ],
    ),
    (
        "teach",
        "(setq nine
           (read-puzzle \"..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..\"))",
        &[
            "(rate nine)",
            "(length (steps nine))",
            "(board->line (generate :like (board 4) :seed 3))",
            "(board->line (generate :seed 5))",
        ],
    ),
];

/// Greatest number of steps in which a search is run.
const MANY: u64 = 60_000;

#[test]
fn searches_in_steps_find_the_same() {
    for (library, definitions, calls) in SEARCHES {
        let mut engine = engine();
        engine.require("search").unwrap();
        engine.require(library).unwrap();
        engine.eval::<()>(&format!("{definitions} nil")).unwrap();
        for call in *calls {
            let whole: Handle = engine.eval(&format!("(lambda () {call})")).unwrap();
            // This call compiles the functions that are compiled on first use.
            engine.call::<Handle>(&whole, ()).unwrap();
            let expected = in_one_call(&mut engine, &whole);
            assert_ne!(expected.value, "nil", "{call}");
            for step_ticks in [1, 10, 100, 1_000, 10_000] {
                if expected.ticks / step_ticks <= MANY {
                    let found = in_steps(&mut engine, &whole, step_ticks);
                    assert_eq!(found, expected, "{call} in steps of {step_ticks}");
                }
            }
        }
    }
}

#[derive(PartialEq, Debug)]
struct Found {
    value: String,
    statistics: SearchStatistics,
    ticks: u64,
}

fn in_one_call(engine: &mut Engine, whole: &Handle) -> Found {
    *engine.inspect().search_statistics() = SearchStatistics::default();
    let value: Handle = engine.call(whole, ()).unwrap();
    let ticks = engine.usage().ticks;
    Found { value: engine.inspect().repr(&value).unwrap(), statistics: *engine.inspect().search_statistics(), ticks }
}

fn in_steps(engine: &mut Engine, whole: &Handle, step_ticks: u64) -> Found {
    *engine.inspect().search_statistics() = SearchStatistics::default();
    let mut run = engine.start::<Handle>(whole, ()).unwrap();
    let mut before = 0;
    let value = loop {
        match run.step(engine, step_ticks).unwrap() {
            Step::Done(value) => break value,
            Step::OutOfTicks => before = run.usage(engine).ticks,
            Step::Yielded(_) | Step::Asked(_) => panic!("nobody asks it to wait"),
        }
    };
    let ticks = before + engine.usage().ticks;
    Found { value: engine.inspect().repr(&value).unwrap(), statistics: *engine.inspect().search_statistics(), ticks }
}

/// Each has statistics of its own kind: those of the engine are of all that has been searched in it.
#[test]
fn two_alternating_searches_are_independent() {
    let mut engine = engine();
    engine.require("search").unwrap();
    engine.eval::<()>("(defproc count (n) (count-solutions (board 4) n)) nil").unwrap();
    let expected = engine.call::<i64>("count", (288,)).unwrap();
    let nodes = engine.inspect().search_statistics().nodes;
    let (mut one, mut two) =
        (engine.start::<i64>("count", (288,)).unwrap(), engine.start::<i64>("count", (288,)).unwrap());
    *engine.inspect().search_statistics() = SearchStatistics::default();
    let mut ends = Vec::new();
    while ends.len() < 2 {
        for run in [&mut one, &mut two] {
            match run.step(&mut engine, 97) {
                Ok(Step::Done(count)) => ends.push(count),
                Ok(Step::OutOfTicks | Step::Yielded(_) | Step::Asked(_)) => {}
                Err(error) => assert_eq!((ends.len(), error.message()), (1, "the run has ended")),
            }
        }
    }
    assert_eq!(ends, [expected, expected]);
    assert_eq!(engine.inspect().search_statistics().nodes, 2 * nodes);
}
