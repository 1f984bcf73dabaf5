//! Functions, types and data that the host gives its programs.

use std::any::Any;
use std::sync::Arc;

use super::Engine;
use crate::error::Error;
use crate::handle::Handle;
use crate::host::function::HostFunction;
use crate::host::object::{Class, HostType, with_object};
use crate::host::registration::{Define, Definition, Module, define, define_method};
use crate::host::{IntoLisp, to_value};
use crate::object::host::{HostOwned, guarded};
use crate::vm::Vm;
use crate::vm::loader::{HostModule, ModuleText};

impl Engine {
    /// Gives a name a function of the host. Arguments and result are converted; a `Result::Err` becomes an error that
    /// the program can catch, and so does a panic. Names of its parameters, documentation and examples can be added to
    /// the returned [`Definition`]. [`HostFunction`] has a table of the types of parameters.
    ///
    /// A function outlives the call, and is `Send`: it cannot borrow data of the host, nor share it by an `Rc`. Shared
    /// data is kept in the engine ([`Engine::data`]), or remains the host's and is lent for a call or a step
    /// ([`Call::lend`](crate::Call::lend)).
    ///
    /// A function without a [`Context`](crate::Context) belongs to this engine: copies ([`Engine::snapshot`]) do not
    /// have it before they are given one of that name. Those with a context are in copies.
    ///
    /// The time limit and a request to stop are looked at when it returns, not while it runs, unless it asks for that
    /// ([`Context::charge`](crate::Context::charge)).
    ///
    /// The name may be a builtin's. It then denotes the host's function in the host's programs, and not inside the
    /// library. That is a warning ([`Engine::warnings`]), unless [`Definition::replaces_builtin`] declares it intended.
    /// A name that is defined again means the new function, also for what calls it already. Any text is a name. A
    /// script writes a name in bars (`|a b|`, `|5|`) if it is empty, has spaces or parentheses, or reads as something
    /// else (`5`, `:a`). Only [`Engine::call`] and [`Engine::get`] find a name that is a constant (`nil`, `t`). That is
    /// a warning, too.
    ///
    /// ```
    /// use klammer::{Engine, HostError};
    ///
    /// let mut engine = Engine::new();
    /// engine
    ///     .define("root", |x: f64| if x < 0.0 { Err(HostError::new("no root")) } else { Ok(x.sqrt()) })
    ///     .parameters(["x"])
    ///     .doc("The square root of a number that is not negative.")
    ///     .example("(root 9)", "3.0");
    /// assert_eq!(engine.eval::<f64>("(root 16)")?, 4.0);
    /// assert_eq!(engine.eval::<f64>("(root -1)").unwrap_err().message(), "no root");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// With a context, text that is lent, an argument that may be left out, and all others:
    ///
    /// ```
    /// use klammer::{Context, Engine, Error, Handle, Rest};
    ///
    /// let mut engine = Engine::new();
    /// engine
    ///     .define("say", |cx: &mut Context<'_>, name: &str, times: Option<usize>, words: Rest<Handle>| {
    ///         let words: Result<Vec<String>, Error> = words.iter().map(|word| cx.display(word)).collect();
    ///         Ok::<String, Error>(format!("{name}: {}", words?.join(" ").repeat(times.unwrap_or(1))))
    ///     })
    ///     .parameters(["name", "times", "words"])
    ///     .doc("What somebody says.");
    /// assert_eq!(engine.eval::<String>("(say \"Orc\")")?, "Orc: ");
    /// assert_eq!(engine.eval::<String>("(say \"Orc\" nil 'give 'me 5)")?, "Orc: give me 5");
    /// assert_eq!(engine.eval::<String>("(say \"Orc\" 3 \"ha\")")?, "Orc: hahaha");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Asynchronous functions
    ///
    /// A function that returns a future is asynchronous. To the script it is a function like others, which returns what
    /// the future comes to. Meanwhile its run waits, and takes neither ticks nor time:
    /// limits hold for what the engine does. A panic of the future is an error, as one of the function is.
    ///
    /// The run must be one that is a future itself and polls that of the function: [`Run::drive`](crate::Run::drive),
    /// [`Call::drive`](crate::Call::drive). Any executor will do. A call is an error elsewhere: in an evaluation that
    /// nothing resumes ([`Engine::eval`], [`Run::step`](crate::Run::step)), and where a run cannot pause, as for
    /// [`Context::ask`](crate::Context::ask). [`EngineBuilder::block_on`](crate::EngineBuilder::block_on) sets how the
    /// host's thread waits there. Dropping the run drops the future.
    ///
    /// A function whose first parameter is an [`AsyncContext`](crate::AsyncContext) reaches the engine between two
    /// awaits.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use klammer::{Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// engine
    ///     .define("fetch", |page: String| async move {
    ///         tokio::time::sleep(Duration::from_millis(1)).await;
    ///         if page == "/" { Ok("<h1>Welcome</h1>") } else { Err("404") }
    ///     })
    ///     .parameters(["page"])
    ///     .doc("The text of a page.");
    /// engine.run("(defproc lengths (&rest pages) (map-with (lambda (page) (string-length (fetch page))) pages))")?;
    ///
    /// # let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build().unwrap();
    /// runtime.block_on(async {
    ///     assert_eq!(engine.start::<Vec<usize>>("lengths", ("/", "/"))?.drive(&mut engine).await?, [16, 16]);
    ///     let error = engine.start::<String>("fetch", ("/admin",))?.drive(&mut engine).await.unwrap_err();
    ///     assert_eq!(error.message(), "404");
    ///     Ok::<(), Error>(())
    /// })?;
    /// // Here is nobody who waits.
    /// assert!(engine.eval::<String>("(fetch \"/\")").is_err());
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias = "register_fn", alias = "create_function", alias = "create_async_function")]
    pub fn define<M>(&mut self, name: &str, f: impl HostFunction<M>) -> Definition<'_> {
        let replaced = self.vm.program.replaced_warning(self.main, name);
        define(&mut self.vm, self.main, name, || f.into_parts()).warning(replaced)
    }

    /// Adds a method to a generic function. Several closures of one name are methods, and a call chooses the one that
    /// fits its arguments, as for `defmethod`. Both can have methods of one function.
    ///
    /// The closure's parameters say for what it is: for as many arguments, of these types.
    ///
    /// | parameter | arguments |
    /// |---|---|
    /// | `&T`, `Ref<T>`, `RefMut<T>`, `T` of a [`HostType`] | objects of the type |
    /// | `i64` and other integers, [`BigInteger`](crate::BigInteger) | `integer` |
    /// | `f64`, `f32` | `number`: also an integer, unless another method is for that |
    /// | [`Ratio`](crate::Ratio) | `rational` |
    /// | `&str`, `String`, `PathBuf` | `string` |
    /// | `char`, [`Symbol`](crate::Symbol), [`Keyword`](crate::Keyword) | `character`, `symbol`, `keyword` |
    /// | `Vec<T>`, `&[T]`, tuples, sets | `list`, whatever is in it |
    /// | [`Array`](crate::Array); `HashMap`, `BTreeMap`, [`Table`](crate::Table) | `array`; `table` |
    /// | others ([`Handle`], [`Value`](crate::Value), `bool`, `Option`, what is derived) | any, unless they say it: `FromLisp::SPECIALIZER` |
    ///
    /// Special types come before general ones, the first parameter before the others. Each optional parameter at the
    /// end adds a method for each number of arguments. A [`Rest`](crate::Rest) cannot be a parameter of a method: this
    /// warns ([`Engine::warnings`]) and adds no method. A method for the same types takes the place of the one before.
    /// If no method fits, the error lists the methods.
    ///
    /// A function that has the name already does what no method is for. Types of the host can thus have operators. A
    /// method of `+` for two vectors leaves all other sums to the builtin. A program with such a method pays for a test
    /// of the arguments in each sum. Define them before evaluating the texts that use them. Code that is already
    /// compiled keeps the builtin, and so do functions and macros of the library, such as `inc!`.
    ///
    /// A method for two arguments of `+`, `-`, `*`, `/`, `min`, `max`, `=` or a comparison also serves longer calls
    /// without a method of that length. Arithmetic folds from the left; comparisons test neighbouring arguments. A
    /// single argument is its own sum, product, minimum and maximum, and its comparisons are true. Methods of one
    /// parameter define its negative and its reciprocal, `(- a)` and `(/ a)`. A method of `<` also serves `>` with its
    /// arguments exchanged, and the reverse. The same holds for `<=` and `>=`. A method of `=` also serves `/=`,
    /// negated. They come after methods of the operator itself. Nothing follows for `<=` from `<`: of two things
    /// without an order, neither comes first.
    ///
    /// ```
    /// use klammer::{Engine, Symbol};
    ///
    /// let mut engine = Engine::new();
    /// engine.define_method("size", |text: &str| text.len()).doc("How large something is.");
    /// engine.define_method("size", |number: i64| number.unsigned_abs());
    /// engine.define_method("size", |list: Vec<Symbol>, each: Option<usize>| list.len() * each.unwrap_or(1));
    /// engine.run("(defmethod size ((c character)) t 1)")?;
    /// let sizes: Vec<usize> = engine.eval("(list (size \"four\") (size -5) (size '(a b)) (size '(a b) 3) (size #\\x))")?;
    /// assert_eq!(sizes, [4, 5, 2, 6, 1]);
    /// let error = engine.eval::<usize>("(size 2.5)").unwrap_err();
    /// assert_eq!(error.message(), "size: no method fits the arguments 2.5");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[doc(alias = "register_fn", alias = "add_meta_method", alias = "overload")]
    pub fn define_method<M>(&mut self, name: &str, f: impl HostFunction<M>) -> Definition<'_> {
        define_method(&mut self.vm, self.main, name, f.into_parts())
    }

    /// Names a module of the host's: a program gets its functions and types with `(require 'name)`. `fill` defines its
    /// contents. The engine calls it when a program first requires the module, and again in each copy
    /// ([`Engine::snapshot`]) that has the module. No file takes its place.
    ///
    /// ```
    /// use klammer::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.module("geometry", |module| {
    ///     module
    ///         .define("area", |width: f64, height: f64| width * height)
    ///         .parameters(["width", "height"])
    ///         .doc("The area of a rectangle.")
    ///         .example("(area 2 3.5)", "7.0");
    ///     module.source("geometry", "(defproc square (side) \"The area of a square.\" (area side side))");
    /// });
    /// assert!(engine.eval::<f64>("(area 2 3)").is_err());
    /// assert_eq!(engine.eval::<f64>("(require 'geometry) (+ (area 2 3) (square 2))")?, 10.0);
    /// assert_eq!(engine.snapshot()?.engine().eval::<f64>("(area 3 3)")?, 9.0);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// Naming a module again replaces it for later programs that require it. Programs that have required it keep the
    /// old one:
    ///
    /// ```
    /// use klammer::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.module("prices", |module| {
    ///     module.define("price", || 5);
    /// });
    /// engine.module("prices", |module| {
    ///     module.define("price", || 6);
    /// });
    /// assert_eq!(engine.eval::<i64>("(require 'prices) (price)")?, 6);
    /// engine.module("prices", |module| {
    ///     module.define("price", || 7);
    /// });
    /// assert_eq!(engine.eval::<i64>("(require 'prices) (price)")?, 6);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[doc(alias = "register_static_module", alias = "register_module")]
    pub fn module(&mut self, name: &str, fill: impl Fn(&mut Module<'_>) + Send + Sync + 'static) {
        self.vm.program.warn_of_name(self.main, name);
        let title: Box<str> = name.into();
        let fill = HostOwned::new(fill);
        let fill = move |vm: &mut Vm, module, sources: &mut Vec<ModuleText>| {
            let mut module = Module::new(vm, module, sources);
            guarded(&title, || {
                fill.iter().for_each(|fill| fill(&mut module));
                Ok(())
            })
        };
        // A host may do so each time that it has another module of that name.
        self.vm.native_modules.provided.retain(|p| p.name != name);
        self.vm.native_modules.provided.push(HostModule { name: name.into(), fill: Arc::new(fill) });
    }

    /// Makes a type of the host known, with the functions that belong to it: see [`HostType`], where there is an
    /// example.
    ///
    /// It is done once for an engine, before the first object is made. A second call defines its functions again. A
    /// name that the program has redefined since loses that definition, and existing objects stay as they are. A copy
    /// of an engine ([`Engine::snapshot`]) is told again when functions of the type have no context.
    #[doc(alias = "register_type", alias = "register_type_with_name", alias = "build_type")]
    pub fn register<T: HostType>(&mut self) {
        Class::<T>::register(&mut self.vm, self.main);
    }

    /// Lends an object of the host that a program holds.
    ///
    /// ```
    /// use klammer::{Class, Engine, Handle, HostType};
    ///
    /// struct Counter(u32);
    ///
    /// impl HostType for Counter {
    ///     const NAME: &'static str = "counter";
    ///
    ///     fn describe(class: &mut Class<'_, Counter>) {
    ///         class.define("make-counter", || Counter(0));
    ///         class.define("count", |c: &mut Counter| c.0 += 1);
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Counter>();
    /// let counter: Handle = engine.eval("(let ((c (make-counter))) (count c) (count c) c)")?;
    /// assert_eq!(engine.with_object(&counter, |c: &mut Counter| c.0)?, 2);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the value is no `T`, or the handle belongs to another engine.
    pub fn with_object<T: HostType, R>(&mut self, object: &Handle, f: impl FnOnce(&mut T) -> R) -> Result<R, Error> {
        self.begin();
        let rt = &mut self.vm.program.rt;
        let result = rt.host_roots.value_of(object).and_then(|v| with_object(rt, v, f));
        result.map_err(|fault| self.error(*fault))
    }

    /// Converts `x` to a program's value and returns a handle of it. The value can be an object of the host that comes
    /// from a file.
    ///
    /// ```
    /// use klammer::{Class, Engine, HostType};
    ///
    /// struct Counter(u32);
    ///
    /// impl HostType for Counter {
    ///     const NAME: &'static str = "counter";
    ///
    ///     fn describe(class: &mut Class<'_, Counter>) {
    ///         class.define("count", |c: &mut Counter| c.0 += 1);
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Counter>();
    /// let counter = engine.handle(Counter(41))?;
    /// engine.call::<()>("count", (&counter,))?;
    /// assert_eq!(engine.with_object(&counter, |c: &mut Counter| c.0)?, 42);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it exceeds a limit, or is of a type of the host that is not registered.
    pub fn handle(&mut self, x: impl IntoLisp) -> Result<Handle, Error> {
        self.begin();
        let rt = &mut self.vm.program.rt;
        let result = to_value(rt, x).map(|v| rt.host_roots.handle_of(v));
        result.map_err(|fault| self.error(*fault))
    }

    /// Returns the data of this type that the engine keeps for its host, one value for each type. Functions of the host
    /// reach it through [`Context::data`](crate::Context::data). Copies of the engine do not have it.
    ///
    /// ```
    /// use klammer::{Context, Engine};
    ///
    /// struct Score(i64);
    ///
    /// let mut engine = Engine::new();
    /// *engine.data() = Some(Score(0));
    /// engine.define("score", |cx: &mut Context<'_>, points: i64| {
    ///     let score = cx.data::<Score>().unwrap();
    ///     score.0 += points;
    ///     score.0
    /// });
    /// assert_eq!(engine.eval::<i64>("(score 3) (score 4)")?, 7);
    /// assert_eq!(engine.data::<Score>().take().unwrap().0, 7);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[doc(alias = "set_data", alias = "set_app_data", alias = "set_default_tag")]
    pub fn data<T: Any + Send>(&mut self) -> &mut Option<T> {
        self.vm.host.data.of_type()
    }
}

impl Define for Engine {
    fn define<M>(&mut self, name: &str, f: impl HostFunction<M>) -> Definition<'_> {
        self.define(name, f)
    }
}
