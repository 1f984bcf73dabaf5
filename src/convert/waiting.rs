//! Functions of the host that end a step of the run that has called them.

use super::context::Context;
use super::{IntoLisp, to_value};
use crate::error::Error;
use crate::handle::Handle;
use crate::value::Value;
use crate::vm::host_request;
use crate::vm::host_request::Signal;

impl Context<'_> {
    /// Ends the step of the run that has called the function ([`Run::step`](crate::Run::step)): it pauses when the
    /// function has returned, and goes on after the call with the next step. So a script waits for the next frame.
    /// A form inside of something that cannot pause goes on until that has ended. Returns whether there is a step; a
    /// function that is called in another way does not pause.
    ///
    /// ```
    /// use klammer::{Context, Engine, Step};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("wait", |cx: &mut Context<'_>| cx.pause());
    /// engine.eval::<()>("(setq seen 0) (defproc patrol () (dotimes (i 3) (inc! seen) (wait)) 'home)")?;
    /// let mut run = engine.start::<()>("patrol", ())?;
    /// for frame in 1..=3 {
    ///     assert!(matches!(run.step(&mut engine, 1_000_000)?, Step::Yielded(_)));
    ///     assert_eq!(engine.get::<i64>("seen")?, frame);
    /// }
    /// assert!(matches!(run.step(&mut engine, 1_000_000)?, Step::Done(())));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[doc(alias = "yield")]
    pub fn pause(&mut self) -> bool {
        let nothing = self.vm.program.rt.host_roots.hold(Value::NIL);
        self.pause_for(nothing)
    }

    /// [`Context::pause`], which hands a value over to the host: [`Step::Yielded`](crate::Step::Yielded) has it.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error, Step};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("wait", |cx: &mut Context<'_>, frames: u32| cx.pause_with(frames));
    /// engine.run("(defproc cutscene () (wait 30) (wait 10) 'end)")?;
    /// let mut run = engine.start::<()>("cutscene", ())?;
    /// let mut frames = 0;
    /// while let Step::Yielded(value) = run.step(&mut engine, 10_000)? {
    ///     frames += engine.convert::<u32>(&value)?;
    /// }
    /// assert_eq!(frames, 40);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When the value exceeds a limit.
    #[doc(alias = "yield")]
    pub fn pause_with(&mut self, value: impl IntoLisp) -> Result<bool, Error> {
        let value = self.make(value)?;
        Ok(self.pause_for(value))
    }

    fn pause_for(&mut self, value: Handle) -> bool {
        let is_step = self.vm.program.rt.budget.pause_now();
        if is_step && !self.vm.host.has_asked() {
            self.vm.host.signal = Some(Signal::Yield(value));
        }
        is_step
    }

    /// Asks the host something, and has the script wait for the answer: the step of the run ends with
    /// [`Step::Asked`](crate::Step::Asked), which has the question, and what
    /// [`Run::answer`](crate::Run::answer) gives is what the call of the function returns with the next step. So a
    /// script is written as if the host answered at once.
    ///
    /// The function returns after it has asked, and what it returns is not looked at; an error means that it has not
    /// asked after all. Until then it can do nothing else with the engine.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error, Step};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("ask", |cx: &mut Context<'_>, question: String| cx.ask(question));
    /// engine.run("(defproc greet () (string-append \"Hello, \" (ask \"Who is there?\")))")?;
    ///
    /// let mut run = engine.start::<String>("greet", ())?;
    /// let Step::Asked(question) = run.step(&mut engine, 10_000)? else { panic!("it asks") };
    /// assert_eq!(engine.convert::<String>(&question)?, "Who is there?");
    /// run.answer(&mut engine, "Ada")?;
    /// assert_eq!(run.step(&mut engine, 10_000)?, Step::Done("Hello, Ada".to_string()));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no step of a run: then nobody would answer. Also where a program cannot pause, which is inside of
    /// a call or an evaluation by a function of the host, of an expansion of a macro, and of a file that is loaded;
    /// when the function has asked already; and when the question exceeds a limit.
    #[doc(alias = "yield", alias = "await")]
    pub fn ask(&mut self, question: impl IntoLisp) -> Result<(), Error> {
        self.attempt(|vm, _| {
            host_request::check_wait(vm, None)?;
            let question = to_value(&mut vm.program.rt, question)?;
            host_request::ask(vm, question, None);
            Ok(())
        })
    }
}
