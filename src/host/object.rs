//! Types of the host: their objects live in the heap as what they are.

use std::any::{Any, TypeId};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use super::function::HostFunction;
use super::registration::{Definition, define};
use super::scoped::Ref;
use super::{Built, ConvertError, FromContext, FromLisp, HostError, IntoContext, IntoLisp};
use crate::fault::Result;
use crate::object::array::Shape;
use crate::object::host::{
    Data, HostClass, HostObject, HostValue, Indexed, ObjectSize, Own, PlainValue, SearchableValue, SharedPart, Sharing,
    SpaceOf, caught,
};
use crate::runtime::Runtime;
use crate::symbol::ModuleId;
use crate::value::Value;
use crate::vm::Vm;
use klammer_space::Searchable;

/// A Rust type whose objects programs hold, pass and keep. The collector frees them like other values, and their size
/// counts against the memory limit. [`Engine::register`](crate::Engine::register) makes it known.
///
/// ```
/// use klammer::{Class, Engine, HostType};
///
/// struct Enemy {
///     name: String,
///     health: i64,
/// }
///
/// impl HostType for Enemy {
///     const NAME: &'static str = "enemy";
///
///     fn describe(class: &mut Class<'_, Enemy>) {
///         class.define("make-enemy", |name: String| Enemy { name, health: 10 });
///         class.field("health", |e| e.health, |e, health| e.health = health);
///         class.define("enemy-hurt!", |e: &mut Enemy, by: i64| e.health -= by).doc("Hurts an enemy.");
///         class.print(|e| format!("{} {}", e.name, e.health));
///     }
/// }
///
/// let mut engine = Engine::new();
/// engine.register::<Enemy>();
/// let shown: String = engine.eval(
///     "(setq orc (make-enemy \"Orc\"))
///      (enemy-hurt! orc 3)
///      (defmethod cry ((e enemy)) t (format nil \"~a!\" e))
///      (cry orc)",
/// )?;
/// assert_eq!(shown, "#<enemy Orc 7>!");
/// # Ok::<(), klammer::Error>(())
/// ```
///
/// A function that returns an object makes one of the heap. A function borrows an object if its first parameter is a
/// `&` or `&mut` of the type, or any parameter a [`Ref`] or [`RefMut`](crate::RefMut). If the type is `Clone`, a
/// parameter may also be the type itself, which receives a copy. From Rust,
/// [`Engine::with_object`](crate::Engine::with_object) lends it.
///
/// An object that holds a [`Handle`](crate::Handle) keeps what that holds alive, also if it is the object itself.
#[doc(alias = "CustomType", alias = "UserData")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no type whose objects programs can hold",
    label = "has no `HostType`",
    note = "derive or implement `HostType` for it; one derive or `impl` is for one type, without parameters"
)]
pub trait HostType: Any + Send {
    /// The name of the type: what `type-of` tells, `defmethod` dispatches on, and messages say.
    const NAME: &'static str;

    /// Says what the type has: functions, and how its objects are compared and printed.
    fn describe(class: &mut Class<'_, Self>)
    where
        Self: Sized;
}

/// A type whose derived [`HostType`] says `#[lisp(methods)]`. It is asked for by what `#[methods]` makes, so that no
/// methods are left out in silence:
///
/// ```compile_fail
/// #[derive(klammer::HostType)]
/// struct Enemy(i64);
///
/// #[klammer::methods]
/// impl Enemy {
///     pub fn hurt(&mut self, by: i64) { self.0 -= by }
/// }
/// ```
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "programs would not have the methods of `{Self}`: it does not say `#[lisp(methods)]`",
    label = "`#[lisp(methods)]` is missing at this type",
    note = "write `#[lisp(methods)]` below `#[derive(HostType)]` at the type, which makes `#[methods]` take effect"
)]
pub trait AsksForMethods {}

/// A type with an `impl` under `#[methods]`, which makes this. `#[lisp(methods)]` asks for it:
///
/// ```compile_fail
/// #[derive(klammer::HostType)]
/// #[lisp(methods)]
/// struct Enemy(i64);
///
/// impl Enemy {
///     pub fn hurt(&mut self, by: i64) { self.0 -= by }
/// }
/// ```
///
/// With both it compiles:
///
/// ```
/// # #[cfg(feature = "derive")]
/// # {
/// #[derive(klammer::HostType)]
/// #[lisp(methods)]
/// struct Enemy(i64);
///
/// #[klammer::methods]
/// impl Enemy {
///     pub fn hurt(&mut self, by: i64) { self.0 -= by }
/// }
/// # }
/// ```
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` says `#[lisp(methods)]`, and has no `impl` with `#[methods]`",
    label = "its methods are asked for here",
    note = "write `#[methods]` before the `impl` of `{Self}` whose public methods are to be functions of programs"
)]
pub trait HasMethods: AsksForMethods + HostType {
    /// Defines the functions of the methods.
    fn define_methods(class: &mut Class<'_, Self>)
    where
        Self: Sized;
}

/// Class of a type of the host, while it is registered.
///
/// There is an example at [`HostType`].
pub struct Class<'a, T: HostType> {
    pub(super) vm: &'a mut Vm,
    pub(super) module: ModuleId,
    class: HostClass,
    /// Documentation of the type.
    doc: String,
    of: std::marker::PhantomData<fn(T)>,
}

/// Casts an object to its type. The caller has checked the type.
fn cast<T: Any>(data: &dyn Any) -> Option<&T> {
    data.downcast_ref()
}

impl<T: HostType> Class<'_, T> {
    /// Makes the type known, with its functions in a module.
    pub(crate) fn register(vm: &mut Vm, module: ModuleId) {
        let name = vm.program.rt.symbols.intern(T::NAME);
        let class = HostClass::new(TypeId::of::<T>(), name, T::NAME);
        let mut class = Class::<T> { vm, module, class, doc: String::new(), of: std::marker::PhantomData };
        T::describe(&mut class);
        let Class { vm, class, doc, .. } = class;
        vm.program.rt.heap.host.classes.insert(TypeId::of::<T>(), Arc::new(class));
        let predicate = format!("{}?", T::NAME);
        define(vm, module, &predicate, || (|object: IsA<T>| object.0).into_parts()).parameters(["object"]).doc(
            &format!(
                "Returns whether `object` is of type {}.{}{doc}",
                T::NAME,
                if doc.is_empty() { "" } else { "\n\n" }
            ),
        );
    }

    /// Documents the type. The text is shown with the predicate of the type: `card?` for the type `card`.
    pub fn doc(&mut self, text: &str) {
        self.doc = text.to_string();
    }

    /// Defines a function, as [`Engine::define`](crate::Engine::define) does: what makes objects of the type, or works
    /// on them. The name is all of it: nothing is put before it.
    pub fn define<M>(&mut self, name: &str, f: impl HostFunction<M>) -> Definition<'_> {
        define(self.vm, self.module, name, || f.into_parts())
    }

    /// A field that programs read and change. The type `enemy` with the field `health` gets the functions
    /// `enemy-health` and `set-enemy-health!`, as a record does. The second returns the new value. [`Definition::doc`]
    /// documents the first.
    ///
    /// ```
    /// use klammer::{Class, Engine, HostType};
    ///
    /// struct Door {
    ///     open: bool,
    ///     strength: i64,
    /// }
    ///
    /// impl HostType for Door {
    ///     const NAME: &'static str = "door";
    ///
    ///     fn describe(class: &mut Class<'_, Door>) {
    ///         class.define("make-door", |strength: i64| Door { open: false, strength });
    ///         class.field("open", |door| door.open, |door, open| door.open = open).doc("Can one go through?");
    ///         class.read_only("strength", |door| door.strength);
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Door>();
    /// engine.run("(setq door (make-door 5)) (set-door-open! door t)")?;
    /// assert_eq!(engine.eval::<(bool, i64)>("(list (door-open door) (door-strength door))")?, (true, 5));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn field<V: FromLisp + IntoLisp + Clone + 'static>(
        &mut self,
        field: &str,
        get: impl Fn(&T) -> V + Send + 'static,
        set: impl Fn(&mut T, V) + Send + 'static,
    ) -> Definition<'_> {
        let name = format!("set-{}-{field}!", T::NAME);
        let change = move |object: &mut T, value: V| {
            set(object, value.clone());
            value
        };
        self.define(&name, change).parameters([T::NAME, field]).doc(&format!(
            "Gives the field {field} of an object of type {} another value, which is returned.",
            T::NAME
        ));
        self.reader(field, get)
    }

    /// A field that can be read: the function `enemy-health`. There is an example at [`Class::field`].
    pub fn read_only<V: IntoLisp + 'static>(
        &mut self,
        field: &str,
        get: impl Fn(&T) -> V + Send + 'static,
    ) -> Definition<'_> {
        self.reader(field, get)
    }

    fn reader<V: IntoLisp + 'static>(&mut self, field: &str, get: impl Fn(&T) -> V + Send + 'static) -> Definition<'_> {
        self.define(&format!("{}-{field}", T::NAME), move |object: &T| get(object))
            .parameters([T::NAME])
            .doc(&format!("The field {field} of an object of type {}.", T::NAME))
    }

    /// Objects are equal if they are so in Rust, for `=` (`equal?` is the same function) and as keys of hash
    /// tables. Else only the same object is equal to itself.
    ///
    /// ```
    /// use klammer::{Class, Engine, HostType};
    ///
    /// #[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]
    /// struct Card(u8);
    ///
    /// impl HostType for Card {
    ///     const NAME: &'static str = "card";
    ///
    ///     fn describe(class: &mut Class<'_, Card>) {
    ///         class.define("card", Card);
    ///         class.read_only("rank", |card| card.0);
    ///         class.equality();
    ///         class.order();
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Card>();
    /// assert!(engine.eval::<bool>("(= (card 7) (card 7))")?);
    /// engine.run("(setq held (make-table)) (table-set! held (card 7) 'mine)")?;
    /// assert!(engine.eval::<bool>("(= (table-ref held (card 7)) 'mine)")?);
    /// let ranks: Vec<u8> = engine.eval("(map-with card-rank (sort (list (card 9) (card 2) (card 5)) card<?))")?;
    /// assert_eq!(ranks, [2, 5, 9]);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn equality(&mut self)
    where
        T: Eq + Hash,
    {
        self.class.equal = Some(Box::new(|a, b| cast::<T>(a) == cast::<T>(b)));
        self.class.hash = Some(Box::new(|data| {
            let mut state = DefaultHasher::new();
            cast::<T>(data).hash(&mut state);
            state.finish()
        }));
    }

    /// Objects have the order that they have in Rust: the type `card` has the function `card<?` then, which `sort`
    /// takes. There is an example at [`Class::equality`].
    pub fn order(&mut self)
    where
        T: Ord,
    {
        self.define(&format!("{}<?", T::NAME), |a: &T, b: Ref<'_, T>| *a < *b)
            .parameters(["a", "b"])
            .doc(&format!("Returns whether `a` comes before `b`, both of type {}. `sort` takes it.", T::NAME));
    }

    /// Sets the text that is printed of an object after the name of its type: `#<enemy Orc 7>`.
    ///
    /// ```
    /// use klammer::{Class, Engine, HostType};
    ///
    /// struct Enemy {
    ///     name: String,
    ///     health: i64,
    /// }
    ///
    /// impl HostType for Enemy {
    ///     const NAME: &'static str = "enemy";
    ///
    ///     fn describe(class: &mut Class<'_, Enemy>) {
    ///         class.define("make-enemy", |name: String| Enemy { name, health: 7 });
    ///         class.print(|enemy| format!("{} {}", enemy.name, enemy.health));
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Enemy>();
    /// assert_eq!(engine.eval::<String>("(format nil \"~a\" (make-enemy \"Orc\"))")?, "#<enemy Orc 7>");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn print(&mut self, text: impl Fn(&T) -> String + Send + Sync + 'static) {
        self.class.print = Some(Box::new(move |data| cast(data).map(&text).unwrap_or_default()));
    }

    /// Sets the text that people read of an object, by `display`, `~a` and
    /// [`Engine::display`](crate::inspect::Inspect::display): this text alone. Errors, the prompt and `write` show it
    /// after the name of the type ([`Class::print`]), for programmers. Without it they show the same text as `print`.
    ///
    /// ```
    /// use klammer::{Class, Engine, HostType};
    ///
    /// struct Money(i64);
    ///
    /// impl HostType for Money {
    ///     const NAME: &'static str = "money";
    ///
    ///     fn describe(class: &mut Class<'_, Money>) {
    ///         class.define("coins", Money);
    ///         class.display(|money| format!("{} coins", money.0));
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Money>();
    /// let text: String = engine.eval("(format nil \"You pay ~a, ~s.\" (coins 3) (coins 4))")?;
    /// assert_eq!(text, "You pay 3 coins, #<money 4 coins>.");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn display(&mut self, text: impl Fn(&T) -> String + Send + Sync + 'static) {
        self.class.display = Some(Box::new(move |data| cast(data).map(&text).unwrap_or_default()));
    }

    /// The bytes that an object holds beside itself, for the memory limit. They are counted when it is made and each
    /// time a function has changed it.
    ///
    /// ```
    /// use klammer::{Class, Code, Engine, HostType, Limits};
    ///
    /// struct Picture(Vec<u8>);
    ///
    /// impl HostType for Picture {
    ///     const NAME: &'static str = "picture";
    ///
    ///     fn describe(class: &mut Class<'_, Picture>) {
    ///         class.define("make-picture", |bytes: usize| Picture(vec![0; bytes]));
    ///         class.size(|picture| picture.0.capacity());
    ///     }
    /// }
    ///
    /// let mut engine = Engine::builder().limits(Limits { memory: 16 << 20, ..Limits::default() }).build();
    /// engine.register::<Picture>();
    /// // Pictures that nobody has any more make room.
    /// engine.run("(dotimes (i 100) (make-picture 1000000))")?;
    /// let error = engine.run("(setq all nil) (while t (setq all (cons (make-picture 1000000) all)))").unwrap_err();
    /// assert_eq!(error.code(), Code::OutOfMemory);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn size(&mut self, bytes: impl Fn(&T) -> usize + Send + Sync + 'static) {
        self.sized(bytes, false);
    }

    /// [`Class::size`] for objects that stay as large as they were made, and whose copies are as large as they are. The
    /// bytes are counted when an object is made, and after a function had it, but not after each step of a search.
    pub fn fixed_size(&mut self, bytes: impl Fn(&T) -> usize + Send + Sync + 'static) {
        self.sized(bytes, true);
    }

    fn sized(&mut self, bytes: impl Fn(&T) -> usize + Send + Sync + 'static, is_fixed: bool) {
        self.class.size = Some(ObjectSize { bytes: Box::new(move |data| cast(data).map_or(0, &bytes)), is_fixed });
    }

    /// Lets programs copy an object by `duplicate`, and [`Engine::snapshot`] with the rest of the engine. An engine
    /// that holds an object of a type without copies has no snapshots.
    ///
    /// ```
    /// use klammer::{Class, Engine, HostType};
    ///
    /// #[derive(Clone)]
    /// struct Counter(i64);
    ///
    /// impl HostType for Counter {
    ///     const NAME: &'static str = "counter";
    ///
    ///     fn describe(class: &mut Class<'_, Counter>) {
    ///         class.define("make-counter", || Counter(0));
    ///         class.define("count!", |c: &mut Counter| { c.0 += 1; c.0 });
    ///         class.copies();
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Counter>();
    /// let counts: Vec<i64> = engine.eval(
    ///     "(setq one (make-counter))
    ///      (count! one)
    ///      (setq other (duplicate one))
    ///      (list (count! other) (count! other) (count! one))",
    /// )?;
    /// assert_eq!(counts, [2, 3, 2]);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// [`Engine::snapshot`]: crate::Engine::snapshot
    pub fn copies(&mut self)
    where
        T: Clone,
    {
        let copy = |data: &Data| Some(Box::new(PlainValue(data.downcast_ref::<T>()?.clone())) as Box<dyn HostValue>);
        self.class.copy.get_or_insert_with(|| Box::new(copy));
    }

    /// Lets programs use an object as an array. `aref`, `aset`, `array-dimensions`, `array->list` and all other
    /// functions of arrays accept it, and it prints as an array. `get` and `set` count elements from 0, row after row,
    /// and are only called with positions inside the dimensions. For an element that cannot be stored, `set` returns
    /// the description of those that can.
    ///
    /// ```
    /// use klammer::{Class, Engine, HostType};
    ///
    /// /// Heights of a landscape.
    /// struct Land {
    ///     width: usize,
    ///     heights: Vec<i64>,
    /// }
    ///
    /// impl HostType for Land {
    ///     const NAME: &'static str = "land";
    ///
    ///     fn describe(class: &mut Class<'_, Land>) {
    ///         class.define("flat-land", |rows: u8, width: u8| {
    ///             Land { width: width.into(), heights: vec![0; usize::from(rows) * usize::from(width)] }
    ///         });
    ///         class.define("highest", |land: &Land| land.heights.iter().copied().max());
    ///         class.indexed(
    ///             |land| [land.heights.len() / land.width.max(1), land.width],
    ///             |land, at| land.heights[at],
    ///             |land, at, height: i64| match height {
    ///                 -400..9000 => Ok(land.heights[at] = height),
    ///                 _ => Err("a height in metres"),
    ///             },
    ///         );
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Land>();
    /// engine.run("(setq land (flat-land 2 3)) (aset land 1 2 4810)")?;
    /// assert_eq!(engine.eval::<i64>("(highest land)")?, 4810);
    /// assert_eq!(engine.eval::<String>("(format nil \"~a\" (aref land 1 2))")?, "4810");
    /// let error = engine.run("(aset land 0 0 10000)").unwrap_err();
    /// assert!(error.message().contains("a height in metres"));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn indexed<const N: usize, E: Element>(
        &mut self,
        dimensions: fn(&T) -> [usize; N],
        get: fn(&T, usize) -> E,
        set: fn(&mut T, usize, E) -> Result<(), &'static str>,
    ) {
        self.class.indexed = Some(Indexed {
            made_as: None,
            kind: E::KIND,
            shape: Box::new(move |data| Shape::new(&dimensions(data.downcast_ref()?))),
            get: Box::new(move |data, at| Some(get(data.downcast_ref()?, at).stored())),
            set: Box::new(move |data, at, element| match (data.downcast_mut(), E::of(element)) {
                (Some(object), Some(element)) => set(object, at, element),
                _ => Err(E::KIND.expected()),
            }),
        });
    }

    /// Gives the objects, which are arrays ([`Class::indexed`]), a name among the kinds of elements of `make-array`:
    /// `(make-array dimensions :of 'NAME)` calls `make`, which makes one or says what is wrong with the dimensions.
    ///
    /// ```
    /// use klammer::{Class, Engine, HostType};
    ///
    /// struct Samples(Vec<f64>);
    ///
    /// impl HostType for Samples {
    ///     const NAME: &'static str = "samples";
    ///
    ///     fn describe(class: &mut Class<'_, Samples>) {
    ///         class.indexed(|s| [s.0.len()], |s, at| s.0[at], |s, at, x: f64| Ok(s.0[at] = x));
    ///         class.array_kind("sample", |dimensions| match dimensions {
    ///             &[count] => Ok(Samples(vec![0.0; count])),
    ///             _ => Err("samples have one dimension".into()),
    ///         });
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Samples>();
    /// assert!(engine.eval::<bool>("(samples? (make-array 3 :of 'sample :initial 0.5))")?);
    /// assert!(engine.eval::<bool>("(make-array '(2 2) :of 'sample)").is_err());
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn array_kind(&mut self, name: &'static str, make: fn(&[usize]) -> Result<T, String>) {
        if let Some(indexed) = &mut self.class.indexed {
            let make = move |class: &HostClass, dimensions: &[usize]| make(dimensions).map(|object| class.own(object));
            indexed.made_as = Some((name, Box::new(make)));
        }
    }

    /// Declares data that several objects share in an `Arc`, and the bytes that it takes. They count once for the
    /// memory limit, as long as one of the objects is there. [`Class::size`] has the bytes that each object takes for
    /// itself.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use klammer::{Class, Engine, HostType, Limits};
    ///
    /// #[derive(Clone)]
    /// struct Tile {
    ///     sheet: Arc<Vec<u8>>,
    /// }
    ///
    /// impl HostType for Tile {
    ///     const NAME: &'static str = "tile";
    ///
    ///     fn describe(class: &mut Class<'_, Tile>) {
    ///         class.define("load-tile", || Tile { sheet: Arc::new(vec![0; 4_000_000]) });
    ///         class.define("tile-beside", |tile: &Tile| tile.clone());
    ///         class.shares(|tile| &tile.sheet, |sheet| sheet.capacity());
    ///     }
    /// }
    ///
    /// let mut engine = Engine::builder().limits(Limits { memory: 16 << 20, ..Limits::default() }).build();
    /// engine.register::<Tile>();
    /// // A hundred tiles of one sheet take it once.
    /// engine.run("(setq tile (load-tile)) (setq all nil) (dotimes (i 100) (push! (tile-beside tile) all))")?;
    /// assert!(engine.usage().memory < 8 << 20);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn shares<S: Send + Sync + 'static>(&mut self, part: fn(&T) -> &Arc<S>, bytes: fn(&S) -> usize) {
        let at = move |data: &Data| Some(Arc::as_ptr(part(data.downcast_ref()?)).addr());
        let found = move |data: &Data| {
            let shared = part(data.downcast_ref()?);
            let (at, known) = (Arc::as_ptr(shared).addr(), Arc::downgrade(shared));
            // The host's code: what cannot be told counts nothing.
            let told = move |shared: &S| caught(|| bytes(shared)).unwrap_or(0);
            Some(SharedPart { at, bytes: Arc::new(move || known.upgrade().map(|shared| told(&shared))) })
        };
        self.class.shared = Some(Sharing { at: Box::new(at), part: Box::new(found) });
    }

    /// The functions on boards accept objects of this type: `candidates`, `assign`, `most-constrained`, `weight` and so
    /// on. So do those of the module `search`, from `solve` to restarts, with budgets, statistics and traces. A place
    /// is a [`Variable`](crate::space::Variable) there. Such objects may be copied ([`Class::copies`]).
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use klammer::space::{Contradiction, Family, Progress, Searchable, Space, Variable};
    /// use klammer::{Class, Engine, HostType};
    ///
    /// /// So many queens, of which none may stand in the row or on a diagonal of another one.
    /// #[derive(Clone)]
    /// struct Queens {
    ///     /// For each column the rows that are left, a bit each.
    ///     rows: Vec<u64>,
    ///     family: Family,
    ///     failed: Option<Contradiction>,
    /// }
    ///
    /// impl Space for Queens {
    ///     fn places(&self) -> usize { self.rows.len() }
    ///     fn size(&self, place: usize) -> u64 { self.rows[place].count_ones().into() }
    ///     fn open(&self) -> Vec<usize> { (0..self.rows.len()).filter(|&x| self.size(x) > 1).collect() }
    ///     fn degree(&self, _: usize) -> usize { self.open().len() }
    ///     fn is_solved(&self) -> bool { self.failed.is_none() && self.open().is_empty() }
    ///     fn involved(&self, c: Contradiction) -> Vec<usize> { c.place.into_iter().collect() }
    /// }
    ///
    /// impl Searchable for Queens {
    ///     fn variable(&self, place: usize) -> Option<Variable> { Some(Variable(place as u32, 0)) }
    ///     fn place(&self, x: Variable) -> Option<usize> { Some(x.number() as usize).filter(|&x| x < self.rows.len()) }
    ///     fn values(&self, place: usize) -> Vec<i64> { (0..64).filter(|r| self.rows[place] >> r & 1 == 1).collect() }
    ///     fn contradiction(&self) -> Option<Contradiction> { self.failed }
    ///     fn family(&self) -> &Family { &self.family }
    ///
    ///     fn assign(&mut self, place: usize, value: i64) -> Result<(), Contradiction> {
    ///         let others: Vec<i64> = self.values(place).into_iter().filter(|&row| row != value).collect();
    ///         others.into_iter().try_for_each(|row| self.remove(place, row))
    ///     }
    ///
    ///     fn remove(&mut self, place: usize, value: i64) -> Result<(), Contradiction> {
    ///         self.rows[place] &= !(1 << value);
    ///         self.failed = (self.rows[place] == 0).then(|| Contradiction::at(place));
    ///         self.failed.map_or(Ok(()), Err)
    ///     }
    ///
    ///     fn propagate(&mut self, budget: &mut i64) -> Result<Progress, Contradiction> {
    ///         let mut told = 0u64;
    ///         while let Some(x) = (0..self.rows.len()).find(|&x| told >> x & 1 == 0 && self.size(x) == 1) {
    ///             (told, *budget) = (told | 1 << x, *budget - 1);
    ///             let row = self.values(x)[0];
    ///             for y in (0..self.rows.len()).filter(|&y| y != x) {
    ///                 let far = x.abs_diff(y) as i64;
    ///                 for seen in [row - far, row, row + far].into_iter().filter(|row| (0..64).contains(row)) {
    ///                     self.remove(y, seen)?;
    ///                 }
    ///             }
    ///         }
    ///         Ok(Progress::Fixpoint)
    ///     }
    /// }
    ///
    /// impl HostType for Queens {
    ///     const NAME: &'static str = "queens";
    ///
    ///     fn describe(class: &mut Class<'_, Queens>) {
    ///         class.define("queens", |n: u8| {
    ///             Queens { rows: vec![(1 << n) - 1; n.into()], family: Arc::default(), failed: None }
    ///         });
    ///         class.searched();
    ///     }
    /// }
    ///
    /// let mut engine = klammer_search::builder().build();
    /// engine.register::<Queens>();
    /// engine.require("search")?;
    /// assert_eq!(engine.eval::<usize>("(count-solutions (queens 6) 100)")?, 4);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn searched(&mut self)
    where
        T: Searchable + Clone,
    {
        self.searched_as(|space| space, |space| space);
    }

    /// [`Class::searched`] for objects a part of which is the state: that of a type of another crate, say.
    pub fn searched_as<S>(
        &mut self,
        shared: impl Fn(&T) -> &S + Copy + Send + Sync + 'static,
        exclusive: impl Fn(&mut T) -> &mut S + Copy + Send + Sync + 'static,
    ) where
        T: Clone,
        S: Searchable + Clone + 'static,
    {
        let own = move |value: T| Box::new(SearchableValue { value, shared, exclusive }) as Box<dyn HostValue>;
        let copy = move |data: &Data| Some(own(data.downcast_ref::<T>()?.clone()));
        self.class.copy = Some(Box::new(copy));
        let symbols = &mut self.vm.program.rt.symbols;
        self.class.space = Some(SpaceOf {
            own: Box::new(Box::new(own) as Own<T>),
            levels: S::levels().iter().map(|name| symbols.intern(name)).collect(),
        });
    }
}

/// Types of elements that an object can have as an array ([`Class::indexed`]): `u8`, `i64`, `f64` and
/// [`Digits`](crate::Digits). There is an example at [`Class::indexed`].
pub trait Element: sealed::Stored {}

mod sealed {
    use crate::host::scalar::Digits;
    use crate::object::array::{ElementKind, StoredElement};

    pub trait Stored: Sized + 'static {
        const KIND: ElementKind;
        fn stored(self) -> StoredElement;
        fn of(element: StoredElement) -> Option<Self>;
    }

    macro_rules! stored {
        ($($t:ty: $variant:ident, $kind:ident, $wrap:expr, $unwrap:expr;)*) => { $(
            impl super::Element for $t {}

            impl Stored for $t {
                const KIND: ElementKind = ElementKind::$kind;

                #[inline]
                fn stored(self) -> StoredElement {
                    StoredElement::$variant($unwrap(self))
                }

                #[inline]
                fn of(element: StoredElement) -> Option<$t> {
                    if let StoredElement::$variant(x) = element { Some($wrap(x)) } else { None }
                }
            }
        )* };
    }

    stored! {
        u8: Byte, Byte, |x| x, |x| x;
        i64: Fixnum, Fixnum, |x| x, |x| x;
        f64: Float, Float, |x| x, |x| x;
        Digits: Digits, Digits, Digits, |digits: Digits| digits.0;
    }
}

/// Whether the argument is of this type.
struct IsA<T>(bool, std::marker::PhantomData<fn(T)>);

impl<T: HostType> FromLisp for IsA<T> {
    const EXPECTED: &'static str = "anything";
    fn from_lisp(given: FromContext<'_>) -> Result<IsA<T>, ConvertError> {
        Ok(IsA(is_a::<T>(given.rt, given.value), std::marker::PhantomData))
    }
}

pub(super) fn host_object(rt: &Runtime, v: Value) -> Option<&HostObject> {
    rt.heap.as_host_object(v)
}

/// The class of a type that the host has registered.
fn class_of<T: HostType>(rt: &Runtime) -> Result<Arc<HostClass>, ConvertError> {
    rt.heap.host.classes.get(&TypeId::of::<T>()).cloned().ok_or_else(|| {
        let error = HostError::new(format!("the host has not registered the type {}", T::NAME));
        error.with_help("Engine::register makes it known").into()
    })
}

pub(super) fn is_a<T: HostType>(rt: &Runtime, v: Value) -> bool {
    host_object(rt, v).is_some_and(|object| object.class.of == TypeId::of::<T>())
}

pub(super) fn unfit<T: HostType>(v: Value) -> ConvertError {
    ConvertError::unfit(format!("an object of type {}", T::NAME), v)
}

/// Returns the Rust value of an object.
pub(super) fn borrowed<T: HostType>(rt: &Runtime, v: Value) -> Result<&T> {
    let Some(object) = host_object(rt, v) else { return crate::fault::internal("an object of the host") };
    match object.data() {
        Some(data) => cast(data).map_or_else(|| crate::fault::internal("an object of the host"), Ok),
        None => object.in_use(),
    }
}

/// Lends what the object `v` is to `f`.
pub(crate) fn with_object<T: HostType, R>(rt: &mut Runtime, v: Value, f: impl FnOnce(&mut T) -> R) -> Result<R> {
    if !is_a::<T>(rt, v) {
        return Err(unfit::<T>(v).into_fault(rt, "the value"));
    }
    let mut data = rt.heap.take_host_data(v)?;
    let result = catch_unwind(AssertUnwindSafe(|| data.data_mut().downcast_mut().map(f)));
    rt.heap.put_host_data(v, data);
    rt.heap.count_host_shares(v);
    let result = result.unwrap_or_else(|panic| resume_unwind(panic));
    result.map_or_else(|| crate::fault::internal("an object of the host"), Ok)
}

impl<T: HostType + Clone> FromLisp for T {
    const EXPECTED: &'static str = T::NAME;
    const SPECIALIZER: Option<&'static str> = Some(T::NAME);

    fn from_lisp(given: FromContext<'_>) -> Result<T, ConvertError> {
        if !is_a::<T>(given.rt, given.value) {
            return Err(unfit::<T>(given.value));
        }
        let bytes = given.rt.heap.as_host_object(given.value).map_or(0, HostObject::bytes);
        given.rt.charge_output(bytes)?;
        Ok(borrowed::<T>(given.rt, given.value)?.clone())
    }
}

impl<T: HostType> IntoLisp for T {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        let class = class_of::<T>(maker.rt)?;
        let data = class.own(self);
        let v = maker.rt.heap.host_object(HostObject::new(class, data))?;
        maker.rt.heap.count_host_shares(v);
        maker.done(v)
    }
}
