//! Types of the host whose objects programs use as arrays.

use klammer::{Class, Code, Context, Digits, Engine, Error, Handle, HostType, Limits, RefMut};

use super::{code, limited};

/// Rows and columns of numbers.
struct Land {
    width: usize,
    heights: Vec<i64>,
}

impl Clone for Land {
    fn clone(&self) -> Land {
        assert!(!self.heights.contains(&14), "a swamp");
        Land { width: self.width, heights: self.heights.clone() }
    }
}

impl HostType for Land {
    const NAME: &'static str = "land";

    fn describe(class: &mut Class<'_, Land>) {
        class.define("flat-land", |rows: usize, width: usize| Land { width, heights: vec![0; rows * width] });
        class.define("grow-land!", |land: &mut Land, rows: usize| land.heights.resize(rows * land.width, 7));
        class.define("land-keep!", |cx: &mut Context<'_>, land: Handle, v: Handle| cx.hold(&land, &v));
        class.define("land-kept", |cx: &mut Context<'_>, land: Handle| cx.held(&land, 0));
        class.define("with-land", |cx: &mut Context<'_>, _land: RefMut<'_, Land>, f: Handle| cx.call::<Handle>(&f, ()));
        class.define_method("+", |a: &Land, n: i64| a.heights.iter().sum::<i64>() + n);
        class.size(|land| land.heights.capacity() * 8);
        class.copies();
        class.indexed(
            |land| [land.heights.len() / land.width.max(1), land.width],
            |land, at| if land.heights[at] == 13 { panic!("a hole") } else { land.heights[at] },
            |land, at, height: i64| match height {
                0..9000 => {
                    land.heights[at] = height;
                    Ok(())
                }
                9999 => panic!("too high"),
                _ => Err("a height in metres"),
            },
        );
    }
}

/// Sets of small numbers in a row, which cannot be copied.
struct Bag(Vec<u64>);

impl HostType for Bag {
    const NAME: &'static str = "bag";

    fn describe(class: &mut Class<'_, Bag>) {
        class.define("make-bag", |n: usize| Bag(vec![0; n]));
        class.indexed(
            |bag| [bag.0.len()],
            |bag, at| Digits(bag.0[at]),
            |bag, at, x: Digits| {
                bag.0[at] = x.0;
                Ok(())
            },
        );
    }
}

/// A land with a name.
struct Island {
    land: Land,
}

impl HostType for Island {
    const NAME: &'static str = "island";

    fn describe(class: &mut Class<'_, Island>) {
        class.define("make-island", || Island { land: Land { width: 2, heights: vec![1, 2, 3, 4] } });
        class.part("land", |island| &island.land, |island| &mut island.land);
    }
}

fn engine() -> Engine {
    let mut engine = limited(Limits { memory: 16 << 20, ..Limits::default() });
    engine.register::<Land>();
    engine.register::<Bag>();
    engine.register::<Island>();
    engine.run("(setq land (flat-land 2 3)) (aset land 1 2 5) (setq bag (make-bag 3))").expect("a land");
    engine
}

fn shown(engine: &mut Engine, text: &str) -> String {
    engine.eval::<String>(&format!("(format nil \"~s\" {text})")).unwrap_or_else(|e| format!("{:?}: {e}", e.code()))
}

#[test]
fn indexed_object_works_as_an_array() {
    let e = &mut engine();
    for (text, expected) in [
        ("land", "#2s64((0 0 0) (0 0 5))"),
        ("(list (array? land) (land? land) (array-dimensions land) (length land))", "(t t (2 3) 6)"),
        ("(list (aref land 1 2) (get-array-element land '(1 2)) (row-major-aref land 5))", "(5 5 5)"),
        ("(array->list (array-map (lambda (x) (* 2 x)) land))", "(0 0 0 0 0 10)"),
        ("(let ((copy (duplicate land))) (aset copy 0 0 1) (list (aref copy 0 0) (aref land 0 0)))", "(1 0)"),
        ("(+ land 2)", "7"),
        ("(progn (defmethod height ((l land)) t (aref l 1 2)) (height land))", "5"),
        ("(progn (set-array-element land '(0 1) 8) (array->list land))", "(0 8 0 0 0 5)"),
        ("(progn (fill-array! land 3) land)", "#2s64((3 3 3) (3 3 3))"),
        ("(progn (aset bag 1 '(3 1)) bag)", "#(nil (1 3) nil)"),
        ("(subarray bag 1 2)", "#((1 3))"),
        ("(progn (grow-land! land 3) land)", "#2s64((3 3 3) (3 3 3) (7 7 7))"),
        ("(= land (duplicate land))", "nil"),
    ] {
        assert_eq!(shown(e, text), expected, "{text}");
    }
}

#[test]
fn unfit_element_or_place_is_an_error() {
    let e = &mut engine();
    for (text, expected, words) in [
        ("(aset land 2 0 1)", Code::IndexOutOfRange, "outside an array of 2 by 3"),
        ("(aset land 0 0 10000)", Code::BadValue, "a height in metres"),
        ("(aset land 0 0 'a)", Code::WrongType, "an integer of at most 61 bits"),
        ("(fill-array! land -1)", Code::BadValue, "a height in metres"),
        ("(aset bag 0 '(56))", Code::WrongType, "a list of integers from 0 to 55"),
    ] {
        let error = e.run(text).expect_err(text);
        assert_eq!(error.code(), expected, "{text}");
        assert!(error.to_string().contains(words), "{text}: {error}");
    }
}

#[test]
fn panic_at_an_element_is_an_error() {
    let e = &mut engine();
    assert_eq!(code(e.run("(aset land 0 0 9999)")), Code::HostPanic);
    e.run("(aset land 0 0 13)").expect("a hole can be stored");
    for text in ["(aref land 0 0)", "(array->list land)", "(array-map identity land)"] {
        assert_eq!(code(e.run(text)), Code::HostPanic, "{text}");
    }
    e.run("(format nil \"~a\" land)").expect("what cannot be read is not printed");
    assert_eq!(e.eval::<i64>("(aset land 0 0 1) (aref land 0 0)").expect("it is there"), 1);
}

#[test]
fn panic_in_a_copy_is_an_error() {
    let e = &mut engine();
    e.run("(aset land 0 0 14)").expect("a swamp can be stored");
    let error = e.run("(duplicate land)").unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::HostPanic, "land: the host's function panicked: a swamp"));
    assert_eq!(e.eval::<i64>("(aset land 0 0 1) (aref (duplicate land) 0 0)").expect("it is there"), 1);
}

#[test]
fn object_in_use_has_no_elements() {
    let e = &mut engine();
    for text in ["(aref land 0 0)", "(aset land 0 0 1)", "(array->list land)", "(duplicate land)"] {
        let error = e.run(&format!("(with-land land (lambda () {text}))")).expect_err(text);
        assert!(error.to_string().contains("in use"), "{text}: {error}");
    }
    assert_eq!(shown(e, "(with-land land (lambda () (format nil \"~a\" land)))"), "\"#<array 2 by 3>\"");
}

#[test]
fn held_value_lives_as_long_as_the_indexed_object() -> Result<(), Error> {
    let e = &mut engine();
    e.run("(land-keep! land (list 'kept 1)) (dotimes (i 200000) (list i))")?;
    assert_eq!(shown(e, "(land-kept land)"), "(kept 1)");
    assert_eq!(shown(e, "(land-kept (duplicate land))"), "(kept 1)");
    Ok(())
}

#[test]
fn part_is_an_array_of_the_whole() {
    let e = &mut engine();
    e.run("(setq island (make-island))").expect("an island");
    assert_eq!(shown(e, "(let ((part (island-land island))) (aset part 1 1 9) part)"), "#2s64((1 2) (3 9))");
    assert_eq!(shown(e, "(island-land island)"), "#2s64((1 2) (3 9))");
}

#[test]
fn indexed_objects_count_for_the_memory_limit() {
    let e = &mut engine();
    e.run("(dotimes (i 100) (flat-land 100 1000))").expect("what nobody has makes room");
    let endless = "(setq all nil) (while t (setq all (cons (flat-land 100 1000) all)))";
    assert_eq!(code(e.run(endless)), Code::OutOfMemory);
}

#[test]
fn snapshot_copies_indexed_objects_that_can_be_copied() -> Result<(), Error> {
    let mut e = limited(Limits::default());
    e.register::<Land>();
    e.register::<Bag>();
    e.run("(setq land (flat-land 1 2))")?;
    let mut copy = e.snapshot()?.engine();
    copy.run("(aset land 0 1 4)")?;
    assert_eq!((shown(&mut copy, "land"), shown(&mut e, "land")), ("#2s64((0 4))".into(), "#2s64((0 0))".into()));
    e.run("(setq bag (make-bag 1))")?;
    assert!(e.snapshot().is_err());
    Ok(())
}
