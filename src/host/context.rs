//! Requests from a function of the host to the engine that calls it.

use std::any::{Any, TypeId};
use std::borrow::Cow;

use super::error::{to_fault, to_passing_error};
use super::function::Callable;
use super::object::{HostType, with_object};
use super::{FromLisp, IntoArguments, IntoLisp, to_value};
use crate::error::{Error, Place};
use crate::fault::{Code, ErrorData, Result, fail};
use crate::handle::Handle;
use crate::printer::{PrintStyle, print};
use crate::symbol::{ModuleId, PROGRAM};
use crate::value::{Kind, Value};
use crate::vm::Vm;
use crate::vm::backtrace;
use crate::vm::bootstrap;
use crate::vm::host_call;
use crate::vm::host_call::LentValues;

/// The access of a host function to the engine. It is the first parameter of a function that calls back:
///
/// ```
/// use klammer::{Context, Engine, Error, Handle};
///
/// let mut engine = Engine::new();
/// engine.define("apply-twice", |cx: &mut Context<'_>, f: Handle, x: i64| -> Result<i64, Error> {
///     let once: i64 = cx.call(&f, (x,))?;
///     cx.call(&f, (once,))
/// });
/// assert_eq!(engine.eval::<i64>("(apply-twice (lambda (n) (* 10 n)) 7)")?, 700);
/// # Ok::<(), Error>(())
/// ```
///
/// Everything that is done here is on the account of the evaluation that has called the function. A failure is an
/// [`Error`], which the function can handle or return. A returned one continues through the program as the error or
/// throw that it was. A limit that has been reached goes on in any case, and until then all that would run anything
/// fails. [`HostError`](crate::HostError) shows how to mix such errors with those of other kinds.
#[doc(alias = "NativeCallContext")]
pub struct Context<'a> {
    pub(super) vm: &'a mut Vm,
    lent: LentValues<'a>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(vm: &'a mut Vm, lent: LentValues<'a>) -> Context<'a> {
        Context { vm, lent }
    }

    pub(crate) fn attempt<T>(&mut self, f: impl FnOnce(&mut Vm, LentValues<'_>) -> Result<T>) -> Result<T, Error> {
        let result = match self.vm.host.ended {
            Some(ended) => Err(ended.fault()),
            None if self.vm.host.has_asked() => {
                fail(Code::Host, "the function has asked for an answer: all that it can do now is return")
            }
            None => f(self.vm, self.lent),
        };
        result.map_err(|fault| to_passing_error(self.vm, *fault))
    }

    /// Calls a function: one that was given, or that a global name is bound to. A loan
    /// ([`Call::lend`](crate::Call::lend)) reaches the functions that it calls.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error, Handle};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("twice", |cx: &mut Context<'_>, f: Handle, x: i64| -> Result<i64, Error> {
    ///     let once: i64 = cx.call(&f, (x,))?;
    ///     cx.call("double", (once,))
    /// });
    /// engine.run("(defproc double (n) (* 2 n))")?;
    /// assert_eq!(engine.eval::<i64>("(twice (lambda (n) (+ n 1)) 4)")?, 10);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When it fails, throws, exceeds a limit, or returns no `T`.
    pub fn call<T: FromLisp>(&mut self, f: impl Callable, arguments: impl IntoArguments) -> Result<T, Error> {
        self.attempt(|vm, lent| {
            let module = module_of(&f, vm);
            let f = f.find(vm, module)?;
            let value = arguments.passed_to(vm, |vm, values| {
                // Of many short calls none may come to a safepoint of its own.
                if vm.program.rt.heap.wants_collection() {
                    vm.rooted(&[f], |vm| vm.collect_if_due(values));
                }
                vm.call_lending(f, values, lent)
            })?;
            let rt = &mut vm.program.rt;
            super::result(rt, value).map_err(|fault| super::naming_function(rt, f, fault))
        })
    }

    /// Evaluates all forms of `text` with the names of the code that has called the function: those of its scope,
    /// or of the host's programs. They have its definitions, too; a definition of the function that runs takes effect
    /// with the next call. Errors call the text `<eval>`.
    ///
    /// The call is charged to the evaluation, or to the step of a [`Run`](crate::Run), that has called the function.
    /// Neither a run inside it nor a function that it calls back can pause. A loan ([`Call::lend`](crate::Call::lend))
    /// reaches its forms.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("rule", |cx: &mut Context<'_>, text: String| cx.eval::<i64>(&text));
    /// engine.run("(setq bonus 3)")?;
    /// assert_eq!(engine.eval::<i64>("(rule \"(defproc score (n) (+ n bonus)) (score 4)\")")?, 7);
    /// assert_eq!(engine.call::<i64>("score", (10,))?, 13);
    /// let error = engine.eval::<i64>("(rule \"(car\n 5)\")").unwrap_err();
    /// assert_eq!(error.place().unwrap().to_string(), "<eval>:1:1");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When the text cannot be read, fails, throws, exceeds a limit, or its value is no `T`.
    pub fn eval<T: FromLisp>(&mut self, text: &str) -> Result<T, Error> {
        self.attempt(|vm, lent| {
            let module = host_call::calling_module(vm);
            eval_text(vm, module, "<eval>".into(), text, lent)
        })
    }

    /// Returns the value of a global variable, of one in a scope, or of a [`Handle`]. A name is looked up as
    /// [`Context::eval`] does: it is one of the code that has called the function.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("taxed", |cx: &mut Context<'_>, price: i64| -> Result<i64, Error> {
    ///     Ok(price + price * cx.get::<i64>("percent")? / 100)
    /// });
    /// assert_eq!(engine.eval::<i64>("(setq percent 20) (taxed 50)")?, 60);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is not defined, or no `T`; also when a handle or scope belongs to another engine.
    pub fn get<T: FromLisp>(&mut self, what: impl Callable) -> Result<T, Error> {
        self.attempt(|vm, _| {
            let module = module_of(&what, vm);
            let value = what.find(vm, module)?;
            super::result(&mut vm.program.rt, value)
        })
    }

    /// Gives a global variable of the code that has called the function a value.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("note!", |cx: &mut Context<'_>, n: i64| -> Result<(), Error> { cx.set("noted", n) });
    /// assert_eq!(engine.eval::<i64>("(setq noted 0) (note! 3) noted")?, 3);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When the value does not fit the memory limit.
    pub fn set(&mut self, name: &str, value: impl IntoLisp) -> Result<(), Error> {
        self.attempt(|vm, _| {
            let module = host_call::calling_module(vm);
            let value = to_value(&mut vm.program.rt, value)?;
            set_variable(vm, module, name, value)
        })
    }

    /// Returns whether there is a value of that name, which can be called if it is a function. So hooks are called that
    /// a script need not have. See [`Engine::has`](crate::Engine::has).
    ///
    /// # Errors
    /// When a handle or scope belongs to another engine.
    pub fn has(&mut self, name: impl Callable) -> Result<bool, Error> {
        self.attempt(|vm, _| {
            let module = module_of(&name, vm);
            name.is_there(vm, module)
        })
    }

    /// An error of the host's own as the error that this function returns, where what it calls fails with an [`Error`],
    /// too. A [`HostError`](crate::HostError) says more than a text.
    ///
    /// ```
    /// use klammer::{Code, Context, Engine, Error, Handle, HostError};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("roll", |cx: &mut Context<'_>, dice: Handle| -> Result<i64, Error> {
    ///     let n: i64 = cx.call(&dice, ())?;
    ///     if n > 6 { cx.fail(HostError::new("no die shows that").with_code(Code::BadValue)) } else { Ok(n) }
    /// });
    /// assert_eq!(engine.eval::<i64>("(roll (lambda () 4))")?, 4);
    /// assert_eq!(engine.eval::<i64>("(roll (lambda () 7))").unwrap_err().code(), Code::BadValue);
    /// assert_eq!(engine.eval::<i64>("(roll (lambda () (car 7)))").unwrap_err().code(), Code::WrongType);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// This one. Return it.
    pub fn fail<T>(&mut self, error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Result<T, Error> {
        self.attempt(|vm, _| Err(to_fault(&mut vm.program.rt, error.into())))
    }

    /// The value that `x` is to a program, to be kept or given to it.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error, Handle};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("greet", |cx: &mut Context<'_>, f: Handle| -> Result<Handle, Error> {
    ///     let word = cx.handle("hello")?;
    ///     cx.call(&f, (&word, &word))
    /// });
    /// assert!(engine.eval::<bool>("(greet =)")?);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When it exceeds a limit.
    pub fn handle(&mut self, x: impl IntoLisp) -> Result<Handle, Error> {
        self.attempt(|vm, _| {
            let value = to_value(&mut vm.program.rt, x)?;
            Ok(vm.program.rt.host_roots.handle_of(value))
        })
    }

    /// Lends an object of the host that a program holds, as [`Engine::with_object`](crate::Engine::with_object) does:
    /// there is an example. A parameter of type [`Ref`](crate::Ref) or [`RefMut`](crate::RefMut) holds the object for
    /// the whole call, so callbacks cannot use it. A [`Handle`] holds it only during `f`.
    ///
    /// # Errors
    /// When the value is no `T`, the object is in use, or the handle belongs to another engine.
    pub fn with_object<T: HostType, R>(&mut self, object: &Handle, f: impl FnOnce(&mut T) -> R) -> Result<R, Error> {
        self.attempt(|vm, _| {
            let value = vm.program.rt.host_roots.value_of(object)?;
            with_object(&mut vm.program.rt, value, f)
        })
    }

    /// The value as it is written in a program, strings with their quotes: see
    /// [`Engine::repr`](crate::inspect::Inspect::repr).
    ///
    /// # Errors
    /// When printing it exceeds a limit, or the handle belongs to another engine.
    pub fn repr(&mut self, handle: &Handle) -> Result<String, Error> {
        self.attempt(|vm, _| {
            let value = vm.program.rt.host_roots.value_of(handle)?;
            print(&mut vm.program.rt, value, PrintStyle::Readable)
        })
    }

    /// The value as `display` writes it: strings without their quotes.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error, Handle, Rest};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("say", |cx: &mut Context<'_>, words: Rest<Handle>| -> Result<String, Error> {
    ///     let words: Result<Vec<String>, Error> = words.0.iter().map(|word| cx.display(word)).collect();
    ///     Ok(words?.join(" "))
    /// });
    /// assert_eq!(engine.eval::<String>("(say \"level\" 3 'of '(4 5))")?, "level 3 of (4 5)");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Context::repr`].
    pub fn display(&mut self, handle: &Handle) -> Result<String, Error> {
        self.attempt(|vm, _| {
            let value = vm.program.rt.host_roots.value_of(handle)?;
            print(&mut vm.program.rt, value, PrintStyle::Display)
        })
    }

    /// Writes where the program's output goes.
    ///
    /// ```
    /// use klammer::{Context, Engine, StdHost};
    ///
    /// let mut engine = Engine::builder().host(StdHost::closed().output(std::io::stdout())).build();
    /// engine.define("say", |cx: &mut Context<'_>, words: &str| cx.write(&format!("{words}\n")));
    /// engine.run("(say \"hello\")")?;
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the host cannot write.
    pub fn write(&mut self, text: &str) -> Result<(), Error> {
        self.attempt(|vm, _| vm.program.rt.write(text))
    }

    /// Pays for work: as many ticks as a script would take for it, or at least some. Long work of the host calls this
    /// now and then, so that it obeys the limits on ticks and time and can be interrupted.
    ///
    /// ```
    /// use klammer::{Code, Context, Engine, Error, Limits};
    ///
    /// let limits = Limits { ticks: Some(10_000), ..Limits::default() };
    /// let mut engine = Engine::builder().limits(limits).build();
    /// engine.define("work", |cx: &mut Context<'_>, steps: u64| -> Result<u64, Error> {
    ///     for _ in 0..steps {
    ///         cx.charge(1)?;
    ///     }
    ///     Ok(steps)
    /// });
    /// assert_eq!(engine.eval::<u64>("(work 100)")?, 100);
    /// assert_eq!(engine.eval::<u64>("(work 100000)").unwrap_err().code(), Code::OutOfTicks);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When a limit is reached. Return it.
    pub fn charge(&mut self, ticks: u64) -> Result<(), Error> {
        self.attempt(|vm, _| vm.program.rt.charge(usize::try_from(ticks).unwrap_or(usize::MAX)))
    }

    /// Counts a node: a search of the host is about to try a digit or a value.
    /// [`SearchStatistics`](crate::inspect::SearchStatistics) count it, and a `with-budget` of the program pays for it.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("try-all", |cx: &mut Context<'_>, nodes: u64| -> Result<u64, Error> {
    ///     for _ in 0..nodes {
    ///         cx.count_node()?;
    ///     }
    ///     Ok(nodes)
    /// });
    /// assert_eq!(engine.eval::<Option<u64>>("(with-budget (:nodes 10) (try-all 10))")?, Some(10));
    /// assert_eq!(engine.eval::<Option<u64>>("(with-budget (:nodes 10) (try-all 11))")?, None);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When the budget is used up: what leads to its end. Return it.
    pub fn count_node(&mut self) -> Result<(), Error> {
        self.attempt(|vm, _| vm.program.rt.search.count_node())
    }

    /// Returns the place in the program's text of the call that is being carried out: where the program calls the
    /// function, or the function of the library that calls it.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("here", |cx: &mut Context<'_>| cx.call_place().map(|place| place.map(|place| place.to_string())));
    /// assert_eq!(engine.eval::<String>("(map-with identity nil)\n  (here)")?, "<program>:2:3");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When a limit is reached. Return it.
    pub fn call_place(&mut self) -> Result<Option<Place>, Error> {
        self.attempt(|vm, _| {
            let span = backtrace::program_call(vm)?;
            vm.program.rt.charge(1)?;
            Ok(Place::new(&vm.program.rt.sources, span))
        })
    }

    /// Checks that the memory limit lets the host take `bytes` bytes of its own, besides the memory of the engine. The
    /// account of the engine does not change.
    ///
    /// ```
    /// use klammer::{Code, Context, Engine, Error, Limits};
    ///
    /// let limits = Limits { memory: 16 << 20, ..Limits::default() };
    /// let mut engine = Engine::builder().limits(limits).build();
    /// engine.define("checksum-of-zeros", |cx: &mut Context<'_>, bytes: usize| -> Result<u64, Error> {
    ///     cx.reserve(bytes)?;
    ///     Ok(vec![0u8; bytes].iter().map(|&byte| u64::from(byte)).sum())
    /// });
    /// assert_eq!(engine.eval::<u64>("(checksum-of-zeros 1000)")?, 0);
    /// let error = engine.eval::<u64>("(checksum-of-zeros 1000000000)").unwrap_err();
    /// assert_eq!(error.code(), Code::OutOfMemory);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When the memory limit would be exceeded. Return it.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), Error> {
        self.attempt(|vm, _| {
            if vm.program.rt.heap.reserve(bytes).is_ok() {
                return Ok(());
            }
            // Perhaps garbage is in the way.
            vm.collect_if_due(&[]);
            vm.program.rt.heap.reserve(bytes)
        })
    }

    /// From now on, the object holds the value, and so does each copy of it: the value lives as long as one of them.
    /// Returns the number of the value, by which [`Context::held`] finds it; those of an object are counted from 0.
    /// This is no root, unlike a handle that the object keeps in Rust. An object and a function that refer to each
    /// other are collected when nothing else refers to them.
    ///
    /// ```
    /// use klammer::{Class, Context, Engine, Error, Handle, HostType};
    ///
    /// struct Button;
    ///
    /// impl HostType for Button {
    ///     const NAME: &'static str = "button";
    ///
    ///     fn describe(class: &mut Class<'_, Button>) {
    ///         class.define("make-button", || Button);
    ///         class.define("on-press!", |cx: &mut Context<'_>, button: Handle, f: Handle| -> Result<usize, Error> {
    ///             cx.hold(&button, &f)
    ///         });
    ///         class.define("press!", |cx: &mut Context<'_>, button: Handle, n: usize| -> Result<Option<i64>, Error> {
    ///             match cx.held(&button, n)? {
    ///                 Some(f) => cx.call(&f, (button,)).map(Some),
    ///                 None => Ok(None),
    ///             }
    ///         });
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Button>();
    /// let presses: Vec<Option<i64>> = engine.eval(
    ///     "(setq b (make-button))
    ///      (on-press! b (lambda (button) (if (= button b) 7 0)))
    ///      (list (press! b 0) (press! b 1))",
    /// )?;
    /// assert_eq!(presses, [Some(7), None]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When the value is no object of the host, or a handle belongs to another engine.
    pub fn hold(&mut self, object: &Handle, value: &Handle) -> Result<usize, Error> {
        self.attempt(|vm, _| {
            let (object, value) =
                (vm.program.rt.host_roots.value_of(object)?, vm.program.rt.host_roots.value_of(value)?);
            let number = vm.program.rt.heap.update_host_object(object, |object| object.hold(value));
            number.map_or_else(|| no_object(vm, object), Ok)
        })
    }

    /// The value with this number that an object holds: see [`Context::hold`].
    ///
    /// # Errors
    /// When the value is no object of the host, or the handle belongs to another engine.
    pub fn held(&mut self, object: &Handle, number: usize) -> Result<Option<Handle>, Error> {
        self.attempt(|vm, _| {
            let v = vm.program.rt.host_roots.value_of(object)?;
            let Some(object) = vm.program.rt.heap.as_host_object(v) else { return no_object(vm, v) };
            let held = object.held.as_ref().and_then(|held| held.get(number).copied());
            Ok(held.map(|value| vm.program.rt.host_roots.handle_of(value)))
        })
    }

    /// Returns whether it can be called with that number of arguments. A value that is no function cannot be called at
    /// all.
    ///
    /// ```
    /// use klammer::{Context, Engine, Handle};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("takes-two?", |cx: &mut Context<'_>, f: Handle| cx.accepts(&f, 2));
    /// assert!(engine.eval::<bool>("(takes-two? (lambda (a &rest b) a))")?);
    /// assert!(!engine.eval::<bool>("(takes-two? car)")?);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the handle belongs to another engine.
    pub fn accepts(&mut self, function: &Handle, arguments: usize) -> Result<bool, Error> {
        self.attempt(|vm, _| {
            let f = vm.program.rt.host_roots.value_of(function)?;
            let arity = vm.program.arity(f);
            Ok(arity.is_some_and(|(least, most)| least <= arguments && most.is_none_or(|most| arguments <= most)))
        })
    }

    /// A value as messages show it: briefly. For all of it there are [`Context::repr`] and [`Context::display`]; the
    /// table of them is at [`Engine::display`](crate::inspect::Inspect::display).
    ///
    /// # Errors
    /// When making it exceeds a limit.
    pub fn show(&mut self, x: impl IntoLisp) -> Result<String, Error> {
        self.attempt(|vm, _| {
            let value = to_value(&mut vm.program.rt, x)?;
            Ok(vm.program.rt.show(value))
        })
    }

    /// Ends the innermost `catch` of this tag, as `throw` does in a program. Return it: it is always an `Err`.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error, Symbol};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("leave", |cx: &mut Context<'_>, n: i64| -> Result<(), Error> {
    ///     cx.throw(Symbol::new("out"), n + 1)
    /// });
    /// assert_eq!(engine.eval::<i64>("(catch 'out (+ 1000 (leave 6)))")?, 7);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// That is what it is for.
    pub fn throw<T>(&mut self, tag: impl IntoLisp, value: impl IntoLisp) -> Result<T, Error> {
        let (tag, value) = (self.handle(tag)?, self.handle(value)?);
        let message = "the host function did not return the throw".to_string();
        Err(Error::plain(Code::UncaughtThrow, message).with_thrown(tag, value, false))
    }

    /// Returns the data of this type that [`Engine::data`](crate::Engine::data) has given the engine. A `clone`
    /// of a part of it can be used while the context is: handlers are called so.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error, Handle};
    ///
    /// #[derive(Default)]
    /// struct Handlers(Vec<Handle>);
    ///
    /// let mut engine = Engine::new();
    /// *engine.data() = Some(Handlers::default());
    /// engine.define("on-turn!", |cx: &mut Context<'_>, f: Handle| {
    ///     cx.data::<Handlers>().map(|handlers| handlers.0.push(f));
    /// });
    /// engine.define("turn!", |cx: &mut Context<'_>, n: i64| -> Result<i64, Error> {
    ///     let handlers = cx.data::<Handlers>().map(|handlers| handlers.0.clone()).unwrap_or_default();
    ///     handlers.iter().map(|f| cx.call::<i64>(f, (n,))).sum()
    /// });
    /// engine.run("(on-turn! (lambda (n) (* 2 n))) (on-turn! (lambda (n) (+ 100 n)))")?;
    /// assert_eq!(engine.eval::<i64>("(turn! 5)")?, 115);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn data<T: Any + Send>(&mut self) -> Option<&mut T> {
        self.vm.host.data.of_type::<T>().as_mut()
    }

    /// Returns the loan of this type for the time of the call or step ([`Call::lend`](crate::Call::lend)). `None` if
    /// there is no loan of the type.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error};
    ///
    /// struct World {
    ///     enemies: Vec<i64>,
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.define("hurt-all!", |cx: &mut Context<'_>, by: i64| -> Result<usize, &str> {
    ///     let world = cx.lent::<World>().ok_or("there is no world now")?;
    ///     world.enemies.iter_mut().for_each(|health| *health -= by);
    ///     world.enemies.retain(|&health| health > 0);
    ///     Ok(world.enemies.len())
    /// });
    /// engine.run("(defproc explosion () (hurt-all! 5))")?;
    /// let mut world = World { enemies: vec![3, 9] };
    /// assert_eq!(engine.with().lend(&mut world).call::<usize>("explosion", ())?, 1);
    /// assert_eq!(world.enemies, [4]);
    /// // Outside of such a call, there is none.
    /// assert_eq!(engine.call::<usize>("explosion", ()).unwrap_err().message(), "there is no world now");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn lent<T: Any>(&mut self) -> Option<&mut T> {
        self.lent.find(TypeId::of::<T>())?.downcast_mut()
    }
}

/// Evaluates a text for a function of the host.
pub(crate) fn eval_text<T: FromLisp>(
    vm: &mut Vm,
    module: ModuleId,
    name: Cow<'static, str>,
    text: &str,
    lent: LentValues<'_>,
) -> Result<T> {
    // Of many short texts none may come to a safepoint of its own.
    vm.collect_if_due(&[]);
    let value = vm.evaluate(module, name, text, None, false, lent)?;
    super::result(&mut vm.program.rt, value)
}

/// The module in which `f` is looked for. To find out takes time, which callbacks need not have.
#[inline]
fn module_of<C: Callable>(_: &C, vm: &Vm) -> ModuleId {
    if C::IS_NAME { host_call::calling_module(vm) } else { PROGRAM }
}

#[cold]
fn no_object<T>(vm: &Vm, v: Value) -> Result<T> {
    let problem = format!("the value must be an object of the host, got {}", vm.program.rt.show(v));
    Err(ErrorData::new(Code::WrongType, problem).with_irritants(&[v]).into())
}

/// Gives a global variable a value. There are names that no variable has: a program could not read it.
pub(crate) fn set_variable(vm: &mut Vm, module: ModuleId, name: &str, value: Value) -> Result<()> {
    let has_constants = !vm.program.dialect(module).has_plain_constants;
    if name.is_empty() || name.starts_with(':') || has_constants && matches!(name, "nil" | "t") {
        return fail(Code::Host, format!("{name:?} is no name of a variable"));
    }
    vm.program.set_global(module, name, value);
    Ok(())
}

/// The cell of a global variable that has a value.
pub(crate) fn bound_cell(vm: &Vm, module: ModuleId, name: &str) -> Option<u32> {
    let cell = vm.program.rt.symbols.find(name).and_then(|s| vm.program.find_cell(module, s));
    cell.filter(|&c| vm.program.globals.value(c) != Value::UNBOUND)
}

/// Makes the error that a name that the host has asked for is not defined.
#[cold]
fn missing(vm: &mut Vm, module: ModuleId, name: &str) -> ErrorData {
    let place = match &vm.program.modules[module] {
        m if m.is_namespace => format!(" in the scope {}", m.name),
        _ => String::new(),
    };
    let symbol = Value::symbol(vm.program.rt.symbols.intern(name));
    ErrorData::new(Code::UnboundVariable, format!("{name} is not defined{place}")).with_irritants(&[symbol])
}

/// The value of a global variable, which the library's definition is compiled for if need be.
pub(crate) fn global(vm: &mut Vm, module: ModuleId, name: &str) -> Result<Value> {
    let Some(cell) = bound_cell(vm, module, name) else {
        return Err(missing(vm, module, name).into());
    };
    if vm.program.globals.value(cell).is(Kind::LAZY) {
        bootstrap::force_lazy(vm, cell)?;
    }
    Ok(vm.program.globals.value(cell))
}
