//! Parts of objects of the host, which are objects themselves.

use klammer::{Class, Code, Context, Engine, Error, Handle, HostType, Ref, RefMut, Snapshot, methods};

use super::{code, engine};

#[derive(HostType, Clone, Default, PartialEq, Eq, Hash)]
#[lisp(methods, equality)]
struct Bag {
    things: Vec<String>,
    weight: i64,
}

#[methods]
impl Bag {
    pub fn add(&mut self, thing: String) -> usize {
        self.things.push(thing);
        self.things.len()
    }
}

#[derive(HostType)]
#[lisp(methods)]
struct Hero {
    health: i64,
    #[lisp(part)]
    bag: Bag,
}

#[methods]
impl Hero {
    pub fn new() -> Hero {
        Hero { health: 10, bag: Bag::default() }
    }
}

/// A type whose parts are of its own type, and one that panics on the way.
struct Tree {
    name: String,
    left: Option<Box<Tree>>,
}

impl HostType for Tree {
    const NAME: &'static str = "tree";

    fn describe(class: &mut Class<'_, Tree>) {
        class.define("make-tree", |name: String| Tree { name, left: None });
        class.define("tree-plant!", |tree: &mut Tree, name: String| {
            tree.left = Some(Box::new(Tree { name, left: None }));
        });
        class.field("name", |t| t.name.clone(), |t, name| t.name = name);
        class.part("left", |t| t.left.as_deref().unwrap(), |t| t.left.as_deref_mut().unwrap());
        class.define("tree-swap!", |a: &mut Tree, mut b: RefMut<'_, Tree>| std::mem::swap(&mut a.name, &mut b.name));
        class.define("tree-same?", |a: &Tree, b: Ref<'_, Tree>| a.name == b.name);
        class.define("with-tree", |cx: &mut Context<'_>, _: RefMut<'_, Tree>, f: Handle| cx.call::<Handle>(&f, ()));
        class.print(|t| t.name.clone());
        class.size(|t| t.name.capacity());
    }
}

fn heroes() -> Engine {
    let mut e = engine();
    e.register::<Bag>();
    e.register::<Hero>();
    e.register::<Tree>();
    e
}

#[test]
fn changed_parts_change_the_whole() -> Result<(), Error> {
    let mut e = heroes();
    e.eval::<()>("(setq hero (make-hero)) (setq bag (hero-bag hero)) (set-bag-weight! bag 3) (bag-add! bag \"rope\")")?;
    assert_eq!(
        e.eval::<(i64, Vec<String>)>("(list (bag-weight (hero-bag hero)) (bag-things bag))")?,
        (3, vec!["rope".into()])
    );
    // From Rust, too.
    let (hero, bag): (Handle, Handle) = (e.get("hero")?, e.get("bag")?);
    e.with_object(&bag, |bag: &mut Bag| bag.weight += 1)?;
    assert_eq!(e.with_object(&hero, |hero: &mut Hero| (hero.health, hero.bag.weight))?, (10, 4));
    e.with_object(&hero, |hero: &mut Hero| hero.bag = Bag::default())?;
    assert_eq!(e.eval::<i64>("(bag-weight bag)")?, 0);
    assert_eq!(e.eval::<Bag>("bag")?.things.len(), 0);
    // They are compared as what they are.
    assert!(e.eval::<bool>("(= bag (hero-bag hero))")?);
    assert!(
        e.eval::<bool>("(let ((h (make-table))) (table-set! h bag 1) (= 1 (table-ref h (hero-bag (make-hero)))))")?
    );
    assert!(!e.eval::<bool>("(bag-add! bag \"x\") (= bag (hero-bag (make-hero)))")?);
    assert_eq!(e.eval::<Vec<bool>>("(list (bag? bag) (hero? bag))")?, [true, false]);
    assert_eq!(code(e.eval::<()>("(hero-bag bag)")), Code::WrongType);
    Ok(())
}

#[test]
fn a_part_keeps_the_whole_alive() -> Result<(), Error> {
    let mut e = heroes();
    e.eval::<()>("(setq bag (hero-bag (make-hero))) (bag-add! bag \"rope\")")?;
    e.eval::<()>("(dotimes (i 20000) (list i)) (collect-garbage) (make-hero) (collect-garbage)")?;
    assert_eq!(e.eval::<usize>("(bag-add! bag \"key\")")?, 2);
    assert!(e.snapshot().err().is_some_and(|error| error.code() == Code::Host));
    e.eval::<()>("(setq bag nil) (collect-garbage)")?;
    assert!(e.snapshot().as_ref().is_ok_and(|s: &Snapshot| !s.is_whole()));
    Ok(())
}

#[test]
fn a_part_of_a_part_lies_in_the_whole() -> Result<(), Error> {
    let mut e = heroes();
    e.eval::<()>("(setq tree (make-tree \"a\")) (tree-plant! tree \"b\") (setq b (tree-left tree))")?;
    e.eval::<()>("(tree-plant! b \"c\") (setq c (tree-left b)) (set-tree-name! c \"d\")")?;
    let text = "(format nil \"~a ~a ~a ~a\" tree b c (tree-left (tree-left tree)))";
    assert_eq!(e.eval::<String>(text)?, "#<tree a> #<tree b> #<tree d> #<tree d>");
    assert!(e.eval::<bool>("(tree-same? c (tree-left b))")?);
    // A function that changes a part has the whole.
    for text in ["(tree-swap! b tree)", "(tree-swap! b c)", "(with-tree c (lambda () (tree-name tree)))"] {
        assert_eq!(e.eval::<()>(text).unwrap_err().code(), Code::Host, "{text}");
        assert_eq!(e.eval::<String>("(tree-name c)")?, "d");
    }
    // A part that is no longer there.
    e.eval::<()>("(tree-plant! tree \"e\")")?;
    assert_eq!(e.eval::<String>("(tree-name b)")?, "e");
    assert_eq!(e.eval::<()>("(tree-name c)").unwrap_err().code(), Code::HostPanic);
    assert_eq!(e.eval::<String>("(format nil \"~a\" c)")?, "#<tree>");
    assert_eq!(e.eval::<String>("(tree-name tree)")?, "a");
    Ok(())
}
